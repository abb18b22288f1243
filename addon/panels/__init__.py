"""The tab "Skinproof" of the 3D view's side bar (N). Panels draw what operators have stored; none computes."""

from __future__ import annotations

from textwrap import wrap

from bpy.types import Context, UILayout

from ..results import Standing

#: The dot of each standing: green, grey, red.
ICONS = {
    Standing.SAME: "COLORSET_03_VEC",
    Standing.CHANGED: "COLORSET_13_VEC",
    Standing.DIFFERS: "COLORSET_01_VEC",
}


class InTab:
    """Where every panel of the add-on lives."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Skinproof"


def paragraph(layout: UILayout, context: Context, text: str, *, icon: str = "INFO") -> None:
    """A sentence of any length, in as many lines as the side bar's width asks for."""
    characters = int(context.region.width / (6.2 * context.preferences.system.ui_scale)) - 11
    column = layout.column(align=True)
    for i, line in enumerate(wrap(text, max(characters, 16))):
        column.label(text=line, icon=icon if i == 0 else "BLANK1")
