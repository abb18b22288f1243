"""Import, and the list of imported characters."""

from __future__ import annotations

from pathlib import PurePath

from bpy.types import Context, Panel, UILayout, UIList

from .. import session
from ..operators.character import (
    SKINPROOF_OT_reload_character,
    SKINPROOF_OT_remove_character,
    SKINPROOF_OT_select_character,
)
from ..operators.import_skin import SKINPROOF_OT_import_skin
from ..properties import SKINPROOF_PG_character, SKINPROOF_PG_scene
from . import InTab, paragraph


class SKINPROOF_UL_characters(UIList):
    def draw_item(
        self,
        context: Context,
        layout: UILayout,
        data: SKINPROOF_PG_scene,
        item: SKINPROOF_PG_character,
        icon: int,
        active_data: SKINPROOF_PG_scene,
        active_property: str,
    ) -> None:
        row = layout.row(align=True)
        row.label(text=item.name, icon="ERROR" if item.name in session.changed else "OUTLINER_OB_ARMATURE")
        clips = row.row()
        clips.alignment = "RIGHT"
        clips.active = False
        clips.label(text=f"{len(item.clips)} clip{'' if len(item.clips) == 1 else 's'}")


class SKINPROOF_PT_characters(InTab, Panel):
    bl_idname = "SKINPROOF_PT_characters"
    bl_label = "Characters"

    def draw(self, context: Context) -> None:
        layout = self.layout
        settings = context.scene.skinproof
        row = layout.row()
        row.scale_y = 1.3
        row.operator(SKINPROOF_OT_import_skin.bl_idname, text="Import glTF Skin", icon="IMPORT")
        character = settings.character
        if character is None:
            hint = layout.column()
            hint.active = False
            hint.label(text="Or drop a .glb into the viewport")
            return
        row = layout.row()
        row.template_list("SKINPROOF_UL_characters", "", settings, "characters", settings, "active", rows=2, maxrows=5)
        column = row.column(align=True)
        column.operator(SKINPROOF_OT_select_character.bl_idname, text="", icon="RESTRICT_SELECT_OFF")
        column.operator(SKINPROOF_OT_remove_character.bl_idname, text="", icon="REMOVE")
        if character.name in session.changed:
            box = layout.box()
            paragraph(box, context, session.changed[character.name], icon="ERROR")
            box.operator(SKINPROOF_OT_reload_character.bl_idname, icon="FILE_REFRESH")
        facts = layout.column(align=True)
        facts.active = False
        facts.label(text=PurePath(character.path).name, icon="FILE_3D")
        facts.label(text=f"{character.bones:,} bones, {character.vertices:,} vertices", icon="BLANK1")


CLASSES = (SKINPROOF_UL_characters, SKINPROOF_PT_characters)
