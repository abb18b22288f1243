"""Statistics of distances: of each part, of all parts together, and their histogram.

Distances are (T, V) per part. A part that stands still on both sides is one row in memory (``skinned.once``), evaluated
once and counted at every time. Parts lie side by side: all take as many calls as one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...model import Float64, Int
from ...skinned import once, over_time

#: Power of ten at which the histogram begins. Smaller errors are counted together.
_FIRST_DECADE = -9

#: Power of ten at which it ends: ten sizes of the character.
_LAST_DECADE = 1

#: Bins of each decade.
_BINS_A_DECADE = 2

#: Edges of the histogram of relative errors: half decades from 1e-9 to 10. The two outer bins are open.
HISTOGRAM_EDGES: Float64 = 10.0 ** (
    np.arange(_BINS_A_DECADE * _FIRST_DECADE, _BINS_A_DECADE * _LAST_DECADE + 1) / _BINS_A_DECADE
)


@dataclass(frozen=True, eq=False)
class Statistics:
    """Statistics of distances at each time, metres. NaN does not count."""

    maximum: Float64  # (T,) 0 if nothing was compared, as the next three
    rms: Float64  # (T,)
    percentile_99: Float64  # (T,) linear between the two nearest ranks
    mean: Float64  # (T,)
    worst_vertex: Int  # (T,) of ``maximum``; -1: none
    compared: Int  # (T,) number of vertices


@dataclass(frozen=True, eq=False)
class Distances:
    """Distances of the vertices of K parts at T times, metres; NaN: not compared."""

    moving: Float64  # (T, M) of all moving parts, side by side
    still: Float64  # (1, S) of all still parts; if T is 1, no part counts as still
    moves: tuple[bool, ...]  # per part
    rows: tuple[Float64, ...]  # per part (T, V), or (1, V) if it is still: views of the two

    @property
    def per_part(self) -> tuple[Float64, ...]:
        """Per part (T, V)."""
        return tuple(over_time(rows, len(self.moving)) for rows in self.rows)

    @classmethod
    def empty(cls, times: int, widths: Sequence[int], moves: Sequence[bool]) -> Distances:
        """Room for distances of ``widths`` vertices per part."""
        kinds = {
            kind: np.empty((times if kind else 1, sum(w for w, m in zip(widths, moves, strict=True) if m is kind)))
            for kind in (True, False)
        }
        ends, rows = {True: 0, False: 0}, []
        for width, kind in zip(widths, moves, strict=True):
            rows.append(kinds[kind][:, ends[kind] : ends[kind] + width])
            ends[kind] += width
        return cls(kinds[True], kinds[False], tuple(moves), tuple(rows))

    @classmethod
    def of(cls, per_part: Sequence[Float64]) -> Distances:
        """Distances (T, V) per part, of at least one part."""
        rows = [once(distance) for distance in per_part]
        times = len(per_part[0])
        found = cls.empty(times, [row.shape[1] for row in rows], [len(row) == times for row in rows])
        for row, view in zip(rows, found.rows, strict=True):
            view[...] = row
        return found

    def parts(self, *, moving: bool) -> tuple[int, ...]:
        """Indices of the parts that move, or of those that are still."""
        return tuple(k for k, moves in enumerate(self.moves) if moves is moving)


def part_statistics(distance: Float64) -> Statistics:
    """Statistics of one part's distances (T, V)."""
    rows, times = once(distance), len(distance)
    if not distance.shape[1]:
        zeros = np.zeros(times)
        return Statistics(zeros, zeros, zeros, zeros, np.full(times, -1), np.zeros(times, np.intp))
    worst, compared, filled = rows.argmax(axis=1), np.full(len(rows), rows.shape[1]), rows
    maximum = rows[np.arange(len(rows)), worst]
    if np.isnan(maximum).any():  # NumPy takes NaN for the largest
        valid = ~np.isnan(rows)
        compared = valid.sum(axis=1)
        filled = np.where(valid, rows, 0.0)
        maximum = filled.max(axis=1)
        worst = np.where(compared > 0, np.where(valid, rows, -1.0).argmax(axis=1), -1)
    divisor = np.maximum(compared, 1)
    repeats = times // max(len(rows), 1)
    return Statistics(
        maximum=maximum.repeat(repeats),
        rms=np.sqrt(np.einsum("tv,tv->t", filled, filled) / divisor).repeat(repeats),
        percentile_99=_percentile_99(rows, compared).repeat(repeats),
        mean=(filled.sum(axis=1) / divisor).repeat(repeats),
        worst_vertex=worst.repeat(repeats),
        compared=compared.repeat(repeats),
    )


