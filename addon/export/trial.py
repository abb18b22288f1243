"""In another Blender, with a copy of the scene: an export verified, and which of the exporter's settings is at fault.

A setting is found at fault by trying: the copy is exported again with that setting changed and nothing else, and
verified again. What is told is measured, and no guess from the setting's name.
"""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from ...skinning_core.compare.judge.question import Question
from ...skinning_core.compare.judge.verification import Inquiry, Verification
from ...skinning_core.error import SkinproofError
from ...skinning_core.load import load_model
from ...skinning_core.model import Float, Model
from ...skinning_core.report.page import verify_page
from ...skinning_core.report.provenance import made_now
from ...skinning_core.report.readable import Reading
from ...skinning_core.text.immutable import immutable, replace
from ...skinning_core.text.sentence import Sentence, sentence
from ..scene.ground import stored_names as stored
from ..scene.identity.character import characters
from ..scene.identity.evaluated_rows import own_rows
from ..scene.identity.vertex_map import vertex_map
from ..state.results import SideResult, largest_errors, side_result
from ..subjects.open_scene import open_scene
from .progress import Meter
from .settings import Move, moves, words_of_operator
from .suspects import suspects

#: The number of errors, one per vertex and time, that are kept.
_ERRORS_KEPT = 16_000_000

#: Of a difference a setting is named that leaves at most this much.
_LESS = 0.2

#: Seconds after which no further export is tried.
_LONGEST = 60.0


@immutable(eq=False)
class Found:
    """What is found of an exported file beside the copy of its scene."""

    result: SideResult
    errors: Mapping[str, Float]  # by mesh object: (V,) the largest of each vertex, relative; NaN: it is not in the file
    page: str  # a report, HTML


def verified_export(
    export: Path, blend: Path, names: Sequence[str], settings: Mapping[str, Any], folder: Path
) -> Iterator[Found]:
    """What is found: at once without the settings at fault and, if it differs, a second time with them.

    names: of the object to compare with, if it is known. folder: where exports are tried. Raises ``SkinproofError``.
    """
    model = load_model(export)
    if not model.parts:
        raise SkinproofError("there is no mesh in this file", where=export.name)
    meter = Meter(folder)
    answer, names_there = _verified(model, blend, names, meter)
    page = verify_page([(export.name, answer)], {}, made=made_now((), f"Blender {bpy.app.version_string}"))
    found = Found(side_result(export.name, answer), _by_object(model, names_there, largest_errors(answer)), page)
    yield found
    if not answer.verdict.same:
        faults = tuple(_faults(answer, blend, names, settings, meter))
        yield replace(found, result=replace(found.result, causes=(*faults, *found.result.causes)))


def _verified(model: Model, blend: Path, names: Sequence[str], meter: Meter) -> tuple[Verification, set[str]]:
    """The answer, and the names of the objects of the character that it is about."""
    subject, question = open_scene(blend, next(iter(names), None), model, Question())
    answer = Inquiry(model, {subject.name: subject}, question, vertex_errors=_ERRORS_KEPT, picture=True).answer(meter)
    return answer, {name for each in characters(bpy.context.scene) for name in each.objects}


def _by_object(model: Model, names: set[str], errors: Sequence[Float]) -> dict[str, Float]:
    """By mesh object: (V,) float32 errors of its own vertices, relative; NaN where a vertex is none of the file's.

    Where the file has the mesh as its modifiers make it, a vertex has the largest error of those that it is there.
    """
    rows: dict[str, Float] = {}
    for character in characters(bpy.context.scene):
        if not names & set(character.objects) or len(character.clips) != len(model.clips):
            continue
        for ob, pieces in vertex_map(model, character).by_object.items():
            own = rows.setdefault(ob.name, np.full(len(ob.data.vertices), np.nan, np.float32))
            applied = own_rows(ob) if stored.BEHIND in ob else np.arange(len(own))
            for piece in pieces if errors else ():
                there = applied[piece.rows]
                known = there >= 0
                np.fmax.at(own, there[known], errors[piece.part][piece.vertices[known]].astype(np.float32))
    return rows


@immutable(eq=False)
class _Trial:
    """An export of the copy that was made again, and what was found of it."""

    answer: Verification
    content: tuple[int, int]  # clips and parts of the file

    @property
    def open(self) -> int:
        """How many reasons there are why it is not known to be the same."""
        return sum(not ground.differs for ground in self.answer.verdict.grounds)

    @property
    def largest(self) -> float:
        """The largest error of what was judged, relative."""
        return _share(self.answer)

    def is_better_than(self, other: _Trial) -> bool:
        """Whether the file has no less of the scene, and is right, or much more nearly so."""
        if any(own < had for own, had in zip(self.content, other.content, strict=True)) or self.open > other.open:
            return False
        if self.answer.verdict.same or not other.answer.verdict.differs:
            return self.answer.verdict.same or (self.open < other.open and not self.answer.verdict.differs)
        return self.largest <= _LESS * other.largest


def _faults(
    answer: Verification, blend: Path, names: Sequence[str], settings: Mapping[str, Any], meter: Meter
) -> Iterator[Sentence]:
    """The settings without which there would be much less of a difference, each with how much there would be.

    The first trial is the control, with the settings unchanged: what it does not show again is no setting's fault.
    """
    exporter: Any = bpy.ops.export_scene.gltf
    known = frozenset(exporter.get_rna_type().properties.keys())
    words, until = words_of_operator(settings, known), time.monotonic() + _LONGEST
    control = _tried(words, blend, names, meter)
    if control is None:
        return
    if control.answer.verdict.same:
        yield sentence("exported again with the same settings: the same, so no setting is at fault")
        return
    if _share(control.answer) < _LESS * _share(answer):
        yield sentence(
            "exported again with the same settings: {share}, so the rest is no setting's fault",
            share=Reading().share(control.largest),
        )
    for move in moves(settings, known, suspects(bpy.context.scene, settings)):
        if time.monotonic() > until:
            return
        found = _tried(words | move.changed, blend, names, meter)
        if found is None or not found.is_better_than(control):
            continue  # this choice cannot be tried, or is no better, so nothing is said of it
        yield _fault(move, control, found)
        if found.answer.verdict.same:
            return


def _tried(words: Mapping[str, Any], blend: Path, names: Sequence[str], meter: Meter) -> _Trial | None:
    """The copy exported with these properties of the operator; None: it cannot be."""
    file = meter.folder / "trial.glb"
    meter.next_export()
    bpy.ops.wm.open_mainfile(filepath=str(blend), load_ui=False)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            told = {**words, "export_format": "GLB", "export_materials": "PLACEHOLDER"}
            bpy.ops.export_scene.gltf(filepath=str(file), **told)
        model = load_model(file)
        return _Trial(_verified(model, blend, names, meter)[0], (len(model.clips), len(model.parts)))
    except (SkinproofError, RuntimeError):
        return None


def _fault(move: Move, control: _Trial, found: _Trial) -> Sentence:
    reading = Reading()
    rest = (
        sentence("the same") if found.answer.verdict.same else sentence("{share}", share=reading.share(found.largest))
    )
    about = {"setting": move.was, "better": move.better, "rest": rest}
    if control.answer.verdict.differs:
        return sentence("{setting}: {share} (with {better}: {rest})", share=reading.share(control.largest), **about)
    why = next(ground.sentence for ground in control.answer.verdict.grounds if not ground.differs)
    return sentence("{setting}: {why} (with {better}: {rest})", why=why, **about)


def _share(answer: Verification) -> float:
    return max((each.difference.max_relative for each in answer.comparisons if each.decides), default=0.0)
