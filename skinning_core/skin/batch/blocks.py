"""What is worked on at a time: blocks small enough for the cache and large enough to outweigh the calls."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import numpy as np

from ...model import Float, Float64, Int
from .arrangement import Arrangement, FileOrder, Sets

#: The most times of a block, and its vertices multiplied by times: more do not fit into the second-level cache, fewer
#: do not outweigh the cost of the calls. (No powers of two: planes whole pages apart would compete for cache lines.)
TIMES, BLOCK = 16, 8064
#: Vertices multiplied by times, at most, that are collected before they are brought into the file's order: planes of 32
#: MB, which are memory that NumPy need not ask the system for. But never fewer than a few times, whatever the mesh.
_COLLECTED, _FEW_TIMES = 1_300_000, 4


def arranged_planes(vectors: Float, arrangement: Arrangement) -> Float64:
    """(3, T or 1, V) planes of vectors (T or 1, V, 3), the vertices as they are arranged."""
    return np.ascontiguousarray(vectors[:, arrangement.vertices].transpose(2, 0, 1), np.float64)


def collected(out: Float64, order: FileOrder, most: int) -> Iterator[tuple[slice, Float64]]:
    """Blocks of ``most`` times or fewer, each with planes (t, 3, width) for the vertices of a region.

    What is in them then goes to the region's place in ``out`` (T, V, 3).
    """
    count = len(out)
    together = max(min(most, count, max(_COLLECTED // max(order.width, 1), _FEW_TIMES)), 1)
    together = max(-(-count // -(-count // together)) if count else 1, 1)  # as many blocks, but of like length
    memory = np.empty((together, 3, order.width))
    for begin in range(0, count, together):
        times = slice(begin, min(begin + together, count))
        planes = memory[: times.stop - begin]
        yield times, planes
        flat, target = planes.reshape(len(planes), -1), out[times, order.region]
        if target.flags.c_contiguous:
            np.take(flat, order.places, axis=1, out=target.reshape(len(flat), -1), mode="wrap")
            continue
        for numbers, place in zip(flat, target, strict=True):
            np.take(numbers, order.places, out=place.reshape(-1), mode="wrap")


def vertex_blocks(start: int, arrangement: Arrangement, times: int) -> Iterator[tuple[int, int]]:
    """Where blocks of vertices from ``start`` on begin and end; a block is all of common sets or all rare."""
    common, count = arrangement.sets.common, len(arrangement.vertices)
    length = max(BLOCK // max(times, 1), 1)
    for first, last in ((start, common), (max(start, common), count)):
        for begin in range(first, last, length):
            yield begin, min(begin + length, last)


def within(sets: Sets, begin: int, end: int) -> Iterator[tuple[Int, Float64, slice]]:
    """Joints (K,), weights (K, n) and places of each set's share of what stands from ``begin`` to ``end``."""
    for of_set in sets.sets[bisect_right(sets.ends, begin) :]:
        first, last = max(of_set.begin, begin), min(of_set.end, end)
        if first >= last:
            break
        yield of_set.joints, of_set.weights[:, first - of_set.begin : last - of_set.begin], slice(first, last)
