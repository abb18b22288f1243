"""Files attached to characters that Blender's own importer brought in: found, judged, and kept through what people do.

SKINPROOF_LONG=1 takes all real and hard models (a minute); otherwise four, and the example. What the importer makes of
a file is known from the engine "stock", which imports the file anew and knows nothing of attaching: the two agree.
"""

from __future__ import annotations

import json
import os
import re
from math import radians
from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module
from tests.thin import thin_example

bpy = pytest.importorskip("bpy")

EXAMPLE = thin_example()
#: One real character, joints in a line, a mesh in another pose than the file's, an armature object that a clip moves.
QUICK = ("cesium_man", "simple_skin", "h03_ibm_shear", "h15_joints_two_branches")
#: Where the importer's own deformation is off in every pose: it has no place for the scale of a bind pose, and of a
#: joint named twice in a vertex it keeps the later weight.
NO_BIND_SCALE = {"h01_shear_chain", "h03_ibm_shear", "h17_two_skins_shared", "h21_matrix_nodes"}
OFF_IN_EVERY_POSE = NO_BIND_SCALE | {"h31_joint_twice"}
#: Scales span 100 : 1 in this one, of which products of float32 matrices keep errors.
SPANS_SCALES = "woman"


def stock_import(path: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    bpy.ops.import_scene.gltf(filepath=str(path))


def attached(path: Path) -> None:
    armature = armature_object()
    bpy.ops.object.select_all(action="DESELECT")
    armature.select_set(True)
    assert bpy.ops.skinproof.attach(filepath=str(path)) == {"FINISHED"}


def armature_object():
    return next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")


def mesh_object():
    return next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.modifiers)


def largest_of_all(extension: str) -> float:
    """Of the last result, at the scene's frames and at the keys and times between them, which do not decide."""
    answer = module(extension, "addon.state.session").session.answer_under(bpy.context.scene.skinproof.result.key)
    return max(comparison.difference.max_relative for comparison in answer.comparisons)


def judged(question: str, scope: str = "CLIP"):
    settings = bpy.context.scene.skinproof
    settings.engine, settings.question, settings.times = "blender", question, "KEYS"
    assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
    return settings.result


@pytest.fixture
def example(extension: str) -> Path:
    stock_import(EXAMPLE)
    attached(EXAMPLE)
    return EXAMPLE


def real_models(shared: Path) -> list[Path]:
    models = sorted(path for path in (shared / "models").rglob("*") if path.suffix in (".glb", ".gltf"))
    return [path for path in models if os.environ.get("SKINPROOF_LONG") or path.parent.name in QUICK]


def stock_errors(extension: str, path: Path, report: Path) -> list[float]:
    """The largest error of each clip that the importer makes, relative, from an import of its own."""
    run = module(extension, "addon.command.commands").run
    assert run(["verify", str(path), "--against", "stock", "--frames", "every-key", "--json", str(report)]) in (0, 1, 3)
    comparisons = json.loads(report.read_text())["models"][0]["comparisons"]
    return [each["max"] for each in comparisons if each["clip"] is not None]


def moved_aside() -> None:
    """Moved, turned and scaled: the armature object, or what carries it, where clips move the object itself."""
    armature = armature_object() if any(ob.type == "ARMATURE" for ob in bpy.context.scene.objects) else None
    if armature is None or armature.name == "top":  # rigid meshes; an armature object with keys of its own
        bpy.ops.object.empty_add()
        root = bpy.context.object
        for ob in bpy.context.scene.objects:
            if ob.parent is None and ob != root:
                ob.parent = root
    else:
        root = armature
    root.location, root.rotation_mode, root.scale = (0.3, -2.0, 0.1), "XYZ", (1.5, 1.5, 1.5)
    root.rotation_euler.z += radians(40.0)
    bpy.context.view_layer.update()


