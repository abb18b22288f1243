"""What Blender has to know about the add-on, in the order in which it is told.

A module offers a tuple ``CLASSES`` of Blender types, functions ``register()`` and ``unregister()``, or both: its
classes are registered before its ``register()`` is called, and both are undone in the opposite order. Adding a module
is one line in ``MODULES``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import ModuleType

import bpy

from .translations import in_own_context

MODULES = (
    "translations",
    "draco",
    "state.preferences",
    "state.properties",
    "draw.properties",
    "operators.import_skin",
    "operators.character",
    "operators.bone_map",
    "operators.find_file",
    "operators.compare",
    "operators.worst_vertex",
    "operators.select_cause",
    "operators.two_objects",
    "operators.report",
    "operators.help",
    "operators.overlay_switch",
    "operators.reach",
    "operators.lesson",
    "panels.characters",
    "panels.compare",
    "panels.result",
    "panels.two_objects",
    "panels.vertex",
    "panels.bone_columns",
    "panels.overlays",
    "panels.lessons",
    "panels.menu",
    "draw.legend",
    "draw.live_map",
    "draw.overlay",
    "handlers",
    "state.file_watch",
    "export.box",
    "command.commands",
)

#: What has been done, as the calls that undo it, oldest first.
_undo: list[Callable[[], None]] = []


def register() -> None:
    """Register every module; where one fails, none stays registered. A second call begins anew."""
    unregister()
    try:
        for name in MODULES:
            _register_module(import_module(f".{name}", __package__))
    except BaseException:
        unregister()
        raise


def unregister() -> None:
    """Undo ``register``; without effect where nothing is registered."""
    while _undo:
        _undo.pop()()


def _register_module(module: ModuleType) -> None:
    for cls in getattr(module, "CLASSES", ()):
        in_own_context(cls)
        bpy.utils.register_class(cls)
        _undo.append(partial(bpy.utils.unregister_class, cls))
    if hasattr(module, "register"):
        module.register()
        _undo.append(module.unregister)
