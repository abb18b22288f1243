"""A moving figure made small enough for its page by fewer vertices or times, none of them changed.

A part's vertices are put into cells of a grid, for each strongest joint apart. One of each cell stays with its own
numbers, and faces join those that stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..model import Float64, Int, Model, Part
from ..skeleton.faces import triangles_of
from ..spread import evenly_spread

#: Cells along a part's largest side, tried first, in roots of the vertices that may stay: a surface fills about their
#: square.
_FINEST = 3.0

#: The next grid's cells along a side, relative.
_COARSER = 0.85


@dataclass(frozen=True, eq=False)
class DrawnPart:
    """The drawn vertices and faces of a part."""

    vertices: Int  # (V,) by their number in the file
    faces: Int  # (F, 3) by their place in ``vertices``


def whole_part(model: Model, part: Part) -> DrawnPart:
    """All of a part."""
    primitive = model.primitive(part)
    return DrawnPart(np.arange(primitive.vertex_count), triangles_of(primitive))


def fewer_vertices(model: Model, part: Part, most: int, first: Float64) -> DrawnPart:
    """At most ``most`` vertices of a part, or one. first: (V,) its largest vertex of a cell stays."""
    whole = whole_part(model, part)
    if len(whole.vertices) <= most:
        return whole
    positions = np.nan_to_num(model.primitive(part).positions.astype(np.float64))
    low, size = positions.min(axis=0), float(np.ptp(positions, axis=0).max()) or 1.0
    shares = (positions - low) / size
    joints, across = _strongest(model, part), _FINEST * np.sqrt(most)
    order = np.argsort(-first, kind="stable")
    while True:
        cells = _cells(shares, joints, across)
        _, chosen, cell_of = np.unique(cells[order], return_index=True, return_inverse=True)
        if len(chosen) <= most or across < 1.0:
            break
        across *= _COARSER
    place = np.empty(len(positions), int)
    place[order] = cell_of
    a, b, c = place[whole.faces].T
    flat = (a == b) | (b == c) | (c == a)
    faces = place[whole.faces[~flat]]
    return DrawnPart(order[chosen], np.unique(faces, axis=0))


def _cells(shares: Float64, joints: Int, across: float) -> Int:
    """(V,) numbers of cells of places (V, 3) from 0 to 1; two joints (V,) share none."""
    x, y, z = (shares * across).astype(int).T
    side = int(across) + 1
    cells: Int = ((joints * side + x) * side + y) * side + z
    return cells


def _strongest(model: Model, part: Part) -> Int:
    """(V,) the joint with a vertex's largest weight; 0 without a skin."""
    influences = model.influences(part)
    if influences is None:
        return np.zeros(model.primitive(part).vertex_count, int)
    strongest: Int = np.take_along_axis(influences.joints, influences.weights.argmax(axis=1)[:, None], axis=1)[:, 0]
    return strongest.astype(int)


def fewer_times(count: int, most: int, shown: int) -> Int:
    """(T,) at most ``most`` (2 or more) of ``count`` times, by number, evenly; both ends and ``shown`` stay."""
    if count <= most:
        return np.arange(count)
    kept = evenly_spread(count, most)
    if shown not in kept:
        kept[np.abs(kept[1:-1] - shown).argmin() + 1 if most > 2 else 1] = shown
    return np.unique(kept)


def bytes_by_time(arrays: Mapping[str, NDArray[np.generic]], times: int) -> tuple[int, int]:
    """Bytes of the arrays (times, ...) with a row for each time, and of all others."""
    with_rows = sum(a.nbytes for name, a in arrays.items() if name.startswith(MOVING) and len(a) == times)
    return with_rows, sum(a.nbytes for a in arrays.values()) - with_rows


#: Beginnings of their names.
MOVING = ("world", "motion", "stretch", "morphweight", "error")


def left_out_sentence(drawn: Sequence[DrawnPart], vertices: int, times: tuple[int, int]) -> str:
    """What a page leaves out, or ""; times: those drawn, and all."""
    left, total = sum(len(part.vertices) for part in drawn), vertices
    sentences = []
    if left < total:
        sentences.append(f"{left:,} of {total:,} vertices are drawn, each with its own numbers")
    if times[0] < times[1]:
        sentences.append(f"{times[0]} of {times[1]} times can be chosen")
    return f"To keep this page under 3 MB, {' and '.join(sentences)}." if sentences else ""
