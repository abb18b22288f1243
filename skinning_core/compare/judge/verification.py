"""The main job: subjects are judged over all that a question asks. Panel, command line and Python call this.

An ``Inquiry`` works step by step and knows the number of steps, so a window can redraw. ``verify`` runs one to its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ...check.inspect import Facts, clip_name, inspect
from ...error import SkinproofError
from ...fast.agreement import disagreement
from ...model import Model, Unjudged
from ...pose.clip import deforming_clips
from ...pose.extent import largest_matrix
from ...skeleton.mirrored import told_of_turned
from ...skin.posed_model import LARGEST
from ...skinned import Progress, no_progress
from ...subject import Subject, normals_not_given
from ...text.sentence import Sentence, sentence
from ..measure.times import SampleTimes, without_jumps
from ..measure.weight_effect import WeightEffect, largest_effects
from .comparison import Comparison, Failure, Request, Unexplained
from .coverage import Coverage, Covered
from .measurement import UNHURRIED, Measured, Pace, Steps, Stopwatch, chosen_witnesses, measuring
from .question import Judged, Question, apart
from .unexplained import Explained, affordable, explaining_all
from .verdict import (
    Ground,
    Verdict,
    combined,
    decided,
    not_at_hand,
    refusal,
    unread,
    without_answer,
    without_clips,
)


@dataclass(frozen=True)
class Verification:
    """Everything that was found out about one model."""

    model: Model
    facts: Facts
    question: Question
    comparisons: tuple[Comparison, ...]
    failures: tuple[Failure, ...]
    weights: tuple[WeightEffect, ...]  # parts whose weights do not sum to one, if that has an effect
    notes: tuple[str, ...]
    verdict: Verdict
    coverage: Coverage
    absent: Mapping[str, Sentence] = field(default_factory=dict)  # per subject that is not installed, how to get it
    frame_rates: Mapping[str, float] = field(default_factory=dict)  # per subject of a scene, frames per second
    unjudged: tuple[Unjudged, ...] = ()  # what could move a vertex, was not read, and was not accepted
    seconds: float = 0.0  # spent on skinning and comparing

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def comparison(self) -> Comparison:
        """The worst comparison that decides. Raises ``SkinproofError`` with the reason if there is none."""
        deciding = [comparison for comparison in self.comparisons if comparison.decides]
        if deciding:
            return max(deciding, key=lambda each: (each.difference.lost, each.difference.max_relative))
        grounds = sorted(self.verdict.grounds, key=lambda ground: ground.code == "NOTHING_COMPARED")  # why comes first
        raise SkinproofError(self.failures[0].sentence if self.failures else str(grounds[0].sentence))


#: Steps of the search for causes per subject: it takes about as long as 40 times of a clip.
SEARCH_STEPS = 40

#: After so many pauses the search's progress stands at half. Their number is not known before.
_HALF_WAY = 60

#: Vertex errors that a page keeps to paint over time, at most.
ERRORS_OF_A_PAGE = 4_000_000


@dataclass(frozen=True)
class Plan:
    """One comparison to make: a clip (None: rest), its times, and whether the verdict depends on them."""

    clip: int | None
    sampled: SampleTimes
    decides: bool = True


class Inquiry:
    """A question put to subjects of one model."""

    def __init__(
        self,
        model: Model,
        subjects: Mapping[str, Subject],
        question: Question,
        *,
        plans: Sequence[Plan] | None = None,
        vertex_errors: int = 0,
        picture: bool = False,
    ) -> None:
        """An absent subject is not asked.

        plans: instead of the question's. vertex_errors, picture: see ``Request``. Raises ``SkinproofError`` if the
        question asks for times that the subjects lack.
        """
        self.model, self.question = model, question
        self.absent = {name: subject.absent for name, subject in subjects.items() if subject.absent}
        self.subjects = subjects = {name: each for name, each in subjects.items() if name not in self.absent}
        self.asked = (
            _asked(model, question, subjects) if plans is None else tuple(dict.fromkeys(plan.clip for plan in plans))
        )
        self.missing = {} if plans is not None else _missing(self.asked, subjects)
        self.plans = tuple(plans) if plans is not None else tuple(self._plans())
        if plans is None and self.subjects:
            self.missing |= self._without_times()
        self.requests = [
            Request(model, p.clip, p.sampled.times, subjects, question, p.decides, vertex_errors, picture)
            for p in self.plans
        ]

    def _plans(self) -> Iterator[Plan]:
        every = list(self.subjects.values())
        subject = next((each for each in every if each.frames(None) is not None), every[0] if every else None)
        for clip in self.asked:
            if clip in self.missing or subject is None:
                continue
            for times, decides in zip(apart(subject, clip, self.question.times), (True, False), strict=True):
                judged = times if times is None else without_jumps(self.model.clip(clip), times)
                if judged is not None and len(judged.times):
                    yield Plan(clip, judged, decides=decides)

    def _without_times(self) -> dict[int, str]:
        """The asked clips without a time that decides, and why."""
        judged = {plan.clip for plan in self.plans if plan.decides}
        left_out = [clip for clip in self.asked if clip is not None and clip not in judged and clip not in self.missing]
        told = "no time of {clip!r} is compared: if two keys are at one time, engines show one or the other"
        return {clip: sentence(told, clip=self.model.clip_names[clip]) for clip in left_out}

    @cached_property
    def steps(self) -> int:
        """The number that ``run`` counts to."""
        return sum(request.steps for request in self.requests) + SEARCH_STEPS * len(self.subjects)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Within the block every subject keeps what it can between calls."""
        with ExitStack() as stack:
            for subject in self.subjects.values():
                stack.enter_context(subject.opened())
            yield

    def run(self, pace: Pace = UNHURRIED, *, why: bool = True) -> Generator[int, None, Verification]:
        """Judge step by step: yields how many of ``steps`` are done, returns the answer. Raises ``Cancelled``.

        why: look for causes, which may take longer than all else.
        """
        measured: list[Measured] = []
        cases: list[Unexplained] = []
        left: Counter[str] = Counter()
        before = 0
        for request, witnesses in zip(self.requests, chosen_witnesses(self.requests), strict=True):
            steps = Steps(measuring(request, pace, witnesses))
            for done in steps:
                yield before + done
            before += request.steps
            cases = affordable([*cases, *steps.result.unexplained], left)
            measured.append(replace(steps.result, unexplained=()))
        watch = Stopwatch()
        with watch:
            measured = self._agreed(measured)
        cases = cases if why and any(each.comparisons for each in measured) else []
        explained = Steps(explaining_all(cases, left), watch)
        yield from self._progress(explained, before)
        return self._answer(measured, explained.result, watch.seconds)

    def _agreed(self, measured: list[Measured]) -> list[Measured]:
        """What was measured. If the reference is not the plain one's, all subjects fail for that reason."""
        clips = list(zip(self.requests, measured, strict=True))
        faults = [(request, each.fault) for request, each in clips if each.fault is not None]
        known = [(request, each.worst) for request, each in clips if each.worst is not None]
        if known and not faults:
            request, worst = max(known, key=lambda pair: pair[1].relative)
            fault = disagreement(request.model, request.clip, worst.reference)
            faults = [] if fault is None else [(request, fault)]
        if not faults:
            return measured
        request, fault = faults[0]
        names = tuple(self.subjects) or ("reference",)
        failures = tuple(Failure(request.clip, request.clip_name, name, fault) for name in names)
        nothing = [replace(each, comparisons=(), failures=(), weights=(), unexplained=()) for each in measured]
        return [replace(nothing[0], failures=failures), *nothing[1:]]

    def _progress(self, pauses: Iterable[None], before: int) -> Iterator[int]:
        """The steps done while causes are looked for; pauses: the search lets others run at each."""
        told, most = before, SEARCH_STEPS * len(self.subjects)
        for count, _ in enumerate(pauses, start=1):
            now = before + most * count // (count + _HALF_WAY)
            if now > told:
                yield now
                told = now
        if most:
            yield before + most

    def answer(self, progress: Progress = no_progress, pace: Pace = UNHURRIED, *, why: bool = True) -> Verification:
        """Judge without a pause; ``why``: see ``run``. Raises ``Cancelled``."""
        steps = Steps(self.run(pace, why=why))
        progress(0, self.steps)
        with self.opened():
            for done in steps:
                progress(done, self.steps)
            progress(self.steps, self.steps)
        return steps.result

    def _answer(self, measured: Sequence[Measured], explained: Explained, seconds: float) -> Verification:
        made = explained.comparisons
        comparisons = tuple(made.get(id(each), each) for clip in measured for each in clip.comparisons)
        failures = tuple(failure for clip in measured for failure in clip.failures)
        left_out = self.question.accept if self.question.normals else self.question.accept | {"NORMALS_NOT_GIVEN"}
        of_subjects = (reason for each in self.subjects.values() for reason in each.unjudged)
        reasons = (*self.model.unjudged, *self._too_large(), *of_subjects, *self._without_normals(comparisons))
        unjudged = tuple(reason for reason in reasons if reason.code not in left_out)
        return Verification(
            model=self.model,
            facts=inspect(self.model),
            question=self.question,
            comparisons=comparisons,
            failures=failures,
            weights=largest_effects([effect for clip in measured for effect in clip.weights]),
            notes=(*self.model.notes, *self._mirrored(), *self._sampled(), *explained.notes),
            verdict=self._verdict(comparisons, failures, unjudged),
            coverage=self._coverage(comparisons),
            absent=self.absent,
            frame_rates={n: rate for n, each in self.subjects.items() if (rate := each.frame_rate) is not None},
            unjudged=unjudged,
            seconds=sum(clip.seconds for clip in measured) + seconds,
        )

    def _without_normals(self, comparisons: Collection[Comparison]) -> Iterator[Unjudged]:
        """The subjects that should give normals and gave none, though the model has some."""
        if all(self.model.primitive(part).normals is None for part in self.model.parts):
            return
        for name, subject in self.subjects.items():
            known = any(reason.code == "NORMALS_NOT_GIVEN" for reason in subject.unjudged)
            answers = [each.difference for each in comparisons if each.engine == name]
            if subject.gives_normals and answers and not known and all(d.normal_times is None for d in answers):
                yield normals_not_given(name)

    def _mirrored(self) -> list[Sentence]:
        clips = [self.model.clip(index) for index in dict.fromkeys(self.asked) if index not in self.model.broken_clips]
        return told_of_turned(self.model, [clip for clip in clips if clip is not None])

    def _sampled(self) -> list[str]:
        told = [(clip_name(self.model, plan.clip), plan.sampled.note) for plan in self.plans if plan.sampled.note]
        return [f"{name}: compared at {note}" for name, note in told]

    def _verdict(
        self, comparisons: Collection[Comparison], failures: Collection[Failure], unjudged: Collection[Unjudged]
    ) -> Verdict:
        clip_by_clip = combined(comparison.verdict for comparison in comparisons if comparison.decides)
        grounds: list[Ground] = [*clip_by_clip.grounds]
        grounds += [refusal(failure.engine, failure.sentence) for failure in failures]
        grounds += unread(unjudged)
        grounds += not_at_hand(self.absent.values(), alone=not self.subjects)
        clips = [clip for clip in self.asked if clip is not None]
        names = [self.model.clip_names[clip] for clip in self.missing]
        grounds += without_clips(names, len(clips), why=list(dict.fromkeys(filter(None, self.missing.values()))))
        if not any(comparison.decides for comparison in comparisons):
            grounds += without_answer(grounds)
        return decided(grounds, self.question.accept, allowed=clip_by_clip.level)

    def _too_large(self) -> Iterator[Unjudged]:
        """The asked clips whose matrices may grow too large between the compared times."""
        for index in dict.fromkeys(self.asked):
            broken = index in self.model.broken_clips
            clip = None if broken else self.model.clip(index)
            if clip is not None and largest_matrix(self.model, clip) > np.log10(LARGEST):
                told = "between keys of {clip!r} matrices may have entries beyond {largest:.0e}: not judged there"
                yield Unjudged("TOO_LARGE", f"/animations/{index}", sentence(told, clip=clip.name, largest=LARGEST))

    def _on_frames(self, plans: Collection[Plan]) -> bool:
        """All times of plans are a scene's frames."""
        rate = next((rate for each in self.subjects.values() if (rate := each.frame_rate) is not None), None)
        times = [plan.sampled.times for plan in plans]
        return rate is not None and all(np.allclose(t * rate, np.round(t * rate), rtol=0.0, atol=1e-4) for t in times)

    def _coverage(self, comparisons: Collection[Comparison]) -> Coverage:
        """What was judged of every subject, and of each if they differ."""
        deciding = [comparison for comparison in comparisons if comparison.decides]
        whole = self._covered(deciding, tuple(self.subjects))
        each = {name: self._covered([c for c in deciding if c.engine == name], (name,)) for name in self.subjects}
        each |= dict.fromkeys(self.absent, whole.none_of_it)
        return whole if all(of_it == whole for of_it in each.values()) else replace(whole, by_subject=each)

    def _covered(self, deciding: Sequence[Comparison], subjects: Collection[str]) -> Coverage:
        asked = [plan for plan in self.plans if plan.decides]
        answers = Counter(comparison.clip for comparison in deciding)
        answered = [plan for plan in asked if answers[plan.clip] == len(subjects)]
        used = sum(part.vertices for part in deciding[0].difference.parts) if deciding else 0
        unused = max((c.difference.unused for c in deciding), default=0)
        lost = max((c.difference.lost + c.difference.hidden for c in deciding), default=0)
        joints = len(self.model.moving_joints)
        missing = max((len(c.presence.joints_missing) for c in deciding if c.presence is not None), default=0)
        elsewhere = sum(self.model.primitive(part).vertex_count for part in self.model.left_out)
        vertices = int(self.model.part_starts[-1]) + elsewhere
        asked_for = {clip for clip in self.asked if clip is not None}
        judged = asked_for & {plan.clip for plan in answered}
        broken = set(self.model.broken_clips)
        return Coverage(
            clips=Covered(len(judged), len(asked_for | set(deforming_clips(self.model)) | broken) if asked_for else 0),
            times=Covered(*(sum(len(plan.sampled.times) for plan in plans) for plans in (answered, asked))),
            vertices=Covered(max(used - unused - lost, 0), vertices - unused),
            joints=Covered((joints - missing) if deciding else 0, joints),
            in_scene=self._on_frames(asked),
        )


