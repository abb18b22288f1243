"""``docs/causes.md``: every cause that can be named, in one list.

Written by ``python -m skinning_core.compare.causes.causes_page docs/causes.md``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ...text.sentence import bare
from .catalogue import CATALOGUE
from .scene_cause import AREAS, SettingKind

_HEAD = """# Why something differs: every cause by its code

<!-- Written by `python -m skinning_core.compare.causes.causes_page docs/causes.md`; a test holds it so. -->

Codes are stable. Of a character in a scene, the scene itself is asked: each setting that moves it otherwise than its
file is a cause, in the panel as in `verify --scene`. Of any other result, the mistake is named that reproduces it.
`--json` has the code, the sentence with its values and the remedy ([report.md](report.md)). Words in braces are names
and numbers of the case. A remedy with a button can be applied in Blender: one undo step, after the error that would
remain has been told.
"""

_PICTURES = """![One character, as it should be and with each of these mistakes made on purpose](pictures/mistakes.png)

Each that moves this character (`examples/character.glb`) is made on purpose, and painted by how far it moves a vertex.
`skinproof picture MODEL --show mistake:CODE` draws one on any model that can show it, `--show gallery` all of them.
"""


def causes_page() -> str:
    """The text of the page."""
    lines = [_HEAD]
    for title, kinds in AREAS.items():
        lines += [f"## In a scene: {title[0].lower()}{title[1:]}\n", "| code | cause | remedy | button |"]
        lines += ["|---|---|---|---|", *map(_scene_row, kinds.values()), ""]
    lines += [
        "## Mistakes of an engine, an importer or a converter\n",
        _PICTURES,
        "| code | cause | remedy |",
        "|---|---|---|",
    ]
    lines += [f"| `{kind.code}` | {bare(kind.sentence)} | {kind.remedy} |" for kind in CATALOGUE.values()]
    return "\n".join(lines) + "\n"


def _scene_row(kind: SettingKind) -> str:
    return f"| `{kind.code}` | {bare(kind.sentence)} | {kind.remedy} | {'yes' if kind.button else ''} |"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(causes_page(), encoding="utf-8")
