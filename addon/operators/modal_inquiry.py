"""An operator that answers a question in steps, so that the window is drawn, shows progress, and hears Esc."""

from __future__ import annotations

import time as clock
from collections.abc import Generator, Iterator
from functools import partial
from typing import ClassVar

import bpy
from bpy.types import Context, Event, Timer

from ...skinning_core.compare.judge.verification import Inquiry, Verification
from ..compare.inquiry import SECONDS
from ..state.session import Job, session
from ..state.views import in_first_window, redraw
from . import Action

#: The longest time, in seconds, without drawing the window or hearing Esc.
LONGEST = 1.0

#: Seconds in which Blender's main loop looks for timers' events, handles them, and calls other timers.
_TURN = 0.1

#: Events that turn and move views, and change nothing that is compared.
NAVIGATION = {
    *("MIDDLEMOUSE", "MOUSEMOVE", "WHEELUPMOUSE", "WHEELDOWNMOUSE", "WHEELINMOUSE", "WHEELOUTMOUSE"),
    *("TRACKPADPAN", "TRACKPADZOOM", "MOUSEROTATE", "MOUSESMARTZOOM", "NDOF_MOTION"),
    *(f"NUMPAD_{digit}" for digit in range(1, 10)),
}


class ModalInquiry(Action):
    """The modal half of an operator that compares; ``begin`` asks, and ``finish`` shows the answer."""

    bl_options: ClassVar[set[str]] = {"REGISTER"}  # measuring is no edit: Ctrl+Z takes back what was done before

    _timer: Timer | None = None
    _job: Job  # ours, as long as the scene is the one asked about
    _steps: Generator[int, None, Verification]
    _count: int  # the total up to which the steps count
    _rested: float  # since the window's last turn

    def invoke(self, context: Context, event: Event) -> set[str]:
        if session.freed is not None:  # no other handler may be added yet
            return self.execute(context)
        return self.attempted(lambda: self.begin(context))

    def begin(self, context: Context) -> set[str]:
        """Ask, and ``go_on``."""
        raise NotImplementedError

    def finish(self, context: Context, answer: Verification) -> None:
        """Show the answer."""
        raise NotImplementedError

    def go_on(self, context: Context, inquiry: Inquiry, steps: Generator[int, None, Verification]) -> set[str]:
        """Go on in steps until there is an answer. steps: as ``Inquiry.run`` yields them."""
        if context.screen.is_animation_playing:
            bpy.ops.screen.animation_cancel(restore_frame=False)
        context.view_layer.update()  # notes changes of other characters first
        self._steps, self._count, self._rested = steps, inquiry.steps, clock.perf_counter()
        times = sum(len(request.times) for request in inquiry.requests)
        self._job = Job("Comparing", 0, times, stop=self._stop)
        session.job = self._job
        context.window_manager.progress_begin(0, 100)
        self._timer = context.window_manager.event_timer_add(0.01, window=context.window)
        context.window_manager.modal_handler_add(self)
        self._show_progress(context, 0)
        return {"RUNNING_MODAL"}

    def modal(self, context: Context, event: Event) -> set[str]:
        return self.attempted(lambda: self._answer_to(context, event))

    def _answer_to(self, context: Context, event: Event) -> set[str]:
        if event.type in {"ESC", "RIGHTMOUSE"} and event.value == "PRESS":
            self.cancel(context)
            self.report({"INFO"}, "Comparison cancelled")
            return {"CANCELLED"}
        if session.job is not self._job:  # a script has undone or redone something, or opened another file
            self.cancel(context)
            self.report({"INFO"}, "Comparison cancelled: the scene is not the one that was asked about any more")
            return {"CANCELLED"}
        if event.type in NAVIGATION:
            return {"PASS_THROUGH"}
        if event.type != "TIMER":
            return {"RUNNING_MODAL"}  # nothing else may change the scene meanwhile
        try:
            self._show_progress(context, self._some_steps())
        except StopIteration as end:
            self._leave(context)
            self.finish(context, end.value)
            return {"FINISHED"}
        except ReferenceError:  # a script has deleted what is compared
            self.cancel(context)
            self.report({"INFO"}, "Comparison cancelled: what was compared is not in the scene any more")
            return {"CANCELLED"}
        except BaseException:  # even after a fault of ours no job may seem to run for ever
            self._leave(context)
            raise
        return {"RUNNING_MODAL"}

    def cancel(self, context: Context) -> None:
        """Called by Blender when the window closes, and by Esc: the last result stays."""
        self._steps.close()
        self._leave(context)

    def _stop(self) -> None:
        """Called when the add-on is disabled: Blender then frees a running operator without telling it."""
        self._steps.close()
        with in_first_window() as context:
            self._as_before(context)
        session.freed = self._timer
        bpy.app.timers.register(partial(_forget_freed, iter((_TURN,))), first_interval=_TURN, persistent=True)
        print("Skinproof: comparison cancelled, since the extension was disabled")

    def _some_steps(self) -> int:
        """Go on for about one piece's time or, if the window draws slowly, as long as it has just drawn.

        So drawing takes at most half of the time.
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
        context.workspace.status_text_set(job.progress())
        redraw(context, {"UI"})

    def _leave(self, context: Context) -> None:
        context.window_manager.event_timer_remove(self._timer)
        self._as_before(context)

    def _as_before(self, context: Context) -> None:
        if session.job is self._job:
            session.job = None
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)
        redraw(context)


def _forget_freed(turns: Iterator[float]) -> float | None:
    """Remove the timer of an operator that Blender has freed, after the window has had its event (a timer).

    Blender lets go of its handler only at the window's next event. 4.3 crashes if another handler is added before.
    """
    turn = next(turns, None)
    if turn is None:
        bpy.context.window_manager.event_timer_remove(session.freed)
        session.freed = None
    return turn
