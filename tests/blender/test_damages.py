"""Everyday work and damage on a character with several influences: what changes nothing is the same, the rest is named.

Single damages on the smallest character are in test_named_causes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.models import MODELS

bpy = pytest.importorskip("bpy")

from tests.blender.test_named_causes import active, compared, curves_of, edit_bone  # noqa: E402 -- it needs bpy

ARM = Path(__file__).resolve().parents[2] / "examples" / "arm.glb"


@pytest.fixture
def settings(extension):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(ARM)) == {"FINISHED"}
    bpy.context.scene.frame_set(16)
    return bpy.context.scene.skinproof


@pytest.fixture
def armature(settings):
    return next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")


@pytest.fixture
def meshes(settings):
    """The skinned meshes, the largest first."""
    found = [ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.vertex_groups]
    return sorted(found, key=lambda ob: -len(ob.data.vertices))


def edited(ob, operator, **words) -> None:
    active(ob)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    operator(**words)
    bpy.ops.object.mode_set(mode="OBJECT")


def vertices_and_faces_reordered(_armature, meshes) -> None:
    edited(meshes[0], bpy.ops.mesh.sort_elements, type="RANDOMIZE", elements={"VERT", "EDGE", "FACE"}, seed=3)


def triangles_to_quads(_armature, meshes) -> None:
    edited(meshes[0], bpy.ops.mesh.tris_convert_to_quads)


def normals_flipped(_armature, meshes) -> None:
    edited(meshes[0], bpy.ops.mesh.flip_normals)


def separated_by_loose_parts(_armature, meshes) -> None:
    edited(meshes[0], bpy.ops.mesh.separate, type="LOOSE")


def separated_by_material(_armature, meshes) -> None:
    mesh = meshes[0].data
    mesh.materials.append(bpy.data.materials.new("Other"))
    for face in mesh.polygons[: len(mesh.polygons) // 3]:
        face.material_index = len(mesh.materials) - 1
    edited(meshes[0], bpy.ops.mesh.separate, type="MATERIAL")


def data_copied(armature, meshes) -> None:
    for ob in (armature, *meshes):
        ob.data = ob.data.copy()


def bone_renamed(armature, _meshes) -> None:
    armature.data.bones[1].name = "Renamed"


def weights_halved(_armature, meshes) -> None:
    active(meshes[0])
    bpy.ops.object.vertex_group_levels(group_select_mode="ALL", gain=0.5)


def scene_rate(_armature, _meshes) -> None:
    bpy.context.scene.render.fps = 30


def scale_not_inherited(armature, _meshes) -> None:
    armature.data.bones[1].inherit_scale = "NONE"  # nothing above it is scaled


def applied(armature, chosen, **place) -> None:
    """Stand somewhere, and apply that."""
    armature.rotation_mode = "XYZ"
    for name, value in place.items():
        setattr(armature, name, value)
    bpy.ops.object.select_all(action="DESELECT")
    for ob in (armature, *chosen):
        ob.select_set(True)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.transform_apply()


def turned_and_applied(armature, meshes) -> None:
    applied(armature, meshes, location=(1.0, 2.0, 0.5), rotation_euler=(0.4, 0.2, 0.7))


def turned_and_applied_to_the_armature(armature, _meshes) -> None:
    applied(armature, (), rotation_euler=(0.4, 0.2, 0.7))


def scaled_and_applied(armature, meshes) -> None:
    """It is half as large then; its bones only turn, so that no key would have to be scaled too."""
    applied(armature, meshes, scale=(0.5, 0.5, 0.5))


def origin_at_the_cursor(armature, _meshes) -> None:
    bpy.context.scene.cursor.location = (1.0, 1.0, 1.0)
    active(armature)
    bpy.ops.object.origin_set(type="ORIGIN_CURSOR")


HARMLESS = [
    turned_and_applied,
    turned_and_applied_to_the_armature,
    scaled_and_applied,
    origin_at_the_cursor,
    triangles_to_quads,
    separated_by_loose_parts,
    separated_by_material,
    data_copied,
    bone_renamed,
    weights_halved,
    scene_rate,
    scale_not_inherited,
]


@pytest.mark.parametrize("work", HARMLESS, ids=lambda work: work.__name__)
def test_what_changes_nothing_is_the_same(armature, meshes, work):
    """Of custom normals Blender 4.2 itself turns some by 119 degrees where it separates by material: that is told."""
    before = normals_by_place(meshes[0].data)
    work(armature, meshes)
    after = {}
    for ob in bpy.context.scene.objects:
        after.update(normals_by_place(ob.data) if ob.type == "MESH" else {})
    turned = max((float(np.linalg.norm(before[k] - after[k])) for k in before.keys() & after.keys()), default=0.0)
    result = compared("FRAME")
    if turned > 0.1:
        assert result.grounds
        assert all("normals of" in str(ground) for ground in result.grounds), result.notes
        return
    assert result.same, result.notes
    assert not result.lost, result.notes


def normals_by_place(mesh) -> dict:
    """Of each corner, by the places of its face and its own."""
    places = [tuple(round(x, 5) for x in vertex.co) for vertex in mesh.vertices]
    return {
        (frozenset(places[v] for v in face.vertices), places[mesh.loops[corner].vertex_index]): np.array(
            mesh.corner_normals[corner].vector
        )
        for face in mesh.polygons
        for corner in face.loop_indices
    }


@pytest.mark.parametrize("work", [vertices_and_faces_reordered, normals_flipped], ids=lambda work: work.__name__)
def test_what_turns_normals_alone_is_told_as_that(armature, meshes, work):
    """Blender keeps custom normals by the order of a vertex's faces: another order turns them, by 98 degrees in 5.3."""
    before = normals_by_place(meshes[0].data)
    work(armature, meshes)
    after = normals_by_place(meshes[0].data)
    turned = np.degrees(np.arccos(min(np.clip(before[key] @ after[key], -1.0, 1.0) for key in before)))
    result = compared("FRAME")
    codes = [ground.code for ground in result.grounds]
    assert codes == (["NORMALS"] if turned > 1.0 else []), turned
    assert result.largest < 3e-6
    bpy.context.scene.skinproof.normals = False
    assert compared("FRAME").same


