"""Whether the characters' files still hold what was imported: checked now and then, shown by the panel."""

from __future__ import annotations

import time as clock

import bpy

from .model_memory import change_of
from .session import session
from .views import redraw, stop_timer

#: Seconds between two looks; more if a look takes long, as on a network's disk.
INTERVAL = 2.0
_SHARE = 0.01  # of all time may go into looking


def look() -> bool:
    """Bring ``session.changed`` up to date; returns whether it changed."""
    changed = {}
    for scene in bpy.data.scenes:
        for item in scene.skinproof.characters:
            character = session.characters.get(item.key)
            # No file of a .blend that was only opened is looked at: it may be anybody's, and name a device or a server.
            if character is None or not session.models.was_read(character):
                continue
            if sentence := change_of(character.sources):
                changed[item.key] = sentence
    if changed == session.changed:
        return False
    session.changed = changed
    return True


def _look_now_and_then() -> float:
    began = clock.perf_counter()
    if look():
        redraw(bpy.context, {"UI"})
    return max(INTERVAL, (clock.perf_counter() - began) / _SHARE)


def register() -> None:
    bpy.app.timers.register(_look_now_and_then, first_interval=INTERVAL, persistent=True)


def unregister() -> None:
    stop_timer(_look_now_and_then)
