"""The target of a channel: a property of a node, named directly or by KHR_animation_pointer.

Pointers to translation, rotation, scale and weights of nodes, and to weights of meshes, are read. Those to looks and to
``extras`` (Blender 5.3 writes custom properties so) cannot move a vertex and are ignored. Others might: not judged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, cast, get_args

import numpy as np

from ..model import Nodes, TrackPath, Unjudged
from ..text.sentence import sentence
from .accessor import checked_index
from .grammar.kinds import member

PATHS: tuple[TrackPath, ...] = get_args(TrackPath)
_EXTENSION = "KHR_animation_pointer"
_OF_NODE = r"/nodes/(0|[1-9]\d{0,9})/(translation|rotation|scale|weights)"
_OF_MESH = r"/meshes/(0|[1-9]\d{0,9})/weights"
_LOOKS = (
    r"/(materials|cameras|textures|images|samplers)/.*"
    r"|(/nodes/\d+)?/extensions/(KHR_lights_|EXT_lights_|KHR_audio|KHR_node_(visibility|selectability|hoverability)/).*"
    r"|(/.+)?/extras/.+"
)


class Target(NamedTuple):
    """A property and its nodes: several if it belongs to a mesh that they share."""

    nodes: tuple[int, ...]
    path: TrackPath
    of_mesh: bool = False


def target_of(
    channel: dict[str, Any], where: str, nodes: Nodes, own_weights: Sequence[bool]
) -> Target | Unjudged | None:
    """The target of the channel at ``where``; None if it cannot move a vertex.

    ``own_weights``: whether a node has morph weights of its own, which override its mesh's. Raises ``SkinproofError``
    for a node or mesh that does not exist.
    """
    target = channel["target"]
    path, node = target["path"], target.get("node")
    if path == "pointer":
        return _pointed(target, where, nodes, own_weights)
    if path not in PATHS:
        return Unjudged("ANIMATION_PATH_UNKNOWN", where, sentence("the path {path!r} is not read", path=path))
    if node is None:
        extensions = target.get("extensions")
        if not extensions:
            return None  # "the animated object may be defined by an extension" (3.11): here none does
        names = ", ".join(map(repr, extensions)) if isinstance(extensions, dict) else "extensions"
        told = sentence("what {names} animates is not read", names=names)
        return Unjudged("EXTENSION_UNKNOWN", f"{where}/target", told)
    return Target((checked_index(node, nodes.names, f"{where}/target/node"),), path)


def _pointed(target: dict[str, Any], where: str, nodes: Nodes, own_weights: Sequence[bool]) -> Target | Unjudged | None:
    pointer = member(target, "extensions", _EXTENSION, "pointer")
    where = f"{where}/target/extensions/{_EXTENSION}/pointer"
    if not isinstance(pointer, str):
        return Unjudged("ANIMATION_POINTER_NOT_READ", where, "a pointer channel says nowhere what it animates")
    if match := re.fullmatch(_OF_NODE, pointer):
        return Target((checked_index(int(match[1]), nodes.names, where),), cast(TrackPath, match[2]))
    if match := re.fullmatch(_OF_MESH, pointer):
        wearers = np.flatnonzero(nodes.mesh == int(match[1])).tolist()
        return Target(tuple(node for node in wearers if not own_weights[node]), "weights", of_mesh=True)
    if re.fullmatch(_LOOKS, pointer):
        return None
    shown = pointer if len(pointer) < 80 else f"{pointer[:77]}..."
    told = sentence("what the pointer {pointer!r} animates is not read", pointer=shown)
    return Unjudged("ANIMATION_POINTER_NOT_READ", where, told)
