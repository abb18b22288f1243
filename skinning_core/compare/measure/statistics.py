"""Statistics of distances: over the vertices of a part, over those of all parts, and their histogram.

Distances are (T, V) per part. Those of a part that stands still on both sides are one row in memory that is seen T
times (see ``skinned.once``): the row is evaluated once, and counts at every time. Parts lie side by side, so that what
is asked of all of them takes as many calls as of one.
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


@dataclass(frozen=True, eq=False)
class Distances:
    """Distances of the vertices of K parts at T times, metres; NaN where they could not be compared."""

    moving: Float64  # (T, M) those of all parts that move, side by side
    still: Float64  # (1, S) those of all parts that stand still; with one time, no part counts as still
    moves: tuple[bool, ...]  # per part
    rows: tuple[Float64, ...]  # per part (T, V), or (1, V) where it stands still: views of the two

    @property
    def per_part(self) -> tuple[Float64, ...]:
        """Per part (T, V)."""
        return tuple(over_time(rows, len(self.moving)) for rows in self.rows)

    @classmethod
    def empty(cls, times: int, widths: Sequence[int], moves: Sequence[bool]) -> Distances:
        """Distances to be written, of so many vertices a part."""
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
        """Distances (T, V) per part, of one part at least."""
        rows = [once(distance) for distance in per_part]
        times = len(per_part[0])
        found = cls.empty(times, [row.shape[1] for row in rows], [len(row) == times for row in rows])
        for row, view in zip(rows, found.rows, strict=True):
            view[...] = row
        return found

    def parts(self, *, moving: bool) -> tuple[int, ...]:
        """The numbers of the parts that move, or of those that stand still."""
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
    """Per part the statistics of its distances. Those of all parts that stand still take as many calls as of one."""
    still = distances.parts(moving=False)
    row, widths = distances.still[0], np.array([distances.rows[k].shape[1] for k in still], np.intp)
    if len(still) < 2 or not widths.all() or np.isnan(row).any():
        return [part_statistics(distance) for distance in distances.per_part]
    of_still = dict(zip(still, _side_by_side(row, widths, len(distances.moving)), strict=True))
    return [of_still[k] if k in of_still else part_statistics(rows) for k, rows in enumerate(distances.rows)]


def _side_by_side(row: Float64, widths: Int, times: int) -> list[Statistics]:
    """Statistics, the same at all times, of parts whose distances, all numbers, lie side by side in a row (S,).

    widths: (K,) how many are of each part, at least one.
    """
    ends = np.cumsum(widths)
    starts = ends - widths
    maximum = np.maximum.reduceat(row, starts)
    largest = np.flatnonzero(row == maximum.repeat(widths))
    columns = (
        maximum,
        np.sqrt(np.add.reduceat(row * row, starts) / widths),
        np.array([_between_ranks([row[None, a:b]], 0.99 * (b - a - 1))[0] for a, b in zip(starts, ends, strict=True)]),
        np.add.reduceat(row, starts) / widths,
        largest[np.searchsorted(largest, starts)] - starts,
        widths,
    )
    return [Statistics(*of_part) for of_part in zip(*(np.tile(c[:, None], times) for c in columns), strict=True)]


def whole_percentile_99(distances: Distances, compared: Int) -> Float64:
    """(T,) 99th percentile over the vertices of all parts, of which ``compared`` (T,) are not NaN."""
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
    above = count - math.floor(rank)  # values from the lower of the two ranks upwards: only these are needed
    largest = still if still.shape[1] <= above else np.partition(still, -above, axis=1)[:, -above:]
    values = [np.broadcast_to(largest, (times, largest.shape[1])), moving]
    return _between_ranks(values, rank - (still.shape[1] - largest.shape[1]))


def histogram(distances: Distances, scale: Float64, compared: int) -> Int:
    """(B,) how many distances of all parts, divided by scale (T,), lie between the HISTOGRAM_EDGES.

    ``compared``: how many of them, over all times, are not NaN.
    """
    still = distances.still
    limits = HISTOGRAM_EDGES * scale[:, None]
    beyond = _beyond(distances.moving, limits)
    if still.shape[1]:
        ordered = np.sort(still[~np.isnan(still)])
        beyond += (len(ordered) - np.searchsorted(ordered, limits)).sum(axis=0)
    return -np.diff(np.concatenate([[compared], beyond, [0]]))


def _percentile_99(distance: Float64, compared: Int) -> Float64:
    """(T,) 99th percentile of each row, linear between the two nearest ranks; NaN entries do not count."""
    if (compared != distance.shape[1]).any():
        rows = [row[~np.isnan(row)] for row in distance]
        return np.array([np.percentile(row, 99.0) if len(row) else 0.0 for row in rows])
    return _between_ranks([distance], 0.99 * (distance.shape[1] - 1))


#: Rows of at most this many values are put in order as they are.
_SHORT_ROW = 256
#: Longer rows, too, if they have fewer values together than this. Otherwise only the largest are put in order: of 100
#: rows of 600 values that takes 2.7 ns a value instead of 6.8.
_MANY_VALUES = 20_000
#: Rows that are longer than this are looked at one by one.
_LONG_ROW = 2000
#: What is taken for large: at least this share of the percentile of the time before.
_NEARLY = 0.8


def _between_ranks(parts: Sequence[Float64], rank: float) -> Float64:
    """(T,) the value of a rank (from 0) among the values of each row of all parts (T, V), linear between two ranks.

    Only the largest values of a row are put in order: those that come near to the value found for the row before, for
    errors mostly change little from one time to the next. Where there are too few or too many of them, a sample tells
    which are large.
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


