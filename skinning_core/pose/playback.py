"""From a player's clock to a time inside a clip: clamped or looping (see docs/systems.md, P5).

Times are seconds. A clip plays from ``start`` to ``end``; its tracks are always sampled clamped, so looping only
changes the time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..error import SkinproofError
from ..model import Clip, Float64


def finite_times(times: ArrayLike) -> Float64:
    """(T,) seconds, of one number or of several. Raises ``SkinproofError`` if these are no such numbers.

    >>> finite_times(0.5).tolist(), finite_times([0, 1]).tolist()
    ([0.5], [0.0, 1.0])
    """
    try:
        found = np.atleast_1d(np.asarray(times, np.float64))
    except (TypeError, ValueError):
        found = np.full(1, np.nan)
    if found.ndim != 1 or not np.isfinite(found).all():
        raise SkinproofError("these are no times", fix="give seconds, one finite number or a list of them")
    return found


def playing_times(clip: Clip | None, times: Float64, *, looping: bool) -> Float64:
    """Times (T,), seconds, inside a clip: looping, or held at its ends; for the rest pose, as they are.

    The one choice of every engine, picture and crowd.
    """
    if clip is None or not clip.tracks:
        return np.asarray(times, np.float64)
    return (looped_times if looping else clamped_times)(times, clip.start, clip.end)


def clamped_times(times: Float64, start: float, end: float) -> Float64:
    """Times (T,), or of any other shape, that hold the first pose before ``start`` and the last one after ``end``.

    >>> clamped_times(np.array([-1.0, 2.5, 9.0]), 2.0, 3.0).tolist()
    [2.0, 2.5, 3.0]
    """
    return np.clip(np.asarray(times, np.float64), start, end)


def looped_times(times: Float64, start: float, end: float) -> Float64:
    """Times (T,), or of any other shape, that repeat the clip from ``start`` to ``end`` for ever, backwards too.

    ``fmod`` keeps the sign of its first operand and is exact, so a negative rest is brought up by one duration. The
    result is ``end`` itself only for a time so little below a seam that the sum rounds to it. A clip without duration
    has one pose, that of ``start``.

    >>> looped_times(np.array([2.25, 3.25, 1.25]), 2.0, 3.0).tolist()
    [2.25, 2.25, 2.25]
    """
    times = np.asarray(times, np.float64)
    duration = end - start
    if not duration > 0.0:
        return np.full_like(times, start)
    rest = np.fmod(times - start, duration)
    return np.minimum(start + np.where(rest < 0.0, rest + duration, rest), end)
