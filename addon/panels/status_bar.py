"""In Blender's own status bar: what is done for an export, and what was found, in every workspace."""

from __future__ import annotations

import bpy
from bpy.types import Context, Header

from ..export.headline import told_shortly
from ..state.results import Standing
from ..state.session import session
from ..translations import say
from . import VERDICT_ICONS

#: Width of the bar of progress, in units of the interface.
_WIDTH = 12.0


def draw_in_status_bar(header: Header, context: Context) -> None:
    """The bar while another Blender works, then the verdict with *Show*, until somebody has noted it."""
    side = session.side
    if not side.export:
        return
    row = header.layout.row(align=True)
    if side.running:
        running = say("Trying export settings ...") if side.search else say("Verifying {file}", file=side.running)
        bar = row.row(align=True)
        bar.ui_units_x = _WIDTH
        bar.progress(factor=side.done, text=running)
        row.operator("skinproof.cancel_side", text="", icon="X")
        return
    found = side.rows[0] if side.rows else side.result
    standing = Standing.DIFFERS if found is None else found.standing
    row.operator("skinproof.show_side", text="Show")
    row.operator("skinproof.dismiss_side", text="", icon="X")
    told = row.row(align=True)
    told.alert = standing is Standing.DIFFERS
    told.label(text=told_shortly(context, side), icon=VERDICT_ICONS[standing], translate=False)


def register() -> None:
    bpy.types.STATUSBAR_HT_header.append(draw_in_status_bar)


def unregister() -> None:
    bpy.types.STATUSBAR_HT_header.remove(draw_in_status_bar)
