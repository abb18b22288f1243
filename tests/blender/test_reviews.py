"""False "the same" and false "differs" that were found in scenes which other people made; one test for each.

A tube on a chain of bones is animated as a user does it, written by Blender's own exporter, and asked about by the real
command line. The exporter writes what Blender shows at whole frames, up to rounding (4e-7 of the size): so a scene that
nobody touched since is the same, and one that was damaged since is not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.animated_tube import LAST, animate, judged, made, written
from tests.blender.export_scenes import moving_armature
from tests.blender.test_one_judge import ARM, Scene, attached, imported

bpy = pytest.importorskip("bpy")

SAME, DIFFERS, PARTLY, NOT_JUDGED = "same", "differs", "same as far as judged", "not judged"


@pytest.fixture(autouse=True)
def empty(extension: str) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)


def outcome(report: dict[str, Any]) -> str:
    return report["verdict"]["outcome"]


def sentences(report: dict[str, Any]) -> str:
    told = (ground["sentence"] for ground in report["verdict"]["grounds"])
    return "; ".join(each if isinstance(each, str) else each["text"] for each in told)


def largest(report: dict[str, Any]) -> float:
    return max(each["max"] for each in report["comparisons"] if each["decides"])


def clips(report: dict[str, Any]) -> list[int]:
    return [report["coverage"]["clips"][key] for key in ("judged", "asked")]


# ---- Before the export: see `test_exports`.


def test_names_by_fbx(extension: str, tmp_path: Path) -> None:
    """As Blender's FBX importer names actions; the file is what it was."""
    made()
    path = written(tmp_path)
    bpy.data.actions["wave"].name = "Rig|Rig|wave"
    status, report = judged(extension, path)
    assert (status, outcome(report)) == (0, SAME), sentences(report)
    assert clips(report) == [1, 1]


@pytest.mark.parametrize("turned", [(0.0, 0.0, 0.0), (0.3, 0.5, 0.1)], ids=["upright", "turned"])
@pytest.mark.parametrize("scale", [(1.0, 2.0, 1.0), (1.0, 1.0, 2.0), (0.5, 1.0, -1.5), (1.0, 1.5, 1.0)], ids=str)
def test_a_rig_scaled_unevenly(extension: str, tmp_path: Path, scale: tuple, turned: tuple) -> None:
    """The file has the mesh as the world has it, so the order of its triangles tells all of its vertices."""
    armature, _ = made()
    armature.rotation_euler, armature.scale = turned, scale
    path = written(tmp_path)
    status, report = judged(extension, path, "--normals", "out")
    assert (status, outcome(report)) == (0, SAME), sentences(report)
    assert largest(report) < 1e-5


@pytest.mark.parametrize("prefix", ["", "other "])
@pytest.mark.parametrize("words", [(), ("--object", "Rig")])
def test_two_armatures_in_one_file(extension: str, tmp_path: Path, prefix: str, words: tuple[str, ...]) -> None:
    """Also if both have bones of the same names, and whichever is named."""
    made()
    other, _ = made((), name="Other")
    other.location.x = 5.0
    for bone in other.data.bones:
        bone.name = prefix + bone.name
    animate(other, "hop", turn=0.5)
    bpy.context.scene.frame_set(0)
    status, report = judged(extension, written(tmp_path), *words)
    assert (status, outcome(report)) == (0, SAME), sentences(report)
    assert clips(report) == [2, 2]
    assert largest(report) < 1e-6


# ---- Times.


def test_between_frames_is_another_figure_and_never_decides(extension: str, tmp_path: Path) -> None:
    made()
    path = written(tmp_path)
    status, report = judged(extension, path)
    (frames,) = report["comparisons"]  # the scene's frames are what is asked for unless something else is
    assert np.array(frames["times_s"]) * 24 == pytest.approx(np.arange(LAST + 1))
    status, report = judged(extension, path, "--times", "between")
    on, between = report["comparisons"]
    assert on["decides"]
    assert not between["decides"]
    assert between["max"] > 1e-3
    assert (status, outcome(report)) == (0, SAME)


