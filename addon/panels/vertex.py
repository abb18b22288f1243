"""One vertex in numbers, as it was last explained."""

from __future__ import annotations

from bpy.types import Context, Panel

from ..operators.explain import SKINPROOF_OT_explain_vertex
from . import InTab


class SKINPROOF_PT_vertex(InTab, Panel):
    bl_idname = "SKINPROOF_PT_vertex"
    bl_label = "Vertex"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return context.scene.skinproof.character is not None

    def draw(self, context: Context) -> None:
        layout = self.layout
        settings = context.scene.skinproof
        row = layout.row(align=True)
        name = SKINPROOF_OT_explain_vertex.bl_idname
        row.operator(name, text="Selected", icon="VERTEXSEL").which = "SELECTED"
        worst = row.row(align=True)
        worst.enabled = settings.result.worst_vertex >= 0
        worst.operator(name, text="Worst", icon="ERROR").which = "WORST"
        column = layout.column(align=True)
        for line in filter(None, settings.explained.split("\n")):
            column.label(text=line)


CLASSES = (SKINPROOF_PT_vertex,)
