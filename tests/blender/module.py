"""A module of the installed extension, by its name below the extension's root."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def module(extension: str, name: str) -> ModuleType:
    return import_module(f"{extension}.{name}")
