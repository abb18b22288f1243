"""Mistakes beyond the keys of a track or the end of a clip, where the end value should hold.

Each takes a state and returns another, as in ``mistake_pose``.
"""

from __future__ import annotations

import numpy as np

from ...model import Clip, Float64, Int, Track
from ...pose.track import keys_before, sample_segments, sample_track
from ...transform import unit_quaternions
from .mistake_listing import Change, read_at, retracked

#: Key times that differ by less, in seconds, are the same.
_SAME = 1e-6


def extrapolated(*, before: bool, straight: bool, last_step: bool) -> Change:
    """Tracks go on beyond their last key as between the last two, and ``before`` their first as after it.

    straight: along a straight line, by component; else by the formula of the track. last_step: what interpolates
    nothing never reaches its last key.
    """

    def change(track: Track, times: Float64) -> Track | None:
        beyond = (times > track.times[-1] + _SAME) | (before & (times < track.times[0] - _SAME))
        if len(track.times) < 2:
            return None
        if track.interpolation == "STEP":
            return _last_step_lost(track, times) if last_step else None
        if not beyond.any():
            return None
        k = np.clip(keys_before(track.times, times), 0, len(track.times) - 2)
        share = (times - track.times[k]) / (track.times[k + 1] - track.times[k])
        further = _line(track, k, share) if straight else sample_segments(track, k, share)
        return read_at(track, times, np.where(beyond[:, None], further, sample_track(track, times)))

    return retracked(change)


def _line(track: Track, k: Int, share: Float64) -> Float64:
    """(T, C) values on straight lines out of the last of two keys k (T,) and k + 1, or back from the first."""
    slopes = np.diff(track.values.astype(np.float64), axis=0) / np.diff(track.times)[:, None]
    arriving = slopes if track.in_tangents is None else track.in_tangents[1:]
    leaving = slopes if track.out_tangents is None else track.out_tangents[:-1]
    late, step = (share > 1.0)[:, None], (track.times[k + 1] - track.times[k])[:, None]
    from_last = track.values[k + 1] + arriving[k] * (share[:, None] - 1.0) * step
    values = np.where(late, from_last, track.values[k] + leaving[k] * share[:, None] * step)
    return unit_quaternions(values) if track.path == "rotation" else values


def _last_step_lost(track: Track, times: Float64) -> Track | None:
    if track.interpolation != "STEP" or len(track.times) < 2 or not (times >= track.times[-1]).any():
        return None
    return read_at(track, times, sample_track(track, np.where(times >= track.times[-1], track.times[-2], times)))


#: STEP tracks show the key before their last one for ever.
last_step_lost: Change = retracked(_last_step_lost)


def back_and_forth(clip: Clip, times: Float64) -> Float64:
    """(T,) times at which the clip runs back from its end, and forth again."""
    return _turned(times, clip.start, clip.end)


def _track_turned(track: Track, times: Float64) -> Track | None:
    start, end = track.times[0], track.times[-1]
    if end <= start or not (times > end + _SAME).any():
        return None
    return read_at(track, times, sample_track(track, np.where(times > end, _turned(times, start, end), times)))


def _turned(times: Float64, start: float, end: float) -> Float64:
    span = max(end - start, _SAME)
    result: Float64 = start + span - np.abs((times - start) % (2.0 * span) - span)
    return result


#: Each track runs back from its own last key, and forth again.
tracks_turned: Change = retracked(_track_turned)
