"""The bone map of two columns: joints of the file, bones of the rig."""

from __future__ import annotations

from bpy.types import Context, Panel, UILayout, UIList

from ..operators.bone_map import (
    SKINPROOF_OT_apply_bone_map,
    SKINPROOF_OT_load_bone_map,
    SKINPROOF_OT_save_bone_map,
    SKINPROOF_OT_show_bone_map,
)
from ..state.properties import SKINPROOF_PG_bone, SKINPROOF_PG_scene
from . import InTab


class SKINPROOF_UL_bones(UIList):
    def draw_item(
        self,
        context: Context,
        layout: UILayout,
        data: SKINPROOF_PG_scene,
        item: SKINPROOF_PG_bone,
        icon: int,
        active_data: SKINPROOF_PG_scene,
        active_property: str,
    ) -> None:
        row = layout.split(factor=0.45, align=True)
        row.label(text=item.name, icon="NONE" if item.bone else "ERROR", translate=False)
        row.prop_search(item, "bone", data, "bone_labels", text="", icon="BONE_DATA")


class SKINPROOF_PT_bones(InTab, Panel):
    bl_idname = "SKINPROOF_PT_bones"
    bl_label = "Bone Map"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        character = context.scene.skinproof.character
        return character is not None and character.attached

    def draw(self, context: Context) -> None:
        settings, layout = context.scene.skinproof, self.layout
        row = layout.row(align=True)
        row.operator(SKINPROOF_OT_show_bone_map.bl_idname, text="Found by Skinproof", icon="FILE_REFRESH")
        row.operator(SKINPROOF_OT_load_bone_map.bl_idname, text="", icon="IMPORT")
        if settings.character.key != settings.bone_map_of:
            return
        row.operator(SKINPROOF_OT_save_bone_map.bl_idname, text="", icon="EXPORT")
        layout.template_list("SKINPROOF_UL_bones", "", settings, "bone_map", settings, "bone_row", rows=4)
        layout.operator(SKINPROOF_OT_apply_bone_map.bl_idname, icon="CHECKMARK")


CLASSES = (SKINPROOF_UL_bones, SKINPROOF_PT_bones)
