"""At which times a clip is compared.

Keys are where nothing is interpolated, so the times between them matter just as much. They are taken at a quarter of
each interval and not at the middle: half way between two keys a wrong interpolation of rotations (a normalised linear
one) gives exactly the right result, by symmetry, and near a quarter its error is the largest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model import Clip, Float64
from ..pose.clip import key_times

#: Times of one clip that are compared at most, unless the user asks for every one or gives a number.
MOST_TIMES = 200

BETWEEN = 0.25


@dataclass(frozen=True, eq=False)
class SampleTimes:
    """Times to compare at, and what was left out, in words (empty: nothing)."""

    times: Float64  # (T,) seconds, ascending
    note: str = ""


def sample_times(clip: Clip | None, *, most: int | None = MOST_TIMES) -> SampleTimes:
    """Every key of ``clip`` and a time between every two; at most ``most`` of them, evenly chosen (None: all)."""
    if clip is None or not clip.tracks:
        return SampleTimes(np.zeros(1))
    keys = key_times(clip)
    every = np.unique(np.concatenate([keys, keys[:-1] + BETWEEN * np.diff(keys)]))
    if most is None or len(every) <= most:
        return SampleTimes(every)
    chosen = np.linspace(0, len(every) - 1, most).round().astype(np.intp)
    return SampleTimes(every[chosen], f"{most} of the {len(every)} times at and between keys")


def spread_times(clip: Clip | None, count: int) -> SampleTimes:
    """``count`` times evenly spread over ``clip``, its first and last key among them."""
    if clip is None or not clip.tracks:
        return SampleTimes(np.zeros(1))
    return SampleTimes(np.unique(np.linspace(clip.start, clip.end, count)))
