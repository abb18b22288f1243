"""The list of characters, with buttons that bring one in and take one out, like Blender's own lists."""

from __future__ import annotations

import bpy
from bpy.types import Context, Menu, Panel, UILayout

from ..scene.identity import soundness
from ..state.listing import look_at_new_scene
from ..state.preferences import reading_of
from ..state.properties import SKINPROOF_PG_character
from ..state.result_store import result_of, standing_of
from ..state.results import Standing
from ..state.session import session
from ..state.staleness import notice_layers
from ..translations import said, say, say_counted
from . import ICONS, InTab, Rows, fit_beside, narrow, paragraph


class SKINPROOF_UL_characters(Rows):
    def draw_row(self, context: Context, layout: UILayout, item: SKINPROOF_PG_character) -> None:
        row = layout.row(align=True)
        standing = standing_of(context.scene, item.key)
        dot = "OUTLINER_OB_ARMATURE" if standing is None else ICONS[standing]
        row.label(text=item.name, icon="ERROR" if item.key in session.changed else dot, translate=False)
        told = _told_beside(context, item, standing)
        if narrow(context) or not fit_beside(context, item.name, told):  # the name is what tells characters apart
            return
        beside = row.row()
        beside.alignment = "RIGHT"
        beside.active = False
        beside.label(text=told, translate=False)


def _told_beside(context: Context, item: SKINPROOF_PG_character, standing: Standing | None) -> str:
    """What the list says of a character: its dot's meaning or, if it differs, how far and in which clip."""
    result = result_of(context.scene, item.key)
    if standing in (Standing.UNSEEN, Standing.DIFFERS) and result.worst_vertex >= 0 and result.positions_differ:
        length = reading_of(context).length(result.largest_metres)
        return say("{length} off: {clip}", length=length, clip=result.clip)
    if result.compared and result.about:
        return said(result.about)
    return say_counted(len(item.clips), "1 clip", "{count} clips")


class SKINPROOF_MT_add(Menu):
    bl_idname = "SKINPROOF_MT_add"
    bl_label = "Add Character"

    def draw(self, context: Context) -> None:
        _draw_ways_in(self.layout)


class SKINPROOF_MT_listed(Menu):
    bl_idname = "SKINPROOF_MT_listed"
    bl_label = "Listed Character"

    def draw(self, context: Context) -> None:
        layout = self.layout
        layout.operator("skinproof.select_character", icon="RESTRICT_SELECT_OFF")
        layout.operator("skinproof.preview_clip", icon="PREVIEW_RANGE")
        layout.separator()
        layout.operator("skinproof.reload_character", icon="FILE_REFRESH")
        layout.operator("skinproof.find_file", icon="FILEBROWSER")


class SKINPROOF_PT_characters(InTab, Panel):
    bl_label = "Characters"

    def draw_header_preset(self, context: Context) -> None:
        self.layout.operator("skinproof.help", text="", icon="HELP", emboss=False)

    def draw(self, context: Context) -> None:
        layout = self.layout
        look_at_new_scene(context.scene)
        notice_layers(context.scene)
        settings = context.scene.skinproof
        character = settings.character
        if character is None:
            column = layout.column(align=True)
            column.scale_y = 1.3
            _draw_ways_in(column, brief=narrow(context))
            hint = layout.column()
            hint.active = False
            paragraph(hint, context, say("Or drop a .glb into the viewport"), icon="NONE")
        else:
            _draw_list(layout, context)
        if left := sum(name in bpy.data.actions for name in session.leftovers):
            told = say_counted(left, "Remove 1 Leftover Action", "Remove {count} Leftover Actions")
            layout.operator("skinproof.remove_leftovers", text=told, icon="TRASH", translate=False)
        _draw_notes(layout, context)
        if character is not None:
            _draw_troubles(layout, context, character)


def _draw_ways_in(layout: UILayout, *, brief: bool = False) -> None:
    """The ways in for a character. brief: in a narrow side bar."""
    layout.operator("skinproof.import_skin", text="Import" if brief else "Import Character", icon="IMPORT")
    layout.operator("skinproof.attach", text="Attach" if brief else "Attach to Selected", icon="LINKED")
    layout.operator("skinproof.compare_export", text="Compare" if brief else "Compare with Export", icon="EXPORT")


def _draw_list(layout: UILayout, context: Context) -> None:
    settings, row = context.scene.skinproof, layout.row()
    row.template_list("SKINPROOF_UL_characters", "", settings, "characters", settings, "active", rows=3, maxrows=5)
    column = row.column(align=True)
    column.menu(SKINPROOF_MT_add.bl_idname, text="", icon="ADD")
    column.operator("skinproof.remove_character", text="", icon="REMOVE")
    column.separator()
    column.menu(SKINPROOF_MT_listed.bl_idname, text="", icon="DOWNARROW_HLT")


def _draw_troubles(layout: UILayout, context: Context, character: SKINPROOF_PG_character) -> None:
    """What became of its file, and what it has that the file has not."""
    if character.key in session.changed:
        box = layout.box()
        paragraph(box, context, said(session.changed[character.key]), icon="ERROR")
        row = box.row(align=True)
        row.operator("skinproof.reload_character", icon="FILE_REFRESH")
        row.operator("skinproof.find_file", icon="FILEBROWSER")
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
