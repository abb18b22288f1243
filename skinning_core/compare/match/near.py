"""All pairs of points that are closer to each other than a radius, by a grid of cells as wide as the radius.

Points near a given one lie in its cell or in one of the 26 around it. Cells are numbered along x first, so three
neighbours along x are one range of a sorted list: nine binary searches per point find all of them.
"""

from __future__ import annotations

import numpy as np

from ...model import Float64, Int

#: Cells per axis at most: three of them fit into 63 bits. Where a radius asks for more, cells are made wider.
_CELLS = 1 << 20


def pairs_within(a: Float64, b: Float64, radius: float, *, most: int = 40_000_000) -> tuple[Int, Int]:
    """Indices (n,) into ``a`` and (n,) into ``b`` of all pairs at most ``radius`` apart, ordered by the first.

    Parameters
    ----------
    a, b:
        (A, 3) and (B, 3) finite points.
    radius:
        In the unit of the points, more than 0.
    most:
        At most so many pairs of points of neighbouring cells are looked at.

    Raises ``ValueError`` where there would be more than ``most``: the radius is too wide for these points.
    """
    if not len(a) or not len(b):
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    low = np.minimum(a.min(axis=0), b.min(axis=0))
    high = np.maximum(a.max(axis=0), b.max(axis=0))
    width = max(radius, float((high - low).max()) / _CELLS, np.finfo(np.float64).tiny)
    cells_a, cells_b = (np.floor((points - low) / width).astype(np.int64) + 1 for points in (a, b))
    count = np.maximum(cells_a.max(axis=0), cells_b.max(axis=0)) + 2
    row = int(count[0])
    plane = row * int(count[1])
    key_a, key_b = (c[:, 0] + c[:, 1] * row + c[:, 2] * plane for c in (cells_a, cells_b))
    order_a, order_b = np.argsort(key_a, kind="stable"), np.argsort(key_b, kind="stable")
    sorted_a, sorted_b = key_a[order_a], key_b[order_b]  # sorted searches stay in the cache
    shifts = [y * row + z * plane for z in (-1, 0, 1) for y in (-1, 0, 1)]
    begins = [np.searchsorted(sorted_b, sorted_a + shift - 1, "left") for shift in shifts]
    ends = [np.searchsorted(sorted_b, sorted_a + shift + 1, "right") for shift in shifts]
    lengths = [end - begin for begin, end in zip(begins, ends, strict=True)]
    if sum(int(length.sum()) for length in lengths) > most:
        raise ValueError(f"more than {most} pairs of points lie in neighbouring cells: the radius is too wide")
    firsts, seconds = [], []
    for begin, length in zip(begins, lengths, strict=True):
        first = np.repeat(order_a, length)
        second = order_b[_ranges(begin, length)]
        close = ((a[first] - b[second]) ** 2).sum(axis=1) <= radius * radius
        firsts.append(first[close])
        seconds.append(second[close])
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    order = np.lexsort((second, first))
    return first[order], second[order]


def _ranges(begin: Int, length: Int) -> Int:
    """The numbers begin, begin + 1, ... of each range, (sum of lengths,), one range after the other."""
    total = int(length.sum())
    offset = np.repeat(begin - np.concatenate([[0], np.cumsum(length)[:-1]]), length)
    return offset + np.arange(total)
