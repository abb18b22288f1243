"""Compare the active character with the reference: all clips or one, in steps, or the current frame at once.

Also an exported file with the scene. What could not be judged is accepted by name, as with ``--accept``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import bpy
from bpy.props import EnumProperty, StringProperty
from bpy.types import Context, Event, OperatorProperties
from bpy_extras.io_utils import ImportHelper

from ...skinning_core.compare.judge.verdict import decided
from ...skinning_core.compare.judge.verification import Verification
from ...skinning_core.error import SkinproofError
from ..compare.inquiry import inquiry_of, inquiry_of_clips, pace_of
from ..compare.outcome import write_result
from ..draw import heat_map
from ..draw.heat_map import heat_map_kept_on_error
from ..state.choices import CHOICES
from ..state.listing import list_characters
from ..state.preferences import reading_of
from ..state.properties import CLIPS, SKINPROOF_PG_scene
from ..state.result_store import results_kept_on_error
from ..state.session import Job, session
from ..state.staleness import unnoticed
from ..subjects.open_scene import attach_export
from ..translations import said, say
from . import Action, Modes, OnCharacter, busy, chosen_file, unless, without_character
from .import_skin import GLTF
from .modal_inquiry import ModalInquiry


def answered_at_once(context: Context, scope: str) -> Verification:
    """The answer to the panel's question, without a pause for the window. Raises ``SkinproofError`` as subjects do."""
    context.view_layer.update()  # notes changes of other characters first
    session.job = Job("Comparing", 0, 1)
    try:
        return inquiry_of(context, scope).answer()
    finally:
        session.job = None


def compare_anew(context: Context, scope: str) -> None:
    """Compare again after something was put right: in steps if there is a window, else at once."""
    if not bpy.app.background and context.window is not None:
        bpy.ops.skinproof.compare("INVOKE_DEFAULT", scope=scope)
        return
    with suppress(SkinproofError):  # what was put right stays so
        answer = answered_at_once(context, scope)
        with as_before_on_error(context):
            show_answer(context, answer)


@contextmanager
def as_before_on_error(context: Context) -> Iterator[None]:
    """If the block raises, results and heat map are put back; changes in it are ours."""
    with results_kept_on_error(context.scene), heat_map_kept_on_error(context), unnoticed(context):
        yield


def show_answer(context: Context, answer: Verification) -> str:
    """Show an answer in panel and heat map; returns the verdict in one sentence. Use in ``as_before_on_error``."""
    result = write_result(context, answer)
    shown = context.scene.skinproof.heat_map
    if shown.shown:
        heat_map.show(context, answer, shown.time)
    off = reading_of(context).length(result.largest_metres)
    words = said(result.words)
    told = [*result.causes, *(each for each in result.grounds if getattr(each, "code", "") != "POSITIONS")]
    if told and not result.same:
        words = say("{verdict} ({why})", verdict=words, why=said(told[0]))
    return str(say("{engine}: {words}, largest error {length}", engine=result.engine, words=words, length=off))


def _plays_clips(settings: SKINPROOF_PG_scene) -> bool:
    """Whether the scene's character is to play the imported clips."""
    return bool(settings.engine == "blender" and settings.question == CLIPS)


class SKINPROOF_OT_compare(ModalInquiry):
    """Measure how far the character is from its file, in all clips, in one, or at the current frame"""

    bl_label = "Compare"

    scope: EnumProperty(
        name="Scope",
        description="Which times are compared",
        items=CHOICES["scope"],
        default="CLIP",
        options={"SKIP_SAVE"},
    )

    @classmethod
    def description(cls, context: Context, properties: OperatorProperties) -> str:
        if properties.scope == "FRAME":
            return say("Compare the character with its file at the current frame")
        if properties.scope == "ALL":
            return say("Compare the rest pose and every clip with the file, frame by frame. Esc cancels")
        return say("Compare the chosen clip with the file, frame by frame. Esc cancels")

    refusals = (
        without_character,
        unless(
            lambda context: context.mode == "OBJECT" or context.scene.skinproof.engine != "stock",
            "The stock importer works in Object Mode only: leave the mode (Tab)",
        ),
        unless(
            lambda context: context.mode != "EDIT_ARMATURE" or not _plays_clips(context.scene.skinproof),
            "An armature in Edit Mode stands at rest, and no clip moves it: leave the mode (Tab)",
        ),
        busy,
    )

    def invoke(self, context: Context, event: Event) -> set[str]:
        return self.execute(context) if self.scope == "FRAME" else super().invoke(context, event)

    def act(self, context: Context) -> None:
        self._require_posed(context)
        self.finish(context, answered_at_once(context, self.scope))

    def _require_posed(self, context: Context) -> None:
        """Raise ``SkinproofError`` if clips are to be played by an armature that Edit Mode holds at rest."""
        if self.scope == "ALL" and context.mode == "EDIT_ARMATURE":
            raise SkinproofError("an armature in Edit Mode stands at rest", fix="leave the mode (Tab)")

    def begin(self, context: Context) -> set[str]:
        self._require_posed(context)
        inquiry = inquiry_of(context, self.scope)
        return self.go_on(context, inquiry, inquiry.run(pace_of(context)))

    def finish(self, context: Context, answer: Verification) -> None:
        with as_before_on_error(context):
            self.report({"INFO"}, show_answer(context, answer))


class SKINPROOF_OT_accept(OnCharacter):
    """Accept what could not be checked, here and in later comparisons of this scene. The list is under Advanced"""

    bl_label = "Accept What Was Not Judged"
    modes = Modes.ANY

    def act(self, context: Context) -> None:
        settings = context.scene.skinproof
        answer = session.answer_under(settings.result.key)
        if answer is None:
            raise SkinproofError("the arrays of this comparison are no longer there", fix="compare again")
        codes = {ground.code for ground in answer.verdict.grounds if ground.acceptable}
        if not codes:
            raise SkinproofError("nothing was left unjudged that could be accepted", fix="compare first")
        settings.accepted = " ".join(sorted(settings.codes_accepted | codes))
        accepted = settings.codes_accepted
        verdict = decided(answer.verdict.grounds, accepted, allowed=answer.verdict.level)
        question = replace(answer.question, accept=accepted)
        with as_before_on_error(context):
            show_answer(context, replace(answer, question=question, verdict=verdict))
        self.report({"INFO"}, say("Accepted: {codes}", codes=", ".join(sorted(codes))))


class SKINPROOF_OT_compare_export(Action, ImportHelper):
    """Compare a file that was exported from this scene with what plays here: every clip, at every frame"""

    bl_label = "Compare with Export"

    filename_ext = ".glb"
    filter_glob: StringProperty(default=";".join(f"*{s}" for s in GLTF), options={"HIDDEN"})

    modes = Modes.BACK
    refusals = (busy,)

    def act(self, context: Context) -> None:
        scene = context.scene
        model = session.models.read_mesh_file(chosen_file(self.filepath))
        with as_before_on_error(context):
            character = attach_export(context, model).character
            list_characters(scene, active=character.id)
            scene.skinproof.engine, scene.skinproof.question = "blender", CLIPS
            self.report({"INFO"}, show_answer(context, inquiry_of_clips(context).answer()))
