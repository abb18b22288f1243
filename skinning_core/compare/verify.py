"""The main job: skin a model by several engines at many times and compare each with the reference.

One ``Comparison`` per clip and engine. A long clip is measured piece by piece, so that memory stays bounded however
many vertices and times there are; what is kept of a piece are its figures, and the positions at the few times that
tell the cause of a difference.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import numpy as np

from ..check.inspect import Facts, clip_name, inspect
from ..engine import Engine, opened
from ..error import Cancelled, SkinproofError
from ..model import Float64, Int, Model
from ..skin.reference import skin_model
from ..skinned import Progress, Skinned, no_progress
from .attribution import Attribution, attribute
from .cause import Cause, find_cause
from .difference import Difference, compare, join
from .excerpt import excerpt
from .times import SampleTimes
from .tolerance import Tolerance, tolerance
from .weights import WeightEffect, largest_effects, sums_are_off, weight_effect

#: Vertex positions (vertices times times) that one piece holds at most: about 100 MB in float64 per engine.
PIECE = 4_000_000


@dataclass(frozen=True)
class Comparison:
    """One engine against the reference over one clip."""

    clip: int | None
    clip_name: str
    engine: str
    difference: Difference
    tolerance: Tolerance
    attribution: Attribution | None  # at the worst time; None: within tolerance, or the engine tells no skin palette
    cause: Cause | None  # None: within tolerance, or no typical mistake explains it
    notes: tuple[str, ...]  # what the engine wants the user to know

    @property
    def passed(self) -> bool:
        """Everything was compared, nothing was lost, and all errors are within the tolerance."""
        complete = self.difference.lost == 0 and self.difference.compared > 0
        return complete and self.difference.max_relative <= self.tolerance.limit


@dataclass(frozen=True)
class Failure:
    """An engine that could not do its work."""

    clip: int | None
    clip_name: str
    engine: str
    sentence: str


@dataclass(frozen=True)
class Verification:
    """All that was found out about one model."""

    name: str
    facts: Facts
    comparisons: tuple[Comparison, ...]
    failures: tuple[Failure, ...]
    weights: tuple[WeightEffect, ...]  # parts on which weights that do not sum to one have an effect
    notes: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """No failure, and every comparison within its tolerance."""
        return not self.failures and all(c.passed for c in self.comparisons)


@dataclass(frozen=True)
class Plan:
    """What to compare: a clip (None: rest) and its times."""

    clip: int | None
    sampled: SampleTimes


@dataclass(frozen=True)
class _Piece:
    """One engine over a run of times: its figures, and, beyond the tolerance, positions at a few telling times."""

    difference: Difference
    tolerance: Tolerance
    reference: Skinned | None
    other: Skinned | None
    notes: tuple[str, ...]


def verify(
    model: Model,
    plans: Sequence[Plan],
    engines: Mapping[str, Engine],
    *,
    asked: float | None = None,
    progress: Progress = no_progress,
) -> Verification:
    """Compare every engine with the reference over every plan. ``asked``: the user's own tolerance for all.

    An engine that raises ``SkinproofError`` becomes a ``Failure``; the others go on. Raises ``Cancelled``.
    """
    with ExitStack() as stack:
        ready = {name: stack.enter_context(opened(engine, model)) for name, engine in engines.items()}
        return _verified(model, plans, ready, asked, progress)


def _verified(
    model: Model, plans: Sequence[Plan], engines: Mapping[str, Engine], asked: float | None, progress: Progress
) -> Verification:
    steps = [(plan, times) for plan in plans for times in pieces_of(model, plan.sampled.times)]
    total = len(steps) * (len(engines) + 1)
    done: dict[tuple[int | None, str], list[_Piece]] = {}
    failed: dict[tuple[int | None, str], Failure] = {}
    effects: list[WeightEffect] = []
    odd_weights = any(sums_are_off(model, part) for part in model.parts)
    for step, (plan, times) in enumerate(steps):
        start = step * (len(engines) + 1)
        progress(start, total)
        expected = skin_model(model, plan.clip, times, variants=odd_weights)
        effects.extend(weight_effect(model, expected))
        for number, (name, engine) in enumerate(engines.items(), start=1):
            progress(start + number, total)
            key = (plan.clip, name)
            if key in failed:
                continue
            try:
                given = engine(model, plan.clip, times)
            except Cancelled:
                raise
            except SkinproofError as error:
                failed[key] = Failure(plan.clip, clip_name(model, plan.clip), name, str(error))
                continue
            done.setdefault(key, []).append(_piece(model, name, expected, given, asked))
    progress(total, total)
    return Verification(
        name=model.name,
        facts=inspect(model),
        comparisons=tuple(_comparison(model, *key, run) for key, run in done.items() if key not in failed),
        failures=tuple(failed.values()),
        weights=largest_effects(effects),
        notes=_notes(model, plans),
    )


def pieces_of(model: Model, times: Float64) -> list[Float64]:
    """``times`` in runs short enough that a run's positions stay within ``PIECE``."""
    vertices = sum(model.primitive(part).vertex_count for part in model.parts)
    length = max(PIECE // max(vertices, 1), 1)
    return [times[i : i + length] for i in range(0, len(times), length)]


def _piece(model: Model, name: str, expected: Skinned, given: Skinned, asked: float | None) -> _Piece:
    difference = dataclasses.replace(compare(expected, given, model=model), engine=name)
    limit = tolerance(name, model, expected, asked=asked)
    if difference.max_relative <= limit.limit:
        return _Piece(difference, limit, None, None, given.notes)
    telling = _telling_times(difference)
    return _Piece(difference, limit, excerpt(expected, telling), excerpt(given, telling), given.notes)


def _telling_times(difference: Difference) -> Int:
    """The worst time, and two more from other places of the clip, so that a coincidence at one time is no cause."""
    relative = difference.maximum / difference.scale
    thirds = [part for part in np.array_split(np.arange(len(relative)), 3) if len(part)]
    return np.array([third[np.argmax(relative[third])] for third in thirds], np.intp)


def _comparison(model: Model, clip: int | None, engine: str, run: Sequence[_Piece]) -> Comparison:
    difference = join([piece.difference for piece in run])
    worst = max(run, key=lambda piece: piece.difference.max_relative)
    attribution = cause = None
    if worst.reference is not None and worst.other is not None:
        attribution = attribute(model, clip, worst.reference, worst.other)
        cause = find_cause(model, clip, worst.reference, worst.other)
    return Comparison(
        clip=clip,
        clip_name=clip_name(model, clip),
        engine=engine,
        difference=difference,
        tolerance=max((piece.tolerance for piece in run), key=lambda limit: limit.limit),
        attribution=attribution,
        cause=cause,
        notes=tuple(dict.fromkeys(note for piece in run for note in piece.notes)),
    )


def _notes(model: Model, plans: Sequence[Plan]) -> tuple[str, ...]:
    sampled = [f"{clip_name(model, p.clip)}: compared at {p.sampled.note}" for p in plans if p.sampled.note]
    return (*model.notes, *sampled)
