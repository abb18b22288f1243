"""The best settings of rigs as people have them: control and deform bones, driven faces, outfits, overrides, Rigify."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender import export_scenes as scenes
from tests.blender import wrong_scenes as wrong
from tests.blender.animated_tube import FIRST, LAST, made
from tests.blender.export_apart import apart
from tests.blender.mend_scenes import driven_by
from tests.blender.test_preflight import document, largest_apart, run, saved

bpy = pytest.importorskip("bpy")
Matrix = pytest.importorskip("mathutils").Matrix
Vector = pytest.importorskip("mathutils").Vector
__all__ = ["run"]  # a fixture


def control_and_deform(armature: Any, mesh: Any) -> None:
    """The bones that have keys deform nothing; others follow them, and are what the scene's settings export alone."""
    bpy.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    for k in range(4):
        bone, control = bones.new(f"DEF{k}"), bones[f"b{k}"]
        bone.head, bone.tail, bone.roll = control.head, control.tail, control.roll
        bone.parent = bones[f"DEF{k - 1}"] if k else None
    bpy.ops.object.mode_set(mode="OBJECT")
    for k in range(4):
        armature.data.bones[f"b{k}"].use_deform = False
        constraint = armature.pose.bones[f"DEF{k}"].constraints.new("COPY_TRANSFORMS")
        constraint.target, constraint.subtarget = armature, f"b{k}"
        mesh.vertex_groups[f"b{k}"].name = f"DEF{k}"
    bpy.context.scene["glTF2ExportSettings"] = {"export_def_bones": True}


def not_sampled(armature: Any, mesh: Any) -> None:
    control_and_deform(armature, mesh)
    bpy.context.scene["glTF2ExportSettings"] = {"export_def_bones": True, "export_force_sampling": False}


def face(armature: Any, mesh: Any) -> None:
    """Three shape keys, each driven by a bone."""
    mesh.shape_key_add(name="Basis")
    for k, (name, way) in enumerate(
        {"smile": (0.0, 0.2, 0.0), "brow": (0.1, 0.0, 0.0), "jaw": (0.0, 0.0, -0.1)}.items()
    ):
        key = mesh.shape_key_add(name=name)
        for point in key.points:
            if point.co.z > 2.5:
                point.co += Vector(way)
        driven_by(key, armature, f"b{k + 1}")


def outfits(armature: Any, mesh: Any) -> None:
    """Two more meshes on one armature, one of them not selected."""
    for name, size in (("coat", 1.1), ("armour", 1.2)):
        outfit = mesh.copy()
        outfit.name, outfit.data = name, mesh.data.copy()
        outfit.data.transform(Matrix.Scale(size, 4))
        bpy.context.scene.collection.objects.link(outfit)
    for ob in bpy.context.scene.objects:
        ob.select_set(ob.name != "armour")
    bpy.context.scene["glTF2ExportSettings"] = {"use_selection": True}


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (control_and_deform, []),
        (not_sampled, ["Sampling"]),
        pytest.param(face, [], marks=pytest.mark.nightly),
        (outfits, ["Selected Objects off"]),
    ],
)
def test_the_best_row_is_the_true_best(run, tmp_path, build: Callable[[Any, Any], None], words) -> None:
    blend = saved(build, tmp_path / "scene.blend", bones=4)
    status, found = document(run, blend)
    best = found["rows"][0]
    assert (status, best["words"], best["missing"]) == (0, words, [])
    assert largest_apart(blend, best, found["settings"], tmp_path) < 2e-5


def test_what_the_eye_hides_is_told_and_left_out(run, tmp_path) -> None:
    """An armour that nobody sees, and every viewer of the file as the scene's settings write it would show."""

    def hidden_armour(armature: Any, mesh: Any) -> None:
        outfits(armature, mesh)
        bpy.data.objects["armour"].hide_set(True)
        bpy.context.scene["glTF2ExportSettings"] = {}

    blend = saved(hidden_armour, tmp_path / "scene.blend", bones=4)
    status, found = document(run, blend)
    best, first = found["rows"]
    assert (status, best["words"], first["words"]) == (0, ["Visible Objects"], [])
    assert [loss["code"] for loss in first["losses"]] == ["MESH_HIDDEN"]
    bpy.ops.wm.open_mainfile(filepath=str(blend), load_ui=False)
    bpy.ops.export_scene.gltf(filepath=str(tmp_path / "apart.glb"), **best["settings"])
    assert apart(blend, tmp_path / "apart.glb", ["Rig body", "coat"]) < 2e-5


