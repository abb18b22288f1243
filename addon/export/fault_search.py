"""In another Blender, with a copy of the scene: an export verified, and the exporter's setting at fault.

The copy is exported again with one setting changed, and verified: what is told is measured.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from ...skinning_core.compare.judge.question import Origin, Question
from ...skinning_core.compare.judge.verdict import unseen
from ...skinning_core.compare.judge.verification import Verification
from ...skinning_core.load import load_model
from ...skinning_core.model import Float, Model
from ...skinning_core.report.page import verify_page
from ...skinning_core.report.provenance import made_now
from ...skinning_core.report.readable import Reading
from ...skinning_core.text.sentence import Sentence, joined, sentence
from ..scene.ground import stored_names as stored
from ..scene.ground.noted import our
from ..scene.identity.character import characters
from ..scene.identity.evaluated_rows import own_rows
from ..scene.identity.vertex_map import vertex_map
from ..state.results import SideResult, largest_errors, share_of, side_result
from .empty_file import why_empty
from .progress import Meter
from .settings import OtherChoice, known_properties, operator_properties, other_choices
from .suspects import suspects
from .trial import LESS, Task, Trial, judged, open_copy, tried

#: Code of a cause that is a setting of the exporter.
SETTING_AT_FAULT = "export-setting"

#: Seconds after the control export from which on no further setting is tried; the most telling one always is.
_LONGEST = 60.0


@dataclass(frozen=True, eq=False)
class Found:
    """Findings on an exported file beside the copy of its scene."""

    result: SideResult
    errors: Mapping[str, Float]  # by mesh object: (V,) each vertex's largest, relative; NaN: not in the file
    page: str  # a report, HTML


def verified_export(
    export: Path, blend: Path, names: Sequence[str], settings: Mapping[str, Any], folder: Path
) -> Iterator[Found]:
    """Findings at once without settings at fault and, if the file differs, a second time with them.

    names: of the object to compare with, if known. folder: where exports are tried. Raises ``SkinproofError``.
    """
    model = load_model(export)
    properties = operator_properties(settings, known_properties())
    if not model.parts:
        open_copy(blend)
        raise why_empty(properties, export.name)
    task = Task(blend, names, Question(source=Origin.SCENE), properties, Meter(folder))
    answer = judged(model, task)
    errors = _by_object(answer.model, largest_errors(answer))
    page = verify_page([(export.name, answer)], {}, made=made_now((), f"Blender {bpy.app.version_string}"))
    found = Found(replace(side_result(export.name, answer), file=str(export)), errors, page)
    yield found
    if not unseen(answer.verdict):  # else nothing has to mend it
        faults = tuple(_faults(answer, task, settings))
        remedies = (*(_remedy(fault) for fault in faults), *found.result.remedies)
        yield replace(found, result=replace(found.result, causes=(*faults, *found.result.causes), remedies=remedies))


def _by_object(model: Model, errors: Sequence[Float]) -> dict[str, Float]:
    """By mesh object: (V,) float32 errors of its own vertices, relative; NaN: not in the file.

    If the file has the mesh as modifiers make it, a vertex has the largest error of those made of it.
    """
    rows: dict[str, Float] = {}
    for character in characters(bpy.context.scene):
        if len(character.clips) != len(model.clips):
            continue
        for ob, pieces in vertex_map(model, character).by_object.items():
            own = rows.setdefault(ob.name, np.full(len(ob.data.vertices), np.nan, np.float32))
            applied = own_rows(ob) if stored.BEHIND in our(ob) else np.arange(len(own))
            for piece in pieces if errors else ():
                there = applied[piece.rows]
                known = there >= 0
                of_vertex = errors[piece.part][piece.vertices[known]]
                np.fmax.at(own, there[known], of_vertex.astype(np.float32))
    return rows


def _faults(answer: Verification, task: Task, settings: Mapping[str, Any]) -> Iterator[Sentence]:
    """The settings without which there would be much less of a difference, each with how much there would be.

    The first trial is the control, with the settings unchanged: what it does not show is no setting's fault.
    """
    control = tried(task)
    if control.answer is None:
        return
    if control.is_right:
        yield sentence("exported again with the same settings: the same, so no setting is at fault")
        return
    if control.largest < LESS * share_of(answer):
        yield sentence(
            "exported again with the same settings: {share}, so the rest is no setting's fault",
            share=Reading().share(control.largest),
        )
    kinds = suspects(bpy.context.scene, settings, control.answer.verdict)
    choices = other_choices(settings, known_properties(), kinds)
    for found in _better(choices, [choice for choice in choices if choice.kind in kinds], control, task):
        yield _fault(_as_one(found.choices), control, found)


def _better(
    choices: Sequence[OtherChoice], likely: Sequence[OtherChoice], control: Trial, task: Task
) -> Iterator[Trial]:
    """Exports with one setting changed, or two, that are better than the control; up to one that is right.

    likely: what is tried beside the first that is better, which may have hidden it.
    """
    until = time.monotonic() + _LONGEST
    partly: list[Trial] = []  # leaves less, but not much less
    named = False
    for k, choice in enumerate(choices):
        if k > 0 and time.monotonic() > until:
            return
        found = tried(task, choice)
        if not found.is_better_than(control):
            whole = found.clips >= control.clips and found.parts >= control.parts and found.open <= control.open
            partly += [found] if whole and found.worth < control.worth else []
            continue  # it cannot be tried, or is no better
        yield found
        both = None if named or found.is_right else _with_another(found, likely, found, task, until)
        named = True
        if both is not None:
            yield both
        if found.is_right or (both is not None and both.is_right):
            return
    if partly and not named:
        both = _with_another(min(partly, key=lambda trial: trial.rank), choices, control, task, until)
        if both is not None:
            yield both


def _with_another(trial: Trial, choices: Sequence[OtherChoice], least: Trial, task: Task, until: float) -> Trial | None:
    """An export with one setting more changed that is better than ``least``: either alone leaves what the other does.

    until: when no further export is begun, in seconds of the monotonic clock.
    """
    for choice in choices:
        if time.monotonic() > until:
            return None
        if trial.changed.keys() & choice.changed.keys():
            continue
        found = tried(task, *trial.choices, choice)
        if found.is_better_than(least):
            return found
    return None


def _as_one(choices: Sequence[OtherChoice]) -> OtherChoice:
    """Choices that are made together."""
    if len(choices) == 1:
        return choices[0]
    was, better = joined([each.was for each in choices], ", "), joined([each.better for each in choices], ", ")
    changed = {name: value for each in choices for name, value in each.changed.items()}
    return OtherChoice(was, better, changed, choices[0].kind)


def _remedy(fault: Sentence) -> str:
    """What to do about a setting; empty if the sentence is about none."""
    if fault.code != SETTING_AT_FAULT:
        return ""
    return sentence("export again with {better}", better=fault.values["better"])


def _fault(choice: OtherChoice, control: Trial, found: Trial) -> Sentence:
    assert control.answer is not None  # a control without an answer is none
    reading = Reading()
    rest = sentence("the same") if found.is_right else sentence("{share}", share=reading.share(found.largest))
    changed = json.dumps(choice.changed)  # what a button can do about it
    about = {"setting": choice.was, "better": choice.better, "rest": rest}
    if len(found.missing) < len(control.missing):
        why = control.missing[0].sentence
    elif control.answer.verdict.differs:
        told = sentence("{setting}: {share} (with {better}: {rest})", share=reading.share(control.largest), **about)
        return told.with_code(SETTING_AT_FAULT, changed=changed)
    else:
        why = next(ground.sentence for ground in control.answer.verdict.grounds if not ground.differs)
    told = sentence("{setting}: {why} (with {better}: {rest})", why=why, **about)
    return told.with_code(SETTING_AT_FAULT, changed=changed)
