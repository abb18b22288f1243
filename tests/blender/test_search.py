"""Blender's search (F3) reads menus: every operator that stands for itself is in ours."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

#: Operators of a row: they are about the row whose number, or clip, they are given.
OF_A_ROW = {"index", "clip"}


class Names:
    """Takes what a menu draws, and keeps which operators those are."""

    def __init__(self, found: set[str]) -> None:
        self.found = found

    def operator(self, name: str, **_: object) -> SimpleNamespace:
        self.found.add(name)
        return SimpleNamespace()

    def operator_menu_enum(self, name: str, *_: object, **__: object) -> None:
        self.found.add(name)

    def menu(self, name: str, **_: object) -> None:
        getattr(bpy.types, name).draw(SimpleNamespace(layout=self), bpy.context)

    def separator(self) -> None:
        pass

    def prop(self, *_: object, **__: object) -> None:
        pass


def test_every_operator_is_found_by_its_name(extension: str):
    listed: set[str] = set()
    Names(listed).menu("SKINPROOF_MT_character")
    registered = module(extension, "addon.operators.help")._registered()
    every = [cls for cls in registered if issubclass(cls, bpy.types.Operator)]
    alone = {
        cls.bl_idname
        for cls in every
        if "INTERNAL" not in cls.bl_options and not OF_A_ROW & set(getattr(cls, "__annotations__", ()))
    }
    assert alone <= listed
    assert {"skinproof.help", "skinproof.open_report", "skinproof.draw_lesson"} <= listed
