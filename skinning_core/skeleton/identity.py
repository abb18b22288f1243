"""Which vertex of an edited mesh is which of the file, by numbers and positions that travelled with it.

Editing treats both like colours: merges average them, subdivisions interpolate them, copies copy them. So a number is
believed if the file has that vertex at the position beside it, and no vertex before claims it. Otherwise a vertex is
recognised by its position, if all of the file's vertices there are twins (see `numbering`) and none is present. A
missing vertex is represented by a twin that is left. Nothing else is identified.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ..model import Bool, Float, Int, Model, remembered
from .numbering import file_places, first_numbers, twins

#: An average of equal float32 numbers equals them up to this fraction of the largest coordinate.
_ROUNDING = 4 * float(np.finfo(np.float32).eps)

#: Cells of the grid of positions, in units of rounding.
_CELL = 4.0


@dataclass(frozen=True, eq=False)
class StoredIds:
    """What a mesh stores of its V vertices, right or wrong."""

    parts: tuple[int, ...]  # places in Model.parts that it was made of
    numbers: Int  # (V,) in the file, see `numbering`; -1: none
    places: Float | None  # (V, 3) float32 positions in the file; None: not known, numbers must be believed


@dataclass(frozen=True, eq=False)
class Identity:
    """Where each of the N vertices of all parts is found among several meshes."""

    starts: Int  # (parts + 1,) beginnings of the parts' vertices
    mesh: Int  # (N,) -1: in none
    row: Int  # (N,) its vertex in that mesh
    merged: int  # represented by a twin
    numbered: tuple[Int, ...]  # per mesh (V,) the vertex of a row's number, be it a copy; -1: none


def identify(model: Model, meshes: Sequence[StoredIds]) -> Identity:
    """Find the vertices of all parts among the rows (V,) of meshes made of these."""
    starts = model.part_starts
    mesh, row = np.full(starts[-1], -1, np.intp), np.full(starts[-1], -1, np.intp)
    places, first = file_places(model), first_numbers(model)
    tolerance = _ROUNDING * float(np.abs(places).max(initial=0.0))
    place_of = {key: k for k, key in enumerate(first)}
    apart = _parts_apart(model, meshes, place_of)
    begins = np.array([*first.values(), len(places)], np.intp)
    numbered = tuple(np.full(len(stored.numbers), -1, np.intp) for stored in meshes)
    for m, stored in enumerate(meshes):
        rows, primitive = _believed(stored, places, begins, tolerance)
        part = _parts_of(stored, model, apart, place_of, primitive)
        rows, primitive, part = rows[part >= 0], primitive[part >= 0], part[part >= 0]
        claimed = starts[part] + stored.numbers[rows] - begins[primitive]
        numbered[m][rows] = claimed
        _claim(mesh, row, m, claimed, rows)
    if (mesh >= 0).all():
        return Identity(starts, mesh, row, 0, numbered)
    same = twins_of_all(model)
    begin = np.array([first[part.mesh, part.primitive] for part in model.parts], np.intp)
    numbers = np.arange(starts[-1]) + np.repeat(begin - starts[:-1], np.diff(starts))
    for m, stored in enumerate(meshes):
        if stored.places is not None:
            _recognise(mesh, row, m, stored, same, places[numbers], tolerance)
    return Identity(starts, mesh, row, _represent(mesh, row, same), numbered)


def _parts_apart(model: Model, meshes: Sequence[StoredIds], place_of: Mapping[tuple[int, int], int]) -> Int:
    """(P,) the part of each primitive that has no mesh of its own; -1: none, or it cannot be told.

    A mesh that others were joined to holds such parts besides.
    """
    own = {k for stored in meshes for k in stored.parts}
    joined: dict[tuple[int, int], list[int]] = {}
    for k, part in enumerate(model.parts):
        if k not in own:
            joined.setdefault((part.mesh, part.primitive), []).append(k)
    apart = np.full(len(place_of), -1, np.intp)
    for key, parts in joined.items():
        if len(parts) == 1:
            apart[place_of[key]] = parts[0]
    return apart


def _parts_of(
    stored: StoredIds, model: Model, apart: Int, place_of: Mapping[tuple[int, int], int], primitives: Int
) -> Int:
    """(n,) the part of a vertex of each of ``primitives`` (n,) in one mesh; -1: it cannot be told.

    A mesh looks at its own primitives alone: with thousands of parts each is a mesh.
    """
    parts = apart[primitives]
    own = {place_of[model.parts[k].mesh, model.parts[k].primitive]: k for k in stored.parts}
    if own:
        places = np.array(sorted(own), np.intp)
        values = np.array([own[place] for place in places.tolist()], np.intp)
        at = np.minimum(np.searchsorted(places, primitives), len(places) - 1)
        parts = np.where(places[at] == primitives, values[at], parts)
    return parts


def _believed(stored: StoredIds, places: Float, begins: Int, tolerance: float) -> tuple[Int, Int]:
    """Rows (n,) with the file's numbers at its positions, and their primitives (n,)."""
    rows = np.flatnonzero((stored.numbers >= 0) & (stored.numbers < len(places)))
    numbers = stored.numbers[rows]
    if stored.places is not None:
        rows = rows[_close(stored.places[rows], places[numbers], tolerance)]
        numbers = stored.numbers[rows]
    return rows, np.asarray(np.searchsorted(begins, numbers, side="right") - 1, np.intp)


