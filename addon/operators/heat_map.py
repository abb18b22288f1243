"""Show the difference as colours on the mesh, and take them off again."""

from __future__ import annotations

from bpy.types import Context

from ..draw import heat_map
from ..draw.heat_map_rollback import heat_map_kept_on_error
from ..scene.ground.modes import in_object_mode
from ..state import session
from ..state.own_edits import unnoticed
from ..state.views import redraw
from . import Action, unless


class SKINPROOF_OT_show_heat_map(Action):
    """Colour the meshes by their distance from the reference and switch 3D views to show it"""

    bl_idname = "skinproof.show_heat_map"
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
    """Take the colours off the meshes and give 3D views the shading that they had before"""

    bl_idname = "skinproof.hide_heat_map"
    bl_label = "Hide Heat Map"

    def act(self, context: Context) -> None:
        with unnoticed(context), in_object_mode(context), heat_map_kept_on_error(context):
            heat_map.hide(context, context.scene)
            redraw(context)


CLASSES = (SKINPROOF_OT_show_heat_map, SKINPROOF_OT_hide_heat_map)
