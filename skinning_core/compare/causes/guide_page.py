"""Where to read about a mistake: the page of docs/guide."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .mistake import BY_CODE, MISTAKES

#: Stage of a mistake -> page.
_OF_STAGE: Mapping[str, str] = MappingProxyType(
    {
        "morphs": "01-file.md",
        "time": "03-motion.md",
        "keys": "03-motion.md",
        "quaternions": "quaternions.md",
        "local": "02-joint.md",
        "hierarchy": "02-joint.md",
        "bind": "04-bind.md",
        "index": "05-vertex.md",
        "mesh node": "05-vertex.md",
        "world": "11-blender.md",
    }
)

#: Code -> page, for reading and rotations at any stage.
_OF_CODE: Mapping[str, str] = MappingProxyType(
    {
        "nlerp": "quaternions.md",
        "nlerp-near": "quaternions.md",
        "long-path": "quaternions.md",
        "keys-undivided": "bytes.md",
        "packed-as-zeros": "bytes.md",
        "weights-unscaled": "bytes.md",
        "weights-misscaled": "bytes.md",
    }
)


def page_of(code: str) -> str | None:
    """The page of the guide for a cause, such as ``03-motion.md``; None: no mistake of the list."""
    mistake = BY_CODE.get(code)
    if mistake is None:
        return None
    return _OF_CODE.get(code) or _OF_STAGE.get(mistake.stage, "06-blend.md")


#: The first line of each of these pages.
TITLES: Mapping[str, str] = MappingProxyType(
    {
        "01-file.md": "1. What is in a file?",
        "quaternions.md": "Quaternions",
        "02-joint.md": "2. Where does a joint stand?",
        "03-motion.md": "3. What moves it?",
        "04-bind.md": "4. Where did it stand when the mesh was made?",
        "05-vertex.md": "5. One vertex, from file to screen",
        "06-blend.md": "6. One joint or several?",
        "11-blender.md": "11. Blender's formulas, and where they part from glTF's",
    }
)

#: The page for what a figure shows of a vertex, and for codes of mistakes.
PAGES: Mapping[str, str] = MappingProxyType(
    {
        "stored": "01-file.md",
        "node": "02-joint.md",
        "joint": "04-bind.md",
        "mean": "05-vertex.md",
        "form": "06-blend.md",
        **{mistake.code: str(page_of(mistake.code)) for mistake in MISTAKES},
    }
)
