"""A comparison of one engine with the reference, done in pieces of time so that a window stays alive and Esc works.

No Blender here: what is compared comes in as an engine function. The figures are the core's; what is added are the
errors of every vertex, in metres, float32, for the heat map. A clip too long for that keeps its worst time only.
"""

from __future__ import annotations

import time as clock
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from ...skinning_core.check.inspect import clip_name
from ...skinning_core.compare.attribution import attribute
from ...skinning_core.compare.cause import find_cause
from ...skinning_core.compare.difference import Difference, compare, join
from ...skinning_core.compare.excerpt import excerpt
from ...skinning_core.compare.tolerance import Tolerance, tolerance
from ...skinning_core.compare.verify import Comparison
from ...skinning_core.engine import Engine, skin_reference
from ...skinning_core.model import Float, Float64, Model
from ...skinning_core.skinned import Skinned

#: A piece should take about this long, in seconds: often enough for a progress bar and for Esc.
PIECE_SECONDS = 0.2
LARGEST_PIECE = 64

#: Vertices times frames whose errors are kept (4 bytes each).
ERRORS_KEPT = 64_000_000

#: Per part (V,) float32 distances from the reference at one time, metres; NaN: the engine lost the vertex.
Errors = tuple[Float, ...]


@dataclass(frozen=True, eq=False)
class Request:
    """What is to be compared with the reference."""

    model: Model
    clip: int | None
    name: str  # of the engine
    engine: Engine
    times: Float64  # (T,) seconds
    asked: float | None = None  # the user's own tolerance; None: the engine's
    first_piece: int = 1  # times in the first piece; larger for an engine whose every call begins expensively


@dataclass(frozen=True, eq=False)
class Measured:
    """What came out."""

    model: Model
    comparison: Comparison
    errors: dict[int, Errors]  # by time index
    seconds: float

    def nearest(self, time: float) -> int:
        """Index of the time nearest to ``time`` among those whose errors are kept."""
        kept = np.array(sorted(self.errors))
        return int(kept[np.argmin(np.abs(self.comparison.difference.times[kept] - time))])


@dataclass(frozen=True, eq=False)
class _Worst:
    """Both results at the worst time so far, for the search for its cause."""

    relative: float
    index: int
    reference: Skinned
    other: Skinned


def measuring(request: Request) -> Generator[int, None, Measured]:
    """Compare piece by piece: yields the number of times done, returns what was measured."""
    began = clock.perf_counter()
    total = len(request.times)
    keep_all = total * sum(request.model.primitive(p).vertex_count for p in request.model.parts) <= ERRORS_KEPT
    pieces: list[Difference] = []
    limits: list[Tolerance] = []
    errors: dict[int, Errors] = {}
    notes: dict[str, None] = {}
    worst: _Worst | None = None
    done, size = 0, request.first_piece
    while done < total:
        piece_began = clock.perf_counter()
        times = request.times[done : done + size]
        reference = skin_reference(request.model, request.clip, times)
        other = request.engine(request.model, request.clip, times)
        pieces.append(compare(reference, other, model=request.model))
        limits.append(tolerance(request.name, request.model, reference, asked=request.asked))
        notes.update(dict.fromkeys(other.notes))
        errors.update({done + i: _errors(reference, other, i) for i in range(len(times))})
        worst = _worse(worst, pieces[-1], done, reference, other)
        if not keep_all:
            errors = {worst.index: errors[worst.index]}
        done += len(times)
        per_time = (clock.perf_counter() - piece_began) / len(times)
        size = int(np.clip(PIECE_SECONDS / per_time, 1, LARGEST_PIECE))
        yield done
    limit = max(limits, key=lambda t: t.limit)
    comparison = _concluded(request, join(pieces), limit, tuple(notes), worst)
    return Measured(request.model, comparison, errors, clock.perf_counter() - began)


def measured(request: Request) -> Measured:
    """Compare to the end at once."""
    steps = measuring(request)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def _errors(reference: Skinned, other: Skinned, i: int) -> Errors:
    pairs = zip(reference.positions, other.positions, strict=True)
    return tuple(np.linalg.norm(b[i] - np.asarray(a[i], np.float64), axis=-1).astype(np.float32) for a, b in pairs)


def _worse(worst: _Worst | None, piece: Difference, start: int, reference: Skinned, other: Skinned) -> _Worst:
    relative = piece.maximum / piece.scale
    i = int(np.argmax(relative))
    if worst is not None and worst.relative >= relative[i]:
        return worst
    at = np.array([i])
    return _Worst(float(relative[i]), start + i, excerpt(reference, at), excerpt(other, at))


def _concluded(
    request: Request, difference: Difference, limit: Tolerance, notes: tuple[str, ...], worst: _Worst | None
) -> Comparison:
    """The core's record of a comparison; beyond the tolerance with the reason, as far as it is known."""
    attribution = cause = None
    if worst is not None and difference.max_relative > limit.limit:
        attribution = attribute(request.model, request.clip, worst.reference, worst.other)
        cause = find_cause(request.model, request.clip, worst.reference, worst.other)
    name = clip_name(request.model, request.clip)
    return Comparison(request.clip, name, request.name, difference, limit, attribution, cause, notes)
