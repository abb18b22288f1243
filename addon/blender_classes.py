"""The classes that a module makes for Blender: operators, panels, menus, lists, groups of properties."""

from __future__ import annotations

from types import ModuleType


def own_classes(module: ModuleType) -> list[type]:
    """All of a module's, in order, by the names that Blender asks for: SKINPROOF_OT_import_skin."""
    named = vars(module).items()
    return [each for name, each in named if name.startswith("SKINPROOF_") and each.__module__ == module.__name__]
