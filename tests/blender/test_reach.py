"""A hand on the 3D cursor: it is there, the skin in that pose is Blender's, no key is set, one step takes it back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

bpy = pytest.importorskip("bpy")

from mathutils import Vector  # noqa: E402 -- it needs bpy

from tests.blender.example_scene import EXAMPLE, move_vertex, skinned_mesh  # noqa: E402

SHARED = Path(__file__).resolve().parents[3] / "shared" / "models"


def imported(path: Path = EXAMPLE, **options) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(path), **options)
    bpy.context.scene.frame_set(7)


def armature():
    return next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")


def make_active(name: str):
    ob = armature()
    bpy.context.view_layer.objects.active = ob
    ob.data.bones.active = ob.data.bones[name]
    return ob.pose.bones[name]


def head(name: str) -> Vector:
    ob = armature().evaluated_get(bpy.context.evaluated_depsgraph_get())
    return ob.matrix_world @ ob.pose.bones[name].head


def size() -> float:
    depsgraph = bpy.context.evaluated_depsgraph_get()
    mesh = skinned_mesh().evaluated_get(depsgraph)
    points = np.array([mesh.matrix_world @ vertex.co for vertex in mesh.data.vertices])
    return float(np.linalg.norm(np.ptp(points, axis=0)))


def reach(name: str, target) -> None:
    make_active(name)
    bpy.context.scene.cursor.location = target
    assert bpy.ops.skinproof.reach_cursor() == {"FINISHED"}


def within_reach(name: str) -> Vector:
    """Somewhere else at four fifths of the limb's length."""
    bone = armature().pose.bones[name]
    upper, lower, end = (head(b.name) for b in (bone.parent.parent, bone.parent, bone))
    length = (lower - upper).length + (end - lower).length
    return upper + 0.8 * length * ((end - upper).normalized() + Vector((0.3, -0.4, 0.2))).normalized()


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize(("rig", "placed"), [("EXACT", False), ("ANIMATION", True)])
def test_the_end_is_on_the_cursor_and_the_skin_is_the_same(rig, placed):
    imported(rig=rig)
    if placed:
        armature().location = (1.0, -2.0, 0.5)
        armature().rotation_mode = "XYZ"
        armature().rotation_euler = (0.2, 0.4, 1.0)
        armature().scale = [1.7 * s for s in armature().scale]
        bpy.context.view_layer.update()
    settings = bpy.context.scene.skinproof
    for name in ("hand.L", "foot.R"):
        target = within_reach(name)
        assert (head(name) - target).length > 0.05 * size()
        reach(name, target)
        assert (head(name) - target).length < 1e-5 * size()
        result = settings.result
        assert result.same
        assert result.engine == "blender"
        assert "on Blender's bones" in result.notes
    assert bpy.context.scene.skinproof.question == "POSE"


@pytest.mark.usefixtures("extension")
def test_a_damaged_skin_is_told_in_that_pose():
    imported()
    target = within_reach("hand.L")
    move_vertex(skinned_mesh().data, 5530)
    reach("hand.L", target)
    assert not bpy.context.scene.skinproof.result.same
    assert (head("hand.L") - target).length < 1e-5 * size()


@pytest.mark.usefixtures("extension")
def test_only_two_bones_turn_nothing_is_keyed_and_it_is_one_step():
    imported()
    ob = armature()
    action = ob.animation_data.action
    before = {bone.name: bone.matrix_basis.copy() for bone in ob.pose.bones}
    bpy.ops.ed.undo_push(message="before")
    reach("hand.L", within_reach("hand.L"))
    after = {bone.name: bone.matrix_basis for bone in ob.pose.bones}
    turned = {name for name in before if (before[name].to_quaternion() - after[name].to_quaternion()).magnitude > 1e-5}
    hand = ob.pose.bones["hand.L"]
    assert turned == {hand.parent.name, hand.parent.parent.name}
    assert all((before[name].to_translation() - after[name].to_translation()).length < 1e-5 for name in before)
    assert ob.animation_data.action == action
    assert not bpy.context.scene.is_nla_tweakmode
    assert "UNDO" in bpy.types.SKINPROOF_OT_reach_cursor.bl_options
    bpy.ops.ed.undo_push(message="reached")
    bpy.ops.ed.undo()
    back = {bone.name: bone.matrix_basis for bone in armature().pose.bones}
    assert all((before[name].to_quaternion() - back[name].to_quaternion()).magnitude < 1e-6 for name in before)


@pytest.mark.usefixtures("extension")
def test_out_of_reach_it_is_stretched_straight(capfd):
    imported()
    bone = make_active("foot.R")
    upper = head(bone.parent.parent.name)
    target = upper + Vector((0.3, -3.0, 0.2))
    reach("foot.R", target)
    knee, foot = head(bone.parent.name), head("foot.R")
    length = (knee - upper).length + (foot - knee).length
    assert (foot - upper).length == pytest.approx(length, rel=1e-6)
    assert (foot - upper).cross(target - upper).length < 1e-5 * length * (target - upper).length
    assert "Out of reach: stretched straight" in capfd.readouterr().out
    assert bpy.context.scene.skinproof.result.same


@pytest.mark.usefixtures("extension")
def test_what_holds_the_limb_is_told(capfd):
    imported()
    bone = armature().pose.bones["hand.L"].parent
    bone.constraints.new("LIMIT_ROTATION").use_limit_x = True
    bone.constraints[0].use_limit_y = bone.constraints[0].use_limit_z = True
    reach("hand.L", within_reach("hand.L"))
    assert "Something holds the limb" in capfd.readouterr().out


@pytest.mark.usefixtures("extension")
def test_uneven_scales_of_a_real_character():
    if not (SHARED / "woman").exists():
        pytest.skip("the model is not here")
    imported(next((SHARED / "woman").glob("*.gl*")))
    name = next(b.name for b in armature().pose.bones if "hand" in b.name.lower() and "skinproof_notes" in b)
    target = within_reach(name)
    reach(name, target)
    assert (head(name) - target).length < 1e-5 * size()


@pytest.mark.usefixtures("extension")
def test_reasons_why_not():
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    with pytest.raises(RuntimeError, match="Import a character first"):
        bpy.ops.skinproof.reach_cursor()
    imported()
    bpy.context.view_layer.objects.active = skinned_mesh()
    with pytest.raises(RuntimeError, match="the active bone, in Pose Mode"):
        bpy.ops.skinproof.reach_cursor()
    root = next(bone for bone in armature().pose.bones if bone.parent is None)
    before = [tuple(bone.rotation_quaternion) for bone in armature().pose.bones]
    make_active(root.name)
    with pytest.raises(RuntimeError, match="two joints above its end"):
        bpy.ops.skinproof.reach_cursor()
    assert [tuple(bone.rotation_quaternion) for bone in armature().pose.bones] == before
