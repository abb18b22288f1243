"""Mistakes in the time at which a clip is sampled."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...model import Clip, Float64
from ...pose.playback import looped_times
from .engine_state import EngineState

#: A time this share of a frame before the next counts as on it: times are rounded.
_ON_FRAME = 1e-4

#: Times (T,) asked for -> times sampled, seconds.
Clock = Callable[[Clip, Float64], Float64]


def timed(clock: Clock) -> Callable[[EngineState], EngineState | None]:
    """The mistake of sampling a clip by another clock; None: at rest."""

    def change(state: EngineState) -> EngineState | None:
        clip = state.posed.clip
        if clip is None:
            return None
        sampled = clock(clip, state.posed.times)
        # Outside the clip, other times give the same pose.
        inside = np.clip(sampled, clip.start, clip.end) != np.clip(state.posed.times, clip.start, clip.end)
        return state.reposed(times=sampled) if inside.any() else None

    return change


def linear_clock(factor: float, offset: float) -> Clock:
    """The clock that runs ``factor`` times as fast, ``offset`` seconds ahead."""
    return lambda _, times: factor * times + offset


def held_clock(rate: float) -> Clock:
    """The clock that stands still between frames, ``rate`` a second."""
    return lambda _, times: np.floor(times * rate + _ON_FRAME) / rate


def next_frame_clock(rate: float) -> Clock:
    """The clock that always shows the next frame."""
    return lambda _, times: np.ceil(times * rate - _ON_FRAME) / rate


def looped_clock(clip: Clip, times: Float64) -> Float64:
    """(T,) the clip begins again at its end."""
    return looped_times(times, clip.start, clip.end)


def looped_after_start(clip: Clip, times: Float64) -> Float64:
    """(T,) the clip begins again at its end; before its start it holds its first pose."""
    return np.where(times < clip.start, clip.start, looped_times(times, clip.start, clip.end))


def reversed_clock(clip: Clip, times: Float64) -> Float64:
    """(T,) the clip is played backwards."""
    return clip.start + clip.end - times


def first_key_clock(clip: Clip, times: Float64) -> Float64:
    """(T,) time zero is taken for the clip's first key, which is later."""
    return times + clip.start