def test_models_of_the_stock_importer(extension: str, shared: Path, tmp_path: Path) -> None:
    """Moved and turned before the file was attached: what is found is what the importer does to the file, no more."""
    for path in real_models(shared):
        name = path.parent.name
        if name == "interpolation_test":  # rigid meshes without a root: see the next test
            continue
        stock = stock_errors(extension, path, tmp_path / "stock.json")
        stock_import(path)
        moved_aside()
        attached(path)
        settings = bpy.context.scene.skinproof
        assert settings.character.strangers == 0, path
        result = judged("CLIPS")
        assert result.lost == 0, path
        assert "taken off" in result.notes, path
        expected = stock[settings.character.clip_index]
        found, few = largest_of_all(extension), 2e-5 if name == SPANS_SCALES else 2e-6
        assert found == pytest.approx(expected, rel=0.02, abs=few), path
        assert result.largest <= found, path
        assert name not in NO_BIND_SCALE or "a guessed bind pose without scale" in result.notes, path
        bpy.context.scene.frame_set(7)
        bones = armature_object().pose.bones
        bones[len(bones) // 2].rotation_mode, bones[len(bones) // 2].rotation_euler = "XYZ", (0.3, 0.2, -0.4)
        bpy.context.view_layer.update()
        result = judged("POSE", "FRAME")
        assert result.lost == 0, path
        assert "compared in place" in result.notes, path
        assert "plays the action" not in result.notes, path
        if name in OFF_IN_EVERY_POSE:
            assert result.largest > 1e-3, path
        else:
            assert result.largest < (1e-5 if name == SPANS_SCALES else 3e-6), path


@pytest.mark.usefixtures("extension")
def test_rigid_meshes_of_the_stock_importer(shared: Path) -> None:
    path = shared / "models" / "interpolation_test" / "interpolation_test.gltf"
    stock_import(path)
    bpy.ops.object.select_all(action="SELECT")
    assert bpy.ops.skinproof.attach(filepath=str(path)) == {"FINISHED"}
    assert bpy.context.scene.skinproof.character.strangers == 0
    for question, scope in (("CLIPS", "CLIP"), ("POSE", "FRAME")):
        result = judged(question, scope)
        assert result.lost == 0
        assert result.largest < 3e-6


@pytest.mark.usefixtures("example")
def test_a_bone_of_another_name_and_an_edited_mesh() -> None:
    """The mapping is in the .blend: saved, renamed, with vertices deleted, added and subdivided."""
    mesh, armature = mesh_object(), armature_object()
    mesh.name, armature.name, armature.pose.bones[3].name = "Another Mesh", "Another Rig", "Another Bone"
    assert judged("CLIPS", "FRAME").lost == 0
    bpy.ops.object.select_all(action="DESELECT")
    bpy.context.view_layer.objects.active = mesh
    mesh.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.subdivide()
    bpy.ops.object.mode_set(mode="OBJECT")
    result = judged("POSE", "FRAME")
    assert result.lost == 0
    assert result.largest < 3e-6
    assert "in the scene were left out" in result.notes
    assert bpy.ops.skinproof.select_unmatched() == {"FINISHED"}
    bpy.ops.object.mode_set(mode="OBJECT")
    chosen = np.zeros(len(mesh.data.vertices), bool)
    mesh.data.vertices.foreach_get("select", chosen)
    assert 0 < chosen.sum() < len(chosen)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.delete(type="VERT")
    bpy.ops.object.mode_set(mode="OBJECT")
    assert judged("POSE", "FRAME").largest < 3e-6


@pytest.mark.usefixtures("example")
def test_saved_linked_and_appended(tmp_path: Path) -> None:
    before = judged("CLIPS", "FRAME").largest
    blend = tmp_path / "attached.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.wm.open_mainfile(filepath=str(blend))
    assert judged("CLIPS", "FRAME").largest == before
    for link in (False, True):
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        with bpy.data.libraries.load(str(blend), link=link) as (source, target):
            target.objects = list(source.objects)
        for ob in target.objects:
            bpy.context.scene.collection.objects.link(ob)
        bpy.context.view_layer.update()
        assert len(bpy.context.scene.skinproof.characters) == 1
        assert judged("POSE", "FRAME").largest < 3e-6


@pytest.mark.usefixtures("example")
def test_joined_and_separated() -> None:
    """A cube joined to the mesh is told apart; a part separated from it is still the character's."""
    mesh = mesh_object()
    bpy.ops.mesh.primitive_cube_add(size=0.1)
    cube = bpy.context.object
    bpy.ops.object.select_all(action="DESELECT")
    cube.select_set(True)
    mesh.select_set(True)
    bpy.context.view_layer.objects.active = mesh
    assert bpy.ops.object.join() == {"FINISHED"}
    result = judged("POSE", "FRAME")
    assert result.lost == 0
    assert result.largest < 3e-6
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="DESELECT")
    bpy.ops.object.mode_set(mode="OBJECT")
    for polygon in list(mesh.data.polygons)[:200]:
        polygon.select = True
    bpy.ops.object.mode_set(mode="EDIT")
    assert bpy.ops.mesh.separate(type="SELECTED") == {"FINISHED"}
    bpy.ops.object.mode_set(mode="OBJECT")
    result = judged("POSE", "FRAME")
    assert result.lost == 0
    assert result.largest < 3e-6


