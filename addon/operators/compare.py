"""Compare the active character with the reference: at the current frame, or through the whole clip in steps."""

from __future__ import annotations

import time as clock
from collections.abc import Generator

import bpy
from bpy.props import EnumProperty
from bpy.types import Context, Event, Operator, OperatorProperties, Timer

from ...skinning_core.compare.measuring import Measured, measuring, to_the_end
from .. import session
from ..compare.request import SECONDS, pace_of, request_of
from ..compare.result import last_result_kept_on_error, write_result
from ..draw import heat_map
from ..draw.views import redraw
from ..properties import CLIPS
from . import REFUSALS, fail, refuse


class SKINPROOF_OT_compare(Operator):
    bl_idname = "skinproof.compare"
    bl_label = "Compare"
    bl_options = {"REGISTER"}  # measuring is no edit: Ctrl+Z takes back what was done before it

    scope: EnumProperty(
        name="Scope",
        items=(
            ("FRAME", "Current Frame", "At the clip's time of the current frame"),
            ("CLIP", "Whole Clip", "From the clip's first key to its last"),
        ),
        default="CLIP",
        options={"SKIP_SAVE"},
    )

    _timer: Timer | None = None
    _steps: Generator[int, None, Measured]
    _count: int  # the total up to which the steps count

    @classmethod
    def description(cls, context: Context, properties: OperatorProperties) -> str:
        if properties.scope == "FRAME":
            return "Measure how far the engine is from the reference, at the current frame"
        return "Measure how far the engine is from the reference, through the whole clip. Esc cancels"

    @classmethod
    def poll(cls, context: Context) -> bool:
        if context.scene.skinproof.character is None:
            return refuse(cls, "Import a character first")
        settings = context.scene.skinproof
        if context.mode.startswith("EDIT"):
            return refuse(cls, "Leave Edit Mode first: Blender evaluates no pose there")
        if context.mode != "OBJECT" and settings.engine == "stock":
            return refuse(cls, "The stock importer works in Object Mode only")
        if context.mode != "OBJECT" and settings.engine == "blender" and settings.question == CLIPS:
            return refuse(cls, "The file's clips are compared in Object Mode only; what you see, in any mode")
        return session.job is None or refuse(cls, f"{session.job.label} is running")

    def invoke(self, context: Context, event: Event) -> set[str]:
        if self.scope == "FRAME":
            return self.execute(context)
        try:
            request = request_of(context, self.scope)
        except REFUSALS as error:
            return fail(self, error)
        if context.screen.is_animation_playing:
            bpy.ops.screen.animation_cancel(restore_frame=False)
        self._steps = measuring(request, pace_of(context))
        self._count = request.steps
        session.job = session.Job("Comparing", 0, len(request.times))
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
        session.job = session.Job("Comparing", 0, 1)
        try:
            measured = to_the_end(measuring(request_of(context, self.scope)))
        except REFUSALS as error:
            return fail(self, error)
        finally:
            session.job = None
        return self._finish(context, measured)

    def cancel(self, context: Context) -> None:
        """Called by Blender when the window closes, and by Esc: the last result stays as it was."""
        self._steps.close()
        self._leave(context)

    def _finish(self, context: Context, measured: Measured) -> set[str]:
        try:
            with last_result_kept_on_error(context):
                self._show(context, measured)
        except REFUSALS as error:
            return fail(self, error)
        return {"FINISHED"}

    def _show(self, context: Context, measured: Measured) -> None:
        result = write_result(context, measured)
        shown = context.scene.skinproof.heat_map
        if shown.shown:
            heat_map.show(context, measured, shown.time)
        within = "same within" if result.same else "not judged, but within"
        verdict = within if result.largest <= result.tolerance else "differs beyond"
        self.report({"INFO"}, f"{result.engine}: {verdict} {result.tolerance:.1e}, largest error {result.largest:.1e}")

    def _some_steps(self) -> int:
        """Go on for about as long as a piece takes: a redraw after every step would cost more than the steps."""
        until = clock.perf_counter() + SECONDS
        done = next(self._steps)
        while clock.perf_counter() < until:
            done = next(self._steps)
        return done

    def _show_progress(self, context: Context, steps: int) -> None:
        job = session.job
        if job is None:
            return
        job.done = steps * job.total // self._count
        context.window_manager.progress_update(int(100 * job.done / job.total))
        context.workspace.status_text_set(f"Skinproof: {job.done} of {job.total} times compared      Esc: cancel")
        redraw(context, {"UI"})

    def _leave(self, context: Context) -> None:
        session.job = None
        context.window_manager.event_timer_remove(self._timer)
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)
        redraw(context)


CLASSES = (SKINPROOF_OT_compare,)
