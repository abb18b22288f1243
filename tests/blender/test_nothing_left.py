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