def verify(
    model: Model,
    subjects: Mapping[str, Subject],
    question: Question | None = None,
    *,
    plans: Sequence[Plan] | None = None,
    picture: bool = False,
    progress: Progress = no_progress,
    pace: Pace = UNHURRIED,
) -> Verification:
    """Judge subjects by the specification: the answer to a question, the usual one by default.

    A subject that raises ``SkinproofError`` becomes a ``Failure``; the others go on. Raises ``Cancelled``.
    """
    kept = ERRORS_OF_A_PAGE if picture else 0
    asked = Inquiry(model, subjects, question or Question(), plans=plans, vertex_errors=kept, picture=picture)
    return asked.answer(progress, pace)


def _asked(model: Model, question: Question, subjects: Mapping[str, Subject]) -> tuple[int | None, ...]:
    """The clips that a question asks for: none for a pose, no rest for what plays."""
    if question.judged is Judged.POSE:
        return (None,)
    if question.clips is None and question.judged is Judged.PLAYS:
        return tuple(sorted({*deforming_clips(model), *(c for each in subjects.values() for c in each.clips or ())}))
    return question.clips if question.clips is not None else (None, *model.readable_clips)


def _missing(asked: Sequence[int | None], subjects: Mapping[str, Subject]) -> dict[int, str]:
    """The asked clips that a subject lacks, and why."""
    missing: dict[int, str] = {}
    for subject in subjects.values():
        there = subject.clips
        if there is not None:
            missing |= {clip: subject.missing_clip(clip) for clip in asked if clip is not None and clip not in there}
    return missing
