"""Compare the active character with the reference: at the current frame, or through the whole clip in steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bpy.props import EnumProperty
from bpy.types import Context, Event, Operator, OperatorProperties

from ...skinning_core.compare.judge.verification import Verification
from ..compare.inquiry import inquiry_of, pace_of
from ..compare.outcome import write_result
from ..draw import heat_map
from ..draw.heat_map_rollback import heat_map_kept_on_error
from ..state import session
from ..state.lengths import reading_of
from ..state.own_edits import unnoticed
from ..state.properties import CLIPS
from ..state.result_store import results_kept_on_error
from ..translations import said, say
from . import REFUSALS, fail, idle, refuse
from .modal_inquiry import ModalInquiry


def answered_at_once(context: Context, scope: str) -> Verification:
    """The answer to the panel's question, without a pause for the window. Raises ``SkinproofError`` as subjects do."""
    context.view_layer.update()  # so that changes of other characters are noted before
    session.job = session.Job("Comparing", 0, 1)
    try:
        return inquiry_of(context, scope).answer()
    finally:
        session.job = None


@contextmanager
def as_before_on_error(context: Context) -> Iterator[None]:
    """Where the block is left by an exception, results and heat map are those from before; changes in it are ours."""
    with results_kept_on_error(context.scene), heat_map_kept_on_error(context), unnoticed(context):
        yield


def show_answer(context: Context, answer: Verification) -> str:
    """Show the panel and the heat map an answer; the verdict in one sentence. In ``as_before_on_error``."""
    result = write_result(context, answer)
    shown = context.scene.skinproof.heat_map
    if shown.shown:
        heat_map.show(context, answer, shown.time)
    off = reading_of(context).length(result.largest_metres)
    words = said(result.words)
    if result.grounds and not result.same:
        words = say("{verdict} ({why})", verdict=words, why=said(result.grounds[0]))
    return str(say("{engine}: {words}, largest error {length}", engine=result.engine, words=words, length=off))


class SKINPROOF_OT_compare(ModalInquiry, Operator):
    """Measure how far the engine is from the reference, at the current frame or through the whole clip"""

    bl_idname = "skinproof.compare"
    bl_label = "Compare"
    bl_options = {"REGISTER"}  # measuring is no edit: Ctrl+Z takes back what was done before it

    scope: EnumProperty(
        name="Scope",
        description="Which times are compared",
        items=(
            ("FRAME", "Current Frame", "At the clip's time of the current frame"),
            ("CLIP", "Whole Clip", "From the clip's first key to its last"),
        ),
        default="CLIP",
        options={"SKIP_SAVE"},
    )

    @classmethod
    def description(cls, context: Context, properties: OperatorProperties) -> str:
        if properties.scope == "FRAME":
            return say("Measure how far the engine is from the reference, at the current frame")
        return say("Measure how far the engine is from the reference, through the whole clip. Esc cancels")

    @classmethod
    def poll(cls, context: Context) -> bool:
        if context.scene.skinproof.character is None:
            return refuse(cls, "Import a character first")
        settings = context.scene.skinproof
        if context.mode != "OBJECT" and settings.engine == "stock":
            return refuse(cls, "The stock importer works in Object Mode only: leave the mode (Tab)")
        if context.mode == "EDIT_ARMATURE" and settings.engine == "blender" and settings.question == CLIPS:
            return refuse(cls, "An armature in Edit Mode stands at rest, and no clip moves it: leave the mode (Tab)")
        return idle(cls)

    def invoke(self, context: Context, event: Event) -> set[str]:
        if self.scope == "FRAME":
            return self.execute(context)
        try:
            inquiry = inquiry_of(context, self.scope)
        except REFUSALS as error:
            return fail(self, error)
        return self.begin(context, inquiry, inquiry.run(pace_of(context)))

    def execute(self, context: Context) -> set[str]:
        try:
            answer = answered_at_once(context, self.scope)
        except REFUSALS as error:
            return fail(self, error)
        return self.finish(context, answer)

    def finish(self, context: Context, answer: Verification) -> set[str]:
        try:
            with as_before_on_error(context):
                self.report({"INFO"}, show_answer(context, answer))
                return {"FINISHED"}
        except REFUSALS as error:
            return fail(self, error)


CLASSES = (SKINPROOF_OT_compare,)
