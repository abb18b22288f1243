"""What is told of an export in every workspace, where it is shown, and what is put back after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bpy.types import Context, Event, Timer

from ..export import job
from ..export.headline import told_shortly
from ..export.settings import known_properties, own_properties
from ..scene.ground.stands import stand_again
from ..state.preferences import preference
from ..state.results import Side
from ..state.session import session
from ..state.views import TAB, in_first_window, redraw, redraw_exporter, redraw_status_bars, show_tab, start_timer
from ..translations import said, say
from . import Action, outside_object_mode, unless

#: Seconds in which a window usually draws a workspace or a side bar.
_DRAWN = 0.3

#: Most such waits.
_TRIES = 10


def _told(context: Context, side: Side) -> str:
    """The same with the first reason."""
    result = side.result
    why = "" if result is None or result.same else next(iter((*result.causes, *result.grounds)), "")
    told = told_shortly(context, side)
    return say("{verdict} ({why})", verdict=told, why=said(why)) if why else told


class SKINPROOF_OT_put_back_moved(Action):
    """Let objects, bones and shape keys stand again as before the export"""

    bl_label = "Put Back What the Export Moved"

    refusals = (unless(lambda _: session.moved, "The export has moved nothing"),)

    def act(self, context: Context) -> None:
        assert session.moved is not None  # poll has checked this
        stand_again(session.moved.before)
        session.moved = None
        redraw(context)


class SKINPROOF_OT_tell_side(Action):
    """Show the result of an export in Blender's status bar, in colour, and among its reports"""

    bl_label = "Tell"
    bl_options = {"INTERNAL"}

    _timer: Timer

    def invoke(self, context: Context, event: Event) -> set[str]:
        """Wait for the window's next event: nobody sees what an operator says that a timer calls."""
        self._timer = context.window_manager.event_timer_add(0.01, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: Context, event: Event) -> set[str]:
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        context.window_manager.event_timer_remove(self._timer)
        self.report({"WARNING"}, _told(context, session.side))
        return {"FINISHED"}


class SKINPROOF_OT_show_side(Action):
    """Show what was found in the tab Skinproof of a 3D view"""

    bl_label = "Show Result"
    bl_options = {"INTERNAL"}

    def act(self, context: Context) -> None:
        session.side = replace(session.side, export=False)  # it has been heard
        redraw_status_bars(context)
        if not show_tab(context, TAB):
            _ShowAgain.tries = _TRIES
            start_timer(_ShowAgain.call, after=_DRAWN)


class _ShowAgain:
    """Show it again (a timer): a new workspace or side bar has its tabs once it is drawn."""

    tries = 0

    @staticmethod
    def call() -> float | None:
        _ShowAgain.tries -= 1
        with in_first_window() as context:
            return None if show_tab(context, TAB) or not _ShowAgain.tries else _DRAWN


class SKINPROOF_OT_find_best_settings(Action):
    """Another Blender exports a copy of this scene with these settings and with what may help, judges each file beside the scene and ranks them. Nothing here waits or changes"""  # noqa: E501

    bl_label = "Find Best Settings"
    bl_options = {"INTERNAL"}

    def act(self, context: Context) -> None:
        told = exporter_of(context)
        properties = own_properties({name: getattr(told, name, None) for name in known_properties()})
        target = str(preference(context, "export_target"))
        job.begin_search(context.scene, properties, "" if target == "ANY" else target.lower())


class SKINPROOF_OT_use_best_settings(Action):
    """Write these settings into the exporter: the open dialog, and what it begins with next time"""

    bl_label = "Use These"
    bl_options = {"INTERNAL"}

    refusals = (unless(lambda _: session.side.rows, "Find the best settings first"),)

    def act(self, context: Context) -> None:
        best = session.side.rows[0]
        last = context.window_manager.operator_properties_last("export_scene.gltf")
        for place in (last, exporter_of(context)):
            for name, value in best.settings.items():
                setattr(place, name, value)
        redraw_exporter(context)
        self.report({"INFO"}, say("The exporter has these settings now: {settings}", settings=said(best.title)))


class SKINPROOF_OT_refit_weights(Action):
    """Give these meshes fewer influences, fitted over all clips; other groups stay. Then export with as many"""

    bl_label = "Re-Fit Weights"

    refusals = (
        unless(lambda _: session.side.weights, "Find the best settings first, for a program that reads few influences"),
        outside_object_mode("Weights can be re-fitted in Object Mode only"),
    )

    def act(self, context: Context) -> None:
        weights = session.side.weights or {}
        objects = {name: context.scene.objects.get(name) for name in weights}
        for name, own in weights.items():
            own.require_fitting(name, objects[name])
        for name, own in weights.items():
            own.write(objects[name])
        session.side = replace(session.side, fix="", weights=None)
        redraw_exporter(context)
        self.report({"INFO"}, say("{count} meshes have re-fitted weights", count=len(weights)))


def exporter_of(context: Context) -> Any:
    """The exporter of the open dialog; else the settings that it used last."""
    operator = getattr(context.space_data, "active_operator", None)
    if operator is not None and operator.bl_idname == "EXPORT_SCENE_OT_gltf":
        return operator
    return context.window_manager.operator_properties_last("export_scene.gltf")


class SKINPROOF_OT_cancel_side(Action):
    """Stop what another Blender does for this export; the exported file stays as it is"""

    bl_label = "Cancel"
    bl_options = {"INTERNAL"}

    refusals = (unless(lambda _: session.side.running, "Nothing is being verified"),)

    def act(self, context: Context) -> None:
        job.cancel()
