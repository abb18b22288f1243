"""Import, and the list of imported characters."""

from __future__ import annotations

from pathlib import PurePath

import bpy
from bpy.types import Context, Panel, UILayout, UIList

from ..operators.attach import SKINPROOF_OT_attach
from ..operators.character import (
    SKINPROOF_OT_reload_character,
    SKINPROOF_OT_remove_character,
    SKINPROOF_OT_remove_leftovers,
    SKINPROOF_OT_select_character,
)
from ..operators.compare_export import SKINPROOF_OT_compare_export
from ..operators.find_file import SKINPROOF_OT_find_file
from ..operators.help import SKINPROOF_OT_help
from ..operators.import_skin import SKINPROOF_OT_import_skin
from ..operators.unmatched import SKINPROOF_OT_select_unmatched
from ..state import session
from ..state.lengths import reading_of
from ..state.listing import look_at_new_scene
from ..state.properties import SKINPROOF_PG_character, SKINPROOF_PG_scene
from ..state.result_store import result_of, standing_of
from ..state.results import Standing
from ..translations import said, say, say_counted
from . import ICONS, InTab, narrow, paragraph


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
        standing = standing_of(context.scene, item.key)
        dot = "OUTLINER_OB_ARMATURE" if standing is None else ICONS[standing]
        row.label(text=item.name, icon="ERROR" if item.key in session.changed else dot)
        if narrow(context):  # the name is what tells characters apart
            return
        beside = row.row()
        beside.alignment = "RIGHT"
        beside.active = False
        beside.label(text=_told_beside(context, item, standing), translate=False)


def _told_beside(context: Context, item: SKINPROOF_PG_character, standing: Standing | None) -> str:
    """What the list says of a character: how far it is off, in sight where the result is not; else its clips."""
    result = result_of(context.scene, item.key)
    if standing is Standing.SAME:
        return said(result.words)
    if standing in (Standing.UNSEEN, Standing.DIFFERS) and result.worst_vertex >= 0:
        return say("{length} off", length=reading_of(context).length(result.largest_metres))
    return say_counted(len(item.clips), "1 clip", "{count} clips")


class SKINPROOF_PT_characters(InTab, Panel):
    bl_idname = "SKINPROOF_PT_characters"
    bl_label = "Characters"

    def draw_header_preset(self, context: Context) -> None:
        self.layout.operator(SKINPROOF_OT_help.bl_idname, text="", icon="HELP", emboss=False)

    def draw(self, context: Context) -> None:
        layout = self.layout
        look_at_new_scene(context.scene)
        settings = context.scene.skinproof
        row = layout.row()
        row.scale_y = 1.3
        row.operator(SKINPROOF_OT_import_skin.bl_idname, text="Import Character", icon="IMPORT")
        layout.operator(SKINPROOF_OT_attach.bl_idname, text="Use the Selected Character", icon="LINKED")
        layout.operator(SKINPROOF_OT_compare_export.bl_idname, text="Compare with an Export…", icon="EXPORT")
        if left := sum(name in bpy.data.actions for name in session.leftovers):
            told = say_counted(left, "Remove 1 Leftover Action", "Remove {count} Leftover Actions")
            layout.operator(SKINPROOF_OT_remove_leftovers.bl_idname, text=told, icon="TRASH", translate=False)
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
        if character.key in session.changed:
            box = layout.box()
            paragraph(box, context, said(session.changed[character.key]), icon="ERROR")
            row = box.row(align=True)
            row.operator(SKINPROOF_OT_reload_character.bl_idname, icon="FILE_REFRESH")
            row.operator(SKINPROOF_OT_find_file.bl_idname, icon="FILEBROWSER")
        facts = layout.column(align=True)
        facts.active = False
        facts.label(text=PurePath(character.path).name, icon="FILE_3D")
        counts = [
            say_counted(character.bones, "1 bone", "{count} bones"),
            say_counted(character.vertices, "1 vertex", "{count} vertices"),
        ]
        if character.joints not in {0, character.bones}:
            counts.insert(0, say_counted(character.joints, "1 joint", "{count} joints"))
        for told in counts if narrow(context) else (" · ".join(counts),):
            facts.label(text=told, icon="BLANK1", translate=False)
        if character.strangers:
            layout.label(text=say("{count} not in the file", count=f"{character.strangers:,}"), icon="QUESTION")
            row = layout.row(align=True)
            row.prop(context.scene.skinproof_overlay, "unmatched", text="Show", icon="HIDE_OFF", toggle=True)
            row.operator(SKINPROOF_OT_select_unmatched.bl_idname, text="Select", icon="VERTEXSEL")


CLASSES = (SKINPROOF_UL_characters, SKINPROOF_PT_characters)
