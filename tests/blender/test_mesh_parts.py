"""S7 against Blender: the matrices of rigid parts are the world matrices of the imported objects."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module
from tests.models import MODELS

bpy = pytest.importorskip("bpy")

#: glTF's (x, y, z) is Blender's (x, -z, y).
AXES = np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
#: Float32 matrices, products up the hierarchy.
TOLERANCE = 2e-6


def largest_difference(extension: str, path: Path) -> float:
    """Over all clips, at and between their keys: largest entry of object matrix - part matrix, relative to size."""
    core = module(extension, "skinning_core")
    parts = module(extension, "skinning_core.lessons.mesh_parts")
    importer = module(extension, "addon.scene.build.importer")
    playback = module(extension, "addon.scene.play.playback")
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    model = core.load_model(path)
    character = importer.import_model(bpy.context, model)
    rigid = [(mesh.object, k) for mesh in character.meshes if mesh.skin < 0 for k in mesh.parts]
    told_apart = parts.mesh_parts(model)
    assert sorted(k for _, k in rigid) == sorted([one.part for one in told_apart.static] + list(told_apart.moving))
    worst = 0.0
    for clip, played in enumerate(model.clips):
        for time in np.linspace(played.start, played.end, 9):
            playback.set_time(bpy.context, character, clip, float(time))
            depsgraph = bpy.context.evaluated_depsgraph_get()
            matrices = parts.part_matrices(model, [k for _, k in rigid], clip, np.array([time]))[0]
            for (name, _), ours in zip(rigid, matrices, strict=True):
                world = np.array(bpy.data.objects[name].evaluated_get(depsgraph).matrix_world)
                theirs = (AXES.T @ world @ AXES)[:3]
                worst = max(worst, np.abs(theirs - ours).max() / max(1.0, np.abs(ours).max()))
    return float(worst)


def test_rigid_parts_of_our_own(extension: str, tmp_path: Path) -> None:
    """Three meshes on an animated hierarchy, uneven scale above a turn, so that the objects shear."""
    assert largest_difference(extension, MODELS["rigid_parts"](tmp_path)) < TOLERANCE


def test_every_kind_of_interpolation(extension: str, shared: Path) -> None:
    """Nine moving cubes and a board; between keys, slerp and splines are Blender's F-curves."""
    path = shared / "models/interpolation_test/interpolation_test.gltf"
    assert largest_difference(extension, path) < 2e-5
