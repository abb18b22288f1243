"""What plays is called by its name, and only what makes the difference smaller is a cause of it."""

from __future__ import annotations

import pytest

bpy = pytest.importorskip("bpy")

from tests.blender.conftest import HERE  # noqa: E402 -- it needs bpy
from tests.blender.test_named_causes import curves_of  # noqa: E402
from tests.blender.tube_origins import (  # noqa: E402, F401
    attach,
    by_hand,
    character,
    compared,
    tube,
)

SHARED = HERE.parents[2] / "shared" / "field" / "characters"
NO_KEYS = "a pose without keys"


def told() -> str:
    return str(bpy.context.scene.skinproof.result.notes)


@pytest.mark.parametrize("character", [by_hand], indirect=True, ids=["by hand"])
def test_a_bone_without_keys_is_posed_if_it_stands_elsewhere(character):  # noqa: F811
    """A quaternion and its negative are one rotation; a turned bone is another pose."""
    armature, _ = character
    action = armature.animation_data.action
    for curve in [each for each in curves_of(armature) if '"b3"' in each.data_path]:
        _remove(action, armature, curve)
    bone = armature.pose.bones["b3"]
    bone.rotation_mode = "QUATERNION"
    bone.rotation_quaternion = (-1.0, 0.0, 0.0, 0.0)
    compared("FRAME")
    assert NO_KEYS not in told()
    bone.rotation_quaternion = (0.9, 0.4, 0.0, 0.0)
    compared("FRAME")
    assert NO_KEYS in told()


def _remove(action, armature, curve) -> None:
    if hasattr(action, "fcurves"):
        action.fcurves.remove(curve)
        return
    for layer in action.layers:
        for strip in layer.strips:
            strip.channelbag(armature.animation_data.action_slot).fcurves.remove(curve)


@pytest.mark.parametrize("character", [by_hand], indirect=True, ids=["by hand"])
def test_a_control_rig_that_plays_exactly_the_clip_is_no_cause(character):  # noqa: F811
    """And one that plays something else is."""
    armature, _ = character
    control = armature.copy()
    control.data = armature.data.copy()
    bpy.context.scene.collection.objects.link(control)
    armature.animation_data.action = None
    for track in list(armature.animation_data.nla_tracks):
        armature.animation_data.nla_tracks.remove(track)
    for bone in armature.pose.bones:
        constraint = bone.constraints.new("COPY_TRANSFORMS")
        constraint.target, constraint.subtarget = control, bone.name
    result = compared()
    assert result.same, result.notes
    assert "constraints" in told()
    assert NO_KEYS not in told()
    bpy.context.scene.frame_set(12)
    for modifier in bpy.context.scene.objects:
        if modifier.type == "MESH" and modifier.modifiers:
            modifier.modifiers[0].use_deform_preserve_volume = True
    assert {cause.code for cause in compared().causes} == {"modifier-preserve-volume"}, told()
    control.animation_data.action = None
    control.pose.bones["b1"].rotation_quaternion = (0.9, 0.4, 0.0, 0.0)
    assert "bone-constraint" in {cause.code for cause in compared().causes}, told()


@pytest.mark.parametrize("name", [pytest.param("RobotExpressive", marks=pytest.mark.nightly), "toon_cat"])
def test_an_untouched_import_by_blender_plays_its_action(extension, name):
    path = SHARED / f"{name}.glb"
    if not path.is_file():
        pytest.skip("needs shared/field/characters")
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    bpy.ops.import_scene.gltf(filepath=str(path))
    attach(path)
    compared("FRAME")
    assert NO_KEYS not in told()
    assert "as it plays" in told()
