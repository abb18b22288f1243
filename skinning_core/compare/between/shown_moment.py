"""Which moment of the first file's clips another file shows that has no skin, as after export as OBJ or USD.

The bounding box of its vertices tells the moment, whatever tools merged or split: moments on and between keys are
tried, and the best is refined. Then its vertices must lie where the first file has some.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...fast.exact_engine import skin_model
from ...model import Float64, Model
from ...spread import evenly_spread
from .match.near import pairs_within

#: Moments of a clip to begin with.
_MOMENTS = 96
#: Moments nearer than those beside them that are refined, the nearest first.
_REFINED = 8
#: Moments between the neighbours of the best, so many rounds.
_BETWEEN, _ROUNDS = 9, 5
#: Vertices that must be where the first file has one, and how many of these.
_SAMPLE, _THERE = 300, 0.95
#: How near, relative to the size: a moment of 0.001 s more is farther off in most clips.
_NEAR = 5e-4


def shown_moment(model: Model, places: Float64) -> tuple[int | None, float] | None:
    """The clip (None: rest) and time, seconds, at which ``model`` is where the places (B, 3) are; None: never."""
    if not len(places):
        return None
    box = np.concatenate([places.min(axis=0), places.max(axis=0)])
    size = float(np.linalg.norm(box[3:] - box[:3]))
    at_rest = float(_off(model, None, np.zeros(1), box)[0])
    tried = [_Moment(at_rest, None, 0.0, 0.0)]
    for clip in model.readable_clips:
        start, end = model.clips[clip].start, model.clips[clip].end
        times = np.linspace(start, end, _MOMENTS) if end > start else np.array([start])
        step = (end - start) / max(len(times) - 1, 1)
        off = _off(model, clip, times, box)
        beside = np.pad(off, 1, constant_values=np.inf)
        nearest = np.flatnonzero((off <= beside[:-2]) & (off <= beside[2:]))
        tried += [_Moment(off[k], clip, times[k], step) for k in nearest]
    for moment in sorted(tried, key=lambda each: each.off)[:_REFINED]:
        found = _refined(model, moment.clip, moment.time, moment.step, box)
        if _is_there(model, moment.clip, found, places, _NEAR * size):
            return moment.clip, found
    return None


class _Moment(NamedTuple):
    off: float  # how far the box is off
    clip: int | None
    time: float  # seconds
    step: float  # seconds to the moments beside it that were tried


def _refined(model: Model, clip: int | None, time: float, step: float, box: Float64) -> float:
    """The time, seconds, within ``step`` of this one at which the model's bounding box is nearest."""
    for _ in range(_ROUNDS if step > 0.0 else 0):
        times = np.linspace(time - step, time + step, _BETWEEN)
        time, step = float(times[_off(model, clip, times, box).argmin()]), 2.0 * step / (_BETWEEN - 1)
    return time


def _off(model: Model, clip: int | None, times: Float64, box: Float64) -> Float64:
    """(T,) how far the model's bounding box is from this one (6,), at times (T,), seconds."""
    low, high = skin_model(model, clip, times, variants=False, normals=False).bounds
    off: Float64 = np.linalg.norm(np.concatenate([low, high], axis=1) - box, axis=1)
    return off


def _is_there(model: Model, clip: int | None, time: float, places: Float64, radius: float) -> bool:
    """Nearly all of the places (B, 3) are where the model has a vertex."""
    ours = skin_model(model, clip, np.array([time]), variants=False, normals=False).positions
    sample = places[evenly_spread(len(places), _SAMPLE)]
    near, _ = pairs_within(sample, np.concatenate([each[0] for each in ours]).astype(np.float64), radius)
    return len(np.unique(near)) >= _THERE * len(sample)
