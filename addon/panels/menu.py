"""The buttons of the tab once more as a menu: Blender's search (F3) and its quick favourites read menus only."""

from __future__ import annotations

import bpy
from bpy.types import Context, Menu

from ..operators.attach import SKINPROOF_OT_attach
from ..operators.character import (
    SKINPROOF_OT_preview_clip,
    SKINPROOF_OT_remove_character,
    SKINPROOF_OT_select_character,
)
from ..operators.compare import SKINPROOF_OT_compare
from ..operators.find_file import SKINPROOF_OT_find_file
from ..operators.heat_map import SKINPROOF_OT_hide_heat_map, SKINPROOF_OT_show_heat_map
from ..operators.overlay_switch import SKINPROOF_OT_hide_overlays, SKINPROOF_OT_show_crowd
from ..operators.reach import SKINPROOF_OT_reach_cursor
from ..operators.report import SKINPROOF_OT_write_report
from ..operators.two_objects import SKINPROOF_OT_compare_pair
from ..operators.worst_vertex import SKINPROOF_OT_edit_worst_vertex, SKINPROOF_OT_jump_to_worst

#: Menus of the 3D view that have the menu as their last entry: those of the modes in which characters are worked on.
PARENTS = ("VIEW3D_MT_object", "VIEW3D_MT_pose", "VIEW3D_MT_paint_weight", "VIEW3D_MT_edit_mesh", "VIEW3D_MT_sculpt")


class SKINPROOF_MT_character(Menu):
    bl_idname = "SKINPROOF_MT_character"
    bl_label = "Skinproof"

    def draw(self, context: Context) -> None:
        layout = self.layout
        layout.operator(SKINPROOF_OT_attach.bl_idname, text="Use the Selected Character", icon="LINKED")
        layout.operator(SKINPROOF_OT_find_file.bl_idname, icon="FILEBROWSER")
        layout.separator()
        layout.prop(context.scene.skinproof, "live")
        layout.operator(SKINPROOF_OT_compare_pair.bl_idname, icon="MOD_DATA_TRANSFER")
        layout.operator(SKINPROOF_OT_compare.bl_idname, text="Compare Current Frame", icon="KEYFRAME").scope = "FRAME"
        layout.operator(SKINPROOF_OT_compare.bl_idname, text="Compare Whole Clip", icon="ACTION").scope = "CLIP"
        layout.separator()
        layout.operator(SKINPROOF_OT_jump_to_worst.bl_idname, icon="TIME")
        layout.operator(SKINPROOF_OT_edit_worst_vertex.bl_idname, icon="VERTEXSEL")
        layout.operator(SKINPROOF_OT_show_heat_map.bl_idname, icon="COLOR")
        layout.operator(SKINPROOF_OT_hide_heat_map.bl_idname)
        layout.operator(SKINPROOF_OT_write_report.bl_idname, text="Write HTML Report").format = "HTML"
        layout.separator()
        layout.operator(SKINPROOF_OT_select_character.bl_idname, icon="RESTRICT_SELECT_OFF")
        layout.operator(SKINPROOF_OT_preview_clip.bl_idname, icon="PREVIEW_RANGE")
        layout.operator(SKINPROOF_OT_reach_cursor.bl_idname, icon="CON_KINEMATIC")
        layout.operator(SKINPROOF_OT_show_crowd.bl_idname, icon="COMMUNITY")
        layout.operator(SKINPROOF_OT_hide_overlays.bl_idname, text="Hide All Overlays", icon="HIDE_ON")
        layout.operator(SKINPROOF_OT_remove_character.bl_idname, icon="REMOVE")


def _entry(menu: Menu, _context: Context) -> None:
    menu.layout.separator()
    menu.layout.menu(SKINPROOF_MT_character.bl_idname)


CLASSES = (SKINPROOF_MT_character,)


def register() -> None:
    for name in PARENTS:
        getattr(bpy.types, name).append(_entry)


def unregister() -> None:
    for name in PARENTS:
        getattr(bpy.types, name).remove(_entry)
