"""Statistics of distances: over the vertices of a part, over those of all parts, and their histogram.

Distances are (T, V) per part. Those of a part that stands still on both sides are one row in memory that is seen T
times (see ``skinned.once``): the row is evaluated once, and counts at every time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..model import Bool, Float64, Int
from ..skinned import once

_FIRST_DECADE, _LAST_DECADE, _BINS_A_DECADE = -9, 1, 2

#: Edges of the histogram of relative errors: half decades from 1e-9 to 10; the two outer bins are open.
HISTOGRAM_EDGES: Float64 = 10.0 ** (
    np.arange(_BINS_A_DECADE * _FIRST_DECADE, _BINS_A_DECADE * _LAST_DECADE + 1) / _BINS_A_DECADE
)


@dataclass(frozen=True, eq=False)
class Statistics:
    """Statistics of the distances at each time, metres; vertices that could not be compared (NaN) do not count."""

    maximum: Float64  # (T,) 0 where nothing was compared, as in the next three
    rms: Float64  # (T,)
    percentile_99: Float64  # (T,) linear between the two nearest ranks
    mean: Float64  # (T,)
    worst_vertex: Int  # (T,) vertex of ``maximum``; -1: none
    compared: Int  # (T,) how many vertices were compared


def part_statistics(distance: Float64) -> Statistics:
    """Statistics of one part's distances (T, V)."""
    rows, times = once(distance), len(distance)
    if not distance.shape[1]:
        zeros = np.zeros(times)
        return Statistics(zeros, zeros, zeros, zeros, np.full(times, -1), np.zeros(times, np.intp))
    maximum = rows.max(axis=1)
    filled, candidates, compared = rows, rows, np.full(len(rows), rows.shape[1])
    if np.isnan(maximum).any():
        valid = ~np.isnan(rows)
        compared = valid.sum(axis=1)
        filled, candidates = np.where(valid, rows, 0.0), np.where(valid, rows, -1.0)
        maximum = filled.max(axis=1)
    divisor = np.maximum(compared, 1)
    repeats = times // max(len(rows), 1)
    return Statistics(
        maximum=maximum.repeat(repeats),
        rms=np.sqrt(np.einsum("tv,tv->t", filled, filled) / divisor).repeat(repeats),
        percentile_99=_percentile_99(rows, compared).repeat(repeats),
        mean=(filled.sum(axis=1) / divisor).repeat(repeats),
        worst_vertex=np.where(compared > 0, candidates.argmax(axis=1), -1).repeat(repeats),
        compared=compared.repeat(repeats),
    )


def whole_percentile_99(per_part: Sequence[Float64], times: int) -> Float64:
    """(T,) 99th percentile over the vertices of all parts; distances (T, V) each."""
    still, moving = _apart(per_part, times)
    if any(np.isnan(distance).any() for distance in (still, *moving)):
        every = np.concatenate([np.broadcast_to(still, (times, still.shape[1])), *moving], axis=1)
        return _percentile_99(every, (~np.isnan(every)).sum(axis=1))
    count = still.shape[1] + sum(distance.shape[1] for distance in moving)
    if not count:
        return np.zeros(times)
    rank = 0.99 * (count - 1)
    above = count - math.floor(rank)  # values from the lower of the two ranks upwards: only these are needed
    largest = still if still.shape[1] <= above else np.partition(still, -above, axis=1)[:, -above:]
    values = [np.broadcast_to(largest, (times, largest.shape[1])), *moving]
    return _between_ranks(values, rank - (still.shape[1] - largest.shape[1]))


def histogram(per_part: Sequence[Float64], scale: Float64) -> Int:
    """(B,) how many distances (T, V) of all parts, divided by scale (T,), lie between the HISTOGRAM_EDGES."""
    still, moving = _apart(per_part, len(scale))
    counts = sum((_counts(distance, scale) for distance in moving), np.zeros(len(HISTOGRAM_EDGES) + 1, np.intp))
    if not still.shape[1]:
        return counts
    ordered = np.sort(still[~np.isnan(still)])
    below = np.searchsorted(ordered, HISTOGRAM_EDGES * scale[:, None]).sum(axis=0)
    return counts + np.diff(np.concatenate([[0], below, [len(ordered) * len(scale)]]))