def moved_in_its_place(copy, rows) -> None:
    for row in rows:
        copy.data.vertices[row].co.x += 0.01


def moved_in_a_shape_key(copy, rows) -> None:
    for key in ("Basis", "Open"):
        copy.shape_key_add(name=key)
    for row in rows:
        copy.data.shape_keys.key_blocks["Open"].data[row].co.x += 0.01
    copy.data.shape_keys.key_blocks["Open"].value = 1.0


def carried_by_another_bone(copy, rows) -> None:
    for group in copy.vertex_groups:
        group.add(rows, float(group == copy.vertex_groups[0]), "REPLACE")


@pytest.mark.parametrize("open_seam", [moved_in_its_place, moved_in_a_shape_key, carried_by_another_bone])
def test_a_seam_that_opens_is_not_the_same(armature, meshes, open_seam):
    """The vertices that separating copied are of the new object; those of the file are where they were."""
    body, before = meshes[0], {tuple(v.co) for v in meshes[0].data.vertices}
    separated_by_material(armature, meshes)
    copy = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob not in meshes)
    kept = {tuple(v.co) for v in body.data.vertices}
    rows = [v.index for v in copy.data.vertices if tuple(v.co) in kept]
    assert rows
    assert before == kept | {tuple(v.co) for v in copy.data.vertices}
    open_seam(copy, rows)
    bpy.context.view_layer.update()
    result = compared("FRAME")
    assert result.outcome == "DIFFERS"
    assert result.lost == 0
    assert "triangles of the file are gone" in result.grounds[0]


@pytest.mark.usefixtures("armature")
def test_a_copy_of_the_mesh_alone_is_no_character(settings, meshes):
    """The original stays the only character, and is what it was, also if the copy is then moved."""
    active(meshes[0])
    bpy.ops.object.duplicate()
    assert len(settings.characters) == 1
    assert compared("FRAME").same
    bpy.context.object.location.x += 1.0
    assert compared("FRAME").same


