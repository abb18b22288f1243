"""Mistakes of engines that pose whole frames: what they show between two, and after the last.

Each takes a state and returns another, as in ``mistake_pose``.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...model import Float64
from ...transform import compose, decompose, slerp
from .engine_state import EngineState
from .mistake_pose import with_world

#: A time this share of a frame before the next counts as on it: times are rounded.
_ON_FRAME = 1e-4

#: Matrices (T, N, 3, 4) of two frames and shares (T,) -> matrices between them.
Blend = Callable[[Float64, Float64, Float64], Float64]


def by_component(before: Float64, after: Float64, share: Float64) -> Float64:
    """(T, N, 3, 4) numbers of matrices go straight, as in a filtered texture of palettes."""
    between: Float64 = before + share[:, None, None, None] * (after - before)
    return between


def by_parts(before: Float64, after: Float64, share: Float64) -> Float64:
    """(T, N, 3, 4) places and scales go straight, orientations by slerp, as MD5 says."""
    (place, turn, size), (other_place, other_turn, other_size) = decompose(before), decompose(after)
    part = share[:, None, None]
    turned = slerp(turn, other_turn, np.broadcast_to(share[:, None], turn.shape[:-1]))
    return compose(place + part * (other_place - place), turned, size + part * (other_size - size))


def frames_blended(rate: float, blend: Blend) -> Callable[[EngineState], EngineState | None]:
    """So many frames a second are posed; between them joints go straight, in model space."""

    def change(state: EngineState) -> EngineState | None:
        clip = state.posed.clip
        if clip is None:
            return None
        frames = np.clip(state.posed.times, clip.start, clip.end) * rate
        first = np.floor(frames + _ON_FRAME)
        share = np.maximum(frames - first, 0.0)
        if share.max() <= _ON_FRAME:
            return None
        return _mixed(state, first / rate, (first + 1.0) / rate, share, blend)

    return change


def frame_after_last(rate: float, blend: Blend) -> Callable[[EngineState], EngineState | None]:
    """A clip lasts a frame longer, from its last pose to its first, and begins again."""

    def change(state: EngineState) -> EngineState | None:
        clip, times = state.posed.clip, state.posed.times
        if clip is None or clip.end <= clip.start or (times <= clip.end).all():
            return None
        whole = clip.end - clip.start + 1.0 / rate
        asked = np.where(times > clip.end, clip.start + (times - clip.start) % whole, times)
        share = np.maximum(asked - clip.end, 0.0) * rate
        return _mixed(state, asked, np.where(share > 0.0, clip.start, asked), share, blend)

    return change


def _mixed(state: EngineState, first: Float64, second: Float64, share: Float64, blend: Blend) -> EngineState:
    """The state at ``first`` (T,), with world matrices ``share`` (T,) of the way to ``second``."""
    before, after = state.reposed(times=first), state.reposed(times=second)
    return with_world(before, blend(before.posed.world, after.posed.world, share))
