"""The frame rate of a file's keys: the grid of times on which all of them lie."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...skinning_core.model import Clip, Float64, Model

#: Tolerance in frames: files round times to float32, and some to four digits.
_ON_FRAME = 0.01


@dataclass(frozen=True)
class FrameRate:
    """Frames per second as Blender has it: ``fps / base``."""

    fps: int
    base: float = 1.0

    @property
    def value(self) -> float:
        """Frames per second."""
        return self.fps / self.base

    @property
    def text(self) -> str:
        """As people write it: 30, 29.97."""
        return f"{self.value:.5g}"


#: The share of keys that must be on frames: a clip made faster or slower later leaves the grid.
_ENOUGH = 0.9

#: In the order in which they are tried.
USUAL = (*(FrameRate(fps) for fps in (24, 25, 30, 60, 50)), *(FrameRate(fps, 1.001) for fps in (24, 30, 60)))


def rate_of_keys(model: Model, scene_rate: float) -> FrameRate | None:
    """The usual rate at which the file's keys are on frames.

    None if there is none, if keys are too few, or if they are on the scene's own frames (per second).
    """
    keys = np.concatenate([np.zeros(0), *(_key_times(clip) for clip in model.clips)])
    if len(keys) < 2 or _on_frames(keys, scene_rate):
        return None
    return next((rate for rate in USUAL if _on_frames(keys, rate.value)), None)


def _key_times(clip: Clip) -> Float64:
    """(K,) seconds at which a clip has a key."""
    return np.unique(np.concatenate([np.zeros(0), *(track.times for track in clip.tracks)]))


def _on_frames(keys: Float64, rate: float) -> bool:
    """Whether enough of the keys (K,), in seconds, are on frames."""
    frames = keys * rate
    return float((np.abs(frames - np.rint(frames)) <= _ON_FRAME).mean()) >= _ENOUGH
