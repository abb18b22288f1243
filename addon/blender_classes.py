"""The classes that a module of the add-on makes for Blender: operators, panels, menus, lists, groups of properties."""

from __future__ import annotations

from types import ModuleType


def own_classes(module: ModuleType) -> list[type]:
    """All of a module's, in their order, by the names that Blender asks for: SKINPROOF_OT_import_skin."""
    named = vars(module).items()
    return [each for name, each in named if name.startswith("SKINPROOF_") and each.__module__ == module.__name__]
