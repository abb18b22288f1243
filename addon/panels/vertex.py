"""One vertex in numbers, as it was last explained."""

from __future__ import annotations

from functools import partial

from bpy.types import Context, Panel

from ..subjects.catalogue import label_of
from ..translations import say
from . import OfCharacter, draw_figures, narrow, paragraph, side_by_side

_draw_row = partial(draw_figures, share=0.42, first=0.68)


class SKINPROOF_PT_vertex(OfCharacter, Panel):
    bl_label = "Vertex"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        layout = self.layout
        settings = context.scene.skinproof
        row = side_by_side(layout, context)
        name = "skinproof.explain_vertex"
        row.operator(name, text="Selected", icon="VERTEXSEL").which = "SELECTED"
        worst = row.row(align=True)
        worst.enabled = settings.result.worst_vertex >= 0
        worst.operator(name, text="Worst", icon="ERROR").which = "WORST"
        column = layout.column(align=True)
        headed = False
        for line in filter(None, settings.explained.split("\n")):
            name, *figures = line.split("\t")
            if not figures:
                paragraph(column, context, name, icon="NONE")
                continue
            if narrow(context):
                paragraph(column, context, f"{say(label_of(name))}: {', '.join(figures)}", icon="NONE")
                continue
            if not headed:
                _draw_row(column, say("Answer"), say("of size"), say("digit"), heading=True)
            headed = True
            _draw_row(column, say(label_of(name)), *figures)