#: One of this many values of a long row is looked at, or fewer, to tell which are small.
_SAMPLE_STEP = 16
#: Share of those looked at that is taken for small: less than 99 of 100, for these are not the same in a sample.
_SAMPLE_SMALL = 0.96
#: Share of a row that is set apart, at most: more is not worth it.
_MOST_LARGE = 0.5
#: No more of them are looked at: the rank of 0.96 is then off by 0.002.
_LOOKED_AT = 8192


def _large(row: Float64, wanted: int) -> Float64:
    """(n,) the largest values of a row (V,), at least so many as are wanted; all where the sample deceives."""
    sample = row[:: max(_SAMPLE_STEP, len(row) // _LOOKED_AT)]
    place = int(_SAMPLE_SMALL * len(sample))
    large = row[row >= np.partition(sample, place)[place]]
    return large if wanted <= len(large) <= _MOST_LARGE * len(row) else row


#: One of this many values of several rows is looked at.
_ROWS_STEP = 8
#: The largest of these, this share of them, tell how large a value must be to be set apart. One in a hundred is needed;
#: the others are set apart because a sample is not exact.
_ROWS_LARGE = 0.06


def _interpolated_of_large(values: Float64, rank: float) -> Float64:
    """What ``_interpolated`` gives, in less than half of its time if the rank is among the largest hundredth.

    The values of each row that a sample calls large are put side by side, -inf where a row has fewer.
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
    beside[few] = 0.0  # the sample deceives
    found = _interpolated(beside, rank - (values.shape[1] - most))
    found[few] = _interpolated(values[few], rank)
    return found


def _interpolated(values: Float64, rank: float) -> Float64:
    """(T,) the value of a rank in each row of values (T, n), linear between the two nearest ranks."""
    below, above = math.floor(rank), math.ceil(rank)
    ordered = np.partition(values, below, axis=1)  # one place only: NumPy takes five times as long for two
    low = ordered[:, below]
    return low + (rank - below) * (ordered[:, above:].min(axis=1) - low) if above > below else low


#: How many values are counted together: as many as stay in the cache from one edge to the next.
_BLOCK = 1 << 15


def _beyond(distance: Float64, limits: Float64) -> Int:
    """(E,) how many distances (T, V) are at least each of limits (T, E), ascending: one limit after the other up to the
    largest distance, mostly few."""
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
