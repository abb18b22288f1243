"""The verdict of the last comparison, its numbers, and what to do with them."""

from __future__ import annotations

from bpy.types import Context, Panel, UILayout

from .. import session
from ..draw import legend
from ..operators.heat_map import SKINPROOF_OT_hide_heat_map, SKINPROOF_OT_show_heat_map
from ..operators.report import SKINPROOF_OT_write_report
from ..operators.result import SKINPROOF_OT_edit_worst_vertex, SKINPROOF_OT_jump_to_worst
from ..properties import SKINPROOF_PG_result, SKINPROOF_PG_scene
from . import InTab, paragraph

PARTS_SHOWN = 12


class SKINPROOF_PT_result(InTab, Panel):
    bl_idname = "SKINPROOF_PT_result"
    bl_label = "Result"

    @classmethod
    def poll(cls, context: Context) -> bool:
        return bool(context.scene.skinproof.result.key)

    def draw(self, context: Context) -> None:
        layout = self.layout
        settings = context.scene.skinproof
        result = settings.result
        _draw_verdict(layout, settings)
        for note in filter(None, result.notes.split("\n")):
            paragraph(layout, context, note)
        _draw_numbers(layout, result)
        _draw_worst(layout, result)
        _draw_heat_map(layout, context)
        row = layout.row(align=True)
        row.label(text="Report")
        row.operator(SKINPROOF_OT_write_report.bl_idname, text="HTML").format = "HTML"
        row.operator(SKINPROOF_OT_write_report.bl_idname, text="JSON").format = "JSON"
        if len(result.parts) > 1:
            _draw_parts(layout, result)


def _draw_verdict(layout: UILayout, settings: SKINPROOF_PG_scene) -> None:
    result = settings.result
    box = layout.box().column(align=True)
    row = box.row()
    row.alert = not result.same
    if result.lost:
        row.label(text=f"{result.lost:,} vertices lost", icon="CANCEL")
    elif result.same:
        row.label(text=f"Same within {result.tolerance:.0e}", icon="CHECKMARK")
    elif result.largest <= result.tolerance:
        row.label(text="Not judged: part of the file was not read", icon="ERROR")
    else:
        row.label(text=f"Differs: {result.largest:.1e} is beyond {result.tolerance:.0e}", icon="ERROR")
    about = box.column(align=True)
    about.active = False
    times = "1 time" if result.count == 1 else f"{result.count} times"
    about.label(text=f"{settings.engine_label} · {result.clip} · {times} in {result.seconds:.2g} s", icon="BLANK1")


def _draw_numbers(layout: UILayout, result: SKINPROOF_PG_result) -> None:
    table = layout.column(align=True)
    _row(table, "Error", "of size", "metres", heading=True)
    _row(table, "Largest", f"{result.largest:.2e}", f"{result.largest_metres:.2e}")
    _row(table, "99 %", f"{result.p99:.2e}", f"{result.p99_metres:.2e}")
    _row(table, "RMS", f"{result.rms:.2e}", f"{result.rms_metres:.2e}")


def _draw_worst(layout: UILayout, result: SKINPROOF_PG_result) -> None:
    if result.worst_vertex < 0:
        return
    table = layout.column(align=True)
    part = f" of {result.parts[result.worst_part].name}" if len(result.parts) > 1 else ""
    _pair(table, "Worst vertex", f"{result.worst_vertex:,}{part}")
    _pair(table, "Joint", result.worst_joint)
    _pair(table, "At", f"{result.worst_time:.3f} s, frame {result.worst_frame:.5g}")
    row = layout.row(align=True)
    row.operator(SKINPROOF_OT_jump_to_worst.bl_idname, icon="TIME")
    row.operator(SKINPROOF_OT_edit_worst_vertex.bl_idname, text="", icon="VERTEXSEL")


def _draw_heat_map(layout: UILayout, context: Context) -> None:
    heat_map = context.scene.skinproof.heat_map
    row = layout.row(align=True)
    if not heat_map.shown:
        row.operator(SKINPROOF_OT_show_heat_map.bl_idname, icon="COLOR")
        return
    row.operator(SKINPROOF_OT_hide_heat_map.bl_idname, icon="X", depress=True)
    row.prop(heat_map, "follow", text="", icon="PLAY")
    if legend.NAME in session.stopped:
        paragraph(layout, context, f"The legend cannot be drawn: {session.stopped[legend.NAME]}", icon="ERROR")
    row = layout.row(align=True)
    row.enabled = session.measured_under(context.scene.skinproof.result.key) is not None
    row.prop(heat_map, "scale", expand=True)


def _draw_parts(layout: UILayout, result: SKINPROOF_PG_result) -> None:
    header, body = layout.panel("skinproof_parts", default_closed=True)
    header.label(text=f"Parts ({len(result.parts)})")
    if body is None:
        return
    table = body.column(align=True)
    _row(table, "Part", "largest", "RMS", heading=True)
    for part in sorted(result.parts, key=lambda p: -p.largest)[:PARTS_SHOWN]:
        _row(table, part.name, f"{part.largest:.1e}", f"{part.rms:.1e}")
    if len(result.parts) > PARTS_SHOWN:
        table.label(text=f"and {len(result.parts) - PARTS_SHOWN} with smaller errors")


def _row(table: UILayout, name: str, first: str, second: str, *, heading: bool = False) -> None:
    split = table.split(factor=0.36)
    split.active = not heading
    split.label(text=name)
    for text in (first, second):
        cell = split.row()
        cell.alignment = "RIGHT"
        cell.label(text=text)


def _pair(table: UILayout, name: str, value: str) -> None:
    split = table.split(factor=0.36)
    label = split.row()
    label.active = False
    label.label(text=name)
    split.label(text=value)


CLASSES = (SKINPROOF_PT_result,)
