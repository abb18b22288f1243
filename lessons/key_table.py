"""Tracks and clips with constant-time key lookup, exact to the last bit (see docs/systems.md, P7).

Time is cut into cells of equal length (60 per second by default). A table, built once, holds for every cell the number
of keys in earlier cells. Sampling goes time -> cell -> the few keys of that cell -> the key before the time.

It is exact for any spacing of keys: the cell of a time is ``floor((t - start) * rate)``, and none of the three
operations, rounded or not, decreases when t increases. So a key in an earlier cell is before t, one in a later cell
after t, and only keys in t's own cell are compared with t. The table finds the neighbourhood; the true key times
decide. (The usual table of *the key at each sample time* lands one key off if a key lies between two samples.)

If several keys share a cell, a binary search finds the key among them: constant time for few keys in a cell, and never
worse than ``binary_search`` over the whole track.

No verb samples by tables: the reference searches whole arrays of times, and the fast engine packs a clip's tracks
together, which wins by more. ``python -m benchmarks.key_search`` shows when a table wins.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..model import Clip, Float64, Int, Nodes, Track
from ..pose.clip import written_over_rest
from ..pose.pose import Pose, rest_pose
from ..pose.track import sample_segments, segment_after

CELLS_PER_SECOND = 60.0
#: A day's track at 60 cells per second would need a table of 40 MB: beyond so many cells they become longer.
MOST_CELLS = 1 << 20


@dataclass(frozen=True, eq=False)
class FastTrack:
    """A track and its table."""

    track: Track
    rate: float  # cells per second
    keys_before_cell: Int  # (cells + 1,) keys in earlier cells; last K


@dataclass(frozen=True, eq=False)
class FastClip:
    """A clip with a table per track."""

    clip: Clip
    tracks: tuple[FastTrack, ...]


def fast_track(track: Track, rate: float = CELLS_PER_SECOND) -> FastTrack:
    """The table of a track, in one pass over its keys. ``rate``: cells per second, greater than zero."""
    span = float(track.times[-1] - track.times[0])
    if span * rate > MOST_CELLS:
        rate = MOST_CELLS / span
    cells = _cells(track.times, track.times, rate)
    return FastTrack(track, rate, np.searchsorted(cells, np.arange(cells[-1] + 2)))


def fast_clip(clip: Clip, rate: float = CELLS_PER_SECOND) -> FastClip:
    """The tables of all tracks of a clip."""
    return FastClip(clip, tuple(fast_track(track, rate) for track in clip.tracks))


def sample_fast_track(fast: FastTrack, times: ArrayLike, *, normalise: bool = True) -> Float64:
    """(T, C) values at times (T,), seconds: bit for bit those of ``sample_track``."""
    times = np.atleast_1d(np.asarray(times, np.float64))
    key_times = fast.track.times
    k, u = segment_after(key_times, times, keys_before_fast(fast, times))
    return sample_segments(fast.track, k, u, normalise=normalise)


def sample_fast_clip(nodes: Nodes, fast: FastClip, times: ArrayLike, *, normalise: bool = True) -> Pose:
    """The pose at times (T,), seconds: bit for bit that of ``sample_clip``."""
    times = np.atleast_1d(np.asarray(times, np.float64))
    sampled = [(track.track, sample_fast_track(track, times, normalise=normalise)) for track in fast.tracks]
    return written_over_rest(rest_pose(nodes, normalise=normalise), len(times), sampled)


def keys_before_fast(fast: FastTrack, times: Float64) -> Int:
    """(T,) the last key at or before each time, -1 before the first, as ``keys_before``."""
    key_times = fast.track.times
    cell = _cells(times, key_times, fast.rate)
    low, high = fast.keys_before_cell[cell] - 1, fast.keys_before_cell[cell + 1] - 1
    while (open_ := low < high).any():
        middle = np.where(open_, (low + high + 1) // 2, 0)
        reached = key_times[middle] <= times
        low = np.where(open_ & reached, middle, low)
        high = np.where(open_ & ~reached, middle - 1, high)
    return low


def _cells(times: Float64, key_times: Float64, rate: float) -> Int:
    """(T,) cell of each time; outside the track its first or last cell."""
    inside = np.clip(times, key_times[0], key_times[-1])
    result: Int = np.floor((inside - key_times[0]) * rate).astype(np.intp)
    return result
