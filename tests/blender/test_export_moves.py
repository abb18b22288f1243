"""Verify after export: what the exporter leaves moved in the scene is told and put back."""

from __future__ import annotations

import numpy as np
import pytest

from tests.blender.animated_tube import made
from tests.blender.export_box import answered, exported
from tests.blender.module import module

bpy = pytest.importorskip("bpy")


def _leaves_the_rig_away(armature) -> None:
    """A second action that moves the armature itself, where the one that plays has no such key."""
    wave, bend = (bpy.data.actions[name] for name in ("wave", "bend"))
    armature.animation_data.action = bend
    for frame in (0, 20):
        armature.location = (3.0, 0.0, 0.0)
        armature.keyframe_insert("location", frame=frame)
    armature.animation_data.action = wave
    armature.location = (0.0, 0.0, 0.0)


def _leaves_a_turn(armature) -> None:
    _leaves_the_rig_away(armature)
    armature.rotation_mode = "XYZ"
    armature.animation_data.action = bpy.data.actions["bend"]
    armature.rotation_euler = (0.0, 0.0, 1.0)
    armature.keyframe_insert("rotation_euler", frame=3)
    armature.animation_data.action = bpy.data.actions["wave"]
    armature.rotation_euler = (0.0, 0.0, 0.0)


def _leaves_a_pose(armature) -> None:
    """A pose without a key, which every change of the frame takes away."""
    armature.pose.bones["b1"].rotation_quaternion = (0.8, 0.0, 0.6, 0.0)


def where_all_stand() -> dict[str, list[list[float]]]:
    bpy.context.view_layer.update()
    found = {ob.name: [list(row) for row in ob.matrix_basis] for ob in bpy.context.scene.objects}
    return found | {
        f"{ob.name} {bone.name}": [list(row) for row in bone.matrix_basis]
        for ob in bpy.context.scene.objects
        for bone in (ob.pose.bones if ob.pose else ())
    }


@pytest.mark.parametrize("build", [_leaves_the_rig_away, _leaves_a_turn, _leaves_a_pose])
def test_what_the_exporter_moves_is_told_and_put_back(extension, ticked, tmp_path, build) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, _ = made(("wave", "bend"))
    session, scene = module(extension, "addon.state.session").session, bpy.context.scene
    scene.frame_set(5)
    build(armature)
    before, old = where_all_stand(), scene.frame_current
    exported(tmp_path / "tube.glb")
    side = answered(extension, ticked)
    moved = where_all_stand()
    assert {name for name in before if not np.allclose(before[name], moved[name], atol=1e-5)}
    name = "b1" if build is _leaves_a_pose else armature.name
    assert str(session.moved.sentence) == f"the export has moved 1 object or bone in the scene: '{name}'"
    assert side.result is not None, side.refusal
    if build is not _leaves_a_pose:  # the file is of the scene before the exporter moved it
        assert not any("3 m" in str(ground) for ground in side.result.grounds)
        assert side.result.share < 1e-5, side.result.causes
    bpy.ops.skinproof.put_back_moved()
    assert session.moved is None
    now = where_all_stand()
    assert all(np.allclose(before[name], now[name], atol=1e-6) for name in before)
    assert bpy.context.scene.frame_current == old
    assert not bpy.ops.skinproof.put_back_moved.poll()


def test_of_an_export_that_moves_nothing_nothing_is_told(extension, tube, ticked, tmp_path) -> None:
    session = module(extension, "addon.state.session").session
    bpy.context.scene.frame_set(7, subframe=0.0)
    key = tube.shape_key_add(name="Basis")
    key = tube.shape_key_add(name="bump")
    key.value = 0.3
    exported(tmp_path / "tube.glb")
    ticked._written()
    assert session.moved is None
    key.value = 0.6  # by hand, after the export
    assert session.moved is None
    answered(extension, ticked)
