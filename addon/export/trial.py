"""One export that is tried: a copy of the scene, exported into our folder with some properties, and judged."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import bpy
import numpy as np

from ...skinning_core.compare.judge.level import Level, level_of_error
from ...skinning_core.compare.judge.question import Question
from ...skinning_core.compare.judge.verdict import Ground, missing_in_file, unseen
from ...skinning_core.compare.judge.verification import Inquiry, Verification
from ...skinning_core.compare.limits.target import ExportTarget, Prediction, limits_exceeded, predictions
from ...skinning_core.compare.measure.screen import Screen
from ...skinning_core.error import SkinproofError
from ...skinning_core.load import load_model
from ...skinning_core.model import Model
from ...skinning_core.subject import Subject
from ...skinning_core.text.sentence import Sentence
from ..scene.ground.modes import leave_mode
from ..scene.identity.clip_times import clip_times
from ..state.results import share_of
from ..subjects.imported import open_imported
from ..subjects.open_scene import open_scene, stdout_silenced
from .file_format import FORMATS, FileFormat
from .progress import Meter
from .settings import OtherChoice, settings_of_operator

#: Most errors kept, one per vertex and time.
ERRORS_KEPT = 16_000_000

#: As a share of the size: smaller errors are rounding, and none is better.
_ROUNDING = 3e-6

#: A setting is named that leaves at most this share of a difference.
LESS = 0.2


@dataclass(frozen=True, eq=False)
class Task:
    """What is exported and asked, every time in the same way."""

    blend: Path  # a scene
    names: Sequence[str]  # of the object meant, if clear
    question: Question
    properties: Mapping[str, Any]  # the exporter's, as they stand
    meter: Meter  # its folder takes the files
    target: ExportTarget | None = None  # where the file is to be used, if that is to be predicted
    format: FileFormat = FORMATS[0]


@dataclass(frozen=True, eq=False)
class Trial:
    """An export with some properties changed, and what was found."""

    choices: tuple[OtherChoice, ...]  # what was changed
    answer: Verification | None = None  # None: there is none
    refusal: str = ""  # why there is none
    clips: int = 0  # of the file
    parts: int = 0  # of the file, not hidden in the scene
    there: tuple[Prediction, ...] = ()  # what the target's engines would make of the file, the worst first
    exceeded: tuple[tuple[str, Sentence], ...] = ()  # codes and sentences of what is too much for the target
    lost: int = 0  # clips and parts of the export with the settings as they stand
    size: int = 0  # bytes of the file, without pictures
    seconds: float = 0.0

    @property
    def changed(self) -> dict[str, Any]:
        """The changed properties of the operator."""
        return {name: value for choice in self.choices for name, value in choice.changed.items()}

    @property
    def words(self) -> tuple[str, ...]:
        """The same in the exporter's panel."""
        return tuple(choice.better for choice in self.choices)

    @cached_property
    def codes(self) -> frozenset[str]:
        """Codes of what is missing, differs or was not judged, and of the causes."""
        grounds = () if self.answer is None else self.answer.verdict.grounds
        return frozenset({ground.code for ground in grounds}) | self._causes

    @cached_property
    def _causes(self) -> frozenset[str]:
        """Codes of the causes."""
        comparisons = () if self.answer is None else self.answer.comparisons
        why = (cause for each in comparisons if each.decides for cause in each.why)
        return frozenset(cause.code for cause in why if isinstance(cause, Sentence))

    @cached_property
    def missing(self) -> tuple[Ground, ...]:
        """What the file lacks of the scene."""
        return () if self.answer is None else missing_in_file(self.answer.verdict)

    @property
    def is_right(self) -> bool:
        """Whether the file is the same as the scene, and lacks nothing."""
        return self.answer is not None and self.answer.verdict.same and not self.missing

    @property
    def _is_seen_there(self) -> bool:
        """Whether a difference at the target is visible."""
        return any(level_of_error(each.share, Screen()) is not Level.UNSEEN for each in self.there)

    @property
    def is_enough(self) -> bool:
        """Whether nothing visible is left to mend, so nothing else need be tried."""
        return self.answer is not None and self._is_whole and not self._is_seen_there and unseen(self.answer.verdict)

    @property
    def is_near(self) -> bool:
        """Whether nothing is missing, and no judged difference is visible."""
        judged = self.answer is not None and any(each.decides for each in self.answer.comparisons)
        near = level_of_error(self.largest, Screen()) in (Level.SAME, Level.UNSEEN)
        return judged and near and self._is_whole and not self._is_seen_there and not self.turned

    @property
    def _is_whole(self) -> bool:
        return not self.missing and not self.lost and not self.exceeded

    @property
    def largest(self) -> float:
        """The largest judged error, relative."""
        return math.inf if self.answer is None else share_of(self.answer)

    @property
    def turned(self) -> float:
        """The largest angle of normals at rest, radians; 0 if that is no difference."""
        grounds = () if self.answer is None else self.answer.verdict.grounds
        return max((ground.amount for ground in grounds if ground.code == "NORMALS"), default=0.0)

    @cached_property
    def part_metres(self) -> tuple[float, ...]:
        """By part of the file its largest error, as a length in the scene."""
        judged = [each.difference.parts for each in self.answer.comparisons if each.decides] if self.answer else []
        by_part = zip(*judged, strict=True)
        return tuple(float(max(np.nanmax(p.distance.maximum, initial=0.0) for p in part)) for part in by_part)

    @property
    def open(self) -> int:
        """How many reasons keep it from being known to be the same."""
        return 0 if self.answer is None else sum(not ground.differs for ground in self.answer.verdict.grounds)

    @property
    def worth(self) -> tuple[float, ...]:
        """The rank of a trial, the best first, whatever was changed.

        Something judged, nothing missing, all clips judged, the verdict, the error in tenths of a decade: less is no
        reason for a change.
        """
        if self.answer is None:
            return (math.inf,)
        verdict = self.answer.verdict
        outcome = 2 if verdict.differs or self._is_seen_there else 0 if verdict.same else 1
        largest = max([self.largest, *(each.share for each in self.there)])
        error = round(10.0 * math.log10(largest)) if largest > _ROUNDING else -math.inf
        clips, deciding = self.answer.coverage.clips, any(each.decides for each in self.answer.comparisons)
        return (
            not deciding,
            len(self.missing) + self.lost + len(self.exceeded),
            clips.asked - clips.judged,
            outcome,
            error,
            self.open,
        )

    @property
    def gain(self) -> tuple[float, ...]:
        """``worth``, then fewest causes: a smaller one is what is left if a change of the scene mends the largest."""
        return (*self.worth, len(self._causes))

    @property
    def rank(self) -> tuple[float, ...]:
        """``gain``, then fewest properties changed, then the smaller file."""
        return (*self.gain, len(self.changed), self.size)

    def is_better_than(self, other: Trial) -> bool:
        """Whether the file has no less of the scene, and is right or much nearer."""
        if self.answer is None or other.answer is None:
            return self.answer is not None
        if self.clips < other.clips or self.parts < other.parts or self.open > other.open:
            return False
        if len(self.missing) != len(other.missing):
            return len(self.missing) < len(other.missing)
        if self.answer.verdict.same or not other.answer.verdict.differs:
            return self.answer.verdict.same or (self.open < other.open and not self.answer.verdict.differs)
        if other.largest <= _ROUNDING:  # only its normals or faces are off
            return self.largest <= _ROUNDING and self.turned < LESS * other.turned
        return self.largest <= LESS * other.largest


