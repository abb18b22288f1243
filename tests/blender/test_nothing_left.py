"""An artist's file that had our characters: worked on without the extension, opened with it again, all removed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.blender.animated_tube import made, written
from tests.blender.module import module

bpy = pytest.importorskip("bpy")


def things() -> Iterator[Any]:
    """Every data-block of the file, its bones, attributes, modifiers, and vertex groups."""
    for name in dir(bpy.data):
        blocks = getattr(bpy.data, name)
        if not isinstance(blocks, bpy.types.bpy_prop_collection) or name == "screens":
            continue
        for block in blocks:
            yield block
            for parts in ("bones", "attributes", "modifiers", "vertex_groups"):
                yield from getattr(block, parts, ())
            yield from getattr(getattr(block, "pose", None), "bones", ())


def properties(thing: Any) -> list[str]:
    """The names of a thing's custom properties, where it can have any."""
    with suppress(AttributeError, TypeError):
        return list(thing.keys())
    return []


def left(extension: str) -> list[str]:
    """What of ours is in the file: names, custom properties, curves and drivers."""
    found = []
    for thing in things():
        found += [thing.name] if "skinproof" in thing.name.lower() else []
        found += [key for key in properties(thing) if "skinproof" in key]
        animation = getattr(thing, "animation_data", None)
        found += [d.data_path for d in animation.drivers if "skinproof" in d.data_path] if animation else []
    curves = module(extension, "addon.compat").all_curves
    return found + [c.data_path for action in bpy.data.actions for c in curves(action) if "skinproof" in c.data_path]


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
    bpy.context.scene.skinproof.live = bpy.context.scene.skinproof_overlay.rest = True
    assert left(extension)
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
    assert left(extension) == []
    there = {ob.name for ob in bpy.context.scene.objects}
    assert set(artist) <= there <= {*artist, *copies}
    assert len(there) == 2 * len(artist)  # the artist's own, and the copies of them