def _library(folder: Path) -> Any:
    """A character in a file of its own, and its collection linked into an empty scene."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    objects, own = made(bones=4), bpy.data.collections.new("Character")
    bpy.context.scene.collection.children.link(own)
    for ob in objects:
        bpy.context.scene.collection.objects.unlink(ob)
        own.objects.link(ob)
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "library.blend"), copy=True)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    with bpy.data.libraries.load(str(folder / "library.blend"), link=True) as (_, chosen):
        chosen.collections = ["Character"]
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = FIRST, LAST
    return chosen.collections[0]


def _saved_now(path: Path) -> Path:
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    return path


def test_a_linked_and_overridden_rig(run, tmp_path) -> None:
    linked, scene = _library(tmp_path), bpy.context.scene
    scene.collection.children.link(linked)
    linked.override_hierarchy_create(scene, bpy.context.view_layer)
    scene.collection.children.unlink(linked)
    assert all(ob.override_library is not None for ob in scene.objects)
    blend = _saved_now(tmp_path / "scene.blend")
    status, found = document(run, blend)
    assert (status, found["rows"][0]["words"]) == (0, [])
    assert largest_apart(blend, found["rows"][0], found["settings"], tmp_path) < 2e-5


def test_a_rig_in_a_collection_instance_is_one_sentence(run, tmp_path, capfd) -> None:
    linked = _library(tmp_path)
    instance = bpy.data.objects.new("Instance", None)
    instance.instance_type, instance.instance_collection = "COLLECTION", linked
    bpy.context.scene.collection.objects.link(instance)
    assert run(["preflight", str(_saved_now(tmp_path / "scene.blend"))]) == 2
    (line,) = [line for line in capfd.readouterr().err.splitlines() if line.startswith("skinproof: ")]
    assert "'Rig' is in the collection instance 'Instance'" in line


def test_a_setting_that_another_hides_is_found_and_what_is_left_has_a_fix(run, tmp_path) -> None:
    """A shear hides the influences that are cut, and bendy bones hide them too: all three have their remedy."""

    def as_rigify_makes_it(armature: Any, mesh: Any) -> None:
        wrong.stretched(armature, mesh)
        scenes.bendy(armature, mesh)
        scenes.six_influences(armature, mesh)

    blend = saved(as_rigify_makes_it, tmp_path / "scene.blend")
    _, found = document(run, blend)
    best = found["rows"][0]
    assert set(best["words"]) == {"Flatten Bone Hierarchy", "All Bone Influences"}
    assert [loss["code"] for loss in best["losses"]] == ["POSITIONS", "bone-bendy"]
    assert len({frozenset(row["words"]) for row in found["rows"]}) == len(found["rows"])  # none is exported twice
    (fix,) = found["fixes"]
    assert (fix["code"], str(fix["sentence"]["values"]["after"]["text"])) == ("CORRECTIVE_KEYS", "the same")


def _cuff(bone: Any, places: list[Any], faces: list[tuple[int, ...]]) -> None:
    """Three rings of six vertices around a bone."""
    first, radius = len(places), max(0.15 * bone.length, 0.004)
    turns = [2.0 * math.pi * side / 6 for side in range(6)]
    for along in (0.0, 0.5, 1.0):
        ring = [(radius * math.cos(turn), along * bone.length, radius * math.sin(turn)) for turn in turns]
        places.extend(bone.matrix_local @ Vector(place) for place in ring)
    for start in (first, first + 6):
        corners = [(side, (side + 1) % 6) for side in range(6)]
        faces.extend((start + a, start + b, start + b + 6, start + a + 6) for a, b in corners)


_HUMAN = "armature_human_metarig_add", ("upper_arm_fk", "hand_ik", "foot_ik", "chest", "torso", "head", "jaw")
_CAT = "armature_cat_metarig_add", ("tail", "paw", "chest", "torso", "head", "foot_ik")


def rigify(metarig: str, keyed: tuple[str, ...]) -> Any:
    """A rig that Rigify makes, a cuff around each bone that deforms, and keys on some controls."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.preferences.addon_enable(module="rigify")
    getattr(bpy.ops.object, metarig)()
    meta = bpy.context.object
    bpy.ops.pose.rigify_generate()
    rig = next(ob for ob in bpy.data.objects if ob.type == "ARMATURE" and ob != meta)
    bpy.data.objects.remove(meta)
    places, faces, deforming = [], [], [bone for bone in rig.data.bones if bone.use_deform]
    for bone in deforming:
        _cuff(bone, places, faces)
    data = bpy.data.meshes.new("cuffs")
    data.from_pydata(places, [], faces)
    mesh = bpy.data.objects.new("cuffs", data)
    bpy.context.scene.collection.objects.link(mesh)
    for k, bone in enumerate(deforming):
        mesh.vertex_groups.new(name=bone.name).add(range(18 * k, 18 * k + 18), 1.0, "REPLACE")
    mesh.parent = rig
    mesh.modifiers.new("Armature", "ARMATURE").object = rig
    controls = [bone for bone in rig.pose.bones if not bone.name.startswith(("DEF", "ORG", "MCH"))]
    for bone in (bone for bone in controls if any(name in bone.name for name in keyed)):
        bone.rotation_mode = "XYZ"
        for frame, turn in ((0, 0.0), (12, 0.35), (24, -0.2)):
            bone.rotation_euler = (turn, 0.5 * turn, -0.4 * turn)
            bone.keyframe_insert("rotation_euler", frame=frame)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = FIRST, LAST
    return rig


@pytest.mark.nightly
@pytest.mark.parametrize(("metarig", "keyed", "bends"), [(*_HUMAN, False), (*_HUMAN, True), (*_CAT, False)])
def test_rigify(run, tmp_path, metarig, keyed, bends) -> None:
    """Its bones stretch, so the hierarchy is flattened; that they bend no setting mends, and it is told."""
    rig = rigify(metarig, keyed)
    for bone in rig.data.bones if not bends else ():
        bone.bbone_segments = 1
    blend = _saved_now(tmp_path / "scene.blend")
    _, found = document(run, blend)
    best, as_it_stands = found["rows"][0], next(row for row in found["rows"] if not row["words"])
    assert best["words"] == ["Flatten Bone Hierarchy"]
    assert best["missing"] == []
    largest = [row["largest"]["metres"] for row in (best, as_it_stands)]
    bpy.ops.wm.open_mainfile(filepath=str(blend), load_ui=False)
    bpy.ops.export_scene.gltf(filepath=str(tmp_path / "best.glb"), **best["settings"])
    left = apart(blend, tmp_path / "best.glb", ["cuffs"])  # the shapes of its bones are meshes, too
    assert left < largest[0] + 2e-5 < largest[1]
    assert any(loss["code"] == "bone-bendy" for loss in best["losses"]) == bends
    assert (left < 2e-5) != bends
