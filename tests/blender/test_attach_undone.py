"""Attach, compare and select, each undone: the scene is what it was, and the panels draw themselves at every step."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tests.blender.test_attach import EXAMPLE, armature_object, attached, judged, mesh_object, stock_import
from tests.blender.whole_scene import whole_scene

bpy = pytest.importorskip("bpy")

from tests.window.inside.side_bar import InSideBar  # noqa: E402 -- it needs bpy


class AnyLayout:
    """Takes whatever a panel draws, and keeps its texts."""

    def __init__(self, texts: list[str]) -> None:
        self.__dict__["texts"] = texts

    def __getattr__(self, name: str) -> Any:
        def drawn(*_arguments: Any, text: str = "", **_options: Any) -> Any:
            self.texts.append(text)
            layout = AnyLayout(self.texts)
            return (layout, layout) if name == "panel" else layout  # its header and its body

        return drawn

    def __setattr__(self, name: str, value: Any) -> None:
        pass


class InNarrowSideBar(InSideBar):
    """The context, as if a narrow side bar were being drawn."""

    region = SimpleNamespace(width=300)


def panels_drawn(extension: str) -> list[str]:
    """Every panel drawn by its own function; what it raises, the test raises."""
    texts: list[str] = []
    context = InNarrowSideBar()
    panels = [getattr(bpy.types, name) for name in dir(bpy.types) if name.startswith("SKINPROOF_PT_")]
    assert len(panels) >= 4
    assert all(sys.modules[panel.__module__].__name__.startswith(extension) for panel in panels)
    for panel in panels:
        if not hasattr(panel, "poll") or panel.poll(context):
            panel.draw(SimpleNamespace(layout=AnyLayout(texts)), context)
    return texts


def test_every_row_of_a_list_is_drawn(extension: str) -> None:
    """Blender calls a list's function for each item that is in sight."""
    stock_import(EXAMPLE)
    armature_object().select_set(True)
    attached(EXAMPLE)
    assert bpy.ops.skinproof.show_bone_map() == {"FINISHED"}
    settings, texts = bpy.context.scene.skinproof, list[str]()
    for items, name in ((settings.characters, "characters"), (settings.bone_map, "bones")):
        rows = getattr(bpy.types, f"SKINPROOF_UL_{name}")
        assert len(items)
        for item in items:
            drawn = SimpleNamespace(draw_row=lambda *given, rows=rows: rows.draw_row(None, *given))
            rows.draw_item(drawn, InSideBar(), AnyLayout(texts), settings, item, 0, settings, "")
    assert {settings.characters[0].name, settings.bone_map[0].name} <= set(texts)


def test_every_step_can_be_undone(extension: str) -> None:
    stock_import(EXAMPLE)
    mesh = mesh_object()
    mesh.data.vertices.add(2)
    armature_object().select_set(True)
    bpy.ops.ed.undo_push(message="A character of Blender's own importer")
    before = whole_scene()
    assert "vertices" not in " ".join(panels_drawn(extension))
    attached(EXAMPLE)
    bpy.ops.ed.undo_push(message="Attached")
    assert bpy.context.scene.skinproof.character.strangers == 2
    assert "2 not in the file" in panels_drawn(extension)
    noted = whole_scene()
    judged("POSE", "FRAME")
    bpy.ops.ed.undo_push(message="Compared")
    panels_drawn(extension)
    assert bpy.ops.skinproof.select_unmatched() == {"FINISHED"}
    bpy.ops.ed.undo_push(message="Selected")
    assert bpy.context.mode == "EDIT_MESH"
    panels_drawn(extension)
    bpy.ops.ed.undo()
    assert bpy.context.mode == "OBJECT"
    bpy.ops.ed.undo()

    assert whole_scene() == noted
    assert len(bpy.context.scene.skinproof.characters) == 1
    panels_drawn(extension)
    bpy.ops.ed.undo()
    assert not bpy.context.scene.skinproof.characters
    panels_drawn(extension)
    assert whole_scene() == before
    bpy.ops.ed.redo()
    assert bpy.context.scene.skinproof.character.strangers == 2
    assert whole_scene() == noted
    assert judged("POSE", "FRAME").lost == 0
    panels_drawn(extension)
