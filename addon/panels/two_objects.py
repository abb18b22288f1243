"""Beside the list of characters: two selected objects to compare, and results of them or of an export."""

from __future__ import annotations

from bpy.types import Context, Panel, UILayout

from ..state.preferences import reading_of
from ..state.results import NO_SIDE, Side, SideResult, Standing
from ..state.session import session
from ..subjects.pair import chosen_pair
from ..translations import said, say
from . import VERDICT_ICONS, InTab, capital, draw_job, has_room, narrow, paragraph, side_by_side
from .causes import draw_causes
from .exporter import draw_search

#: Causes, reasons and notes shown of each.
_SHOWN = 4


class SKINPROOF_PT_side_result(InTab, Panel):
    bl_label = "Two Objects, Exports"

    @classmethod
    def poll(cls, context: Context) -> bool:
        return session.side != NO_SIDE or session.moved is not None or chosen_pair(context) is not None

    def draw(self, context: Context) -> None:
        layout, side = self.layout, session.side
        pair = chosen_pair(context)
        if session.job is not None and context.scene.skinproof.character is None:  # else *Compare* shows it
            draw_job(layout, session.job)
        elif pair is not None and session.job is None:
            text = say("Compare {second} with {first}", second=pair[1].name, first=pair[0].name)
            _draw_pair(layout, context, text)
        if side.search:
            draw_search(layout, context, side)
        elif side.running:
            _draw_running(layout, context, side)
        elif side.refusal:
            paragraph(layout, context, said(side.refusal), icon="ERROR")
        if side.fault:
            layout.operator("skinproof.copy_side_fault", icon="COPYDOWN")
        if session.moved is not None:
            paragraph(layout, context, capital(said(session.moved.sentence)), icon="ERROR")
            layout.operator("skinproof.put_back_moved", icon="LOOP_BACK")
        if side.result is not None:
            _draw_result(layout, context, side.result)
        elif side.refusal or side.rows:
            layout.operator("skinproof.dismiss_side", icon="X")


def _draw_pair(layout: UILayout, context: Context, text: str) -> None:
    """The button that compares two objects; its words stand above it if it has no room for them."""
    if not has_room(context, text, 1.0, beside=1):
        paragraph(layout, context, text, icon="NONE")
        text = say("Compare")
    row = layout.row()
    row.scale_y = 1.3
    row.operator("skinproof.compare_pair", text=text, icon="MOD_DATA_TRANSFER", translate=False)


def _draw_running(layout: UILayout, context: Context, side: Side) -> None:
    """What another Blender does, its progress, and the cross that stops it."""
    told = say("Verifying {file} in another Blender ...", file=side.running)
    if side.result is not None:
        told = say("Looking for the setting at fault ...")
    paragraph(layout, context, told, icon="SORTTIME")
    row = layout.row(align=True)
    row.progress(factor=side.done, text="")
    row.operator("skinproof.cancel_side", text="", icon="X")


def _draw_result(layout: UILayout, context: Context, result: SideResult) -> None:
    box, reading = layout.box().column(align=True), reading_of(context)
    head = box.row()
    head.label(text=result.title, icon="FILE_3D", translate=False)
    head.operator("skinproof.dismiss_side", text="", icon="X", emboss=False)
    paragraph(box, context, said(result.coverage), icon="BLANK1")
    row = box.row()
    row.alert = result.standing is Standing.DIFFERS
    paragraph(row, context, capital(said(result.words)), icon=VERDICT_ICONS[result.standing])
    if result.differs:
        lengths = {"length": reading.length(result.metres), "share": reading.share(result.share)}
        paragraph(box, context, say("{length} off, {share} of its size", **lengths), icon="BLANK1")
    for ground in result.grounds[:_SHOWN] if not result.same else ():
        paragraph(box, context, capital(said(ground)), icon="BLANK1")
    draw_causes(layout, context, result, side=True)
    row = side_by_side(layout, context)
    if context.scene.skinproof.heat_map.shown and not context.scene.skinproof.heat_map.character:
        row.operator(
            "skinproof.hide_heat_map", text="Hide" if narrow(context) else "Hide Heat Map", icon="X", depress=True
        )
        layout.label(
            text=say("The last colour is {share} of its size", share=reading.share(result.share)), icon="BLANK1"
        )
    elif result.differs:
        row.operator(
            "skinproof.show_side_heat_map", text="Heat Map" if narrow(context) else "Show Heat Map", icon="COLOR"
        )
    row = layout.row(align=True) if narrow(context) else row
    if result.differs:
        row.operator("skinproof.jump_to_side_frame", text="", icon="TIME")
    row.operator("skinproof.write_side_report", text="" if result.differs else "Report", icon="FILE_TEXT")
    if result.notes and not result.same:
        header, body = layout.panel("skinproof_side_details", default_closed=True)
        header.label(text="Details")
        for note in result.notes[:_SHOWN] if body is not None else ():
            paragraph(body, context, said(note))
