"""Our notes: no key, no export and no list of custom properties takes them for an artist's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from skinning_core.gltf.container import open_container
from tests.blender.animated_tube import made, written
from tests.blender.module import module
from tests.blender.smallest import import_smallest
from tests.models import MODELS

bpy = pytest.importorskip("bpy")

GROUP = "skinproof_notes"


def things() -> list[Any]:
    objects = list(bpy.context.scene.objects)
    keys = [ob.data.shape_keys for ob in objects if ob.type == "MESH" and ob.data.shape_keys is not None]
    bones = [bone for ob in objects if ob.pose is not None for bone in ob.pose.bones]
    return [*objects, *bones, *keys, *bpy.data.actions, *bpy.data.collections]


def loose(thing: Any) -> list[str]:
    return [key for key in thing.keys() if "skinproof" in key and key != GROUP]  # noqa: SIM118


def imported(folder: Path) -> None:
    import_smallest(folder)
    assert bpy.ops.skinproof.import_skin(filepath=str(MODELS["morphs"](folder)), rig="ANIMATION") == {"FINISHED"}


def attached(folder: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    made()
    path = written(folder)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(path))
    bpy.ops.object.select_all(action="SELECT")
    assert bpy.ops.skinproof.attach(filepath=str(path)) == {"FINISHED"}


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("brought", [imported, attached], ids=lambda each: each.__name__)
def test_notes_are_one_group_which_no_key_takes(brought, tmp_path: Path) -> None:
    """Blender keys numbers, lists of them, switches and choices; a group is none of these."""
    brought(tmp_path)
    noted = [thing for thing in things() if GROUP in thing]
    assert len(noted) > 3
    assert not [name for thing in things() for name in loose(thing)]
    for thing in noted:
        with pytest.raises(TypeError):
            thing.keyframe_insert(f'["{GROUP}"]')
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert bpy.context.scene.skinproof.result.same


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("brought", [imported, attached], ids=lambda each: each.__name__)
def test_an_export_with_custom_properties_has_none_of_ours(brought, tmp_path: Path) -> None:
    brought(tmp_path)
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    armature["artist"] = 7
    path = written(tmp_path, export_extras=True)
    data = bytes(open_container(memoryview(path.read_bytes()), path.name).json)
    assert b'"artist":7' in data
    assert b"skinproof" not in data


def as_earlier_versions_wrote() -> int:
    """The notes beside each other on their things, keyed by somebody who pressed I; how many curves that made."""
    for thing in things():
        if GROUP in thing:
            for key, value in list(thing[GROUP].items()):
                thing[key] = value.to_dict() if hasattr(value, "to_dict") else value
            del thing[GROUP]
    count = 0
    for ob in bpy.context.scene.objects:
        for bone in ob.pose.bones if ob.pose is not None else ():
            for name, size in (("skinproof_node", 1), ("skinproof_rest", 10)):
                if name in bone:
                    assert bone.keyframe_insert(f'["{name}"]', frame=1)
                    count += size
    return count


@pytest.mark.parametrize("brought", [imported, attached], ids=lambda each: each.__name__)
def test_notes_of_earlier_versions_and_their_curves_are_gathered(brought, extension: str, tmp_path: Path) -> None:
    brought(tmp_path)
    names = [item.name for item in bpy.context.scene.skinproof.characters]
    count = as_earlier_versions_wrote()
    assert count > 10
    blend = tmp_path / "earlier.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    bpy.ops.wm.open_mainfile(filepath=str(blend))
    assert module(extension, "addon.state.session").session.curves_of_notes == count
    compat = module(extension, "addon.compat")
    paths = [curve.data_path for action in bpy.data.actions for curve in compat.all_curves(action)]
    assert paths
    assert not [path for path in paths if "skinproof" in path]
    assert not [name for thing in things() for name in loose(thing)]
    assert [item.name for item in bpy.context.scene.skinproof.characters] == names
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert bpy.context.scene.skinproof.result.same
    while len(bpy.context.scene.skinproof.characters):
        assert bpy.ops.skinproof.remove_character() == {"FINISHED"}
    assert not [thing for thing in things() if GROUP in thing or loose(thing)]
