"""What a document asks for, compared with the limits before it can cost memory or time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any

import numpy as np

from ..files.limits import LimitError, Limits, require_within
from ..model import Mesh, Nodes
from .accessor import Buffers

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
#: Bytes of JSON examined at a time: they stay in the processor's cache.
_RUN = 1 << 16
#: The signs around an object; brackets of lists are turned into them.
_OPENING, _CLOSING = ord("{"), ord("}")


def require_shallow(text: bytes | memoryview, limits: Limits) -> None:
    """Raise `LimitError` if JSON text is nested too deeply to be read.

    Text that seems too deep is counted again without its strings. Brackets in strings can also make deep text seem
    shallow; the parser's own limit then stops it.
    """
    if _depth(text) > limits.json_depth and (depth := _depth(_STRING.sub(b"", text))) > limits.json_depth:
        raise LimitError("json_depth", limits.json_depth, depth)


def require_within_limits(json: dict[str, Any], limits: Limits) -> None:
    """Raise `LimitError` if checked JSON names too many nodes, joints or clips."""
    require_within(limits, "nodes", len(json.get("nodes", ())), where="/nodes")
    require_within(limits, "joints", sum(len(skin["joints"]) for skin in json.get("skins", ())), where="/skins")
    require_within(limits, "clips", len(json.get("animations", ())), where="/animations")


def require_drawable(buffers: Buffers, nodes: Nodes, meshes: Sequence[Mesh]) -> None:
    """Raise `LimitError` if the nodes draw too many primitives or vertices; a mesh counts once per node."""
    uses = np.bincount(nodes.mesh[nodes.mesh >= 0], minlength=len(meshes)).tolist()
    parts = vertices = 0
    for mesh, times in zip(meshes, uses, strict=True):
        parts += times * len(mesh.primitives)
        vertices += times * sum(primitive.vertex_count for primitive in mesh.primitives)
    require_within(buffers.limits, "parts", parts, where="/nodes")
    require_within(buffers.limits, "vertices", vertices, where="/nodes", file_bytes=buffers.all_bytes)


def require_playable(buffers: Buffers) -> None:
    """Raise `LimitError` if the tracks have too many keys; shared key times count once per track.

    An index out of range stops the count: reading the tracks reports it.
    """
    counts = list(map(itemgetter("count"), buffers.accessors))
    keys = 0
    with suppress(IndexError):
        for animation in buffers.json.get("animations", ()):
            inputs = list(map(itemgetter("input"), animation["samplers"]))
            used = map(inputs.__getitem__, map(itemgetter("sampler"), animation["channels"]))
            keys += sum(map(counts.__getitem__, used))
    require_within(buffers.limits, "keys", keys, where="/animations", file_bytes=buffers.all_bytes)


def _depth(text: bytes | memoryview) -> int:
    """The deepest nesting of brackets, those in strings included."""
    deepest = level = 0
    signs = np.frombuffer(text, np.uint8)
    for begin in range(0, len(signs), _RUN):
        run = signs[begin : begin + _RUN] | 0x20  # "[" becomes "{" and "]" becomes "}", and no other sign does
        brackets = run[(run == _OPENING) | (run == _CLOSING)]
        levels = level + np.cumsum(np.where(brackets == _OPENING, 1, -1))
        deepest, level = max(deepest, int(levels.max(initial=0))), int(levels[-1]) if len(levels) else level
    return deepest
