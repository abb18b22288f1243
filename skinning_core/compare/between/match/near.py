"""All pairs of points within a radius, by a grid of cells as wide as the radius.

Neighbours lie in a point's cell or the 26 around it. Cells are numbered along x first, so three neighbours along x are
one range of a sorted list: nine binary searches find all.
"""

from __future__ import annotations

import numpy as np

from ....model import Float64, Int

#: Cells per axis at most: three such numbers fit into 63 bits. Cells are wider if the radius asks for more.
_CELLS = 1 << 20
#: Pairs of points in neighbouring cells to look at, at most.
_MOST = 40_000_000


class PointGrid:
    """Points sorted into cells, to look up neighbours."""

    def __init__(self, points: Float64, width: float) -> None:
        """points: (B, 3) finite. width: of a cell, at least any radius that is asked for."""
        self._points = points
        self._low = points.min(axis=0, initial=np.inf)
        extent = float(np.ptp(points, axis=0).max()) if len(points) else 0.0
        self._width = max(width, extent / _CELLS, np.finfo(np.float64).tiny)
        cells = self._cells(points)
        self._most = cells.max(axis=0, initial=0)
        self._row = int(self._most[0]) + 2
        self._plane = self._row * (int(self._most[1]) + 2)
        keys = self._keys(cells)
        self._order = np.argsort(keys, kind="stable")
        self._sorted = keys[self._order]

    def pairs(self, a: Float64, radius: float, *, most: int = _MOST) -> tuple[Int, Int]:
        """Indices (n,) into ``a`` (A, 3) and (n,) into the points, of all pairs at most ``radius`` apart.

        Ordered by the first. Raises ``ValueError`` if neighbouring cells have more than ``most`` pairs.
        """
        if not len(a) or not len(self._points):
            return np.zeros(0, np.intp), np.zeros(0, np.intp)
        cells = self._cells(a)
        inside = np.flatnonzero(((cells >= 0) & (cells <= self._most + 1)).all(axis=1))
        keys = self._keys(cells[inside])
        order = np.argsort(keys, kind="stable")
        asked, keys = inside[order], keys[order]  # sorted searches stay in the cache
        shifts = [y * self._row + z * self._plane for z in (-1, 0, 1) for y in (-1, 0, 1)]
        begins = [np.searchsorted(self._sorted, keys + shift - 1, "left") for shift in shifts]
        ends = [np.searchsorted(self._sorted, keys + shift + 1, "right") for shift in shifts]
        lengths = [end - begin for begin, end in zip(begins, ends, strict=True)]
        if sum(int(length.sum()) for length in lengths) > most:
            raise ValueError(f"more than {most} pairs of points lie in neighbouring cells: the radius is too wide")
        found = []
        for begin, length in zip(begins, lengths, strict=True):
            first = np.repeat(asked, length)
            second = self._order[_ranges(begin, length)]
            apart = a[first] - self._points[second]
            close = np.einsum("nc,nc->n", apart, apart) <= radius * radius
            found.append((first[close], second[close]))
        first, second = map(np.concatenate, zip(*found, strict=True))
        order = np.lexsort((second, first))
        return first[order], second[order]

    def _cells(self, points: Float64) -> Int:
        """(n, 3) cells of points; 1 for the lowest with a point of the grid."""
        cells = np.floor((points - self._low) / self._width)
        return np.asarray(np.clip(cells, -2.0, 2.0 * _CELLS).astype(np.int64) + 1)

    def _keys(self, cells: Int) -> Int:
        return np.asarray(cells[:, 0] + cells[:, 1] * self._row + cells[:, 2] * self._plane)


def pairs_within(a: Float64, b: Float64, radius: float, *, most: int = _MOST) -> tuple[Int, Int]:
    """Indices (n,) into ``a`` and (n,) into ``b`` of all pairs at most ``radius`` apart, ordered by the first.

    a, b: (A, 3) and (B, 3) finite points. radius: in their unit, more than 0.
    Raises ``ValueError`` if neighbouring cells have more than ``most`` pairs: the radius is too wide for these points.
    """
    return PointGrid(b, radius).pairs(a, radius, most=most)


def _ranges(begin: Int, length: Int) -> Int:
    """(sum of lengths,) the numbers begin, begin + 1, ... of each range, one range after the other."""
    total = int(length.sum())
    offset = np.repeat(begin - np.concatenate([[0], np.cumsum(length)[:-1]]), length)
    return offset + np.arange(total)


def first_at_place(points: Float64, radius: float) -> Int:
    """(V,) for each of points (V, 3) the first one at its place, in chains of neighbours within the radius.

    Raises ``ValueError`` as ``pairs_within``.
    """
    here, there = pairs_within(points, points, radius)
    found, before = np.arange(len(points)), np.zeros(0, np.intp)
    while not np.array_equal(found, before):
        before, found = found, found.copy()
        np.minimum.at(found, here, before[there])
    return found