@pytest.mark.usefixtures("example")
def test_renewed_and_detached() -> None:
    settings = bpy.context.scene.skinproof
    key = settings.character.key
    attached(EXAMPLE)
    assert len(settings.characters) == 1
    assert settings.character.key == key
    assert bpy.ops.skinproof.remove_character() == {"FINISHED"}
    assert not settings.characters
    assert mesh_object() is not None
    left = [k for ob in bpy.context.scene.objects for k in list(ob.keys()) if k.startswith("skinproof")]
    bones = [k for bone in armature_object().pose.bones for k in list(bone.keys()) if k.startswith("skinproof")]
    assert not left
    assert not bones
    assert not [a for a in mesh_object().data.attributes if "skinproof" in a.name]


@pytest.mark.usefixtures("example")
def test_constraints_and_a_wrong_weight_in_the_current_pose() -> None:
    """Whatever poses the bones, only the deformation counts; a vertex with another weight is a difference."""
    armature, mesh = armature_object(), mesh_object()
    bpy.ops.object.empty_add(location=(0.4, -0.3, 1.1))
    constraint = armature.pose.bones[5].constraints.new("TRACK_TO")
    constraint.target = bpy.context.object
    bpy.context.view_layer.update()
    assert judged("POSE", "FRAME").largest < 3e-6
    heaviest = max(
        mesh.vertex_groups, key=lambda g: sum(g.index in [e.group for e in v.groups] for v in mesh.data.vertices)
    )
    other = next(g for g in mesh.vertex_groups if g != heaviest)
    rows = [v.index for v in mesh.data.vertices if heaviest.index in [e.group for e in v.groups]][:5]
    other.add(rows, 1.0, "REPLACE")
    bpy.context.view_layer.update()
    assert judged("POSE", "FRAME").largest > 1e-4


@pytest.mark.usefixtures("example")
def test_a_bone_out_of_its_pose_is_the_pose_and_not_the_deformation() -> None:
    bone = armature_object().pose.bones[5]
    bone.rotation_mode, bone.rotation_quaternion = "QUATERNION", (0.9, 0.3, 0.3, 0.0)
    bpy.context.view_layer.update()
    result = judged("PLAYS", "FRAME")
    assert re.search(r"^the skin is right, bones are off \(at [0-9.e-]+ s\)$", result.notes, re.MULTILINE)


@pytest.mark.usefixtures("extension")
def test_what_cannot_be_attached_says_so() -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.mesh.primitive_cube_add(size=300.0)
    with pytest.raises(RuntimeError, match="no vertex of the file"):
        bpy.ops.skinproof.attach(filepath=str(EXAMPLE))
    assert not [key for key in list(bpy.context.object.keys()) if key.startswith("skinproof")]


