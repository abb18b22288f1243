"""What is left open of an export by name: neither "the same" nor "differs", and the rest of it is judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender.animated_tube import animate, judged, made, pushed_down, written
from tests.blender.lacking_scenes import a_box, a_curve, of_a_kind
from tests.blender.module import module
from tests.blender.test_exports import compared

bpy = pytest.importorskip("bpy")

OF_CURVES = "is no mesh in the scene"
OF_COPIES = "is there several times, as copies are that particles, faces or several collections make"


def a_rope(armature: Any, mesh: Any) -> None:
    a_curve(armature, 0.1)


def a_text_on_a_bone(armature: Any, mesh: Any) -> None:
    text = bpy.data.curves.new("Label", "FONT")
    text.body = "Hi"
    label = of_a_kind(text, armature)
    label.parent_type, label.parent_bone = "BONE", "b2"


def a_box_on_a_rope(armature: Any, mesh: Any) -> None:
    """The box is a mesh, and judged."""
    a_box("Box").parent = a_curve(armature, 0.1)


def beads_on_vertices(armature: Any, mesh: Any) -> None:
    bead = a_box("Bead", 0.05)
    bead.parent, bead.data.name = mesh, "Ball"
    mesh.instance_type = "VERTS"


def hair_of_beads(armature: Any, mesh: Any) -> None:
    bead = a_box("Bead", 0.05)
    bpy.context.view_layer.objects.active = mesh
    mesh.modifiers.new("Hair", "PARTICLE_SYSTEM")
    hair = mesh.particle_systems[0].settings
    hair.type, hair.render_type, hair.instance_object, hair.count = "HAIR", "OBJECT", bead, 20


def hidden_by_keys(armature: Any, mesh: Any) -> None:
    box = a_box("Mask")
    box.parent = armature
    for frame, hidden in ((0, False), (12, True)):
        box.hide_viewport = hidden
        box.keyframe_insert("hide_viewport", frame=frame)
    box.hide_viewport = False


def a_range_by_hand(armature: Any, mesh: Any) -> None:
    action = armature.animation_data.action
    action.use_frame_range, action.frame_start, action.frame_end = True, 4, 20


CASES = [
    pytest.param(a_rope, "NOT_A_MESH", OF_CURVES, id="a curve"),
    pytest.param(a_text_on_a_bone, "NOT_A_MESH", OF_CURVES, id="a text"),
    pytest.param(a_box_on_a_rope, "NOT_A_MESH", OF_CURVES, id="a curve above a mesh"),
    pytest.param(beads_on_vertices, "ELSEWHERE", OF_COPIES, id="copies on vertices"),
    pytest.param(hair_of_beads, "ELSEWHERE", OF_COPIES, id="copies as particles"),
    pytest.param(hidden_by_keys, "MESH_HIDDEN", "'Mask' is hidden at times by keys", id="hidden by keys"),
    pytest.param(a_range_by_hand, "FRAMES_BEYOND", "Manual Frame Range, 4 to 20", id="a range by hand"),
]


@pytest.mark.parametrize(("build", "code", "words"), CASES)
def test_what_is_left_open_is_told(
    extension: str, tmp_path: Path, build: Callable[[Any, Any], None], code: str, words: str
) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made()
    build(armature, mesh)
    bpy.context.scene.frame_set(0)
    path = written(tmp_path)
    status, report = judged(extension, path)
    told = {ground["code"]: ground["sentence"]["text"] for ground in report["verdict"]["grounds"]}
    assert (status, list(told), compared(path)) == (3, [code], "PARTLY"), told
    assert words in told[code]
    assert judged(extension, path, "--accept", code)[0] == 0
    armature = bpy.data.objects["Rig"]
    armature.pose.bones["b2"].constraints.new("LIMIT_ROTATION").use_limit_x = True
    assert judged(extension, path)[0] == 1


def test_keys_hide_nothing_while_it_is_judged(extension: str, tmp_path: Path) -> None:
    """Of what is hidden Blender evaluates nothing, so that it would be judged where it was last seen."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made()
    hidden_by_keys(armature, mesh)
    compared(written(tmp_path))
    scene, box = bpy.context.scene, bpy.data.objects["Mask"]
    (character,) = module(extension, "addon.scene.identity.character").characters(scene)
    with module(extension, "addon.scene.play.playback").restored(scene, character):
        scene.frame_set(16)
        assert not box.evaluated_get(bpy.context.evaluated_depsgraph_get()).hide_viewport
    scene.frame_set(16)
    assert box.evaluated_get(bpy.context.evaluated_depsgraph_get()).hide_viewport


@pytest.mark.nightly
def test_an_object_of_edges_alone_is_found(extension: str, tmp_path: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, _ = made()
    data = bpy.data.meshes.new("Wire")
    data.from_pydata([(0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 2.0)], [(0, 1), (1, 2)], [])
    wire = bpy.data.objects.new("Wire", data)
    bpy.context.scene.collection.objects.link(wire)
    wire.parent, wire.parent_type, wire.parent_bone = armature, "BONE", "b3"
    status, report = judged(extension, written(tmp_path, use_mesh_edges=True))
    assert (status, report["verdict"]["outcome"]) == (0, "same")
    assert report["coverage"]["vertices"]["judged"] == 275


def one_track_alone(armature: Any, mesh: Any) -> None:
    animate(armature, "kick", turn=0.3)
    pushed_down(armature)
    armature.animation_data.nla_tracks[0].is_solo = True


def hidden_from_renders(armature: Any, mesh: Any) -> None:
    for frame, hidden in ((0, True), (12, False)):
        mesh.hide_render = hidden
        mesh.keyframe_insert("hide_render", frame=frame)


@pytest.mark.parametrize("build", [one_track_alone, hidden_from_renders])
def test_nothing_is_left_open_of_what_is_seen_as_the_file_has_it(
    extension: str, tmp_path: Path, build: Callable[[Any, Any], None]
) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made()
    build(armature, mesh)
    bpy.context.scene.frame_set(0)
    status, report = judged(extension, written(tmp_path))
    assert (status, report["verdict"]["outcome"]) == (0, "same")
    assert "is none of the file's clips" not in str(report)
