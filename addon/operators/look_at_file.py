"""What is worth knowing of a file before it is imported: shown in the import's dialog, or after a button is pressed."""

from __future__ import annotations

import os
from pathlib import Path

import bpy
from bpy.types import Context, UILayout

from ..rig.look import FirstLook, first_look
from ..scene.play.playback import frames_per_second
from ..state import session
from ..state.lengths import reading_of
from ..translations import say, say_counted
from . import Action, unless


def look_at(context: Context, path: Path) -> None:
    """Look at a file before it is imported. Raises ``SkinproofError`` if it cannot be read."""
    session.first_looks[path] = first_look(session.read(path), frames_per_second(context.scene))


def browsed_file(context: Context) -> Path | None:
    """The file that is chosen in the file browser; None if there is no file browser, or no file chosen."""
    space = context.space_data
    if space is None or space.type != "FILE_BROWSER" or space.params is None or not space.params.filename:
        return None
    result: Path | None = Path(bpy.path.abspath(os.fsdecode(space.params.directory))) / space.params.filename
    return result


def draw_look(layout: UILayout, context: Context, path: Path, look: FirstLook, chosen: str) -> None:
    """What was seen of a file, in a box; ``chosen``: the rig that it will have."""
    box = layout.box().column(align=True)
    box.label(text=path.name, translate=False)
    reading = reading_of(context)
    for price in sorted(look.prices, key=lambda price: price.kind != chosen):
        figures = {
            "bones": say_counted(price.bones, "1 bone", "{count} bones"),
            "joints": say_counted(price.joints, "1 joint", "{count} joints"),
        }
        exact = price.kind == "EXACT"
        told = say(
            "Exact: at least {bones} for {joints}" if exact else "For Animation: {bones} for {joints}", **figures
        )
        row = box.row()
        row.active = price.kind == chosen
        row.label(text=told, icon="CHECKMARK" if price.kind == chosen else "BLANK1", translate=False)
        row = box.row()
        row.active, row.alert = price.kind == chosen or price.is_visible, price.is_visible
        off = {"length": reading.length(price.metres), "error": reading.share(price.error)}
        if price.is_visible:
            told = say("{length} off, {error} of the size: this rig cannot hold this file", **off)
        else:
            told = say("within {length}: nobody would see it", **off)
        row.label(text=told, icon="BLANK1", translate=False)
    if look.rate is not None:
        scene = f"{frames_per_second(context.scene):.5g}"
        rates = say("Keys at {rate} frames per second, the scene has {scene}", rate=look.rate.text, scene=scene)
        box.label(text=rates, icon="INFO")


class SKINPROOF_OT_look_at_file(Action):
    """Read the chosen file and show what either rig would cost, and the frame rate of its keys"""

    bl_idname = "skinproof.look_at_file"
    bl_label = "Look at the File"
    bl_options = {"INTERNAL"}

    refusals = (unless(browsed_file, "Choose a file in the file browser first"),)

    def act(self, context: Context) -> None:
        path = browsed_file(context)
        assert path is not None  # poll has checked this
        look_at(context, path)


CLASSES = (SKINPROOF_OT_look_at_file,)
