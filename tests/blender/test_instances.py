"""Copies: of a mesh (EXT_mesh_gpu_instancing) on our rig, and of a whole character that shares its data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module
from tests.blender.test_golden_blender import BAR, diagonal, largest_error
from tests.core.compare.between.match.test_joined import character, instanced
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")


def test_each_copy_stands_where_the_file_says(extension: str, tmp_path: Path) -> None:
    model = module(extension, "skinning_core").load_model(character(tmp_path / "a.glb", instanced))
    reference = module(extension, "skinning_core.fast.exact_engine").skin_model
    subject = module(extension, "addon.subjects.blender").make("blender", model)
    with subject.opened():
        for clip, times in ((None, np.zeros(1)), (0, np.array([0.0, 0.5]))):
            wanted = reference(model, clip, times).positions
            assert largest_error(subject.at(clip, times).positions, wanted, diagonal(wanted)) <= BAR


def test_one_more_character_is_moved_by_its_own_armature_alone(extension: str, tmp_path: Path) -> None:
    """Modifiers that a user added stay with the first, be it another armature's."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    path = Tiny().write_glb(tmp_path / "tiny.glb")
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    first = {ob.name for ob in bpy.data.objects}
    body = next(ob for ob in bpy.data.objects if ob.type == "MESH")
    foreign = bpy.data.objects.new("foreign", bpy.data.armatures.new("foreign"))
    bpy.context.scene.collection.objects.link(foreign)
    body.modifiers.new("theirs", "ARMATURE").object = foreign
    body.modifiers.new("nobody's", "ARMATURE")
    body.modifiers.new("lattice", "LATTICE")
    assert bpy.ops.skinproof.import_skin(filepath=str(path), share=True) == {"FINISHED"}
    (copy,) = (ob for ob in bpy.data.objects if ob.type == "MESH" and ob.name not in first)
    assert copy.data == body.data
    (kept,) = copy.modifiers
    assert (kept.type, kept.object.name not in first, kept.object.data) == (
        "ARMATURE",
        True,
        body.modifiers[0].object.data,
    )


def test_one_more_character_is_seen_and_stands_as_imported(extension: str, tmp_path: Path) -> None:
    """Whatever was done to the first: hidden, turned or scaled beside its own transform, in other rotation modes."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    path = Tiny().write_glb(tmp_path / "tiny.glb")
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    first = list(bpy.data.objects)
    (armature,) = (ob for ob in first if ob.type == "ARMATURE")
    bpy.context.scene.frame_set(6)
    places = sorted(tuple(map(tuple, ob.matrix_world)) for ob in first)
    pose = np.array([bone.matrix for bone in armature.pose.bones])
    for ob in first:
        ob.hide_viewport = ob.hide_render = ob.hide_select = ob.show_only_shape_key = True
        ob.delta_rotation_euler, ob.delta_rotation_quaternion = (0.5, 0.0, 0.0), (0.6, 0.8, 0.0, 0.0)
        ob.delta_location, ob.delta_scale = (1.0, 0.0, 0.0), (2.0, 2.0, 2.0)
    for bone in armature.pose.bones:
        bone.rotation_mode = "XYZ"
    assert bpy.ops.skinproof.import_skin(filepath=str(path), share=True) == {"FINISHED"}
    bpy.context.scene.frame_set(6)
    copies = [ob for ob in bpy.data.objects if ob not in first]
    assert not any(ob.hide_viewport or ob.hide_render or ob.hide_select or ob.show_only_shape_key for ob in copies)
    assert sorted(tuple(map(tuple, ob.matrix_world)) for ob in copies) == places
    (copied,) = (ob for ob in copies if ob.type == "ARMATURE")
    assert np.abs(np.array([bone.matrix for bone in copied.pose.bones]) - pose).max() < 1e-6
