"""Import, and the list of imported characters."""

from __future__ import annotations

from pathlib import PurePath

import bpy
from bpy.types import Context, Panel, UILayout

from ..scene.identity import soundness
from ..state import session
from ..state.listing import look_at_new_scene
from ..state.preferences import reading_of
from ..state.properties import SKINPROOF_PG_character
from ..state.result_store import result_of, standing_of
from ..state.results import Standing
from ..translations import said, say, say_counted
from . import ICONS, InTab, Rows, narrow, paragraph


class SKINPROOF_UL_characters(Rows):
    def draw_row(self, context: Context, layout: UILayout, item: SKINPROOF_PG_character) -> None:
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
    bl_label = "Characters"

    def draw_header_preset(self, context: Context) -> None:
        self.layout.operator("skinproof.help", text="", icon="HELP", emboss=False)

    def draw(self, context: Context) -> None:
        layout = self.layout
        look_at_new_scene(context.scene)
        settings = context.scene.skinproof
        row = layout.row()
        row.scale_y = 1.3
        row.operator("skinproof.import_skin", text="Import Character", icon="IMPORT")
        layout.operator("skinproof.attach", text="Use the Selected Character", icon="LINKED")
        layout.operator("skinproof.compare_export", text="Compare with an Export…", icon="EXPORT")
        if left := sum(name in bpy.data.actions for name in session.leftovers):
            told = say_counted(left, "Remove 1 Leftover Action", "Remove {count} Leftover Actions")
            layout.operator("skinproof.remove_leftovers", text=told, icon="TRASH", translate=False)
        _draw_notes(layout, context)
        character = settings.character
        if character is None:
            hint = layout.column()
            hint.active = False
            hint.label(text="Or drop a .glb into the viewport")
            return
        row = layout.row()
        row.template_list("SKINPROOF_UL_characters", "", settings, "characters", settings, "active", rows=2, maxrows=5)
        column = row.column(align=True)
        column.operator("skinproof.select_character", text="", icon="RESTRICT_SELECT_OFF")
        column.operator("skinproof.remove_character", text="", icon="REMOVE")
        if character.key in session.changed:
            box = layout.box()
            paragraph(box, context, said(session.changed[character.key]), icon="ERROR")
            row = box.row(align=True)
            row.operator("skinproof.reload_character", icon="FILE_REFRESH")
            row.operator("skinproof.find_file", icon="FILEBROWSER")
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
            row.operator("skinproof.select_unmatched", text="Select", icon="VERTEXSEL")


def _draw_notes(layout: UILayout, context: Context) -> None:
    """What was found when the file was opened."""
    if session.curves_of_notes:
        told = say_counted(
            session.curves_of_notes,
            "Removed 1 curve that a key had made of Skinproof's notes",
            "Removed {count} curves that keys had made of Skinproof's notes",
        )
        paragraph(layout.box(), context, told, icon="INFO")
    for fault in soundness.faults():
        paragraph(layout.box(), context, said(fault), icon="ERROR")
