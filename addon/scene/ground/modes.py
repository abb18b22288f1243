"""Leaving a mode for what only Object Mode allows, and coming back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import bpy
from bpy.types import Context


def leave_mode(context: Context) -> None:
    """Go to Object Mode."""
    if context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")


@contextmanager
def in_object_mode(context: Context) -> Iterator[None]:
    """Run the block in Object Mode, then put back mode, active object and selection.

    In Object Mode already, the block may choose what is active and selected.
    """
    if context.mode == "OBJECT":
        yield
        return
    go_back = _left(context)
    try:
        yield
    finally:
        go_back()


@contextmanager
def left_for_object_mode(context: Context) -> Iterator[None]:
    """Run the block in Object Mode and keep what it chooses; if it fails, all is put back."""
    if context.mode == "OBJECT":
        yield
        return
    go_back = _left(context)
    try:
        yield
    except BaseException:
        go_back()
        raise


def _left(context: Context) -> Callable[[], None]:
    """Go to Object Mode; returns the way back to the mode, its objects, the active one and the selection."""
    active, layer = context.view_layer.objects.active, context.view_layer
    mode, together = active.mode, list(context.objects_in_mode)
    selected = list(context.selected_objects)
    leave_mode(context)

    def go_back() -> None:
        for ob in layer.objects:
            ob.select_set(ob in together)  # a mode is entered with these
        layer.objects.active = active
        bpy.ops.object.mode_set(mode=mode)
        for ob in layer.objects:
            ob.select_set(ob in selected)

    return go_back
