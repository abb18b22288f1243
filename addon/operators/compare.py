"""Compare the active character with the reference: at the current frame, or through the whole clip in steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bpy.props import EnumProperty
from bpy.types import Context, Event, OperatorProperties

from ...skinning_core.compare.judge.verification import Verification
from ..compare.inquiry import inquiry_of, pace_of
from ..compare.outcome import write_result
from ..draw import heat_map
from ..draw.heat_map_rollback import heat_map_kept_on_error
from ..state import session
from ..state.lengths import reading_of
from ..state.own_edits import unnoticed
from ..state.properties import CLIPS, SKINPROOF_PG_scene
from ..state.result_store import results_kept_on_error
from ..translations import said, say
from . import busy, unless, without_character
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


def _plays_clips(settings: SKINPROOF_PG_scene) -> bool:
    """Whether the imported clips are played by the character of the scene."""
    return bool(settings.engine == "blender" and settings.question == CLIPS)


class SKINPROOF_OT_compare(ModalInquiry):
    """Measure how far the engine is from the reference, at the current frame or through the whole clip"""

    bl_idname = "skinproof.compare"
    bl_label = "Compare"

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
        self.finish(context, answered_at_once(context, self.scope))

    def begin(self, context: Context) -> set[str]:
        inquiry = inquiry_of(context, self.scope)
        return self.go_on(context, inquiry, inquiry.run(pace_of(context)))

    def finish(self, context: Context, answer: Verification) -> None:
        with as_before_on_error(context):
            self.report({"INFO"}, show_answer(context, answer))


CLASSES = (SKINPROOF_OT_compare,)