@pytest.mark.usefixtures("settings")
def test_another_frame_rate_is_told(in_chinese):
    assert "frames per second" not in compared("CLIP").notes
    bpy.context.scene.render.fps = 30
    result = compared("CLIP")
    told = next(note for note in result.sentences if "frames per second" in note)
    assert result.same
    assert told.endswith("30 frames per second, the keys were placed for 24: it plays at 125 % of the file's speed")
    assert in_chinese(told) == "场景为每秒 30 帧，而关键帧按每秒 24 帧放置：播放速度为文件的 125 %"


def test_what_was_applied_counts_where_the_place_does(armature, meshes):
    turned_and_applied(armature, meshes)
    assert "turned 45.3 degrees: taken off" in compared("FRAME").notes
    bpy.context.scene.skinproof.strict_placement = True
    result = compared("FRAME")
    assert result.differs
    assert "turned 45.3 degrees, which counts as error" in result.notes


def weights_quantised(_armature, meshes) -> str:
    for ob in meshes:
        active(ob)
        bpy.ops.object.vertex_group_quantize(group_select_mode="ALL", steps=16)
    return "weights"


def mesh_unparented(_armature, meshes) -> str:
    active(meshes[0])
    bpy.ops.object.parent_clear(type="CLEAR")
    return f"{meshes[0].name!r} has no Armature modifier"  # Blender takes it off with the parent


def armature_deleted(armature, _meshes) -> str:
    bpy.data.objects.remove(armature)
    return "has no object: the armature was deleted"


def action_deleted(armature, _meshes) -> str:
    bpy.data.actions.remove(armature.animation_data.action)
    bpy.context.scene.frame_set(3)  # the pose stays that of the frame before
    return f"the action of the clip on {armature.name!r} was deleted"


def bone_rolled(armature, _meshes) -> str:
    name = armature.data.bones[1].name
    edit_bone(armature, name, lambda _bones, bone: setattr(bone, "roll", bone.roll + 0.5))
    return f"bone {name!r} of {armature.name!r} has another rest pose than in the file"


def curves_made(armature, kind: str) -> None:
    for curve in curves_of(armature):
        for key in curve.keyframe_points:
            key.interpolation = kind


def keys_constant(armature, _meshes) -> str:
    curves_made(armature, "CONSTANT")
    return "curves"


def keys_linear(armature, _meshes) -> str:
    curves_made(armature, "LINEAR")
    return "curves"


def keys_with_flat_handles(armature, _meshes) -> str:
    for curve in curves_of(armature):
        for key in curve.keyframe_points:
            key.interpolation, key.handle_left_type, key.handle_right_type = "BEZIER", "AUTO_CLAMPED", "AUTO_CLAMPED"
        curve.update()
    return "curves"


def every_second_key_removed(armature, _meshes) -> str:
    for curve in curves_of(armature):
        for k in reversed(range(1, len(curve.keyframe_points), 2)):
            curve.keyframe_points.remove(curve.keyframe_points[k])
        curve.update()
    return "curves"


DAMAGES = [
    weights_quantised,
    mesh_unparented,
    armature_deleted,
    action_deleted,
    bone_rolled,
    keys_constant,
    keys_linear,
    keys_with_flat_handles,
    every_second_key_removed,
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damage_is_seen_and_named(armature, meshes, damage):
    named = damage(armature, meshes)
    result = compared("FRAME")
    assert not result.same
    assert np.isfinite(result.largest)
    assert named in result.notes.split("\n")[0], result.notes


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize(("limit", "said"), [(1, "1 bone moves"), (2, "2 bones move")])
@pytest.mark.parametrize("normalised", [False, True])
def test_fewer_influences_are_counted(tmp_path, normalised, limit, said):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(MODELS["twelve_influences"](tmp_path))) == {"FINISHED"}
    bpy.context.scene.frame_set(12)
    active(next(ob for ob in bpy.context.scene.objects if ob.type == "MESH"))
    bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=limit)
    if normalised:
        bpy.ops.object.vertex_group_normalize_all(lock_active=False)
    result = compared("FRAME")
    assert not result.same
    assert f"at most {said} a vertex, in the file 12" in result.notes, result.notes