def statistics_of_parts(distances: Distances) -> list[Statistics]:
    """Each part's statistics. All still parts take as many calls as one."""
    still = distances.parts(moving=False)
    row, widths = distances.still[0], np.array([distances.rows[k].shape[1] for k in still], np.intp)
    if len(still) < 2 or not widths.all() or np.isnan(row).any():
        return [part_statistics(distance) for distance in distances.per_part]
    of_still = dict(zip(still, _side_by_side(row, widths, len(distances.moving)), strict=True))
    return [of_still[k] if k in of_still else part_statistics(rows) for k, rows in enumerate(distances.rows)]


def _side_by_side(row: Float64, widths: Int, times: int) -> list[Statistics]:
    """Statistics of still parts with all distances, side by side in a row (S,); the same at all times.

    widths: (K,) how many belong to each part, at least one.
    """
    ends = np.cumsum(widths)
    starts = ends - widths
    maximum = np.maximum.reduceat(row, starts)
    rms = np.sqrt(np.add.reduceat(row * row, starts) / widths)
    ranges = zip(starts, ends, strict=True)
    percentile_99 = np.array([_between_ranks([row[None, a:b]], 0.99 * (b - a - 1))[0] for a, b in ranges])
    mean = np.add.reduceat(row, starts) / widths
    largest = np.flatnonzero(row == maximum.repeat(widths))
    worst_vertex = largest[np.searchsorted(largest, starts)] - starts
    columns = [np.tile(each[:, None], times) for each in (maximum, rms, percentile_99, mean, worst_vertex, widths)]
    return [Statistics(*of_part) for of_part in zip(*columns, strict=True)]


def whole_percentile_99(distances: Distances, compared: Int) -> Float64:
    """(T,) 99th percentile over all parts; ``compared`` (T,): how many are not NaN."""
    times, still, moving = len(compared), distances.still, distances.moving
    count = still.shape[1] + moving.shape[1]
    if (compared != count).any():
        every = np.concatenate([np.broadcast_to(still, (times, still.shape[1])), moving], axis=1)
        return _percentile_99(every, compared)
    if not count:
        return np.zeros(times)
    rank = 0.99 * (count - 1)
    if not still.shape[1]:
        return _between_ranks([moving], rank)
    above = count - math.floor(rank)  # only the values from the lower of the two ranks upwards are needed
    largest = still if still.shape[1] <= above else np.partition(still, -above, axis=1)[:, -above:]
    values = [np.broadcast_to(largest, (times, largest.shape[1])), moving]
    return _between_ranks(values, rank - (still.shape[1] - largest.shape[1]))


def histogram(distances: Distances, scale: Float64, compared: int) -> Int:
    """(B,) how many distances of all parts, divided by scale (T,), lie between HISTOGRAM_EDGES.

    ``compared``: how many, over all times, are not NaN.
    """
    still = distances.still
    limits = HISTOGRAM_EDGES * scale[:, None]
    beyond = _beyond(distances.moving, limits)
    if still.shape[1]:
        ordered = np.sort(still[~np.isnan(still)])
        beyond += (len(ordered) - np.searchsorted(ordered, limits)).sum(axis=0)
    return -np.diff(np.concatenate([[compared], beyond, [0]]))


def _percentile_99(distance: Float64, compared: Int) -> Float64:
    """(T,) 99th percentile of each row, linear between the two nearest ranks; NaN does not count."""
    if (compared != distance.shape[1]).any():
        rows = [row[~np.isnan(row)] for row in distance]
        return np.array([np.percentile(row, 99.0) if len(row) else 0.0 for row in rows])
    return _between_ranks([distance], 0.99 * (distance.shape[1] - 1))


#: Shorter rows are sorted as they are.
_SHORT_ROW = 256
#: Longer rows too, if they have fewer values in all. Else only the largest are sorted: 2.7 ns a value, not 6.8, for 100
#: rows of 600.
_MANY_VALUES = 20_000
#: Longer rows are handled one by one.
_LONG_ROW = 2000
#: A value is large from this share of the last time's percentile.
_NEARLY = 0.8


