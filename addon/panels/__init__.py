"""The tab "Skinproof" of the 3D view's side bar (N). Panels draw what operators have stored; none computes.

Read in this order: ``wrapping`` (a sentence in lines), then ``characters``, ``overlays``, ``causes``, ``result``,
``compare``, ``exporter`` (beside the export dialog too), ``two_objects``, ``vertex``, ``bone_columns``, ``lessons``;
``menu``, ``status_bar``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import blf
from bpy.types import Context, UILayout, UIList

from ..state.results import Standing
from ..state.session import Job
from ..state.views import TAB
from .wrapping import wrapped

#: The dot of each standing: green, dark green, grey, yellow, red.
ICONS = {
    Standing.SAME: "COLORSET_03_VEC",
    Standing.UNSEEN: "COLORSET_15_VEC",
    Standing.CHANGED: "COLORSET_13_VEC",
    Standing.PARTLY: "COLORSET_09_VEC",
    Standing.DIFFERS: "COLORSET_01_VEC",
}

#: The icon of a verdict; an invisible difference is no alarm.
VERDICT_ICONS = {
    Standing.SAME: "CHECKMARK",
    Standing.UNSEEN: "INFO",
    Standing.PARTLY: "QUESTION",
    Standing.DIFFERS: "ERROR",
}

#: Blender's default font, as on its buttons.
_FONT = 0
#: Pixels of the side bar beside a text: margins of the panel and of a box in it, and the tabs.
_AROUND = 66
#: The same beside a text with an icon.
_AROUND_WITH_ICON = 90
#: The same in a panel without a box.
_AROUND_CONTENT = 56
#: Pixels of a text's margin there.
_MARGIN = 4
#: Pixels of the side bar beside the two texts of a list's row: the list's own margins, its buttons, and an icon.
_AROUND_ROW = 154
#: Pixels of an icon's button.
_BUTTON = 28
#: Pixels that a line may take in any side bar.
_LEAST = 48
#: Pixels of a side bar with room for two things side by side.
_TWO_THINGS = 254


class InTab:
    """Where every panel of the add-on lives."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = TAB


class Rows(UIList):
    """A list whose rows need no more than their item, of all that Blender hands over."""

    def draw_item(self, context: Context, layout: UILayout, data: Any, item: Any, icon: int, of: Any, at: str) -> None:
        """Blender's call of ``draw_row``."""
        self.draw_row(context, layout, item)

    def draw_row(self, context: Context, layout: UILayout, item: Any) -> None:
        """Draw one row."""
        raise NotImplementedError


class OfCharacter(InTab):
    """For panels about the active character."""

    @classmethod
    def poll(cls, context: Context) -> bool:
        return context.scene.skinproof.character is not None


def is_narrow(width: float, scale: float) -> bool:
    """Whether a side bar of ``width`` pixels has no room for two things side by side. scale: the interface's."""
    return width < _TWO_THINGS * scale


def narrow(context: Context) -> bool:
    """``is_narrow`` for the side bar being drawn."""
    return is_narrow(context.region.width, context.preferences.system.ui_scale)


def side_by_side(layout: UILayout, context: Context) -> UILayout:
    """A layout for things side by side, which stand below one another in a narrow side bar."""
    return layout.column(align=True) if narrow(context) else layout.row(align=True)


def fit_beside(context: Context, name: str, told: str) -> bool:
    """Whether a list's row has room for a name and a text beside it; Blender would shorten both."""
    room = context.region.width - _AROUND_ROW * context.preferences.system.ui_scale
    return bool(_width_in(context)(name) + _width_in(context)(told) <= room)


def has_room(context: Context, text: str, part: float, *, beside: int = 0) -> bool:
    """Whether a text has room in a part of a panel's width; Blender would shorten it. beside: icons in that part."""
    scale = context.preferences.system.ui_scale
    room = part * (context.region.width - _AROUND_CONTENT * scale) - (_MARGIN + beside * _BUTTON) * scale
    return bool(_width_in(context)(text) <= room)


def split_column(layout: UILayout, *, align: bool = False) -> UILayout:
    """A column whose properties are beside their names."""
    column = layout.column(align=align)
    column.use_property_split = True
    column.use_property_decorate = False
    return column


def draw_figures(table: UILayout, *cells: str, heading: bool = False, share: float = 0.36, first: float = 0.0) -> None:
    """A row of a table: a name, with its ``share`` of the width, and two figures aligned right.

    first: the first figure's share of what is left; by default they are equally wide.
    """
    name, *figures = cells
    split = table.split(factor=share)
    split.active = not heading
    split.label(text=name, translate=False)
    beside = split.split(factor=first) if first else split
    for text in figures:
        cell = beside.row()
        cell.alignment = "RIGHT"
        cell.label(text=text, translate=False)


def draw_job(layout: UILayout, job: Job) -> None:
    """A long job's progress, in place of the button that began it."""
    layout.progress(factor=job.done / job.total, text=job.progress())


def capital(words: str) -> str:
    """A sentence with a capital letter at its beginning."""
    return words[:1].upper() + words[1:]


def paragraph(layout: UILayout, context: Context, text: str, *, icon: str = "INFO", beside: int = 0) -> None:
    """A sentence of any length, in lines for the side bar's width. beside: buttons in the same row."""
    scale, width_of = context.preferences.system.ui_scale, _width_in(context)
    around = (_AROUND if icon == "NONE" else _AROUND_WITH_ICON) + beside * _BUTTON
    room = context.region.width - around * scale
    column = layout.column(align=True)
    lines = wrapped(text, max(room, _LEAST * scale), width_of)
    below = "NONE" if icon == "NONE" else "BLANK1"
    for i, line in enumerate(lines):
        column.label(text=line, icon=icon if i == 0 else below, translate=False)


def _width_in(context: Context) -> Callable[[str], float]:
    """A text's width in the side bar being drawn, in pixels."""
    blf.size(_FONT, context.preferences.ui_styles[0].widget.points * context.preferences.system.ui_scale)
    return lambda text: float(blf.dimensions(_FONT, text)[0])
