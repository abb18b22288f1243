"""What stands on the tab before anybody unfolds anything: few buttons, in order, and no doubt under a yes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.blender.example_scene import EXAMPLE
from tests.blender.module import module
from tests.blender.test_attach_undone import panels_drawn

bpy = pytest.importorskip("bpy")

from tests.window.inside import side_bar  # noqa: E402 -- it needs bpy


class Buttons(side_bar.Rows):
    """Keeps what can be pressed, and nothing else."""

    def label(self, **_: Any) -> None:
        pass

    def menu(self, name: str, **_: Any) -> None:
        self.rows.append(name)

    def template_list(self, *_: Any, **__: Any) -> None:
        pass

    def panel(self, *_: Any, default_closed: bool = False, **__: Any) -> tuple[Buttons, Buttons | None]:
        return Buttons(self.rows), None if default_closed else Buttons(self.rows)

    def __getattr__(self, _name: str) -> Any:
        return lambda *_, **__: Buttons(self.rows)


def buttons() -> list[str]:
    """What can be pressed on the tab as it comes."""
    found: list[str] = []
    for panel in (getattr(bpy.types, name) for name in dir(bpy.types) if name.startswith("SKINPROOF_PT_")):
        is_there = not hasattr(panel, "poll") or panel.poll(side_bar.InSideBar())
        if not is_there or "DEFAULT_CLOSED" in getattr(panel, "bl_options", ()):
            continue
        this = SimpleNamespace(layout=Buttons(found))
        if hasattr(panel, "draw_header_preset"):
            panel.draw_header_preset(this, side_bar.InSideBar())
        panel.draw(this, side_bar.InSideBar())
    return found


@pytest.fixture
def empty(extension: str) -> Any:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    module(extension, "addon.state.session").session.last_report = None
    return bpy.context.scene.skinproof


def test_an_empty_scene_offers_what_brings_a_character_in(empty: Any) -> None:
    assert buttons() == ["[]", "[Import Character]", "[Attach to Selected]", "[Compare with Export]"]  # [] is the help
    assert side_bar.said()["panels"]["Characters"][-1] == "Or drop a .glb into the viewport"


def test_with_a_character_there_are_at_most_nine_buttons(empty: Any) -> None:
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    assert len(buttons()) <= 9, buttons()
    assert "[Compare All 3 Clips]" in buttons()


def test_under_a_yes_stands_nothing_that_sounds_like_a_no(empty: Any) -> None:
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    rows = side_bar.said()["panels"]["Compare"]
    below = rows[rows.index("The same, 3 of 3 clips") + 1 :]
    assert below == ["Details", "[Report]", "Advanced"]
    assert rows.index("[Compare All 3 Clips]") < rows.index("The same, 3 of 3 clips")


def test_no_menu_has_the_name_of_a_panel_or_of_a_button(empty: Any) -> None:
    """With *Live* on, the menu *Compare* stood in the panel *Compare*, above the button *Compare*."""
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    empty.live = True
    try:
        panels = side_bar.said()["panels"]
    finally:
        empty.live = False
    assert "Compared: What Plays Now" in panels["Compare"]
    ours = [getattr(bpy.ops.skinproof, name).get_rna_type().name for name in dir(bpy.ops.skinproof)]
    values = {row.partition(": ")[0] for rows in panels.values() for row in rows if row[0] != "[" and ": " in row}
    assert not values & {*panels, *ours}


@pytest.mark.parametrize("character", [False, True])
def test_a_comparison_that_runs_has_one_bar(empty: Any, extension: str, character: bool) -> None:
    """Of two objects beside a character there were two, in *Compare* and in *Two Objects, Exports*."""
    if character:
        bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
        bpy.ops.object.select_all(action="DESELECT")
    for name in ("First", "Second"):
        ob = bpy.data.objects.new(name, bpy.data.meshes.new(name))
        bpy.context.scene.collection.objects.link(ob)
        ob.select_set(True)
        bpy.context.view_layer.objects.active = ob
    assert "Compare Second with First" in panels_drawn(extension)
    memory = module(extension, "addon.state.session")
    memory.session.job = memory.Job("Comparing", 3, 7)
    try:
        assert [text for text in panels_drawn(extension) if "3 of 7" in text] == ["Comparing: 3 of 7      Esc cancels"]
    finally:
        memory.session.job = None