def _between_ranks(parts: Sequence[Float64], rank: float) -> Float64:
    """(T,) the value of a rank (from 0) in each row of all parts (T, V), linear between two ranks.

    Only a row's largest values are sorted: those near the last result, since errors change little over time. If these
    are too few or too many, a sample tells which are large.
    """
    count = sum(part.shape[1] for part in parts)
    if count <= _LONG_ROW:
        values = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)
        several = count > _SHORT_ROW and values.size >= _MANY_VALUES
        return _interpolated_of_large(values, rank) if several else _interpolated(values, rank)
    wanted = count - math.floor(rank)  # so many of the largest values are needed
    found, bound = np.empty(len(parts[0])), np.inf
    for t in range(len(found)):
        row = parts[0][t] if len(parts) == 1 else np.concatenate([part[t] for part in parts])
        large = row[row >= bound]
        if not wanted <= len(large) <= _MOST_LARGE * count:
            large = _large(row, wanted)
        found[t] = _interpolated(large[None], rank - (count - len(large)))[0]
        bound = _NEARLY * found[t]
    return found


#: Of a long row, one value in so many is sampled, or fewer.
_SAMPLE_STEP = 16
#: Share of the sample taken for small: less than 99 of 100, as a sample is not exact.
_SAMPLE_SMALL = 0.96
#: Largest share of a row to set apart: more is not worth it.
_MOST_LARGE = 0.5
#: Values sampled at most: the rank of 0.96 is then off by 0.002.
_LOOKED_AT = 8192


def _large(row: Float64, wanted: int) -> Float64:
    """(n,) the largest values of a row (V,), at least ``wanted``; all if the sample misleads."""
    sample = row[:: max(_SAMPLE_STEP, len(row) // _LOOKED_AT)]
    place = int(_SAMPLE_SMALL * len(sample))
    large = row[row >= np.partition(sample, place)[place]]
    return large if wanted <= len(large) <= _MOST_LARGE * len(row) else row


#: Of several rows, one value in so many is sampled.
_ROWS_STEP = 8
#: Share of the sample taken for large: more than one in a hundred, as a sample is not exact.
_ROWS_LARGE = 0.06


def _interpolated_of_large(values: Float64, rank: float) -> Float64:
    """The same as ``_interpolated``, in less than half the time if the rank is in the largest hundredth.

    Each row's large values, by a sample, are set side by side; -inf fills shorter rows.
    """
    sample = values[:, ::_ROWS_STEP]
    place = int((1.0 - _ROWS_LARGE) * sample.shape[1])
    large = values >= np.partition(sample, place, axis=1)[:, place, None]
    counts = large.sum(axis=1)
    most, wanted = int(counts.max(initial=0)), values.shape[1] - math.floor(rank)
    if not wanted <= most <= _MOST_LARGE * values.shape[1]:
        return _interpolated(values, rank)
    few = counts < wanted
    beside = np.full((len(values), most), -np.inf)
    beside[np.arange(most) < counts[:, None]] = values[large]
    beside[few] = 0.0  # the sample misleads
    found = _interpolated(beside, rank - (values.shape[1] - most))
    found[few] = _interpolated(values[few], rank)
    return found


def _interpolated(values: Float64, rank: float) -> Float64:
    """(T,) the value of a rank in each row of values (T, n), linear between the two nearest ranks."""
    below, above = math.floor(rank), math.ceil(rank)
    ordered = np.partition(values, below, axis=1)  # one place only: NumPy takes five times as long for two
    low = ordered[:, below]
    return low + (rank - below) * (ordered[:, above:].min(axis=1) - low) if above > below else low


#: Values counted together: as many as stay in the cache.
_BLOCK = 1 << 15


def _beyond(distance: Float64, limits: Float64) -> Int:
    """(E,) how many distances (T, V) reach each of limits (T, E), ascending. It stops at the largest distance."""
    counts = np.zeros(limits.shape[1], np.intp)
    step = max(_BLOCK // max(distance.shape[1], 1), 1)
    for first in range(0, len(distance), step):
        values = distance[first : first + step]
        for place, limit in enumerate(limits[first : first + step].T):
            beyond = np.count_nonzero(values >= limit[:, None])
            if not beyond:
                break
            counts[place] += beyond
    return counts
