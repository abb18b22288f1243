"""``docs/causes.md``: every cause that can be named, in one list.

Written by ``python -m tools.pages.causes docs/causes.md``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from skinning_core.compare.causes.catalogue import CATALOGUE
from skinning_core.compare.causes.scene_cause import AREAS, SettingKind
from skinning_core.text.sentence import bare

_HEAD = """# Why something differs: every cause by its code

<!-- Written by `python -m tools.pages.causes docs/causes.md`; a test holds it so. -->

Codes are stable. Of a character in a scene, the scene itself is asked: each setting that moves it otherwise than its
file is a cause, in the panel as in `skinproof scene`. Of any other result, the mistake is named that reproduces it.
`--json` has the code, the sentence with its values and the remedy ([report.md](report.md)). Words in braces are names
and numbers of the case. A remedy with a button can be applied in Blender: one undo step, after the error that would
remain has been told.

What moves vertices by no blend of their joints' matrices is tested for by its own formula: dual quaternions, Blender's
Preserve Volume, the bind pose that Blender's importer moves a mesh into, smoothing behind the skin, whose iterations
and factor are told, and a map of space that is one polynomial of the third degree in each coordinate. A lattice is one
where the character moves between the same two of its points along each axis, whatever they interpolate by; of a finer
one, or where limbs reach out of it, positions alone do not tell the borders. Bone envelopes are weights of their own:
they are told as other weights than the file's, as painted ones are, as long as some vertices follow few enough joints
for their places to tell (half as many as there are poses times three); which of both only a scene says. Bendy bones are
told where vertices are many enough to find the matrices of each segment. Of a stored result that none of these explains
it is said that it is no pose of these joints, and how far off. The panel and `skinproof scene` name bendy bones and
envelopes, and tell apart what every other modifier does, by its name.
"""

_PICTURES = """![One character, as it should be and with each of these mistakes made on purpose](pictures/mistakes.png)

Each that moves this character (`examples/character.glb`) is made on purpose, and painted by how far it moves a vertex.
`skinproof picture MODEL --show mistake:CODE` draws one on any model that can show it, `--show gallery` all of them.
What does not show there, in other clips and on other models:

{others}

Without a picture: {undrawn}.
"""

#: The pictures of mistakes that do not show in that gallery; ``docs/pictures/make.py`` draws them.
PICTURES = (
    *("time", "step", "first-key", "long-path", "half-scale", "shear", "nodes", "order", "rest-for-bind"),
    *("influences", "vertices", "mesh-node"),
)

#: Causes of which there is no picture, by the reason.
UNDRAWN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "what nobody would see": (
            *("unnormalised-quaternions", "nlerp-near", "single-precision", "frames-blended"),
            *("half-weights", "16-bit-weights", "8-bit-weights", "8-bit-weights-down"),
            *("8-bit-weights-undivided", "8-bit-weights-cut"),
        ),
        "what takes numbers of a result": (
            *("scaled", "mirrored", "turned", "moved", "stretched"),
            *("other-bind", "joints-mixed", "binds-mixed", "joint-edited", "other-weights", "bones-bend", "space-bent"),
            *("smoothed", "values-senseless"),
        ),
        "what shows after a clip's end only": ("looped", "frame-after-last"),
        "what nobody could take for a character": ("last-one",),
        "what no model here can show alone": (
            *("morphs-clamped", "weights-clamped", "weights-unscaled", "weights-misscaled"),
            *("mesh-node-animated", "bind-scale-dropped"),
            *("parts-along-bones", "single-keys-dropped", "tracks-looped", "keys-undivided"),
            *("transforms-by-component", "packed-as-zeros"),
            *("keys-even", "first-after-last", "table-start", "bind-apart", "one-bind", "short-palette"),
        ),
    }
)


def causes_page() -> str:
    """The text of the page."""
    lines = [_HEAD]
    for title, kinds in AREAS.items():
        lines += [f"## In a scene: {title[0].lower()}{title[1:]}\n", "| code | cause | remedy | button |"]
        lines += ["|---|---|---|---|", *map(_scene_row, kinds.values()), ""]
    lines += [
        "## Mistakes of an engine, an importer or a converter\n",
        _PICTURES.format(
            others="\n".join(f"![{name}](pictures/mistakes-{name}.png)" for name in PICTURES),
            undrawn="; ".join(f"{why} ({', '.join(f'`{code}`' for code in codes)})" for why, codes in UNDRAWN.items()),
        ),
        "| code | cause | remedy |",
        "|---|---|---|",
    ]
    lines += [f"| `{kind.code}` | {bare(kind.sentence)} | {kind.remedy} |" for kind in CATALOGUE.values()]
    return "\n".join(lines) + "\n"


def _scene_row(kind: SettingKind) -> str:
    return f"| `{kind.code}` | {bare(kind.sentence)} | {kind.remedy} | {'yes' if kind.button else ''} |"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(causes_page(), encoding="utf-8")
