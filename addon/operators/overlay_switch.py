"""Operators that show the crowd, take overlays away, and draw again after a failure."""

from __future__ import annotations

from bpy.props import BoolProperty, FloatProperty, IntProperty
from bpy.types import Context, Event, Operator

from ..draw.properties import COUNT, OFFSET, SPACING
from ..state.views import redraw, try_again
from . import Action, without_character


class SKINPROOF_OT_show_crowd(Action):
    """Draw many copies of the active character, each at its own time of the clip, with one draw call per part"""

    bl_idname = "skinproof.show_crowd"
    bl_label = "Show Crowd"

    count: IntProperty(**COUNT)
    spacing: FloatProperty(**SPACING)
    offset: FloatProperty(**OFFSET)
    loop: BoolProperty(
        name="Loop",
        description="Characters whose time is beyond the clip's end begin it again; else they hold its last pose",
        default=True,
    )

    refusals = (without_character,)

    def invoke(self, context: Context, event: Event) -> set[str]:
        result: set[str] = context.window_manager.invoke_props_dialog(self)
        return result

    def act(self, context: Context) -> None:
        settings = context.scene.skinproof_overlay
        settings.count, settings.spacing, settings.offset = self.count, self.spacing, self.offset
        settings.crowd = True
        context.scene.skinproof.looping = self.loop
        try_again()
        redraw(context)


class SKINPROOF_OT_hide_overlays(Action):
    """Take everything that Skinproof draws over the 3D view away, the crowd included"""

    bl_idname = "skinproof.hide_overlays"
    bl_label = "Hide All"

    def act(self, context: Context) -> None:
        settings = context.scene.skinproof_overlay
        settings.ghost = "NONE"
        settings.unmatched = settings.crowd = settings.rest = settings.bind = settings.current = False
        redraw(context)


class SKINPROOF_OT_retry_overlays(Operator):
    """Draw again after a failure"""

    bl_idname = "skinproof.retry_overlays"
    bl_label = "Try Again"

    def execute(self, context: Context) -> set[str]:
        try_again()
        redraw(context)
        return {"FINISHED"}


CLASSES = (SKINPROOF_OT_show_crowd, SKINPROOF_OT_hide_overlays, SKINPROOF_OT_retry_overlays)
