"""Exports of characters that stand, hang and are posed as artists leave them: what is seen is judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

bpy = pytest.importorskip("bpy")
bmesh = pytest.importorskip("bmesh")

from tests.blender.animated_tube import judged, made, written  # noqa: E402 -- it needs bpy
from tests.blender.export_scenes import an_empty  # noqa: E402
from tests.blender.lacking_scenes import another  # noqa: E402

SLOTTED = bpy.app.version >= (4, 4)
#: The mode in which all objects are one clip, as the scene plays them.
WHOLE = {"export_animation_mode": "SCENE", "export_anim_scene_split_object": False}


def rig() -> tuple[Any, Any]:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made()
    bpy.context.scene.frame_set(0)
    return armature, mesh


def causes(report: dict[str, Any]) -> set[str]:
    return {cause["code"] for each in report["comparisons"] for cause in (*each["changes"], *each["causes"])}


def remedies(report: dict[str, Any]) -> str:
    return str([cause["remedy"] for each in report["comparisons"] for cause in each["changes"]])


@pytest.mark.skipif(not SLOTTED, reason="an action has one owner before 4.4")
def test_a_posed_bone_stays_though_shape_keys_lack_their_action(extension: str, tmp_path: Path) -> None:
    """The exporter resets bones as it assigns another action, and the armature has its own already."""
    armature, mesh = rig()
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="swell")
    animation = mesh.data.shape_keys.animation_data_create()
    animation.action = armature.animation_data.action
    key.keyframe_insert("value", frame=0)
    animation.action = None
    armature.pose.bones["b2"].location.x = 0.3  # the action turns it, and has no keys of its place
    status, report = judged(extension, written(tmp_path))
    assert status == 0, report["verdict"]


def damped(armature: Any, mesh: Any) -> None:
    armature.pose.bones["b2"].constraints.new("DAMPED_TRACK").target = an_empty(location=(2.0, 1.0, 1.0))


def stretched(armature: Any, mesh: Any) -> None:
    armature.pose.bones["b1"].constraints.new("STRETCH_TO").target = an_empty(location=(1.0, 0.5, 3.0))


@pytest.mark.parametrize("constrained", [damped, stretched])
def test_bones_turned_in_the_world_below_an_uneven_scale(
    extension: str, tmp_path: Path, constrained: Callable[[Any, Any], None]
) -> None:
    armature, mesh = rig()
    armature.scale = (1.0, 1.6, 0.7)
    constrained(armature, mesh)
    _, report = judged(extension, written(tmp_path), "--normals", "out")
    assert causes(report) == {"bones-sheared-by-object"}
    assert "(Object, Apply, Scale)" in remedies(report)
    for name in ("Rig", "Rig body"):  # the scene was opened again
        bpy.data.objects[name].select_set(True)
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    status, report = judged(extension, written(tmp_path), "--normals", "out")
    assert status == 0, report["verdict"]


@pytest.mark.parametrize("kind", ["VERTEX", "VERTEX_3"])
def test_a_button_on_vertices(extension: str, tmp_path: Path, kind: str) -> None:
    _, mesh = rig()
    bpy.ops.mesh.primitive_cube_add(size=0.2)
    button = bpy.context.object
    button.parent, button.parent_type = mesh, kind
    button.parent_vertices = (100, 101, 110)
    path = written(tmp_path)
    _, report = judged(extension, path)
    assert causes(report) == {"object-on-vertices"}
    assert "Split Animation by Object off" in remedies(report)
    status, report = judged(extension, written(tmp_path, **WHOLE), "--judge", "plays")
    assert status == 0, report["verdict"]


def test_a_file_without_materials_is_of_the_scene(extension: str, tmp_path: Path) -> None:
    """Its triangles are one primitive, in the mesh's order."""
    _, mesh = rig()
    for name in ("skin", "cloth"):
        mesh.data.materials.append(bpy.data.materials.new(name))
    for number, face in enumerate(mesh.data.polygons):
        face.material_index = number % 2
    status, report = judged(extension, written(tmp_path, export_materials="NONE"))
    assert (status, report["question"]["source"]) == (0, "scene")


def test_a_corner_whose_normals_cancel_has_none(extension: str, tmp_path: Path) -> None:
    """Blender keeps what is left of them, by which no viewer can light anything; the exporter writes another vector."""
    _, mesh = rig()
    normals = np.array([vertex.normal for vertex in mesh.data.vertices])
    normals[5] = 1e-5
    mesh.data.normals_split_custom_set_from_vertices(normals)
    status, report = judged(extension, written(tmp_path))
    assert status == 0, report["verdict"]


def test_shape_keys_of_one_mesh_do_not_play_those_of_another(extension: str, tmp_path: Path) -> None:
    """A coat's keys have an action; the body's, of the same name, stand still and have none."""
    armature, mesh = rig()
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="swell")
    for point in key.data:
        point.co.x *= 1.5
    key.value = 0.7
    coat = another(armature, mesh, "Coat")
    worn = coat.data.shape_keys.key_blocks["swell"]
    for frame, worn.value in ((0, 0.0), (24, 1.0)):
        worn.keyframe_insert("value", frame=frame)
    bpy.context.scene.frame_set(0)
    status, report = judged(extension, written(tmp_path, export_animation_mode="ACTIVE_ACTIONS"))
    assert status == 0, report["verdict"]


@pytest.mark.parametrize("applied", [True, False])
def test_welded_seams_are_no_loss(extension: str, tmp_path: Path, applied: bool) -> None:
    """The file has them split anyway, for their normals: a mesh of separate faces, and a Weld before the bones."""
    _, mesh = rig()
    shape = bmesh.new()
    shape.from_mesh(mesh.data)
    bmesh.ops.split_edges(shape, edges=shape.edges)
    shape.to_mesh(mesh.data)
    shape.free()
    mesh.data.polygons.foreach_set("use_smooth", [False] * len(mesh.data.polygons))
    mesh.modifiers.new("Weld", "WELD")
    mesh.modifiers.move(1, 0)
    status, report = judged(extension, written(tmp_path, export_apply=applied))
    assert status == 0, report["verdict"]