def test_every_frame_of_the_pose_is_judged(extension: str, tmp_path: Path) -> None:
    """Envelopes bite in motion only; the file is saved at its first frame."""
    armature, mesh = made()
    path = written(tmp_path)
    modifier = mesh.modifiers["Armature"]
    modifier.use_bone_envelopes, modifier.use_vertex_groups = True, False
    for bone in armature.data.bones:
        bone.envelope_distance = 2.0
    status, report = judged(extension, path, "--judge", "pose")
    (comparison,) = report["comparisons"]
    assert (status, outcome(report)) == (1, DIFFERS)
    assert len(comparison["times_s"]) == LAST + 1


def test_a_key_after_the_clips_last_is_a_frame(extension: str, tmp_path: Path) -> None:
    armature, _ = made()
    path = written(tmp_path)
    bone = armature.pose.bones["b1"]
    bone.rotation_quaternion = (0.7, 0.0, 0.7, 0.0)
    bone.keyframe_insert("rotation_quaternion", frame=LAST + 3)
    bpy.context.scene.frame_set(0)
    for judge in ("clips", "plays"):
        status, report = judged(extension, path, "--judge", judge)
        (comparison,) = report["comparisons"]
        assert (status, outcome(report)) == (1, DIFFERS)
        assert max(comparison["times_s"]) * 24 == pytest.approx(LAST + 3)


# ---- Clips that are not there, or that several actions could be.


def test_half_of_the_clips(extension: str, tmp_path: Path) -> None:
    made(("wave", "kick"))
    path = written(tmp_path)
    bpy.data.actions.remove(bpy.data.actions["kick"])
    status, report = judged(extension, path)
    assert (status, outcome(report)) == (3, PARTLY)
    assert clips(report) == [1, 2]
    assert "1 of 2 clips not judged: 'kick'" in sentences(report)


@pytest.mark.parametrize("held", ["c0", "c0 to c9"])
def test_the_files_clips_are_counted_whatever_was_asked(extension: str, tmp_path: Path, held: str) -> None:
    """Ten in the file, one or all in the scene: what plays is one of them, and none of the others is passed over."""
    names = [f"c{number}" for number in range(10)]
    made(names)
    path = written(tmp_path)
    for action in [action for action in bpy.data.actions if held == "c0" != action.name]:
        bpy.data.actions.remove(action)
    status, report = judged(extension, path, "--judge", "plays")
    assert (status, outcome(report), clips(report)) == (3, PARTLY, [1, 10])
    assert report["coverage"]["sentence"]["text"].startswith("1 of 10 clips, 25 of 25 frames, ")
    assert "9 of 10 clips not judged: 'c1', " in sentences(report)
    assert sentences(report).count("only what plays now was judged (name it by --clip, or ask for all by") == 1
    for words in (
        ("--clip", "c0"),
        ("--judge", "plays", "--clip", "c0"),
        ("--judge", "plays", "--accept", "CLIPS_MISSING"),
    ):
        status, report = judged(extension, path, *words)
        assert (status, outcome(report), clips(report)) == (0, SAME, [1, 10]), "asked for by name, or accepted"
        assert set(report["question"]["words"]) == {*words, "--strict", "--source", "scene"}, "the very same question"
    status, report = judged(extension, path, "--judge", "pose")
    assert (status, clips(report)) == (0, [0, 0]), "a pose is of no clip"


def test_none_of_the_clips(extension: str, tmp_path: Path) -> None:
    made(("wave", "kick"))
    path = written(tmp_path)
    for action in list(bpy.data.actions):
        bpy.data.actions.remove(action)
    status, report = judged(extension, path)
    assert (status, outcome(report)) == (3, NOT_JUDGED)
    assert clips(report) == [0, 2]


