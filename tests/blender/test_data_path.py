"""What data paths name: the bone first, whatever stands behind it, and names as artists write them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

#: Names with all that a path escapes, or is made of.
NAMES = ["hand.L", 'a "quoted" one', "back\\slash", "][", "手.左", '"].location']


@pytest.fixture
def rig() -> Any:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    data = bpy.data.armatures.new("Rig")
    rig = bpy.data.objects.new("Rig", data)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for name in NAMES:
        data.edit_bones.new(name).tail = (0.0, 0.0, 1.0)
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def test_the_bone_and_what_is_set_of_it(extension: str, rig: Any) -> None:
    data_path = module(extension, "addon.scene.ground.data_path")
    for bone in rig.pose.bones:
        constraint = bone.constraints.new("COPY_ROTATION")
        constraint.name = 'IK "1"'
        bone["own"] = 1.0
        paths = {
            "location": bone.driver_add("location", 0).data_path,
            "rotation": bone.driver_add("rotation_quaternion", 1).data_path,
            """influence of the constraint 'IK "1"'""": constraint.driver_add("influence").data_path,
            "property 'own'": bone.driver_add('["own"]').data_path,
        }
        assert {data_path.bone_in(path) for path in paths.values()} == {bone.name}
        assert [str(data_path.channel_in(path)) for path in paths.values()] == list(paths)


@pytest.mark.parametrize(
    ("path", "bone", "name", "channel"),
    [
        ("location", None, "location", "location"),
        ('["own"]', None, "own", "property 'own'"),
        ('key_blocks["wide"].value', None, "wide", "value"),
        ('bones["spine"].bbone_easein', None, "spine", "bbone easein"),
        ('constraints["Child Of"].influence', None, "Child Of", "influence"),
    ],
)
def test_what_is_no_bone_of_the_pose(extension: str, path: str, bone: str | None, name: str, channel: str) -> None:
    data_path = module(extension, "addon.scene.ground.data_path")
    assert (data_path.bone_in(path), data_path.name_in(path), str(data_path.channel_in(path))) == (bone, name, channel)
