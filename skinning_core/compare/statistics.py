"""Statistics of distances: over the vertices of a part, over those of all parts, and their histogram.

Distances are (T, V) per part. Those of a part that stands still on both sides are one row in memory that is seen T
times (see ``skinned.once``): the row is evaluated once, and counts at every time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..model import Float64, Int
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
    valid = ~np.isnan(rows)
    compared = valid.sum(axis=1)
    if not distance.shape[1]:
        zeros = np.zeros(times)
        return Statistics(zeros, zeros, zeros, zeros, np.full(times, -1), np.zeros(times, np.intp))
    everywhere = bool(valid.all())
    filled, candidates = (rows, rows) if everywhere else (np.where(valid, rows, 0.0), np.where(valid, rows, -1.0))
    divisor = np.maximum(compared, 1)
    repeats = times // max(len(rows), 1)
    return Statistics(
        maximum=filled.max(axis=1).repeat(repeats),
        rms=np.sqrt(np.einsum("tv,tv->t", filled, filled) / divisor).repeat(repeats),
        percentile_99=_percentile_99(rows, compared).repeat(repeats),
        mean=(filled.sum(axis=1) / divisor).repeat(repeats),
        worst_vertex=np.where(compared > 0, candidates.argmax(axis=1), -1).repeat(repeats),
        compared=compared.repeat(repeats),
    )


def whole_percentile_99(per_part: Sequence[Float64], times: int) -> Float64:
    """(T,) 99th percentile over the vertices of all parts; distances (T, V) each."""
    still, moving = _apart(per_part, times)
    if np.isnan(still).any() or np.isnan(moving).any():
        every = np.concatenate([np.broadcast_to(still, (times, still.shape[1])), moving], axis=1)
        return _percentile_99(every, (~np.isnan(every)).sum(axis=1))
    count = still.shape[1] + moving.shape[1]
    if not count:
        return np.zeros(times)
    rank = 0.99 * (count - 1)
    above = count - math.floor(rank)  # values from the lower of the two ranks upwards: only these are needed
    largest = [still if still.shape[1] <= above else np.partition(still, -above, axis=1)[:, -above:]]
    largest[0] = np.broadcast_to(largest[0], (times, largest[0].shape[1]))
    values = np.concatenate([*largest, moving], axis=1)
    lower, upper = values.shape[1] - above, values.shape[1] - (count - math.ceil(rank))
    ordered = np.partition(values, (lower, upper), axis=1)
    return ordered[:, lower] + (rank - math.floor(rank)) * (ordered[:, upper] - ordered[:, lower])


def histogram(per_part: Sequence[Float64], scale: Float64) -> Int:
    """(B,) how many distances (T, V) of all parts, divided by scale (T,), lie between the HISTOGRAM_EDGES."""
    still, moving = _apart(per_part, len(scale))
    counts = _counts(moving / scale[:, None])
    if not still.shape[1]:
        return counts
    ordered = np.sort(still[~np.isnan(still)])
    below = np.searchsorted(ordered, HISTOGRAM_EDGES * scale[:, None]).sum(axis=0)
    return counts + np.diff(np.concatenate([[0], below, [len(ordered) * len(scale)]]))


def _apart(per_part: Sequence[Float64], times: int) -> tuple[Float64, Float64]:
    """(1, S) distances of parts that stand still, and (T, V) of all others; with one time, no part counts as still."""
    rows = [once(distance) for distance in per_part]
    still = [row for row, distance in zip(rows, per_part, strict=True) if len(row) < len(distance)]
    moving = [row for row, distance in zip(rows, per_part, strict=True) if len(row) == len(distance)]
    return np.concatenate([*still, np.zeros((1, 0))], axis=1), np.concatenate([*moving, np.zeros((times, 0))], axis=1)


def _percentile_99(distance: Float64, compared: Int) -> Float64:
    """(T,) 99th percentile of each row, linear between the two nearest ranks; NaN entries do not count."""
    if (compared != distance.shape[1]).any():
        rows = [row[~np.isnan(row)] for row in distance]
        return np.array([np.percentile(row, 99.0) if len(row) else 0.0 for row in rows])
    rank = 0.99 * (distance.shape[1] - 1)
    below, above = math.floor(rank), math.ceil(rank)
    ordered = np.partition(distance, (below, above), axis=1)
    return ordered[:, below] + (rank - below) * (ordered[:, above] - ordered[:, below])


#: How many values' bins are found together: as many as stay in the cache from one step to the next.
_BLOCK = 1 << 14


def _counts(relative: Float64) -> Int:
    """(B,) counts by decade arithmetic, which is ten times as fast as a search among the edges."""
    counts = np.zeros(len(HISTOGRAM_EDGES) + 1, np.intp)
    every = relative.ravel()
    for start in range(0, len(every), _BLOCK):
        values = every[start : start + _BLOCK]
        valid = ~np.isnan(values)
        if not valid.all():
            values = values[valid]
        with np.errstate(divide="ignore"):
            place = np.log10(values)
        place -= _FIRST_DECADE
        place *= _BINS_A_DECADE
        np.clip(place, -1.0, len(HISTOGRAM_EDGES) - 1.0, out=place)
        place += 1.0  # nothing is negative any more, so that cutting off digits rounds down
        counts += np.bincount(place.astype(np.intp), minlength=len(counts))
    return counts