def tried(task: Task, *choices: OtherChoice, prepare: Callable[[], None] | None = None) -> Trial:
    """The scene exported with these choices; without an answer if it cannot be.

    prepare: changes the copy before its export; it is judged beside the scene as it was.
    """
    began, file = time.monotonic(), task.meter.folder / f"trial{task.format.suffix}"
    trial = Trial(choices)
    task.meter.next_export()
    try:
        open_copy(task.blend)
        if prepare is not None:
            prepare()
        task.format.export(file, {**task.properties, **trial.changed})
        trial = replace(trial, size=file.stat().st_size)
        trial = (_of_gltf if task.format.is_read else _of_pair)(task, trial, file)
    except (SkinproofError, RuntimeError, OSError) as error:
        trial = replace(trial, refusal=(str(error).strip().splitlines() or ["it failed"])[-1])
    finally:
        with contextlib.suppress(OSError):
            file.unlink()
    return replace(trial, seconds=time.monotonic() - began)


def _of_gltf(task: Task, trial: Trial, file: Path) -> Trial:
    """A glTF file beside the scene, and at the target."""
    model, hidden = load_model(file), _hidden()
    if not model.parts:
        raise SkinproofError("there is no mesh in the exported file")
    answer = judged(model, task, trial.changed, whole=False)
    if task.target is not None:
        there, exceeded = predictions(task.target, model), limits_exceeded(task.target, model)
        trial = replace(trial, there=tuple(there), exceeded=tuple(exceeded))
    parts = sum(model.nodes.names[part.node] not in hidden for part in model.parts)
    return replace(trial, answer=answer, clips=len(model.clips), parts=parts)


