"""The sample of page 4: where Blender's exporter stores the vertices of a mesh whose armature stands far away."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model, skin_model
from tests import plain

bpy = pytest.importorskip("bpy")
Matrix = pytest.importorskip("mathutils").Matrix

from tests.blender.animated_tube import judged, made, written  # noqa: E402 -- it needs bpy


def test_vertices_are_in_the_world_and_the_inverse_bind_matrix_undoes_it(tmp_path: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    data = bpy.data.armatures.new("rig")
    rig = bpy.data.objects.new("rig", data)
    bpy.context.collection.objects.link(rig)
    rig.location.x = 20.0
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    data.edit_bones.new("bone").tail.z = 1.0
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.mesh.primitive_cube_add(size=1.0, location=(20.0, 0.0, 0.0))
    cube = bpy.context.object
    cube.parent, cube.matrix_parent_inverse = rig, rig.matrix_world.inverted()
    cube.vertex_groups.new(name="bone").add(range(8), 1.0, "REPLACE")
    cube.modifiers.new("rig", "ARMATURE").object = rig
    bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    path = tmp_path / "far.glb"
    bpy.ops.export_scene.gltf(filepath=str(path))
    file = plain.PlainFile(path)
    stored = file.accessor(file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"])
    assert (stored[:, 0].min(), stored[:, 0].max()) == (19.5, 20.5)
    inverse_bind = np.reshape(file.accessor(file.json["skins"][0]["inverseBindMatrices"])[0], (4, 4)).T
    assert inverse_bind[0, 3] == -20.0
    (placed,) = skin_model(load_model(path), None, [0.0]).positions
    assert np.abs(placed[0] - stored).max() < 1e-6


def test_what_is_stored_far_away_is_the_same_but_for_rounding(extension: str, tmp_path: Path) -> None:
    """Bones that rest 100 sizes from where the clip has them: a clean export was off by 1.7e-5, and differed."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made()
    far = Matrix.Translation((300.0, 200.0, 100.0))
    for data in (armature.data, mesh.data):
        data.transform(far)
    root = armature.pose.bones["b0"]
    for frame in (0, 24):
        root.matrix = far.inverted() @ root.bone.matrix_local
        root.keyframe_insert("location", frame=frame)
    status, report = judged(extension, written(tmp_path), "--judge", "plays")
    (comparison,) = report["comparisons"]
    assert (status, report["verdict"]["outcome"]) == (0, "same")
    assert 3e-6 < comparison["max"] < comparison["tolerance"] < 1e-3