def test_the_command_line_finds_the_character(
    extension: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    stock_import(EXAMPLE)
    blend = tmp_path / "scene.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    run = module(extension, "addon.command.commands").run
    assert run(["scene", str(blend), str(EXAMPLE), "--judge", "pose"]) == 0
    assert "the file's skin on Blender's bones" in capfd.readouterr().out
    name = armature_object().name
    assert run(["scene", str(blend), str(EXAMPLE), "--object", name, "--clip", "rest"]) == 0
    assert run(["scene", str(blend), str(EXAMPLE), "--object", "nobody"]) == 2
    assert "there is no object 'nobody'" in capfd.readouterr().err
    assert run(["verify", str(EXAMPLE), "--pose", "scene"]) == 2


@pytest.mark.usefixtures("extension")
@pytest.mark.nightly
def test_a_rigify_rig_in_its_current_pose(tmp_path: Path) -> None:
    """Deform bones are exported as joints; control bones then pose them, by constraints that no file knows."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    for name in ("io_scene_gltf2", "rigify"):
        if bpy.ops.preferences.addon_enable(module=name) != {"FINISHED"}:
            pytest.skip(f"this Blender has no {name}")
    bpy.ops.object.armature_basic_human_metarig_add()
    assert bpy.ops.pose.rigify_generate() == {"FINISHED"}
    bpy.data.objects.remove(bpy.data.objects["metarig"])
    rig = armature_object()
    skinned_tubes(rig)
    path = tmp_path / "rigify.glb"
    bpy.ops.export_scene.gltf(filepath=str(path), export_def_bones=True, export_animations=False)
    attached(path)
    assert bpy.context.scene.skinproof.character.strangers == 0
    hand = rig.pose.bones["hand_ik.L"]
    hand.location = (0.05, -0.2, 0.15)
    rig.pose.bones["torso"].rotation_mode = "XYZ"
    rig.pose.bones["torso"].rotation_euler = (0.2, 0.3, 0.1)
    rig.location = (0.4, 0.0, 0.0)
    bpy.context.view_layer.update()
    assert judged("POSE", "FRAME").largest > 1e-3  # Rigify bends its limbs by B-bones, which no file can hold
    for bone in rig.data.bones:
        bone.bbone_segments = 1
    bpy.context.view_layer.update()
    result = judged("POSE", "FRAME")
    assert result.lost == 0
    assert result.largest < 3e-6
    assert "compared in place" in result.notes


def skinned_tubes(rig) -> None:
    """A mesh around the deform bones: a ring of vertices at each end, each following its bone and the parent's."""
    deform = [bone for bone in rig.data.bones if bone.use_deform and "arm" in bone.name]
    vertices, faces, weights = [], [], []
    for bone in deform:
        first = len(vertices)
        for end, share in ((bone.head_local, 0.5), (bone.tail_local, 1.0)):
            for angle in np.linspace(0.0, 2.0 * np.pi, 6, endpoint=False):
                vertices.append(tuple(end + bone.x_axis * np.cos(angle) * 0.04 + bone.z_axis * np.sin(angle) * 0.04))
                weights.append((bone, share))
        faces += [(first + i, first + (i + 1) % 6, first + 6 + (i + 1) % 6, first + 6 + i) for i in range(6)]
    mesh = bpy.data.meshes.new("Tubes")
    mesh.from_pydata(vertices, [], faces)
    ob = bpy.data.objects.new("Tubes", mesh)
    bpy.context.scene.collection.objects.link(ob)
    ob.parent = rig
    ob.modifiers.new("Armature", "ARMATURE").object = rig
    deforming = {bone.name for bone in deform}
    for vertex, (bone, share) in enumerate(weights):
        above = bone.parent.name if bone.parent is not None and bone.parent.name in deforming else bone.name
        for name, weight in ((bone.name, share), (above, 1.0 - share)):
            group = ob.vertex_groups.get(name) or ob.vertex_groups.new(name=name)
            if weight:
                group.add([vertex], weight, "ADD")
