"""Copies: of a mesh (EXT_mesh_gpu_instancing) on our rig, and of a whole character that shares its data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.module import module
from tests.blender.test_golden_blender import BAR, diagonal, largest_error
from tests.core.compare.between.match.test_joined import character, instanced
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")
bmesh = pytest.importorskip("bmesh")


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
    body.modifiers.new("hook", "HOOK").object = body.parent
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
    armature.location.x += 5.0
    assert bpy.ops.skinproof.import_skin(filepath=str(path), share=True) == {"FINISHED"}
    bpy.context.scene.frame_set(6)
    copies = [ob for ob in bpy.data.objects if ob not in first]
    assert not any(ob.hide_viewport or ob.hide_render or ob.hide_select or ob.show_only_shape_key for ob in copies)
    assert sorted(tuple(map(tuple, ob.matrix_world)) for ob in copies) == places
    (copied,) = (ob for ob in copies if ob.type == "ARMATURE")
    assert np.abs(np.array([bone.matrix for bone in copied.pose.bones]) - pose).max() < 1e-6


def imported(path: Path, **choices: object) -> list[Any]:
    """The objects that an import brings in, the armature first."""
    before = set(bpy.data.objects)
    assert bpy.ops.skinproof.import_skin(filepath=str(path), **choices) == {"FINISHED"}
    return sorted(set(bpy.data.objects) - before, key=lambda ob: (ob.type, ob.name))


def without_a_vertex(armature: Any, body: Any) -> None:
    copy = bmesh.new()
    copy.from_mesh(body.data)
    copy.verts.ensure_lookup_table()
    bmesh.ops.delete(copy, geom=[copy.verts[3]], context="VERTS")
    copy.to_mesh(body.data)
    copy.free()


def without_its_mesh(armature: Any, body: Any) -> None:
    bpy.data.objects.remove(body)


def without_objects(armature: Any, body: Any) -> None:
    bpy.data.batch_remove([armature, body])


def linked(armature: Any, body: Any) -> None:
    """The scene's own are gone; those of a library, saved before, are there."""
    library = Path(bpy.app.tempdir) / "library.blend"
    collection = body.users_collection[0]
    bpy.data.libraries.write(str(library), {collection})
    bpy.data.batch_remove([armature, body, collection])
    with bpy.data.libraries.load(str(library), link=True) as (there, here):
        here.collections = list(there.collections)


@pytest.mark.parametrize("change", [without_a_vertex, without_its_mesh, without_objects, linked])
def test_what_is_not_whole_or_not_ours_is_not_shared(extension: str, tmp_path: Path, change: Callable) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    path = Tiny().write_glb(tmp_path / "tiny.glb")
    change(*imported(path))
    armature, body = imported(path, share=True)
    assert (body.data.library, body.data.users, armature.data.users, len(body.data.vertices)) == (None, 1, 1, 4)


def test_another_file_rate_rig_or_choice_of_clips_is_not_shared(extension: str, tmp_path: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    path, other = (Tiny().write_glb(tmp_path / f"{name}.glb") for name in ("tiny", "other"))
    imported(path, rig="EXACT")
    assert imported(other, rig="EXACT", share=True)[1].data.users == 1
    assert imported(path, rig="ANIMATION", share=True)[1].data.users == 1
    assert imported(path, rig="EXACT", clips=False, share=True)[1].data.users == 1
    bpy.context.scene.render.fps += 1
    assert imported(path, rig="EXACT", share=True)[1].data.users == 1
    bpy.context.scene.render.fps -= 1
    assert imported(path, rig="EXACT", share=True)[1].data.users == 2
