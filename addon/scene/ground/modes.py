"""Leaving a mode for what only Object Mode allows, and coming back to it."""

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
    """The block runs in Object Mode; then mode, active object and, outside Object Mode, selected objects are as before.

    In Object Mode itself the block may choose what is active and selected.
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
    """The block runs in Object Mode, and what it has chosen stays; where it fails, all is as before."""
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
    """Go to Object Mode; the way back to the mode, with its objects, and to what is active and selected."""
    active, layer = context.view_layer.objects.active, context.view_layer
    mode, together = active.mode, list(context.objects_in_mode)
    selected = list(context.selected_objects)
    leave_mode(context)

    def go_back() -> None:
        for ob in layer.objects:
            ob.select_set(ob in together)  # those are what a mode is entered with
        layer.objects.active = active
        bpy.ops.object.mode_set(mode=mode)
        for ob in layer.objects:
            ob.select_set(ob in selected)

    return go_back
