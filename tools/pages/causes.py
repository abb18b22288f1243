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

Codes are stable. In a scene, each setting that moves the character away from its file is a cause: the panel and
`skinproof scene` name it. For any other result, Skinproof makes each mistake on purpose and names the one that gives
the same positions. `--json` has the code, the sentence with its values and the remedy ([report.md](report.md)). Words
in braces are names and numbers of the case. Where *button* says yes, Blender applies the remedy in one undo step; it
tells you first which error would remain.

Some results are no weighted mean of the joints' matrices. These have formulas of their own:

- dual quaternions, and Blender's *Preserve Volume*;
- the bind pose into which Blender's importer moves a mesh;
- smoothing behind the skin, told with its iterations and factor;
- a bend of space, if it is one polynomial of the third degree in x, y and z. A lattice is one if the whole character
  stays between the same two of its points along each axis. Of a finer lattice, positions alone do not tell the borders.

Bone envelopes are told as other weights than the file's. So are painted weights, and only a scene tells which of the
two it was. It takes some vertices that follow few joints: at most half as many as there are poses times three. Bendy
bones are told if there are enough vertices to find the matrices of each segment. If nothing here explains a stored
result, the report says that it is no pose of these joints, and how far off. In a scene, bendy bones, envelopes and
every other modifier are named.
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
            *("16-bit-weights-down", "16-bit-weights-undivided", "16-bit-weights-cut"),
        ),
        "what takes numbers of a result": (
            *("scaled", "mirrored", "turned", "moved", "stretched"),
            *("other-bind", "joints-mixed", "binds-mixed", "joint-edited", "other-weights", "bones-bend", "space-bent"),
            *("smoothed", "values-senseless", "translations-scaled", "moves-scaled", "clip-before"),
            *("morphs-scaled", "morphs-turned"),
            *("some-first-keys-dropped", "some-last-keys-dropped", "some-half-the-keys"),
        ),
        "what shows after a clip's end only": ("looped", "frame-after-last", "back-and-forth"),
        "what nobody could take for a character": ("last-one",),
        "what no model here can show alone": (
            *(
                "morphs-of-first",
                "morphs-by-indices",
                "morphs-again",
                "morphs-shifted",
                "targets-cut",
                "node-weights-ignored",
            ),
            *("tangents-flat", "tangents-exchanged", "tangent-for-value"),
            *("morphs-clamped", "weights-clamped", "weights-unscaled", "weights-misscaled"),
            *("mesh-node-animated", "bind-scale-dropped"),
            *("parts-along-bones", "single-keys-dropped", "tracks-looped", "keys-undivided"),
            *("transforms-by-component", "packed-as-zeros"),
            *("keys-even", "first-after-last", "extrapolated", "last-step-lost", "table-start"),
            *("first-keys-dropped", "last-keys-dropped", "half-the-keys"),
            *("rotations-reversed", "scale-of-x", "tracks-dropped", "unwritten-dropped", "first-few"),
            *("strongest-few", "bind-apart", "one-bind", "short-palette"),
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
