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
from .settings import other_choices, words_of_operator

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
    answer, names_there = _verified(model, blend, names)
    page = verify_page([(export.name, answer)], {}, made=made_now((), f"Blender {bpy.app.version_string}"))
    found = Found(side_result(export.name, answer), _by_object(model, names_there, largest_errors(answer)), page)
    yield found
    if answer.verdict.differs:
        faults = tuple(_faults(answer, blend, names, settings, folder))
        yield replace(found, result=replace(found.result, causes=(*faults, *found.result.causes)))


def _verified(model: Model, blend: Path, names: Sequence[str]) -> tuple[Verification, set[str]]:
    """The answer, and the names of the objects of the character that it is about."""
    subject, question = open_scene(blend, next(iter(names), None), model, Question())
    answer = Inquiry(model, {subject.name: subject}, question, vertex_errors=_ERRORS_KEPT, picture=True).answer()
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


def _faults(
    answer: Verification, blend: Path, names: Sequence[str], settings: Mapping[str, Any], folder: Path
) -> Iterator[Sentence]:
    """The settings without which there would be much less of a difference, each with how much there would be."""
    operator: Any = bpy.ops.export_scene.gltf
    known = frozenset(operator.get_rna_type().properties.keys())
    words, reading = words_of_operator(settings, known), Reading()
    before, until = _largest(answer), time.monotonic() + _LONGEST
    for choice in other_choices(settings, known):
        if time.monotonic() > until:
            return
        file = folder / "trial.glb"
        bpy.ops.wm.open_mainfile(filepath=str(blend), load_ui=False)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                told = words | choice.changed | {"export_format": "GLB", "export_materials": "PLACEHOLDER"}
                bpy.ops.export_scene.gltf(filepath=str(file), **told)
            found, _ = _verified(load_model(file), blend, names)
        except (SkinproofError, RuntimeError):
            continue  # this choice cannot be tried, so nothing is said of it
        after = _largest(found)
        if found.verdict.same or after <= _LESS * before:
            rest = sentence("the same") if found.verdict.same else sentence("{share}", share=reading.share(after))
            about = {"setting": choice.was, "share": reading.share(before), "better": choice.better, "rest": rest}
            yield sentence("{setting}: {share} (with {better}: {rest})", **about)
        if found.verdict.same:
            return


def _largest(answer: Verification) -> float:
    return max((each.difference.max_relative for each in answer.comparisons if each.decides), default=0.0)
