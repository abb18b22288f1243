"""How far each limit moves a character's vertices over its clips, and which vertex most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...check.inspect import clip_name, part_name
from ...fast.exact_parts import exact_positions
from ...model import Float64, Model
from ...skin.posed_model import PosedModel, posed_model
from ...skinned import Progress, bounding_diagonal, no_progress
from ..measure.difference import guarded_scale
from ..measure.pairs import pair_distances
from ..measure.times import sample_times
from .engine_limit import EngineLimit, engine_limits, most_influences

#: Times of all clips together, at most; those of most motion are among them.
MOST_TIMES = 96

#: Times of each clip at least, however many clips there are.
FEWEST_TIMES = 6


@dataclass(frozen=True)
class LimitCost:
    """What one limit costs. Figures without a unit are relative to the size at their time."""

    limit: EngineLimit
    largest: float  # of all vertices and times
    metres: float  # the same vertex
    rms: float  # over all vertices and times
    lost: int  # positions that are no longer numbers
    part: str  # of the vertex moved farthest; empty: none moves
    vertex: int
    clip: str
    time: float  # seconds


@dataclass(frozen=True)
class LimitStudy:
    """All limits of one model."""

    model: Model
    influences: int  # the most of any vertex
    clips: tuple[str, ...]  # that were tried
    times: int  # of all clips together
    costs: tuple[LimitCost, ...]
    unjudged: tuple[str, ...] = ()  # what could move a vertex and was left aside, a sentence each


def study_limits(
    model: Model, clips: Sequence[int | None] | None = None, progress: Progress = no_progress
) -> LimitStudy:
    """What each limit costs over ``clips`` (None: all that can be read, or rest). Raises ``Cancelled``."""
    chosen: list[int | None] = list(model.readable_clips if clips is None else clips) or [None]
    names = tuple(clip_name(model, clip) for clip in chosen)
    most = max(MOST_TIMES // len(chosen), FEWEST_TIMES)
    posed, truth, scales = [], [], []
    for clip in map(model.clip, chosen):
        at = posed_model(model, clip, sample_times(clip, most=most).times)
        exact = exact_positions(at)
        posed.append(at)
        truth.append(exact)
        scales.append(guarded_scale(bounding_diagonal(exact, len(at.times))))
    limits = list(engine_limits(posed))
    costs = []
    for done, (limit, positions) in enumerate(limits):
        progress(done, len(limits))
        apart = [list(map(pair_distances, right, positions(at))) for at, right in zip(posed, truth, strict=True)]
        costs.append(_cost(limit, names, posed, apart, scales))
    progress(len(limits), len(limits))
    left = (reason for reason in model.unjudged if clips is None or reason.code != "CLIP_BROKEN")
    unjudged, times = tuple(reason.sentence for reason in left), sum(len(at.times) for at in posed)
    return LimitStudy(model, most_influences(model), names, times, tuple(costs), unjudged)


def _cost(
    limit: EngineLimit,
    clips: Sequence[str],
    posed: Sequence[PosedModel],
    apart: Sequence[Sequence[Float64]],
    scales: Sequence[Float64],
) -> LimitCost:
    """The figures of one limit; apart: by clip and part (T, V) metres; scales: by clip (T,) metres."""
    worst = _Place(0.0, 0.0, -1, -1, -1, -1)
    squares, count, lost = 0.0, 0, 0
    for c, (parts, scale) in enumerate(zip(apart, scales, strict=True)):
        for k, distance in enumerate(parts):
            relative = np.broadcast_to(distance / scale[:, None], (len(scale), distance.shape[1]))
            finite = np.isfinite(relative)
            lost += int(relative.size - finite.sum())
            count += int(finite.sum())
            squares += float((relative[finite] ** 2).sum())
            if finite.any():
                t, v = divmod(int(np.argmax(np.where(finite, relative, -1.0))), relative.shape[1])
                error = float(relative[t, v])
                worst = max(worst, _Place(error, float(relative[t, v] * scale[t]), c, k, v, t))
    model, moves = posed[0].model, worst.clip >= 0
    return LimitCost(
        limit=limit,
        largest=worst.error,
        metres=worst.metres,
        rms=float(np.sqrt(squares / max(count, 1))),
        lost=lost,
        part=part_name(model, model.parts[worst.part]) if moves else "",
        vertex=worst.vertex,
        clip=clips[worst.clip] if moves else "",
        time=float(posed[worst.clip].times[worst.time]) if moves else 0.0,
    )


class _Place(NamedTuple):
    """A vertex at a time; the largest error is the largest of them."""

    error: float  # relative to the size
    metres: float
    clip: int
    part: int
    vertex: int
    time: int
