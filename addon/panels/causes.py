"""Why it differs: a row for each cause, with what to do about it and the buttons that select it and do it."""

from __future__ import annotations

from bpy.types import Context, UILayout

from ...skinning_core.compare.causes.scene_cause import button_of
from ..compare.remedy import EXACT, TEMPERANCE, again_of, changed_settings
from ..state.results import Summary
from ..translations import said, say
from . import capital, narrow, paragraph, side_by_side

#: Causes that are not folded.
_OPEN = 3


def draw_causes(layout: UILayout, context: Context, result: Summary, *, side: bool = False) -> None:
    """The causes of a result; those beyond the first few are folded. side: of no listed character."""
    if not result.causes:
        return
    box = layout.box().column()
    for k in range(min(len(result.causes), _OPEN)):
        _draw_cause(box, context, result, k, side=side)
    more = len(result.causes) - _OPEN
    if more > 0:
        header, body = layout.panel("skinproof_side_causes" if side else "skinproof_causes", default_closed=True)
        header.label(text=say("More causes ({count})", count=more))
        for k in range(_OPEN, len(result.causes)) if body is not None else ():
            _draw_cause(body, context, result, k, side=side)


def _draw_cause(layout: UILayout, context: Context, result: Summary, k: int, *, side: bool) -> None:
    cause, remedy = result.causes[k], next(iter(result.remedies[k : k + 1]), "")
    column = layout.column(align=True)
    paragraph(column, context, capital(said(cause)), icon="DOT")
    if remedy:
        dim = column.column(align=True)
        dim.active = False
        paragraph(dim, context, capital(said(remedy)), icon="BLANK1")
    row = side_by_side(column, context)
    select = row.operator("skinproof.select_cause", icon="RESTRICT_SELECT_OFF")
    select.index, select.side = k, side
    if side:
        if changed_settings(cause):
            row.operator("skinproof.export_again", icon="EXPORT").index = k
        return
    if button_of(cause):
        row.operator("skinproof.fix_cause", icon="CHECKMARK").index = k
    attached = context.scene.skinproof.character.attached
    if how := again_of(cause, attached=attached):
        label = say("Import Again") if narrow(context) else _label_of_import(how)
        again = column.operator("skinproof.import_again", text=label, icon="IMPORT", translate=False)
        again.index = k


def _label_of_import(how: str) -> str:
    """The button's label; how: as in ``remedy``."""
    if how == TEMPERANCE:
        return say("Import Again with Temperance")
    return say("Import Again with Rig Exact") if how == EXACT else say("Import Again with Skinproof")
