"""Sampling a track: STEP, LINEAR (slerp for rotations) and CUBICSPLINE (specification 3.11 and appendix C).

Before the first key and after the last it holds its end value (clamped).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..model import JUMP, Bool, Float, Float64, Int, Track
from ..transform import slerp, unit_quaternions


def keys_before(times: Float64, t: Float64) -> Int:
    """The last key at or before each time: times (K,), t (...) -> (...) index of the last key <= t, or -1.

    >>> keys_before(np.array([0.0, 0.5, 1.0]), np.array([-0.1, 0.0, 0.7, 2.0])).tolist()
    [-1, 0, 1, 2]
    """
    return np.searchsorted(times, t, side="right") - 1


def find_segment(key_times: Float64, times: Float64) -> tuple[Int, Float64]:
    """Index k (T,) of the key at or before each time, and the fraction u (T,) of the way to the next key.

    k is at most K - 2: k + 1 is a key too; u is clamped to [0, 1] and exactly 0 or 1 on the keys. A track of one key
    has k = 0 and u = 0.

    >>> k, u = find_segment(np.array([0.0, 1.0, 3.0]), np.array([-1.0, 0.5, 2.0, 9.0]))
    >>> k.tolist(), u.tolist()
    ([0, 0, 1, 1], [0.0, 0.5, 0.5, 1.0])
    """
    return segment_after(key_times, times, keys_before(key_times, times))


def segment_after(key_times: Float64, times: Float64, before: Int) -> tuple[Int, Float64]:
    """As ``find_segment``, with the last key at or before each time known.

    Parameters
    ----------
    key_times : (K,) ascending
    times : (T,) seconds
    before : (T,) the last key at or before each time; -1 if there is none
    """
    k = np.clip(before, 0, max(len(key_times) - 2, 0))
    if len(key_times) < 2:
        return k, np.zeros(len(times))
    start = key_times[k]
    return k, np.clip((times - start) / (key_times[k + 1] - start), 0.0, 1.0)


def jumps(times: Float64) -> Bool:
    """(K - 1,) which steps of key times (K,) are none: two keys of the file at one time (see ``JUMP``).

    >>> jumps(np.array([0.0, 0.5 - 1e-9, 0.5])).tolist()
    [False, True]
    """
    return np.asarray(np.diff(times) <= 2.0 * JUMP * np.maximum(np.abs(times[1:]), 1.0))


def sample_track(track: Track, times: ArrayLike, *, normalise: bool = True) -> Float64:
    """(T, C) values of a track at times (T,), seconds.

    Rotations are interpolated as stored, and the sample is normalised; ``normalise=False`` leaves that out for STEP and
    LINEAR, as some engines do (a cubic sample is normalised everywhere: appendix C.5).

    >>> times, values = np.array([0.0, 2.0]), np.array([[0.0, 0, 0], [4.0, 0, 0]])
    >>> sample_track(Track(0, "translation", "LINEAR", times, values), [0.5, 1.0, 5.0])[:, 0].tolist()
    [1.0, 2.0, 4.0]
    >>> sample_track(Track(0, "translation", "STEP", times, values), [0.5, 1.0, 5.0])[:, 0].tolist()
    [0.0, 0.0, 4.0]
    """
    times = np.atleast_1d(np.asarray(times, np.float64))
    return sample_segments(track, *find_segment(track.times, times), normalise=normalise)


def sample_segments(track: Track, k: Int, u: Float64, *, normalise: bool = True) -> Float64:
    """(T, C) values of a track at the fractions u (T,) of the way from keys k (T,) to the next."""
    result: Float64 = sample_alike([track], k, u, normalise=normalise)[0]
    return result


def alike_tracks(tracks: Sequence[Track]) -> list[list[int]]:
    """Places of tracks of one path, interpolation and shape with the same key times: a few calls serve them all."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for place, track in enumerate(tracks):
        kind = (track.path, track.interpolation, track.values.shape, track.values.dtype, track.times.tobytes())
        groups.setdefault(kind, []).append(place)
    return list(groups.values())


def sample_alike(tracks: Sequence[Track], k: Int, u: Float64, *, normalise: bool = True) -> Float64:
    """(R, T, C) values of R alike tracks at the fractions u (T,) of the way from keys k (T,) to the next."""
    first = tracks[0]
    after = np.minimum(k + 1, len(first.times) - 1)
    values = np.stack([track.values for track in tracks])
    if first.interpolation == "STEP":
        held = np.where(u >= 1.0, after, k)
        out = values[:, held].astype(np.float64)
    elif first.interpolation == "CUBICSPLINE":
        out = _hermite(tracks, values, k, after, u)
    elif first.path == "rotation":
        out = slerp(values[:, k], values[:, after], u)
    else:
        weight = u[:, None]
        out = values[:, k].astype(np.float64) * (1.0 - weight) + values[:, after].astype(np.float64) * weight
    unit = first.path == "rotation" and (normalise or first.interpolation == "CUBICSPLINE")
    return unit_quaternions(out) if unit else out


def _hermite(tracks: Sequence[Track], values: Float, k: Int, after: Int, u: Float64) -> Float64:
    """(R, T, C) cubic Hermite splines; tangents are per second, hence times the key interval (appendix C.5)."""
    arriving, leaving = [t.in_tangents for t in tracks], [t.out_tangents for t in tracks]
    if any(tangents is None for tangents in (*arriving, *leaving)):
        raise ValueError("a CUBICSPLINE track needs tangents")
    interval = (tracks[0].times[after] - tracks[0].times[k])[:, None]
    start, end = values[:, k].astype(np.float64), values[:, after].astype(np.float64)
    outward, inward = np.array(leaving)[:, k] * interval, np.array(arriving)[:, after] * interval
    t = u[:, None]
    t2, t3 = t * t, t * t * t
    return (2 * t3 - 3 * t2 + 1) * start + (t3 - 2 * t2 + t) * outward + (-2 * t3 + 3 * t2) * end + (t3 - t2) * inward
