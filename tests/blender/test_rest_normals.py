"""Normals of a scene at rest beside those of its file, in degrees: told where they differ, and of no right export."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core.gltf.load import load_gltf
from tests.blender.animated_tube import judged, made, written
from tests.blender.export_truth import numbered, numbers_in
from tests.blender.module import module
from tests.blender.test_exports import compared
from tests.blender.whole_scene import whole_scene

bpy = pytest.importorskip("bpy")
import bmesh  # noqa: E402 -- Blender's, as is the next
from mathutils import Vector  # noqa: E402

from tests.window.inside import side_bar  # noqa: E402

ROOT = Path(__file__).parents[2]

#: Degrees. The exporter rounds each number of a normal to four digits (0.5e-4 of three numbers: 0.005 degrees) and
#: Blender keeps a custom normal as two shorts between -180 and 180 degrees (0.0055 degrees each).
ROUNDED = 0.02
#: Draco keeps a normal in 10 bits a side of an octahedron: 2 / 1023 of it, three times as much at its edges.
CODED = 0.35


@dataclass(frozen=True)
class Shaded:
    """A scene and how it is exported; what Blender shows at rest has normals that the file has, or has not."""

    name: str
    build: Callable[[Any, Any], None]
    options: dict[str, Any] = field(default_factory=dict)
    off: bool = False
    code: str = ""  # of the cause that is told
    allowed: float = ROUNDED


def smooth(armature: Any, mesh: Any) -> None:
    mesh.data.shade_smooth()


def flat(armature: Any, mesh: Any) -> None:
    mesh.data.shade_flat()


def custom(armature: Any, mesh: Any) -> None:
    smooth(armature, mesh)
    normals = [(math.cos(k), math.sin(k), 0.3) for k in range(len(mesh.data.loops))]
    mesh.data.normals_split_custom_set(normals)


def sharp(armature: Any, mesh: Any) -> None:
    smooth(armature, mesh)
    sharp_edge = mesh.data.attributes.new("sharp_edge", "BOOLEAN", "EDGE")
    sharp_edge.data.foreach_set("value", [k % 3 == 0 for k in range(len(mesh.data.edges))])


def islands(armature: Any, mesh: Any) -> None:
    """Every other edge is split, as importers do: at one place are several vertices, each in faces that lean apart."""
    made = bmesh.new()
    made.from_mesh(mesh.data)
    bmesh.ops.split_edges(made, edges=[edge for edge in made.edges if edge.index % 2])
    made.to_mesh(mesh.data)
    made.free()
    smooth(armature, mesh)
    faces = [polygon.normal + Vector((0.0, 0.0, 0.1 * (polygon.index % 3))) for polygon in mesh.data.polygons]
    mesh.data.normals_split_custom_set([normal for normal in faces for _ in range(4)])


def materials(armature: Any, mesh: Any) -> None:
    sharp(armature, mesh)
    for k in range(3):
        mesh.data.materials.append(bpy.data.materials.new(f"M{k}"))
    mesh.data.polygons.foreach_set("material_index", [k % 3 for k in range(len(mesh.data.polygons))])


def mirrored(armature: Any, mesh: Any) -> None:
    sharp(armature, mesh)
    armature.scale.x = -1.0


def mirrored_mesh(armature: Any, mesh: Any) -> None:
    sharp(armature, mesh)
    mesh.scale.y = -1.0


def turned(armature: Any, mesh: Any) -> None:
    sharp(armature, mesh)
    armature.location, armature.rotation_euler, armature.scale = (1, 2, 3), (0.4, 0.7, 1.1), (0.01, 0.01, 0.01)


def shape_key(armature: Any, mesh: Any) -> None:
    smooth(armature, mesh)
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="Swell")
    for k, point in enumerate(key.data):
        point.co *= 1.0 + 0.2 * (k % 3)
    key.driver_add("value").driver.expression = "1"


def a_board(armature: Any, mesh: Any) -> None:
    """A flat mesh, whose places tell nothing of the third direction, hangs on a bone of a mirrored rig."""
    mirrored(armature, mesh)
    data = bpy.data.meshes.new("Board")
    data.from_pydata([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], [], [(0, 1, 2, 3)])
    board = bpy.data.objects.new("Board", data)
    bpy.context.scene.collection.objects.link(board)
    board.parent, board.parent_type, board.parent_bone = armature, "BONE", "b2"
    flat_and_skinned = bpy.data.objects.new("Sheet", data.copy())
    bpy.context.scene.collection.objects.link(flat_and_skinned)
    flat_and_skinned.vertex_groups.new(name="b1").add([0, 1, 2, 3], 1.0, "REPLACE")
    flat_and_skinned.parent = armature
    flat_and_skinned.modifiers.new("Armature", "ARMATURE").object = armature


def auto_smooth(armature: Any, mesh: Any) -> None:
    """Smooth by Angle, as Blender has it since 4.1: nodes that mark edges as sharp, behind all other modifiers."""
    smooth(armature, mesh)
    group = bpy.data.node_groups.new("Smooth by Angle", "GeometryNodeTree")
    for in_out in ("INPUT", "OUTPUT"):
        group.interface.new_socket("Geometry", in_out=in_out, socket_type="NodeSocketGeometry")
    kinds = ("NodeGroupInput", "GeometryNodeInputMeshEdgeAngle", "ShaderNodeMath", "GeometryNodeSetShadeSmooth")
    start, angle, above, shade = (group.nodes.new(kind) for kind in kinds)
    end = group.nodes.new("NodeGroupOutput")
    above.operation = "LESS_THAN"
    above.inputs[1].default_value = 0.5
    shade.domain = "EDGE"
    group.links.new(start.outputs[0], shade.inputs[0])
    group.links.new(angle.outputs[0], above.inputs[0])
    group.links.new(above.outputs[0], shade.inputs["Shade Smooth"])
    group.links.new(shade.outputs[0], end.inputs[0])
    mesh.modifiers.new("Smooth by Angle", "NODES").node_group = group


def normal_edit(armature: Any, mesh: Any) -> None:
    smooth(armature, mesh)
    edit = mesh.modifiers.new("Normal Edit", "NORMAL_EDIT")
    edit.mode, edit.offset = "RADIAL", (0.0, 0.0, 6.0)


def weighted(armature: Any, mesh: Any) -> None:
    smooth(armature, mesh)
    modifier = mesh.modifiers.new("Weighted Normal", "WEIGHTED_NORMAL")
    modifier.mode, modifier.weight = "FACE_AREA", 100
    for vertex in mesh.data.vertices[:40]:
        vertex.co.x *= 1.7


def weighted_with_keys(armature: Any, mesh: Any) -> None:
    weighted(armature, mesh)
    shape_key(armature, mesh)


def several(armature: Any, mesh: Any) -> None:
    """One modifier that makes normals, and one that makes none."""
    normal_edit(armature, mesh)
    mesh.modifiers.new("Mask", "VERTEX_WEIGHT_EDIT").vertex_group = "b1"


_APPLIED = {"export_apply": True}
SCENES = (
    Shaded("smooth", smooth),
    Shaded("flat", flat),
    Shaded("custom", custom),
    Shaded("sharp", sharp),
    Shaded("sharp-applied", sharp, _APPLIED),
    Shaded("islands", islands),
    Shaded("materials", materials),
    Shaded("mirrored", mirrored),
    Shaded("mirrored-mesh", mirrored_mesh),
    Shaded("turned", turned),
    Shaded("shape-key", shape_key),
    Shaded("a-board", a_board),
    Shaded("auto-smooth-applied", auto_smooth, _APPLIED),
    Shaded("normal-edit-applied", normal_edit, _APPLIED),
    Shaded("weighted-applied", weighted, _APPLIED),
    Shaded("draco", sharp, {"export_draco_mesh_compression_enable": True}, allowed=CODED),
    Shaded("flat-without-normals", flat, {"export_normals": False}),
    Shaded("auto-smooth", auto_smooth, off=True, code="normals-modifier"),
    Shaded("normal-edit", normal_edit, off=True, code="normals-modifier"),
    Shaded("weighted", weighted, off=True, code="normals-modifier"),
    Shaded("weighted-with-keys", weighted_with_keys, off=True, code="normals-modifier"),
    Shaded("several", several, off=True, code="normals-modifier"),
    Shaded("without-normals", smooth, {"export_normals": False}, off=True, code="normals-missing"),
)


def largest_angle(path: Path, mesh: Any) -> float:
    """Degrees from the normals in a file to the nearest that Blender shows at the same vertex, at rest, at most."""
    armature = mesh.parent
    armature.data.pose_position = "REST"
    for key in mesh.data.shape_keys.key_blocks[1:] if mesh.data.shape_keys else ():
        key.mute = True
    shown = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
    world = np.array(shown.matrix_world, np.float64)[:3, :3]
    by_vertex: dict[int, list[np.ndarray]] = {}
    for loop, normal in zip(shown.data.loops, shown.data.corner_normals, strict=True):
        there = np.linalg.inv(world).T @ np.array(normal.vector, np.float64)
        by_vertex.setdefault(loop.vertex_index, []).append(there[[0, 2, 1]] * (1.0, 1.0, -1.0))
    armature.data.pose_position = "POSE"
    for key in mesh.data.shape_keys.key_blocks[1:] if mesh.data.shape_keys else ():
        key.mute = False
    model, worst = load_gltf(path), 0.0
    (own,) = (mesh for mesh in model.meshes if mesh.name == "body")
    for primitive, numbers in zip(own.primitives, numbers_in(path), strict=False):
        for normal, number in zip(primitive.normals, numbers.tolist(), strict=True):
            near = [_degrees(normal.astype(np.float64), each) for each in by_vertex[number]]
            worst = max(worst, min(near))
    return worst


def _degrees(a: np.ndarray, b: np.ndarray) -> float:
    return math.degrees(math.atan2(np.linalg.norm(np.cross(a, b)), a @ b))


@pytest.fixture(autouse=True)
def empty(extension: str) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)


def shaded(scene: Shaded, folder: Path) -> tuple[Any, Path]:
    """The mesh, in the scene at a frame in which it is bent, and its file."""
    armature, mesh = made()
    scene.build(armature, mesh)
    numbered(mesh)
    bpy.context.scene.frame_set(12)
    return mesh, written(folder, export_attributes=True, **scene.options)


def causes_in(document: dict[str, Any]) -> set[str]:
    return {change["code"] for row in document["comparisons"] for change in row["changes"] if "code" in change}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_normals_at_rest(extension: str, tmp_path: Path, scene: Shaded) -> None:
    """The angle is that of Blender itself; a right export is the same, by command line and panel alike."""
    mesh, path = shaded(scene, tmp_path)
    truth = None if "export_normals" in scene.options else largest_angle(path, mesh)
    panel = compared(path)
    settings = bpy.context.scene.skinproof
    shares = settings.result.normals
    bpy.ops.skinproof.remove_character()
    status, document = judged(extension, path)
    angle = math.degrees(max(row["normal_angle_rad"] for row in document["comparisons"]))
    grounds = [ground["code"] for ground in document["verdict"]["grounds"]]
    notes = str(document["comparisons"][0]["notes"])
    assert "Normals are compared at rest" in notes
    if truth is not None:
        assert angle == pytest.approx(truth, abs=2.0 * ROUNDED)
    if scene.off:
        assert (status, panel) == (1, "DIFFERS"), document["verdict"]
        assert grounds == ["NORMALS"]
        assert causes_in(document) == {scene.code}
        assert angle > 5.0
        assert shares != "none, none"
    else:
        assert angle < scene.allowed
        assert (status, panel, grounds) == (0, "SAME", []), document["verdict"]
        assert shares == "none, none"


#: What is done about each cause: the words of the remedy, as settings of the exporter.
REMEDIES = {"normals-modifier": {"export_apply": True}, "normals-missing": {"export_normals": True}}


@pytest.mark.parametrize(
    "scene",
    [each for each in SCENES if each.off and each.build is not weighted_with_keys],
    ids=lambda scene: scene.name,
)
def test_the_remedy_of_a_cause_works(extension: str, tmp_path: Path, scene: Shaded) -> None:
    made_again = Shaded(scene.name, scene.build, {**scene.options, **REMEDIES[scene.code]})
    _, path = shaded(made_again, tmp_path)
    status, document = judged(extension, path)
    assert (status, document["verdict"]["outcome"]) == (0, "same"), document["verdict"]


def test_normals_that_do_not_count_are_not_looked_at(extension: str, tmp_path: Path) -> None:
    _, path = shaded(Shaded("normal-edit", normal_edit), tmp_path)
    status, document = judged(extension, path, "--normals", "out")
    assert (status, document["verdict"]["outcome"]) == (0, "same")
    assert "Normals" not in str(document["comparisons"][0]["notes"])


def test_measuring_changes_nothing(extension: str, tmp_path: Path) -> None:
    """Shape keys and modifiers are switched on the evaluated copy alone, and put back."""
    mesh, path = shaded(Shaded("keys", weighted_with_keys), tmp_path)
    before = whole_scene()
    assert compared(path) == "DIFFERS"
    shown = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
    assert [key.value for key in shown.data.shape_keys.key_blocks] == [1.0, 1.0]
    assert all(modifier.show_viewport for modifier in shown.modifiers)
    bpy.ops.skinproof.remove_character()
    assert whole_scene() == before


def test_normals_edited_since_the_import_are_told(extension: str) -> None:
    """From file to scene: an import is the same; a modifier that makes normals is not, and its cause is told."""
    character = ROOT / "examples" / "arm.glb"
    assert bpy.ops.skinproof.import_skin(filepath=str(character)) == {"FINISHED"}
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert bpy.context.scene.skinproof.result.same
    mesh = next(ob for ob in bpy.data.objects if ob.type == "MESH")
    edit = mesh.modifiers.new("Normal Edit", "NORMAL_EDIT")
    edit.mode, edit.offset = "RADIAL", (0.0, 0.0, 6.0)
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    result = bpy.context.scene.skinproof.result
    assert result.differs
    assert [cause.code for cause in result.causes] == ["normals-modifier"]
    assert "off in viewports" in result.remedies[0]
    assert not [row for row in side_bar.said()["panels"]["Compare"] if " mm off" in row], "no vertex is off"


def test_what_was_found_is_kept_until_something_that_decides_it_changes(extension: str, monkeypatch) -> None:
    """Another frame asks nothing anew; other normals, faces and places do."""
    rest_normals = module(extension, "addon.scene.read.rest_normals")
    module(extension, "skinning_core.model").forget_prepared()  # of this file, by tests before
    calls, own = [], rest_normals.turned_by
    monkeypatch.setattr(rest_normals, "turned_by", lambda *given: [calls.append(1), own(*given)][1])
    assert bpy.ops.skinproof.import_skin(filepath=str(ROOT / "examples" / "arm.glb")) == {"FINISHED"}
    mesh = next(ob for ob in bpy.data.objects if ob.type == "MESH").data

    def asked() -> tuple[bool, bool]:
        """Whether it is the same, and whether angles were computed for that."""
        calls.clear()
        assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
        return bpy.context.scene.skinproof.result.same, bool(calls)

    assert asked() == (True, True)
    bpy.context.scene.frame_set(bpy.context.scene.frame_current + 3)
    assert asked() == (True, False)
    as_imported = [tuple(normal.vector) for normal in mesh.corner_normals]
    mesh.normals_split_custom_set([(0.0, 0.6, 0.8)] * len(mesh.loops))
    assert asked() == (False, True)
    mesh.normals_split_custom_set(as_imported)
    assert asked()[0]
    mesh.polygons[0].flip()
    mesh.update()
    assert asked()[1]
    mesh.polygons[0].flip()
    mesh.update()
    assert asked()[0]
    mesh.vertices[0].co.x += 0.1
    mesh.update()
    assert asked() == (False, True)
