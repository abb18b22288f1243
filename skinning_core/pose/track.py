"""Sampling a track: STEP, LINEAR (slerp for rotations) and CUBICSPLINE (specification 3.11 and appendix C).

Before the first key and after the last one a track holds its end value (clamped).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..model import Float64, Int, Track
from ..transform import slerp, unit_quaternions
from .key_search import keys_before


def find_segment(key_times: Float64, times: Float64) -> tuple[Int, Float64]:
    """Index k (T,) of the key at or before each time, and the fraction u (T,) of the way to the key after it.

    k is at most K - 2, so that k + 1 is a key too; u is clamped to [0, 1] and is exactly 0 or 1 on the keys.
    A track of one key has k = 0 and u = 0.

    >>> k, u = find_segment(np.array([0.0, 1.0, 3.0]), np.array([-1.0, 0.5, 2.0, 9.0]))
    >>> k.tolist(), u.tolist()
    ([0, 0, 1, 1], [0.0, 0.5, 0.5, 1.0])
    """
    return segment_after(key_times, times, keys_before(key_times, times))


def segment_after(key_times: Float64, times: Float64, before: Int) -> tuple[Int, Float64]:
    """As ``find_segment``, where the last key at or before each time is already known.

    Parameters
    ----------
    key_times : (K,) ascending
    times : (T,) seconds
    before : (T,) the last key at or before each time; -1 where there is none
    """
    k = np.clip(before, 0, max(len(key_times) - 2, 0))
    if len(key_times) < 2:
        return k, np.zeros(len(times))
    start = key_times[k]
    return k, np.clip((times - start) / (key_times[k + 1] - start), 0.0, 1.0)


def sample_track(track: Track, times: ArrayLike, *, normalise: bool = True) -> Float64:
    """(T, C) values of a track at times (T,), seconds.

    Rotations are interpolated as they are stored, and the sample is then normalised; ``normalise=False`` leaves that
    last step out for STEP and LINEAR, as some engines do (a cubic sample is normalised everywhere: appendix C.5).

    >>> times, values = np.array([0.0, 2.0]), np.array([[0.0, 0, 0], [4.0, 0, 0]])
    >>> sample_track(Track(0, "translation", "LINEAR", times, values), [0.5, 1.0, 5.0])[:, 0].tolist()
    [1.0, 2.0, 4.0]
    >>> sample_track(Track(0, "translation", "STEP", times, values), [0.5, 1.0, 5.0])[:, 0].tolist()
    [0.0, 0.0, 4.0]
    """
    times = np.atleast_1d(np.asarray(times, np.float64))
    return sample_segments(track, *find_segment(track.times, times), normalise=normalise)


def sample_segments(track: Track, k: Int, u: Float64, *, normalise: bool = True) -> Float64:
    """(T, C) values of a track at the fractions u (T,) of the ways from the keys k (T,) to the keys after them."""
    after = np.minimum(k + 1, len(track.times) - 1)
    values = track.values
    if track.interpolation == "STEP":
        held = np.where(u >= 1.0, after, k)
        out = values[held].astype(np.float64)
    elif track.interpolation == "CUBICSPLINE":
        out = _hermite(track, k, after, u)
    elif track.path == "rotation":
        out = slerp(values[k], values[after], u)
    else:
        weight = u[:, None]
        out = values[k].astype(np.float64) * (1.0 - weight) + values[after].astype(np.float64) * weight
    unit = track.path == "rotation" and (normalise or track.interpolation == "CUBICSPLINE")
    return unit_quaternions(out) if unit else out


def _hermite(track: Track, k: Int, after: Int, u: Float64) -> Float64:
    """(T, C) cubic Hermite spline; tangents are per second, hence times the key interval (appendix C.5)."""
    if track.in_tangents is None or track.out_tangents is None:
        raise ValueError("a CUBICSPLINE track needs tangents")
    interval = (track.times[after] - track.times[k])[:, None]
    start, end = track.values[k].astype(np.float64), track.values[after].astype(np.float64)
    leaving = track.out_tangents[k] * interval
    arriving = track.in_tangents[after] * interval
    t = u[:, None]
    t2, t3 = t * t, t * t * t
    return (2 * t3 - 3 * t2 + 1) * start + (t3 - 2 * t2 + t) * leaving + (-2 * t3 + 3 * t2) * end + (t3 - t2) * arriving
