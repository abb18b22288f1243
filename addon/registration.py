"""What Blender has to know about the add-on, in the order in which it is told.

A module has classes of Blender's types, functions ``register()`` and ``unregister()``, or both. Classes are registered
first, and all is undone in the opposite order. To add a module, add its name to ``MODULES``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import ModuleType

import bpy

from .blender_classes import own_classes
from .translations import in_own_context

_OPERATORS = (
    *("import_skin", "character", "bone_map", "find_file", "compare", "worst_vertex", "select_cause", "fix_cause"),
    *("import_again", "two_objects", "export_again", "exports", "export_preset", "mends", "report", "help"),
    *("overlay_switch", "reach", "lesson"),
)
#: From top to bottom of the tab, then the menu and the status bar.
_PANELS = (
    *("characters", "compare", "two_objects", "vertex", "bone_columns", "overlays", "lessons", "menu"),
    *("status_bar", "exporter"),
)
MODULES = (
    *("translations", "draco", "state.preferences", "state.properties", "draw.properties"),
    *(f"operators.{name}" for name in _OPERATORS),
    *(f"panels.{name}" for name in _PANELS),
    *("draw.legend", "draw.live_map", "draw.overlay"),
    *("handlers", "state.file_watch", "export.box", "command.commands"),
)

#: Calls that undo what has been done, oldest first.
_undo: list[Callable[[], None]] = []


def register() -> None:
    """Register every module; if one fails, none stays registered. A second call begins anew."""
    unregister()
    try:
        for name in MODULES:
            _register_module(import_module(f".{name}", __package__))
    except BaseException:
        unregister()
        raise


def unregister() -> None:
    """Undo ``register``; without effect if nothing is registered."""
    while _undo:
        _undo.pop()()


def _register_module(module: ModuleType) -> None:
    for cls in own_classes(module):
        in_own_context(cls)
        bpy.utils.register_class(cls)
        _undo.append(partial(bpy.utils.unregister_class, cls))
    if hasattr(module, "register"):
        module.register()
        _undo.append(module.unregister)
