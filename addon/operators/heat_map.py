"""Show the difference as colours on the mesh, and take them off again."""

from __future__ import annotations

from bpy.types import Context, Operator

from ..draw import heat_map
from ..draw.heat_map_rollback import heat_map_kept_on_error
from ..scene.ground.modes import in_object_mode
from ..state import session
from ..state.own_edits import unnoticed
from ..state.views import redraw
from . import refuse, refusing


class SKINPROOF_OT_show_heat_map(Operator):
    """Colour the meshes by their distance from the reference and switch 3D views to show it"""

    bl_idname = "skinproof.show_heat_map"
    bl_label = "Show Heat Map"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        settings = context.scene.skinproof
        if session.answer_under(settings.result.key) is None:
            return refuse(cls, "Compare first: errors of single vertices are not kept in the file")
        return True

    @refusing
    def execute(self, context: Context) -> set[str]:
        scene = context.scene
        answer = session.answer_under(scene.skinproof.result.key)
        assert answer is not None  # poll has checked this
        character = session.characters[scene.skinproof.result.character]
        with unnoticed(context), in_object_mode(context), heat_map_kept_on_error(context):
            heat_map.show(context, answer, scene.frame_current_final / character.frame_rate)
            redraw(context)
        return {"FINISHED"}


class SKINPROOF_OT_hide_heat_map(Operator):
    """Take the colours off the meshes and give 3D views the shading that they had before"""

    bl_idname = "skinproof.hide_heat_map"
    bl_label = "Hide Heat Map"
    bl_options = {"REGISTER", "UNDO"}

    @refusing
    def execute(self, context: Context) -> set[str]:
        with unnoticed(context), in_object_mode(context), heat_map_kept_on_error(context):
            heat_map.hide(context, context.scene)
            redraw(context)
        return {"FINISHED"}


CLASSES = (SKINPROOF_OT_show_heat_map, SKINPROOF_OT_hide_heat_map)