def _apart(per_part: Sequence[Float64], times: int) -> tuple[Float64, list[Float64]]:
    """(1, S) distances of parts that stand still, and (T, V) of others; with one time, no part counts as still."""
    rows = [once(distance) for distance in per_part]
    still = [row for row, distance in zip(rows, per_part, strict=True) if len(row) < len(distance)]
    moving = [row for row, distance in zip(rows, per_part, strict=True) if len(row) == len(distance)]
    return np.concatenate([*still, np.zeros((1, 0))], axis=1), moving


def _percentile_99(distance: Float64, compared: Int) -> Float64:
    """(T,) 99th percentile of each row, linear between the two nearest ranks; NaN entries do not count."""
    if (compared != distance.shape[1]).any():
        rows = [row[~np.isnan(row)] for row in distance]
        return np.array([np.percentile(row, 99.0) if len(row) else 0.0 for row in rows])
    return _between_ranks([distance], 0.99 * (distance.shape[1] - 1))


#: One of so many values is looked at to tell which are small, where there are enough of them; and the part of those
#: looked at that is taken for small: less than 99 of 100, for these are not the same in a sample.
_STEP, _SMALL, _ENOUGH = 16, 0.96, 2000


def _between_ranks(parts: Sequence[Float64], rank: float) -> Float64:
    """(T,) the value of a rank (from 0) among the values of each row of all parts (T, V), linear between two ranks.

    Only the largest values of a row are put in order: those that are no less than what, by a sample, most others are.
    Where the sample deceives, all are.
    """
    count = sum(part.shape[1] for part in parts)
    wanted = count - math.floor(rank)  # so many of the largest values are needed
    if count > _ENOUGH:
        sample = np.concatenate([part[:, ::_STEP] for part in parts], axis=1)
        place = int(_SMALL * sample.shape[1])
        bound = np.partition(sample, place, axis=1)[:, place : place + 1]
        large = [part >= bound for part in parts]
        found = np.stack([np.count_nonzero(part, axis=1) for part in large], axis=1)
        if found.size and found.sum(axis=1).min() >= wanted and found.sum(axis=1).max() < count // 2:
            values = _gathered(parts, large, found)
            return _interpolated(values, rank - (count - values.shape[1]))
    return _interpolated(np.concatenate(parts, axis=1), rank)


def _gathered(parts: Sequence[Float64], chosen: Sequence[Bool], counts: Int) -> Float64:
    """(T, n) the chosen values of each row of all parts (T, V), first -inf where others have more; counts: (T, K)."""
    ends = np.cumsum(counts, axis=1)
    ends += ends[:, -1:].max() - ends[:, -1:]
    values = np.full((len(ends), ends[0, -1]), -np.inf)
    column = np.arange(values.shape[1])
    for part, of_part, end, length in zip(parts, chosen, ends.T, counts.T, strict=True):
        values[(column >= (end - length)[:, None]) & (column < end[:, None])] = part[of_part]
    return values


def _interpolated(values: Float64, rank: float) -> Float64:
    """(T,) the value of a rank in each row of values (T, n), linear between the two nearest ranks."""
    below, above = math.floor(rank), math.ceil(rank)
    ordered = np.partition(values, (below, above), axis=1)
    return ordered[:, below] + (rank - below) * (ordered[:, above] - ordered[:, below])


#: How many values are counted together: as many as stay in the cache from one edge to the next.
_BLOCK = 1 << 15


def _counts(distance: Float64, scale: Float64) -> Int:
    """(B,) counts of distances (T, V) divided by scale (T,): one edge after the other up to the largest, mostly few."""
    counts = np.zeros(len(HISTOGRAM_EDGES) + 1, np.intp)
    step = max(_BLOCK // max(distance.shape[1], 1), 1)
    for first in range(0, len(distance), step):
        values = distance[first : first + step] / scale[first : first + step, None]
        left = values.size - np.count_nonzero(np.isnan(values))
        for place, edge in enumerate(HISTOGRAM_EDGES):
            beyond = np.count_nonzero(values >= edge)
            counts[place] += left - beyond
            left = beyond
            if not left:
                break
        counts[-1] += left
    return counts
