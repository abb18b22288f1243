"""What was found of an export, in one line: for panels, the status bar and reports."""

from __future__ import annotations

from bpy.types import Context

from ..state.preferences import reading_of
from ..state.results import Side
from ..translations import said, say


def told_shortly(context: Context, side: Side) -> str:
    """What was found of an export: its name, the verdict, and how far it is off."""
    result = side.result
    if side.rows:
        title, verdict = said(side.rows[0].title) or say("As it stands"), said(side.rows[0].verdict)
        return say("Best settings: {settings}: {verdict}", settings=title, verdict=verdict)
    if result is None:
        return said(side.refusal)
    words = said(result.words)
    if result.differs and result.metres:
        off = say("{length} off", length=reading_of(context).length(result.metres))
        words = say("{verdict}, {about}", verdict=words, about=off)
    return say("{file}: {verdict}", file=result.title, verdict=words)
