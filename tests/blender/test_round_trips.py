"""A character of ours that came back through another format is one that an importer brought in, not a known one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender.animated_tube import judged, made, written
from tests.blender.module import module

bpy = pytest.importorskip("bpy")


def empty() -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)


def fbx(folder: Path) -> Callable[[], None]:
    path = _fbx(folder)
    return lambda: bpy.ops.import_scene.fbx(filepath=path)


def newer_fbx(folder: Path) -> Callable[[], None]:
    if "fbx_import" not in dir(bpy.ops.wm):
        pytest.skip("this Blender has one importer of FBX")
    path = _fbx(folder)
    return lambda: bpy.ops.wm.fbx_import(filepath=path)


def _fbx(folder: Path) -> str:
    bpy.ops.preferences.addon_enable(module="io_scene_fbx")
    path = str(folder / "there.fbx")
    bpy.ops.export_scene.fbx(filepath=path, add_leaf_bones=False, use_custom_props=True)
    return path


def usd(folder: Path) -> Callable[[], None]:
    path = str(folder / "there.usdc")
    bpy.ops.wm.usd_export(filepath=path, export_animation=True, export_armatures=True)
    return lambda: bpy.ops.wm.usd_import(filepath=path)


def gltf(folder: Path) -> Callable[[], None]:
    path = str(folder / "there.glb")
    bpy.ops.export_scene.gltf(filepath=path, export_extras=True)
    return lambda: bpy.ops.import_scene.gltf(filepath=path)


def of_type(kind: str) -> list[Any]:
    return [ob for ob in bpy.context.scene.objects if ob.type == kind]


def known(extension: str) -> list[str]:
    """What the panel lists."""
    module(extension, "addon.state.listing").list_characters(bpy.context.scene)
    return [each.name for each in bpy.context.scene.skinproof.characters]


@pytest.fixture(params=["imported", "attached", "without clips"])
def tube(request: pytest.FixtureRequest, extension: str, tmp_path: Path) -> Path:
    """A file, and the character that Skinproof made of it, or attached it to."""
    empty()
    armature, _ = made()
    if request.param == "without clips":
        armature.animation_data_clear()
        bpy.data.actions.remove(bpy.data.actions["wave"])
    del armature
    path = written(tmp_path, export_animation_mode="ACTIONS")
    empty()
    if request.param == "attached":
        bpy.ops.import_scene.gltf(filepath=str(path))
        bpy.ops.object.select_all(action="SELECT")
        assert bpy.ops.skinproof.attach(filepath=str(path)) == {"FINISHED"}
    else:
        assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    assert len(known(extension)) == 1
    return path


@pytest.mark.on_each_line  # what comes back through glTF is another in 5.3
@pytest.mark.parametrize("through", [fbx, newer_fbx, usd, gltf], ids=lambda each: each.__name__)
def test_back_through_another_format(
    extension: str, tube: Path, tmp_path: Path, through: Callable[[Path], Callable[[], None]]
) -> None:
    """It is not listed; command and panel attach the file to it and judge its skin with every joint."""
    back = through(tmp_path)
    empty()
    back()
    assert known(extension) == []
    back_again = bpy.context.scene.objects[:]
    bones = [bone for ob in back_again if ob.pose for bone in ob.data.bones]
    assert not [key for block in (*back_again, *bones) for key in block.keys() if key.startswith("skinproof_")]  # noqa: SIM118
    status, report = judged(extension, tube, "--judge", "pose")
    assert (status, report["verdict"]["outcome"]) == (0, "same")
    assert report["coverage"]["joints"] == {"judged": 4, "asked": 4}
    empty()
    back()
    for ob in bpy.context.scene.objects:
        ob.select_set(True)
    assert bpy.ops.skinproof.attach(filepath=str(tube)) == {"FINISHED"}
    (character,) = bpy.context.scene.skinproof.characters
    assert (character.bones, character.attached) == (len(of_type("ARMATURE")[0].data.bones), True)
    bpy.context.scene.skinproof.question = "POSE"
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    assert bpy.context.scene.skinproof.result.same


def test_the_original_beside_it_stays_known(extension: str, tube: Path, tmp_path: Path) -> None:
    del tube
    names = known(extension)
    fbx(tmp_path)()
    assert known(extension) == names


def remade_bones() -> None:
    armature = of_type("ARMATURE")[0]
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    for bone in list(armature.data.edit_bones):
        armature.data.edit_bones.remove(bone)
    new = armature.data.edit_bones.new("new")
    new.tail = (0.0, 0.0, 1.0)
    bpy.ops.object.mode_set(mode="OBJECT")


def attributes_gone() -> None:
    attributes = of_type("MESH")[0].data.attributes
    for name in ("skinproof_vertex_id", "skinproof_place"):
        attributes.remove(attributes[name])


@pytest.mark.parametrize("edit", [remade_bones, attributes_gone], ids=lambda each: each.__name__)
def test_an_edit_of_the_user_leaves_it_known(extension: str, tube: Path, edit: Callable[[], None]) -> None:
    del tube
    names = known(extension)
    edit()
    assert known(extension) == names


def test_no_note_is_a_list_of_whole_numbers(extension: str, tube: Path) -> None:
    """Blender's exporter of FBX takes any list of three numbers for a vector, and fails if they are whole."""
    del extension, tube
    objects = bpy.context.scene.objects
    bones = [bone for ob in objects if ob.pose for bone in ob.pose.bones]
    noted = [block["skinproof_notes"] for block in (*objects, *bones) if "skinproof_notes" in block]
    lists = [value for notes in noted for value in notes.values() if hasattr(value, "to_list")]
    assert {value.typecode for value in lists} == {"d"}


def test_a_character_of_three_joints_goes_through_fbx(extension: str, root: Path, tmp_path: Path) -> None:
    empty()
    path = Path(shutil.copy(root / "examples" / "arm.glb", tmp_path))
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    back = fbx(tmp_path)  # an AssertionError of the exporter, where groups are noted as 0, 1, 2
    empty()
    back()
    assert known(extension) == []
    assert judged(extension, path, "--judge", "pose")[0] == 0
