"""A modifier that moves no vertex and takes faces away, or adds some: the surface is judged, not the points alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

bpy = pytest.importorskip("bpy")

from tests.blender.test_named_causes import active, compared  # noqa: E402 -- it needs bpy
from tests.blender.trials.modifiers import nodes  # noqa: E402
from tests.models import MODELS  # noqa: E402

ARM = Path(__file__).resolve().parents[2] / "examples" / "arm.glb"


@pytest.fixture
def mesh(extension: str) -> Any:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(ARM)) == {"FINISHED"}
    bpy.context.scene.frame_set(16)
    return next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.vertex_groups)


def quads(mesh: Any) -> None:
    active(mesh)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.tris_convert_to_quads(shape_threshold=0.01, face_threshold=0.01)
    bpy.ops.object.mode_set(mode="OBJECT")


@pytest.mark.parametrize("before", [False, True], ids=["behind", "before"])
@pytest.mark.parametrize(
    ("what", "outcome", "told"),
    [
        ("deletes", "DIFFERS", "takes away 5 triangles"),
        ("nothing", "SAME", ""),
        ("flips", "DIFFERS", "normals of"),
        ("fills", "PARTLY", "adds"),
    ],
)
def test_faces_count_behind_modifiers(mesh: Any, what: str, before: bool, outcome: str, told: str) -> None:
    modifier = mesh.modifiers.new("Nodes", "NODES")
    modifier.node_group = nodes(what)
    if before:
        mesh.modifiers.move(len(mesh.modifiers) - 1, 0)
    result = compared("FRAME")
    assert result.outcome == outcome, result.grounds
    assert told in " ".join(map(str, result.grounds))


def test_quads_that_a_modifier_cuts_lose_nothing(mesh: Any) -> None:
    quads(mesh)
    assert compared("FRAME").same
    mesh.modifiers.new("Cut", "TRIANGULATE")
    result = compared("FRAME")
    assert "triangles" not in " ".join(map(str, result.grounds)), result.grounds


def test_a_hole_that_opens_later_is_found_over_the_clip(mesh: Any) -> None:
    modifier = mesh.modifiers.new("Nodes", "NODES")
    modifier.node_group = nodes("deletes")
    for frame, shown in ((0, False), (10, True)):
        modifier.show_viewport = shown
        modifier.keyframe_insert("show_viewport", frame=frame)
    bpy.context.scene.frame_set(0)
    assert compared("FRAME").same
    assert compared("CLIP").outcome == "DIFFERS"


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("rig", ["EXACT", "ANIMATION"])
@pytest.mark.parametrize("before", [False, True], ids=["behind", "before"])
@pytest.mark.parametrize("name", ["rigid_parts", "part_on_scaled_bone", "awkward"])
def test_a_mask_without_a_group_has_one_answer(tmp_path: Path, name: str, before: bool, rig: str) -> None:
    """Blender shows all of the mesh or nothing of it; however often it is asked, neither it nor the verdict changes."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(MODELS[name](tmp_path)), rig=rig) == {"FINISHED"}
    bpy.context.scene.frame_set(3)
    mesh = [ob for ob in bpy.context.scene.objects if ob.type == "MESH"][-1]
    mesh.modifiers.new("Mask", "MASK")
    if before:
        mesh.modifiers.move(len(mesh.modifiers) - 1, 0)
    bpy.context.view_layer.update()
    answers = set()
    for question in ("PLAYS", "POSE", "PLAYS", "POSE"):
        bpy.context.scene.skinproof.question = question
        result = compared("FRAME")
        shown = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
        answers.add((len(shown.data.vertices), result.outcome))
    ((count, outcome),) = answers
    assert outcome == ("SAME" if count == len(mesh.data.vertices) else "DIFFERS")
