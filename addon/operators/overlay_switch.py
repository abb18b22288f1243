"""Operators that show heat map and crowd, remove heat map and overlays, and draw again after a failure."""

from __future__ import annotations

from typing import ClassVar

from bpy.props import BoolProperty, FloatProperty, IntProperty
from bpy.types import Context, Event

from ..draw import heat_map
from ..draw.heat_map import heat_map_kept_on_error
from ..draw.properties import COUNT, OFFSET, SPACING
from ..scene.ground.modes import in_object_mode
from ..state.session import session
from ..state.staleness import unnoticed
from ..state.views import redraw, try_again
from . import Action, unless, without_character


class SKINPROOF_OT_show_heat_map(Action):
    """Colour the meshes by their distance from the reference and switch 3D views to show it"""

    bl_label = "Show Heat Map"

    refusals = (
        unless(
            lambda context: session.answer_under(context.scene.skinproof.result.key),
            "Compare first: errors of single vertices are not kept in the file",
        ),
    )

    def act(self, context: Context) -> None:
        scene = context.scene
        answer = session.answer_under(scene.skinproof.result.key)
        assert answer is not None  # poll has checked this
        character = session.characters[scene.skinproof.result.character]
        with unnoticed(context), in_object_mode(context), heat_map_kept_on_error(context):
            heat_map.show(context, answer, scene.frame_current_final / character.frame_rate)
            redraw(context)


class SKINPROOF_OT_hide_heat_map(Action):
    """Remove the colours from the meshes and give 3D views their former shading"""

    bl_label = "Hide Heat Map"

    def act(self, context: Context) -> None:
        with unnoticed(context), in_object_mode(context), heat_map_kept_on_error(context):
            heat_map.hide(context, context.scene)
            redraw(context)


class SKINPROOF_OT_show_crowd(Action):
    """Draw many copies of the active character, each at its own time of the clip, with one draw call per part"""

    bl_label = "Show Crowd"

    count: IntProperty(**COUNT)
    spacing: FloatProperty(**SPACING)
    offset: FloatProperty(**OFFSET)
    loop: BoolProperty(
        name="Loop",
        description=("Repeat the clip for characters whose time is beyond its end. Off: they hold its last pose"),
        default=True,
    )

    refusals = (without_character,)

    def invoke(self, context: Context, event: Event) -> set[str]:
        return set(context.window_manager.invoke_props_dialog(self))

    def act(self, context: Context) -> None:
        settings = context.scene.skinproof_overlay
        settings.count, settings.spacing, settings.offset = self.count, self.spacing, self.offset
        settings.crowd = True
        context.scene.skinproof.looping = self.loop
        try_again()
        redraw(context)


class SKINPROOF_OT_hide_overlays(Action):
    """Remove everything that Skinproof draws over the 3D view, and the crowd"""

    bl_label = "Hide All"

    def act(self, context: Context) -> None:
        settings = context.scene.skinproof_overlay
        settings.ghost = "NONE"
        settings.unmatched = settings.crowd = settings.rest = settings.bind = settings.current = False
        redraw(context)


class SKINPROOF_OT_retry_overlays(Action):
    """Draw again after a failure"""

    bl_label = "Try Again"
    bl_options: ClassVar[set[str]] = set()  # it changes nothing in the scene

    def act(self, context: Context) -> None:
        try_again()
        redraw(context)