def test_several_actions_that_could_be_a_clip_are_asked_for(extension: str, tmp_path: Path) -> None:
    made()
    path = written(tmp_path)
    action = bpy.data.actions["wave"]
    action.name = "wave.001"
    other = action.copy()
    other.name, other.use_fake_user = "wave.002", True
    status, report = judged(extension, path)
    assert (status, outcome(report)) == (3, NOT_JUDGED)
    several = "several actions could be the clip 'wave': 'wave.001', 'wave.002' (rename the others, or use --clip-map)"
    assert several in sentences(report)
    status, report = judged(extension, path, "--clip-map", "wave=wave.002")
    assert (status, outcome(report)) == (0, SAME)


# ---- Damage after the export.


def lattice(mesh: Any) -> None:
    cage = bpy.data.objects.new("Cage", bpy.data.lattices.new("Cage"))
    bpy.context.scene.collection.objects.link(cage)
    cage.data.points[0].co_deform.x += 0.5
    mesh.modifiers.new("Lattice", "LATTICE").object = cage


def geometry_nodes(mesh: Any) -> None:
    group = bpy.data.node_groups.new("Shift", "GeometryNodeTree")
    for in_out in ("INPUT", "OUTPUT"):
        group.interface.new_socket("Geometry", in_out=in_out, socket_type="NodeSocketGeometry")
    kinds = ("NodeGroupInput", "GeometryNodeSetPosition", "NodeGroupOutput")
    start, shift, end = (group.nodes.new(kind) for kind in kinds)
    shift.inputs["Offset"].default_value = (0.3, 0.0, 0.0)
    group.links.new(start.outputs[0], shift.inputs[0])
    group.links.new(shift.outputs[0], end.inputs[0])
    mesh.modifiers.new("Nodes", "NODES").node_group = group


def displace(mesh: Any) -> None:
    mesh.modifiers.new("Displace", "DISPLACE").strength = 0.1


def smooth(mesh: Any) -> None:
    mesh.modifiers.new("Smooth", "CORRECTIVE_SMOOTH").iterations = 20


def mask(mesh: Any) -> None:
    mesh.modifiers.new("Mask", "MASK").vertex_group = "b1"


@pytest.mark.parametrize("modifier", [lattice, geometry_nodes, displace, smooth, mask], ids=lambda each: each.__name__)
def test_modifiers_with_a_will(extension: str, tmp_path: Path, modifier: Callable[..., None]) -> None:
    _, mesh = made()
    path = written(tmp_path)
    modifier(mesh)
    for judge in ("clips", "plays", "pose"):
        status, report = judged(extension, path, "--judge", judge)
        assert (status, outcome(report)) == (1, DIFFERS), judge
        assert any(ground["code"] == "MODIFIER" for ground in report["verdict"]["grounds"])
    status, report = judged(extension, path, "--modifiers", "out")
    assert (status, outcome(report)) == (0, SAME)


@pytest.mark.parametrize("judge", ["clips", "plays", "pose"])
@pytest.mark.parametrize("weighted", [False, True])
def test_another_skeleton_is_not_judged(extension: str, tmp_path: Path, judge: str, weighted: bool) -> None:
    """None of the file's joints is in the rig: never the same, and "not judged" unless something else differs."""
    armature, mesh = made()
    path = written(tmp_path)
    foreign = bpy.data.objects.new("Foreign", bpy.data.armatures.new("Foreign"))
    bpy.context.scene.collection.objects.link(foreign)
    bpy.context.view_layer.objects.active = foreign
    bpy.ops.object.mode_set(mode="EDIT")
    for k in range(9):
        bone = foreign.data.edit_bones.new(f"spine {k}")
        bone.head, bone.tail = (0.1, 0.2 + k % 3, 1.3 * k), (0.3, 0.5, 1.3 * k + 0.4)
    bpy.ops.object.mode_set(mode="OBJECT")
    mesh.parent = mesh.modifiers["Armature"].object = foreign
    for k, group in enumerate(mesh.vertex_groups if weighted else ()):
        group.name = f"spine {k}"
    bpy.data.objects.remove(armature)
    words = () if judge == "pose" else ("--clip", "wave")
    status, report = judged(extension, path, "--judge", judge, *words)
    if judge == "plays":  # the mesh stands still
        assert (status, outcome(report)) == (1, DIFFERS)
    else:
        assert (status, outcome(report)) == (3, NOT_JUDGED), sentences(report)
    if judge != "clips":
        assert "none of the file's 4 joints is in this rig" in sentences(report)


