"""The bone map of two columns: joints of the file, bones of the rig."""

from __future__ import annotations

from bpy.types import Context, Panel, UILayout

from ..state.properties import SKINPROOF_PG_bone
from . import InTab, Rows


class SKINPROOF_UL_bones(Rows):
    def draw_row(self, context: Context, layout: UILayout, item: SKINPROOF_PG_bone) -> None:
        row = layout.split(factor=0.45, align=True)
        row.label(text=item.name, icon="NONE" if item.bone else "ERROR", translate=False)
        row.prop_search(item, "bone", context.scene.skinproof, "bone_labels", text="", icon="BONE_DATA")


class SKINPROOF_PT_bones(InTab, Panel):
    bl_label = "Bone Map"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        character = context.scene.skinproof.character
        return character is not None and character.attached

    def draw(self, context: Context) -> None:
        settings, layout = context.scene.skinproof, self.layout
        row = layout.row(align=True)
        row.operator("skinproof.show_bone_map", text="Found by Skinproof", icon="FILE_REFRESH")
        row.operator("skinproof.load_bone_map", text="", icon="IMPORT")
        if settings.character.key != settings.bone_map_of:
            return
        row.operator("skinproof.save_bone_map", text="", icon="EXPORT")
        layout.template_list("SKINPROOF_UL_bones", "", settings, "bone_map", settings, "bone_row", rows=4)
        layout.operator("skinproof.apply_bone_map", icon="CHECKMARK")
