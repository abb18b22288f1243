"""One list of engines: what the panel offers, what the command line knows and what is behind the names are the same."""

from __future__ import annotations

import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")


def test_panel_command_line_and_list_name_the_same_engines(extension):
    facts_of = module(extension, "skinning_core.subject").facts_of
    listed = set(module(extension, "skinning_core.subject").NAMED)
    at_hand = set(module(extension, "addon.subjects.catalogue").every_maker())
    chosen = {item.identifier for item in bpy.context.scene.skinproof.bl_rna.properties["engine"].enum_items}
    assert listed == {facts_of(name).name for name in at_hand}
    whole = {name for name in at_hand if not name.endswith((":raw", ":directions"))}
    of_imports = {"blender:animation"}  # another rig needs another import, which is no choice of a comparison
    assert whole - of_imports == chosen | {"reference"}
    chosen_name = module(extension, "addon.subjects.catalogue").chosen_name
    for name in chosen:
        assert all(chosen_name(name, raw_weights=raw, directions=way) in at_hand for raw in (0, 1) for way in (0, 1))


@pytest.mark.usefixtures("extension")
def test_a_saved_choice_stays_the_same_engine():
    """Files hold the number of an item, not its name."""
    items = bpy.context.scene.skinproof.bl_rna.properties["engine"].enum_items
    first = {item.identifier: item.value for item in items if ":" not in item.identifier}
    assert first == {"blender": 0, "fast": 1, "gpu": 2, "stock": 3, "blender-formula": 4}
    assert next(item.value for item in items if item.identifier == "form:rigid") == 100


@pytest.mark.usefixtures("extension")
def test_the_panel_imports_nothing_of_the_command_line(root):
    for folder in ("compare", "panels", "operators", "draw", "scene", "subjects"):
        for path in (root / "addon" / folder).glob("*.py"):
            assert "command" not in [
                word
                for line in path.read_text(encoding="utf-8").splitlines()
                if line.lstrip().startswith(("import ", "from "))
                for word in line.replace(".", " ").split()
            ], path