def _close(one: Float, other: Float, tolerance: float) -> Bool:
    """(n,) whether positions (n, 3) are equal up to rounding; NaN equals itself."""
    with np.errstate(invalid="ignore"):
        near = (np.abs(one - other) <= tolerance) | (one == other) | (np.isnan(one) & np.isnan(other))
    return np.asarray(near.all(axis=1))


def _claim(mesh: Int, row: Int, m: int, claimed: Int, rows: Int) -> None:
    """Let rows (n,) of mesh m stand for free vertices ``claimed`` (n,); the first of equals wins."""
    vertices, first = np.unique(claimed, return_index=True)
    free = mesh[vertices] < 0
    mesh[vertices[free]], row[vertices[free]] = m, rows[first[free]]


@remembered
def twins_of_all(model: Model) -> Int:
    """(N,) the first twin of every vertex of all parts, not to be written into; twins share node and skin."""
    starts = model.part_starts
    same = np.arange(starts[-1])
    groups: dict[tuple[int, int], list[int]] = {}
    for k, part in enumerate(model.parts):
        groups.setdefault((part.node, part.skin), []).append(k)
    for parts in groups.values():
        vertices = np.concatenate([np.arange(starts[k], starts[k + 1]) for k in parts])
        same[vertices] = vertices[twins(model, parts)]
    same.setflags(write=False)
    return same


def _recognise(mesh: Int, row: Int, m: int, stored: StoredIds, same: Int, places: Float, tolerance: float) -> None:
    """Let other rows of mesh m stand for absent vertices (all twins) at their place."""
    assert stored.places is not None
    present = np.zeros(len(same), np.bool_)
    present[same[mesh >= 0]] = True
    absent = np.flatnonzero(~present[same])
    used = np.zeros(len(stored.numbers), np.bool_)
    used[row[mesh == m]] = True
    rows = np.flatnonzero(~used & (stored.numbers >= 0) & np.isfinite(stored.places).all(axis=1))
    if not len(rows) or not len(absent):
        return
    found = _in_grid(stored.places[rows], places[absent], same[absent], tolerance * _CELL)
    _claim(mesh, row, m, found[found >= 0], rows[found >= 0])


def _in_grid(places: Float, candidates: Float, labels: Int, cell: float) -> Int:
    """(n,) the label of candidates (m, 3), (m,) in the cells around each place (n, 3); -1: none, or several."""
    cell = cell or 1.0
    finite = np.isfinite(candidates).all(axis=1)
    keys, group = np.unique(_cells(candidates[finite], cell), return_inverse=True)
    least, most = np.full(len(keys), len(labels) + labels.max()), np.full(len(keys), -1)
    np.minimum.at(least, group.reshape(-1), labels[finite])
    np.maximum.at(most, group.reshape(-1), labels[finite])
    low, high = np.full(len(places), np.iinfo(np.int64).max), np.full(len(places), -1)
    for corner in product((-0.25, 0.25), repeat=3):
        sought = _cells(places + np.multiply(corner, cell), cell)
        at = np.minimum(np.searchsorted(keys, sought), len(keys) - 1)
        hit = keys[at] == sought if len(keys) else np.zeros(len(places), np.bool_)
        low[hit] = np.minimum(low[hit], least[at[hit]])
        high[hit] = np.maximum(high[hit], most[at[hit]])
    return np.where(low == high, low, -1)


def _cells(places: Float, cell: float) -> Int:
    """(n,) the cell of each place (n, 3): 21 bits for each axis, which ``_ROUNDING`` needs."""
    axes = np.clip(np.floor(np.asarray(places, np.float64) / cell), -(2**20), 2**20 - 1).astype(np.int64) + 2**20
    return np.asarray((axes[:, 0] << 42) + (axes[:, 1] << 21) + axes[:, 2], np.int64)


def _represent(mesh: Int, row: Int, same: Int) -> int:
    """Let present vertices stand for absent twins; returns for how many."""
    there = np.flatnonzero(mesh >= 0)
    representative = np.full(len(same), -1, np.intp)
    representative[same[there]] = there
    twin = representative[same]
    absent = np.flatnonzero((mesh < 0) & (twin >= 0))
    mesh[absent], row[absent] = mesh[twin[absent]], row[twin[absent]]
    return len(absent)
