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
