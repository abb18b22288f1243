"""The main job: every engine compared with the reference over several clips of a model (see ``measuring``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from ...check.inspect import Facts, clip_name, inspect
from ...engine import Engines, opened
from ...model import Model, Unjudged
from ...skinned import Progress, no_progress
from ..between.other_file import OtherFile
from ..measure.screen import Screen
from ..measure.times import SampleTimes
from ..measure.weight_effect import WeightEffect, largest_effects
from .comparison import Comparison, Failure, Request
from .measurement import UNHURRIED, Measured, Pace, measuring, to_the_end


@dataclass(frozen=True)
class Verification:
    """Everything that was found out about one model."""

    name: str
    facts: Facts
    comparisons: tuple[Comparison, ...]
    failures: tuple[Failure, ...]
    weights: tuple[WeightEffect, ...]  # parts on which weights that do not sum to one have an effect
    notes: tuple[str, ...]
    unjudged: tuple[Unjudged, ...] = ()  # what could move a vertex, was not read, and is not accepted by the user

    @property
    def agrees(self) -> bool:
        """Whether no engine failed and every comparison is within its tolerance, as far as the file was read."""
        return not self.failures and all(c.passed for c in self.comparisons)

    @property
    def passed(self) -> bool:
        """Whether everything agrees and nothing was left unjudged."""
        return self.agrees and not self.unjudged


@dataclass(frozen=True)
class Plan:
    """What to compare: a clip (None: rest) and its times."""

    clip: int | None
    sampled: SampleTimes


def verify(
    model: Model,
    plans: Sequence[Plan],
    engines: Engines,
    *,
    asked: float | None = None,
    screen: Screen | None = None,
    accept: Collection[str] = (),
    frames: bool = False,
    progress: Progress = no_progress,
    pace: Pace = UNHURRIED,
) -> Verification:
    """Compare every engine with the reference over every plan.

    ``asked``: the user's own tolerance for all engines. ``screen``: on which errors are looked at. ``accept``: codes of
    `Unjudged` that the user allows; whatever the reader left aside under any other code keeps the model from being
    called the same. ``frames``: keep the worst time of what differs, for a picture.

    An engine that raises ``SkinproofError`` becomes a ``Failure``; the others go on. Raises ``Cancelled``.
    """
    with ExitStack() as stack:
        ready = {name: stack.enter_context(opened(engine, model)) for name, engine in engines.items()}
        requests = [
            Request(
                model,
                plan.clip,
                plan.sampled.times,
                ready,
                asked,
                screen or Screen(),
                frames=frames,
                all_normals=plan.sampled.every,
            )
            for plan in plans
        ]
        measured = _all_measured(requests, pace, progress)
    return Verification(
        name=model.name,
        facts=inspect(model),
        comparisons=tuple(comparison for clip in measured for comparison in clip.comparisons),
        failures=tuple(failure for clip in measured for failure in clip.failures),
        weights=largest_effects([effect for clip in measured for effect in clip.weights]),
        notes=_notes(model, plans),
        unjudged=tuple(reason for reason in _unread(model, engines) if reason.code not in accept),
    )


def _all_measured(requests: Sequence[Request], pace: Pace, progress: Progress) -> list[Measured]:
    total = sum(request.steps for request in requests)
    measured: list[Measured] = []
    before = 0
    progress(0, total)
    for request in requests:
        measured.append(to_the_end(measuring(request, pace), _shifted(progress, before, total)))
        before += request.steps
    progress(total, total)
    return measured


def _shifted(progress: Progress, before: int, total: int) -> Callable[[int], None]:
    """A function that reports the steps of one request as part of the steps of all requests."""
    return lambda done: progress(before + done, total)


def _unread(model: Model, engines: Engines) -> list[Unjudged]:
    """What was not read of the model and of the other files that it is compared with."""
    others = [engine for engine in engines.values() if isinstance(engine, OtherFile)]
    placed = (
        replace(reason, pointer=f"{other.path.name} {reason.pointer}")
        for other in others
        for reason in other.model.unjudged
    )
    return [*model.unjudged, *placed]


def _notes(model: Model, plans: Sequence[Plan]) -> tuple[str, ...]:
    sampled = [f"{clip_name(model, p.clip)}: compared at {p.sampled.note}" for p in plans if p.sampled.note]
    return (*model.notes, *sampled)