@pytest.mark.parametrize("welded", [False, True])
def test_deleted_faces_of_flat_and_split_meshes(extension: str, tmp_path: Path, welded: bool) -> None:
    """A third of the faces at random, after the file's flat vertices were merged, or as they are."""
    made()
    path = written(tmp_path)  # flat: each face has vertices of its own in the file
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    scene = Scene()
    if welded:
        scene.select("VERT", len(scene.mesh.data.vertices))
        scene.edit(scene.mesh, lambda: bpy.ops.mesh.remove_doubles(threshold=1e-6))
    count = len(scene.mesh.data.polygons)
    scene.select("FACE", 0)
    for face in random.Random(1).sample(range(count), count // 3):
        scene.mesh.data.polygons[face].select = True
    scene.edit(scene.mesh, lambda: bpy.ops.mesh.delete(type="FACE"))
    status, report = judged(extension, path)
    assert (status, outcome(report)) == (1, DIFFERS)
    assert f"{count // 3} of {count} triangles of the file are gone" in sentences(report)


# ---- Copies and scenes.


@pytest.mark.parametrize("rig", ["EXACT", "ANIMATION", "attached"])
@pytest.mark.parametrize("kind", ["mesh", "armature"])
def test_a_copy_of_one_object_hides_nobody(extension: str, tmp_path: Path, rig: str, kind: str) -> None:
    scene = attached() if rig == "attached" else imported(rig)
    settings = bpy.context.scene.skinproof
    before = [item.key for item in settings.characters]
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    told = settings.result.outcome, settings.result.largest  # what the other importer did to the file stays
    bpy.ops.object.select_all(action="DESELECT")
    getattr(scene, kind).select_set(True)
    bpy.ops.object.duplicate()
    bpy.context.view_layer.update()
    assert [item.key for item in settings.characters] == before
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert (settings.result.outcome, settings.result.largest) == told
    assert told[0] == "SAME" or rig == "attached"


def test_a_full_copy_of_a_scene_keeps_the_clip(extension: str) -> None:
    imported("ANIMATION")
    bpy.context.scene.skinproof.character.clip = "1"
    bpy.ops.scene.new(type="FULL_COPY")
    bpy.context.view_layer.update()
    settings = bpy.context.scene.skinproof
    assert settings.character.clip == "1"
    assert len(settings.characters) == 1
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert settings.result.outcome == "SAME"
    assert "not just the import's own" not in settings.result.notes


@pytest.mark.parametrize("frame", [0, 9])
def test_an_armature_that_clips_move_by_its_clips(extension: str, tmp_path: Path, frame: int) -> None:
    """Its file through Blender's own importer, attached at a frame at which it stands elsewhere."""
    armature, mesh = made()
    moving_armature(armature, mesh)
    path = written(tmp_path)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(path))
    bpy.context.scene.frame_set(frame)
    bpy.ops.object.select_all(action="SELECT")
    assert bpy.ops.skinproof.attach(filepath=str(path)) == {"FINISHED"}
    settings = bpy.context.scene.skinproof
    for settings.question in ("PLAYS", "CLIPS"):
        assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
        assert settings.result.outcome == "SAME", settings.question
        assert "unevenly scaled" not in settings.result.notes


def test_an_untouched_import_is_the_same(extension: str) -> None:
    for rig in ("EXACT", "ANIMATION"):
        imported(rig)
        for times in ("FRAMES", "KEYS"):
            bpy.context.scene.skinproof.times = times
            assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
            assert bpy.context.scene.skinproof.result.outcome == "SAME", (rig, times, ARM)
