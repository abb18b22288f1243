"""Documents with one defect each in what they say of extensions."""

from __future__ import annotations

from typing import Any

from tests.core.check.documents import Change
from tests.tiny import Tiny

POINTER, QUANTIZATION = "KHR_animation_pointer", "KHR_mesh_quantization"


def declared(name: str, change: Change, *, required: bool = False) -> Change:
    def declare(made: Tiny) -> None:
        made.data.setdefault("extensionsUsed", []).append(name)
        if required:
            made.data["extensionsRequired"] = [name]
        change(made)

    return declare


def pointed(said: Any, **target: Any) -> Change:
    """The first channel moves what a pointer names; ``target``: what else it says, None for what it does not."""

    def change(made: Tiny) -> None:
        values = {"path": "pointer", "node": None, **target, "extensions": {POINTER: said}}
        made.data["animations"][0]["channels"][0]["target"] = {k: v for k, v in values.items() if v is not None}

    return declared(POINTER, change)


def placed(name: str, *steps: str | int, required: bool = False) -> Change:
    """An extension at an object of the document."""

    def change(made: Tiny) -> None:
        owner = made.data
        for step in steps:
            owner = owner[step]
        owner.setdefault("extensions", {})[name] = {}

    return declared(name, change, required=required)


#: To rotations of the first node, as the channel has them.
_RIGHT = {"pointer": "/nodes/0/rotation"}
EXTENSIONS: dict[str, Change] = {
    "extension required, not used": lambda made: made.data.update(extensionsRequired=[QUANTIZATION]),
    "extension not declared": lambda made: made.data.pop("extensionsUsed"),
    "extension twice": lambda made: made.data["extensionsUsed"].append("EXT_structural_metadata"),
    "quantisation not required": declared(QUANTIZATION, lambda _: None),
    "quantisation required": declared(QUANTIZATION, lambda _: None, required=True),
    "quantisation at an accessor": placed(QUANTIZATION, "accessors", 0, required=True),
    "quantisation at a primitive": placed(QUANTIZATION, "meshes", 0, "primitives", 0, required=True),
    "quantisation at the root": placed(QUANTIZATION, required=True),
    "pointer": pointed(_RIGHT),
    "pointer at a channel": placed(POINTER, "animations", 0, "channels", 0),
    "pointer at a sampler": placed(POINTER, "animations", 0, "samplers", 0),
    "pointer at a node": placed(POINTER, "nodes", 0),
    "pointer and node": pointed(_RIGHT, node=0),
    "pointer and another node": pointed(_RIGHT, node=1),
    "pointer, path of rotation": pointed(_RIGHT, path="rotation"),
    "pointer, unknown path": pointed(_RIGHT, path="path"),
    "pointer, path and node": pointed(_RIGHT, path="rotation", node=0),
    "pointer missing": pointed({}),
    "pointer of null": pointed({"pointer": None}),
    "pointer as a number": pointed({"pointer": 5}),
    "pointer without a slash": pointed({"pointer": "nodes/0/rotation"}),
    "pointer with a tilde": pointed({"pointer": "/nodes/0/a~2b"}),
    "pointer with escapes": pointed({"pointer": "/extras/a~1b~0c"}),
    "pointer to nothing": pointed({"pointer": ""}),
    "pointer not declared": lambda made: made.data["animations"][0]["channels"][0]["target"].update(
        path="pointer", extensions={POINTER: _RIGHT}
    ),
    "track of a pointer that is declared": declared(
        POINTER, lambda made: made.data["animations"][0]["channels"][0]["target"].update(path="pointer")
    ),
}
