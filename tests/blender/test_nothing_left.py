"""An artist's file that had our characters: worked on without the extension, opened with it again, all removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.blender.animated_tube import made, written
from tests.blender.module import module

bpy = pytest.importorskip("bpy")

from tests.binary.traces import left  # noqa: E402 -- it needs bpy


def handlers() -> list[str]:
    every = [getattr(bpy.app.handlers, name) for name in dir(bpy.app.handlers)]
    lists = [each for each in every if isinstance(each, list)]
    return [f.__module__ for each in lists for f in each if "skinproof" in getattr(f, "__module__", "")]


def test_nothing_of_ours_is_left_after_remove(extension: str, tmp_path: Path) -> None:
    blend, registration = str(tmp_path / "artist.blend"), module(extension, "addon.registration")
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    made()
    path = written(tmp_path)
    artist = [ob.name for ob in bpy.context.scene.objects]
    bpy.ops.object.select_all(action="SELECT")
    assert bpy.ops.skinproof.attach(filepath=str(path)) == {"FINISHED"}
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert bpy.ops.skinproof.show_heat_map() == {"FINISHED"}
    assert bpy.ops.skinproof.explain_vertex(which="WORST") == {"FINISHED"}
    if bpy.app.version >= (5, 2):  # before, there is no GPU without a window
        assert bpy.ops.skinproof.draw_lesson(show="weights") == {"FINISHED"}
        assert "Skinproof Picture" in left()
    assert "Skinproof Vertex" in left()
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    settings = bpy.context.scene.skinproof
    settings.live = bpy.context.scene.skinproof_overlay.rest = settings.looping = True
    assert left()
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    registration.unregister()
    try:  # without the extension
        assert not handlers()
        bpy.ops.wm.open_mainfile(filepath=blend)
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.duplicate()
        copies = [ob.name for ob in bpy.context.selected_objects]
        bpy.ops.wm.save_as_mainfile(filepath=blend)
    finally:
        registration.register()
    bpy.ops.wm.open_mainfile(filepath=blend)
    assert len(bpy.context.scene.skinproof.characters) == 4
    while len(bpy.context.scene.skinproof.characters):
        assert bpy.ops.skinproof.remove_character() == {"FINISHED"}
    assert {"Scene: skinproof", "Scene: skinproof_overlay"} >= set(left())  # Blender makes them when they are read
    bpy.ops.wm.save_mainfile()
    assert left() == []
    bpy.context.scene.skinproof.strict_placement = True  # for two objects, in a scene without characters
    bpy.ops.wm.save_mainfile()
    assert set(left()) == {"Scene: skinproof"}
    there = {ob.name for ob in bpy.context.scene.objects}
    assert set(artist) <= there <= {*artist, *copies}
    assert len(there) == 2 * len(artist)  # the artist's own, and the copies of them


def brought(folder: Path, way: str) -> None:
    """A character in an empty scene: attached to what Blender brought in, or imported; and compared."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    made()
    path = written(folder)
    if way == "attached":
        bpy.ops.object.select_all(action="SELECT")
        assert bpy.ops.skinproof.attach(filepath=str(path)) == {"FINISHED"}
    else:
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}


def all_removed() -> list[str]:
    """What of ours is left in the scene after *Remove*, but for what is there once it is read."""
    bpy.context.view_layer.update()
    assert len(bpy.context.scene.skinproof.characters) == 1
    assert bpy.ops.skinproof.remove_character() == {"FINISHED"}
    return [each for each in left() if not each.startswith("Scene")]


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("way", ["attached", "imported"])
def test_nothing_is_left_after_undo_and_redo(tmp_path: Path, way: str) -> None:
    brought(tmp_path, way)
    bpy.ops.ed.undo_push(message="Compared")
    bpy.context.scene.frame_set(7)
    bpy.ops.ed.undo_push(message="Another frame")
    bpy.ops.ed.undo()
    assert all_removed() == []
    bpy.ops.ed.undo_push(message="Removed")
    bpy.ops.ed.undo()
    bpy.ops.ed.redo()
    bpy.context.view_layer.update()
    assert not len(bpy.context.scene.skinproof.characters)
    assert [each for each in left() if not each.startswith("Scene")] == []


@pytest.mark.parametrize("way", ["attached", "imported"])
def test_nothing_is_left_in_a_file_that_others_come_into(extension: str, tmp_path: Path, way: str) -> None:
    """Saved half-way through a comparison; opened, appended from, and linked from: then it is to be removed there."""
    blend = str(tmp_path / "library.blend")
    brought(tmp_path, way)
    memory = module(extension, "addon.state.session")
    memory.session.job = memory.Job("Comparing", 3, 7)
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    memory.session.job = None
    bpy.ops.wm.open_mainfile(filepath=blend)
    assert all_removed() == []
    for link in (False, True):
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        with bpy.data.libraries.load(blend, link=link) as (there, here):
            here.objects = list(there.objects)
        for ob in here.objects:
            bpy.context.scene.collection.objects.link(ob)
        if not link:
            assert all_removed() == []
            continue
        bpy.context.view_layer.update()
        with pytest.raises(RuntimeError, match=r"is linked from .*change it there"):
            bpy.ops.skinproof.remove_character()
