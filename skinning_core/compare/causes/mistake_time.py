"""Mistakes in the time at which a clip is sampled: each returns a state whose keys are read at other times."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...model import Clip, Float64
from ...pose.playback import looped_times
from .engine_state import EngineState

#: A time this part of a frame before the next one counts as on it: times are rounded.
_ON_FRAME = 1e-4

#: From the times (T,) that are asked for to those that are sampled, seconds.
Clock = Callable[[Clip, Float64], Float64]


def timed(clock: Clock) -> Callable[[EngineState], EngineState | None]:
    """The mistake of sampling a clip at the times of another clock; None for the rest pose."""

    def change(state: EngineState) -> EngineState | None:
        clip = state.posed.clip
        if clip is None:
            return None
        sampled = clock(clip, state.posed.times)
        # What is asked for and what is sampled end in the same pose where both lie outside the clip.
        inside = np.clip(sampled, clip.start, clip.end) != np.clip(state.posed.times, clip.start, clip.end)
        return state.reposed(times=sampled) if inside.any() else None

    return change


def linear_clock(factor: float, offset: float) -> Clock:
    """The clock that runs ``factor`` times as fast and is ``offset`` seconds ahead."""
    return lambda _, times: factor * times + offset


def held_clock(rate: float) -> Clock:
    """The clock that stands still between frames, of which there are ``rate`` in a second."""
    return lambda _, times: np.floor(times * rate + _ON_FRAME) / rate


def next_frame_clock(rate: float) -> Clock:
    """The clock that always shows the frame to come."""
    return lambda _, times: np.ceil(times * rate - _ON_FRAME) / rate


def looped_clock(clip: Clip, times: Float64) -> Float64:
    """(T,) the clip begins again at its end: what is asked for after the end is found at the beginning."""
    return looped_times(times, clip.start, clip.end)


def reversed_clock(clip: Clip, times: Float64) -> Float64:
    """(T,) the clip is played backwards."""
    return clip.start + clip.end - times


def first_key_clock(clip: Clip, times: Float64) -> Float64:
    """(T,) time zero is taken for the first key of the clip, which stands later."""
    return times + clip.start
