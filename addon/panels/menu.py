"""The tab's buttons as a menu: Blender's search (F3) and its quick favourites read menus only."""

from __future__ import annotations

import bpy
from bpy.types import Context, Menu

#: Menus of the 3D view that this one is added to: one for each mode in which you work on characters.
PARENTS = ("VIEW3D_MT_object", "VIEW3D_MT_pose", "VIEW3D_MT_paint_weight", "VIEW3D_MT_edit_mesh", "VIEW3D_MT_sculpt")


class SKINPROOF_MT_character(Menu):
    bl_idname = "SKINPROOF_MT_character"
    bl_label = "Skinproof"

    def draw(self, context: Context) -> None:
        layout = self.layout
        layout.operator("skinproof.import_skin", icon="IMPORT")
        layout.operator("skinproof.attach", icon="LINKED")
        layout.operator("skinproof.compare_export", icon="EXPORT")
        layout.operator("skinproof.reload_character", icon="FILE_REFRESH")
        layout.operator("skinproof.find_file", icon="FILEBROWSER")
        layout.menu(SKINPROOF_MT_bone_map.bl_idname, icon="BONE_DATA")
        layout.separator()
        layout.prop(context.scene.skinproof, "live")
        layout.operator("skinproof.compare_pair", icon="MOD_DATA_TRANSFER")
        layout.operator("skinproof.compare", text="Compare All Clips", icon="VIEWZOOM").scope = "ALL"
        layout.operator("skinproof.compare", text="Compare Current Frame", icon="KEYFRAME").scope = "FRAME"
        layout.operator("skinproof.compare", text="Compare Whole Clip", icon="ACTION").scope = "CLIP"
        layout.separator()
        layout.operator("skinproof.jump_to_worst", icon="TIME")
        layout.operator("skinproof.edit_worst_vertex", icon="VERTEXSEL")
        layout.operator("skinproof.show_heat_map", icon="COLOR")
        layout.operator("skinproof.hide_heat_map")
        layout.operator("skinproof.accept", icon="CHECKMARK")
        layout.operator("skinproof.write_report", text="Write HTML Report").format = "HTML"
        layout.operator("skinproof.open_report", icon="URL")
        layout.menu(SKINPROOF_MT_result.bl_idname, icon="EXPORT")
        layout.separator()
        layout.operator("skinproof.select_character", icon="RESTRICT_SELECT_OFF")
        layout.operator("skinproof.select_unmatched")
        layout.operator("skinproof.select_around_lost")
        layout.operator("skinproof.preview_clip", icon="PREVIEW_RANGE")
        layout.operator("skinproof.reach_cursor", icon="CON_KINEMATIC")
        layout.operator("skinproof.explain_vertex", icon="VERTEXSEL")
        layout.operator_menu_enum("skinproof.draw_lesson", "show", icon="IMAGE_DATA")
        layout.operator("skinproof.show_crowd", icon="COMMUNITY")
        layout.operator("skinproof.hide_overlays", text="Hide All Overlays", icon="HIDE_ON")
        layout.operator("skinproof.retry_overlays")
        layout.operator("skinproof.remove_character", icon="REMOVE")
        layout.operator("skinproof.remove_leftovers")
        layout.operator("skinproof.help", icon="HELP")


class SKINPROOF_MT_bone_map(Menu):
    bl_idname = "SKINPROOF_MT_bone_map"
    bl_label = "Bone Map"

    def draw(self, _context: Context) -> None:
        layout = self.layout
        for name in ("show", "apply", "load", "save"):
            layout.operator(f"skinproof.{name}_bone_map")


class SKINPROOF_MT_result(Menu):
    """What is done with the result of an export, or of two objects."""

    bl_idname = "SKINPROOF_MT_result"
    bl_label = "Two Objects, Exports"

    def draw(self, _context: Context) -> None:
        layout = self.layout
        for name in ("jump_to_side_frame", "show_side_heat_map", "write_side_report", "refit_weights"):
            layout.operator(f"skinproof.{name}")
        layout.operator("skinproof.put_back_moved")


def _entry(menu: Menu, _context: Context) -> None:
    menu.layout.separator()
    menu.layout.menu(SKINPROOF_MT_character.bl_idname)


def register() -> None:
    for name in PARENTS:
        getattr(bpy.types, name).append(_entry)


def unregister() -> None:
    for name in PARENTS:
        getattr(bpy.types, name).remove(_entry)
