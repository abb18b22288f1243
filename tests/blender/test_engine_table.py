"""One list of engines: what the panel offers, what the command line knows and what is behind the names are the same."""

from __future__ import annotations

import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")


def test_panel_command_line_and_list_name_the_same_engines(extension):
    listed = set(module(extension, "skinning_core.engine").ENGINES)
    at_hand = {name.partition(":")[0] for name in module(extension, "addon.engines.table").every_engine()}
    chosen = {item.identifier for item in bpy.context.scene.skinproof.bl_rna.properties["engine"].enum_items}
    assert listed == at_hand == chosen | {"reference"}


def test_a_saved_choice_stays_the_same_engine(extension):
    """Files hold the number of an item, not its name."""
    items = bpy.context.scene.skinproof.bl_rna.properties["engine"].enum_items
    assert {item.identifier: item.value for item in items} == {"blender": 0, "fast": 1, "gpu": 2, "stock": 3}


def test_the_panel_imports_nothing_of_the_command_line(extension, root):
    for folder in ("compare", "panels", "operators", "draw", "scene", "engines"):
        for path in (root / "addon" / folder).glob("*.py"):
            assert "command" not in [
                word
                for line in path.read_text(encoding="utf-8").splitlines()
                if "import" in line
                for word in line.replace(".", " ").split()
            ], path
