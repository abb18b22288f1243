"""Compare the active character with the reference: at the current frame, or through the whole clip in steps."""

from __future__ import annotations

import time as clock
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import bpy
from bpy.props import EnumProperty
from bpy.types import Context, Event, Operator, OperatorProperties, Timer

from ...skinning_core.compare.judge.verification import Verification
from ..compare.inquiry import SECONDS, inquiry_of, pace_of
from ..compare.outcome import write_result
from ..draw import heat_map
from ..draw.heat_map_rollback import heat_map_kept_on_error
from ..state import session
from ..state.lengths import reading_of
from ..state.own_edits import unnoticed
from ..state.properties import CLIPS
from ..state.result_store import results_kept_on_error
from ..state.views import redraw
from ..translations import said, say
from . import REFUSALS, fail, idle, refuse

#: The longest time, in seconds, for which the window is not drawn and Esc is not heard.
LONGEST = 1.0

#: Events that turn and move views, which change nothing that is compared.
NAVIGATION = {
    *("MIDDLEMOUSE", "MOUSEMOVE", "WHEELUPMOUSE", "WHEELDOWNMOUSE", "WHEELINMOUSE", "WHEELOUTMOUSE"),
    *("TRACKPADPAN", "TRACKPADZOOM", "MOUSEROTATE", "MOUSESMARTZOOM", "NDOF_MOTION"),
    *(f"NUMPAD_{digit}" for digit in range(1, 10)),
}


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


class SKINPROOF_OT_compare(Operator):
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

    _timer: Timer | None = None
    _steps: Generator[int, None, Verification]
    _count: int  # the total up to which the steps count
    _rested: float  # since when the window has had its turn

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
        if context.screen.is_animation_playing:
            bpy.ops.screen.animation_cancel(restore_frame=False)
        context.view_layer.update()  # so that changes of other characters are noted before
        self._steps = inquiry.run(pace_of(context))
        self._count, self._rested = inquiry.steps, clock.perf_counter()
        session.job = session.Job("Comparing", 0, sum(len(request.times) for request in inquiry.requests))
        context.window_manager.progress_begin(0, 100)
        self._timer = context.window_manager.event_timer_add(0.01, window=context.window)
        context.window_manager.modal_handler_add(self)
        self._show_progress(context, 0)
        return {"RUNNING_MODAL"}

    def modal(self, context: Context, event: Event) -> set[str]:
        if event.type in {"ESC", "RIGHTMOUSE"} and event.value == "PRESS":
            self.cancel(context)
            self.report({"INFO"}, "Comparison cancelled")
            return {"CANCELLED"}
        if event.type in NAVIGATION:
            return {"PASS_THROUGH"}
        if event.type != "TIMER" or session.job is None:
            return {"RUNNING_MODAL"}  # nothing else may change the scene meanwhile
        try:
            self._show_progress(context, self._some_steps())
        except StopIteration as end:
            self._leave(context)
            return self._finish(context, end.value)
        except REFUSALS as error:
            self._leave(context)
            return fail(self, error)
        except BaseException:  # even after a fault of ours no job may seem to run for ever
            self._leave(context)
            raise
        return {"RUNNING_MODAL"}

    def execute(self, context: Context) -> set[str]:
        try:
            answer = answered_at_once(context, self.scope)
        except REFUSALS as error:
            return fail(self, error)
        return self._finish(context, answer)

    def cancel(self, context: Context) -> None:
        """Called by Blender when the window closes, and by Esc: the last result stays as it was."""
        self._steps.close()
        self._leave(context)

    def _finish(self, context: Context, answer: Verification) -> set[str]:
        try:
            with as_before_on_error(context):
                self.report({"INFO"}, show_answer(context, answer))
                return {"FINISHED"}
        except REFUSALS as error:
            return fail(self, error)

    def _some_steps(self) -> int:
        """Go on for about as long as a piece takes or, where the window draws slowly, as long as it has just drawn.

        So drawing takes no more than half of the time.
        """
        began = clock.perf_counter()
        until = began + max(SECONDS, min(began - self._rested, LONGEST))
        done = next(self._steps)
        while clock.perf_counter() < until:
            done = next(self._steps)
        self._rested = clock.perf_counter()
        return done

    def _show_progress(self, context: Context, steps: int) -> None:
        job = session.job
        if job is None:
            return
        job.done = steps * job.total // max(self._count, 1)
        context.window_manager.progress_update(int(100 * job.done / max(job.total, 1)))
        context.workspace.status_text_set(f"Skinproof: {job.done} of {job.total} times compared      Esc: cancel")
        redraw(context, {"UI"})

    def _leave(self, context: Context) -> None:
        session.job = None
        context.window_manager.event_timer_remove(self._timer)
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)
        redraw(context)


CLASSES = (SKINPROOF_OT_compare,)
