"""Whether all tracks of a file are ordinary and sound, tested together.

A library has thousands of tracks. Reading each takes ten times as long as testing, property by property, whether
anything is wrong. If nothing is, a clip is read when first needed, and cannot fail. "Ordinary" is float32, dense in one
buffer, of the translation, rotation or scale of nodes not given as matrices.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import numpy as np

from ..error import SkinproofError
from ..model import Float, Int, Nodes
from .accessor import Buffers, all_finite, end_of
from .grammar.element import LAYOUTS
from .grammar.schema import ROWS
from .meshopt import packed_by

#: Of ordinary key times and values.
_FLOAT = 5126

#: Accessor type of each animated property except morph weights.
TYPES = {"translation": "VEC3", "scale": "VEC3", "rotation": "VEC4"}


def all_tracks_fit(buffers: Buffers, nodes: Nodes) -> bool:
    """Whether reading any track would succeed, without a note and without decomposing a node.

    True only if all tracks are ordinary and sound, and no two of a clip move one property. False proves nothing: then
    they have to be read. A test checks this promise on random documents.
    """
    try:
        return _fit(buffers, nodes)
    except (KeyError, IndexError, SkinproofError):  # a missing property, an index out of range, a missing buffer
        return False


def _fit(buffers: Buffers, nodes: Nodes) -> bool:
    paths: list[str] = []
    moved: set[int] = set()
    samplers: list[dict[str, Any]] = []
    for animation in buffers.json["animations"]:
        channels, own_samplers = animation["channels"], animation["samplers"]
        targets = list(map(itemgetter("target"), channels))
        properties = list(map(itemgetter("node", "path"), targets))
        if len(set(properties)) < len(properties):
            return False
        paths += map(itemgetter(1), properties)
        moved.update(map(itemgetter(0), properties))
        samplers += map(own_samplers.__getitem__, map(itemgetter("sampler"), channels))
    if not moved or max(moved) >= len(nodes) or nodes.has_matrix[list(moved)].any():
        return False
    rows = [ROWS[sampler.get("interpolation", "LINEAR")] for sampler in samplers]
    inputs = list(map(itemgetter("input"), samplers))
    distinct = sorted(set(inputs))
    counts = _sound_times(buffers, distinct)
    if counts is None:
        return False
    keys = counts[np.searchsorted(distinct, inputs)]
    outputs = [buffers.accessors[place] for place in map(itemgetter("output"), samplers)]
    values = _ordinary(buffers, outputs, [TYPES[path] for path in paths], (keys * rows).tolist())
    return values is not None and all(map(all_finite, _joined(*values)))


def _sound_times(buffers: Buffers, accessors: list[int]) -> Int | None:
    """Keys of each accessor of key times; None if any is not ordinary, finite and increasing."""
    of_times = [buffers.accessors[index] for index in accessors]
    counts = [accessor["count"] for accessor in of_times]
    values = _ordinary(buffers, of_times, ["SCALAR"] * len(of_times), counts)
    if values is None or not all(counts):
        return None
    data, begins, ends = values
    for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
        times = data[begin:end]
        if not (times[1:] > times[:-1]).all() or not all_finite(times):
            return None
    return np.array(counts)


def _ordinary(
    buffers: Buffers, accessors: list[dict[str, Any]], types: list[str], counts: list[int]
) -> tuple[Float, Int, Int] | None:
    """The one buffer of all ``accessors`` as float32, and (n,) where each begins and ends in it.

    None if any has another type or count, or is not dense float32 within its buffer view.
    """
    if list(map(itemgetter("type"), accessors)) != types or list(map(itemgetter("count"), accessors)) != counts:
        return None
    if set(map(itemgetter("componentType"), accessors)) != {_FLOAT}:
        return None
    views = [buffers.views[place] for place in map(itemgetter("bufferView"), accessors)]
    used = set(map(itemgetter("buffer"), views))
    plain = ["byteStride" not in view and packed_by(view) is None for view in views]
    if len(used) != 1 or not all(plain) or True in ["sparse" in a for a in accessors]:
        return None
    data = buffers.bytes_of(used.pop())
    starts = np.array([view.get("byteOffset", 0) for view in views])
    lengths = np.array(list(map(itemgetter("byteLength"), views)))
    offsets = np.array([accessor.get("byteOffset", 0) for accessor in accessors])
    elements = np.array([LAYOUTS[_FLOAT, kind].element for kind in types])
    ends = end_of(offsets, np.array(counts), elements, elements)  # dense: the stride is the element's size
    begins = starts + offsets
    if (begins % 4).any() or (ends > lengths).any() or (starts + lengths > len(data)).any():
        return None
    return np.ndarray((len(data) // 4,), "<f4", data), begins // 4, (starts + ends) // 4


def _joined(data: Float, begins: Int, ends: Int) -> list[Float]:
    """The ranges of ``data`` from ``begins`` to ``ends`` (n,); those that touch or overlap become one."""
    order = np.argsort(begins)
    begins, ends = begins[order], np.maximum.accumulate(ends[order])
    new = np.flatnonzero(np.append(True, begins[1:] > ends[:-1]))
    last = np.append(new[1:], len(begins)) - 1
    return [data[begin:end] for begin, end in zip(begins[new].tolist(), ends[last].tolist(), strict=True)]