def _of_pair(task: Task, trial: Trial, file: Path) -> Trial:
    """A file by Blender's own importer, beside the scene."""
    open_copy(task.blend)
    subject, question = open_imported(bpy.context, task.names, file, task.question)
    answer = Inquiry(subject.model, {subject.name: subject}, question).answer(task.meter)
    return replace(trial, answer=answer, clips=len(subject.model.clips), parts=len(subject.model.parts))


def _hidden() -> set[str]:
    """Names of the hidden objects of the open scene."""
    return {ob.name for ob in bpy.context.scene.objects if not ob.visible_get()}


def exported_model(task: Task, properties: Mapping[str, Any]) -> Model:
    """The scene's file with other properties. The scene is then open, with the file attached.

    Raises ``SkinproofError``, ``RuntimeError`` or ``OSError`` if it cannot be exported.
    """
    file = task.meter.folder / "whole.glb"
    open_copy(task.blend)
    task.format.export(file, {**task.properties, **properties})
    model = load_model(file)
    file.unlink()
    subject, _ = _opened(model, task, properties)
    return subject.model


def open_copy(blend: Path) -> None:
    """Open a scene in this Blender, which is not the user's. Raises ``SkinproofError`` if it cannot be."""
    try:
        with stdout_silenced():
            bpy.ops.wm.open_mainfile(filepath=str(blend.resolve()), load_ui=False)
            leave_mode(bpy.context)
    except RuntimeError as error:
        told = str(error).strip().removeprefix("Error: ")
        fix = "" if blend.suffix.lower().startswith(".blend") else "give the .blend that you export"
        raise SkinproofError("Blender cannot open it: {why}", where=str(blend), fix=fix, why=told) from error


def judged(
    model: Model, task: Task, changed: Mapping[str, Any] = MappingProxyType({}), *, whole: bool = True
) -> Verification:
    """Findings on a file beside the scene.

    changed: properties of the operator, beside the task's. whole: with all vertices' errors, and what a page draws.

    Raises ``SkinproofError``.
    """
    subject, question = _opened(model, task, changed)
    kept, there = ERRORS_KEPT * whole, subject.model
    inquiry = Inquiry(there, {subject.name: subject}, question, vertex_errors=kept, picture=whole)
    return inquiry.answer(task.meter)


def _opened(model: Model, task: Task, changed: Mapping[str, Any]) -> tuple[Subject, Question]:
    """The scene, with a file attached to it that was exported with these properties beside the task's."""
    times = clip_times(settings_of_operator({**task.properties, **changed}))
    return open_scene(task.blend, next(iter(task.names), None), model, task.question, times)
