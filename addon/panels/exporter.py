"""Beside Blender's glTF export dialog: the tick, the search for the best settings, and its results."""

from __future__ import annotations

import sys

from bpy.types import Context, UILayout

from ..compare.mention import named
from ..export.headline import told_shortly
from ..export.mends.mend_kinds import KINDS, is_needed, mend_of
from ..state.preferences import ADDON_ID, reading_of
from ..state.results import SettingsRow, Side
from ..state.session import session
from ..state.views import start_timer, stop_timer
from ..translations import said, say, say_counted
from . import VERDICT_ICONS, capital, paragraph

_EXPORTER = "io_scene_gltf2"

#: Most settings shown.
_ROWS = 3

#: Most losses shown.
_LOSSES = 4


def draw(context: Context, layout: UILayout) -> None:
    """Ours in the exporter's panel."""
    header, body = layout.panel("SKINPROOF_export", default_closed=False)
    header.label(text="Skinproof")
    addon = context.preferences.addons.get(ADDON_ID)
    if body is not None and addon is not None and addon.preferences is not None:
        body.prop(addon.preferences, "export_target")
        draw_search(body, context, session.side)
        body.prop(addon.preferences, "verify_exports")


def draw_search(layout: UILayout, context: Context, side: Side) -> None:
    """The button, or the search's progress, and the settings found."""
    if side.search and side.running:
        row = layout.row(align=True)
        row.progress(factor=side.done, text=say("Trying export settings ..."))
        row.operator("skinproof.cancel_side", text="", icon="X")
        return
    layout.operator("skinproof.find_best_settings", icon="VIEWZOOM")
    if not side.search:
        return
    if not side.rows:
        paragraph(layout, context, told_shortly(context, side), icon="ERROR")
    _draw_mends(layout, context, side)
    if side.fix:
        paragraph(layout, context, capital(said(side.fix)), icon="MOD_VERTEX_WEIGHT")
        layout.operator("skinproof.refit_weights", icon="CHECKMARK")
    for k, row in enumerate(side.rows[:_ROWS]):
        box = layout.box().column(align=True)
        _draw_row(box, context, row)
        if k == 0:
            for number, loss in enumerate(row.losses[:_LOSSES] if not row.same else ()):
                _draw_loss(box, context, number, loss)
            if row.words:
                used = box.row(align=True)
                used.operator("skinproof.use_best_settings", icon="CHECKMARK")
                used.operator("skinproof.save_export_preset", text="", icon="PRESET_NEW")


def _draw_mends(layout: UILayout, context: Context, side: Side) -> None:
    """What can be changed in the scene, what an export then leaves, and a button; what is done is left out."""
    above_is_made = True
    for number, row in enumerate(side.mends):
        needed = is_needed(context.scene, mend_of(row))
        if needed:
            box = layout.box().column(align=True)
            paragraph(box, context, capital(said(row.told)), icon="TOOL_SETTINGS")
            buttons = box.row(align=True)
            selected = buttons.operator("skinproof.select_loss", icon="RESTRICT_SELECT_OFF")
            selected.index, selected.mend = number, True
            made = buttons.row(align=True)
            made.enabled = above_is_made or not row.follows
            made.operator("skinproof.mend_export", text=say(KINDS[row.code].text), icon="CHECKMARK").index = number
        above_is_made = not needed


def _draw_loss(layout: UILayout, context: Context, number: int, loss: str) -> None:
    """What is left, and a button that selects the object it names, if any."""
    paragraph(layout, context, capital(said(loss)), icon="BLANK1")
    if named(loss, {ob.name: ob for ob in context.scene.objects})[0] is not None:
        button = layout.operator("skinproof.select_loss", icon="RESTRICT_SELECT_OFF")
        button.index, button.mend = number, False


def _draw_row(box: UILayout, context: Context, row: SettingsRow) -> None:
    reading = reading_of(context)
    paragraph(box, context, said(row.title) or say("As it stands"), icon=VERDICT_ICONS[row.standing])
    told = capital(said(row.verdict))
    if row.missing:
        told += ", " + say_counted(row.missing, "1 thing is missing", "{count} things are missing")
    figures = f"{reading.length(row.metres)}, {reading.share(row.share)}, {row.size // 1000:,} kB"
    paragraph(box, context, told, icon="BLANK1")
    paragraph(box, context, figures, icon="BLANK1")
    for engine, share in row.there:
        there = say("{engine}: {share} off", engine=engine, share=reading.share(share))
        paragraph(box, context, there, icon="BLANK1")


def _offer() -> None:
    """Put ours into the exporter's panel, if the exporter is there (also a timer: it may be loaded after us)."""
    places = getattr(sys.modules.get(_EXPORTER), "exporter_extension_layout_draw", None)
    if places is not None:
        places[ADDON_ID] = draw


def register() -> None:
    _offer()
    start_timer(_offer, after=0.0)


def unregister() -> None:
    stop_timer(_offer)
    getattr(sys.modules.get(_EXPORTER), "exporter_extension_layout_draw", {}).pop(ADDON_ID, None)
