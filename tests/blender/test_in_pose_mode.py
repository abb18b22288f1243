"""Pose Mode is where animators live: buttons work there, and the mode, what is selected and the bones are as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.blender.test_all_clips import EXAMPLE, imported

bpy = pytest.importorskip("bpy")

ARM = EXAMPLE.with_name("arm.glb")


def armature() -> Any:
    return next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")


def in_pose_mode() -> Any:
    rig = armature()
    for ob in bpy.context.scene.objects:
        ob.select_set(ob == rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="POSE")
    rig.data.bones.active = rig.data.bones[1]
    return rig


def stands() -> tuple[Any, ...]:
    active = bpy.context.object
    selected = sorted(ob.name for ob in bpy.context.selected_objects)
    return bpy.context.mode, active.name, active.data.bones.active.name, selected


@pytest.mark.parametrize("what", ["compare", "preview_clip", "reload_character", "fix"])
def test_the_mode_is_as_before(extension: str, what: str) -> None:
    settings = imported(EXAMPLE)
    settings.character.clip = "0"
    mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH")
    in_pose_mode()
    if what == "fix":
        mesh.modifiers[0].use_deform_preserve_volume = True
        bpy.context.view_layer.update()
        assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    before = stands()
    if what == "compare":
        for scope in ("FRAME", "CLIP", "ALL"):
            assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
            assert settings.result.same
    elif what == "fix":
        assert bpy.ops.skinproof.fix_cause(index=0) == {"FINISHED"}
        assert not mesh.modifiers[0].use_deform_preserve_volume
    else:
        assert getattr(bpy.ops.skinproof, what)() == {"FINISHED"}
    assert stands() == before


def test_characters_come_in_and_go(extension: str) -> None:
    settings = imported(EXAMPLE)
    in_pose_mode()
    assert bpy.ops.skinproof.import_skin(filepath=str(ARM)) == {"FINISHED"}
    assert sorted(item.name for item in settings.characters) == ["arm", "character"]
    assert bpy.context.mode == "OBJECT", "what has come in is selected"
    in_pose_mode()
    assert bpy.ops.skinproof.select_character() == {"FINISHED"}
    assert bpy.context.mode == "OBJECT"
    assert len(bpy.context.selected_objects) > 1
    in_pose_mode()
    assert bpy.ops.skinproof.remove_character() == {"FINISHED"}
    assert len(settings.characters) == 1
    assert bpy.context.mode == "OBJECT"


def test_what_is_refused_leaves_the_mode(extension: str, tmp_path: Path) -> None:
    imported(EXAMPLE)
    in_pose_mode()
    before = stands()
    broken = tmp_path / "broken.glb"
    broken.write_bytes(b"glTF")
    with pytest.raises(RuntimeError):
        bpy.ops.skinproof.import_skin(filepath=str(broken))
    assert stands() == before
    with pytest.raises(RuntimeError):
        bpy.ops.skinproof.compare_export(filepath=str(broken))
    assert stands() == before


def test_a_file_is_attached_and_an_export_compared(extension: str, tmp_path: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(EXAMPLE))
    in_pose_mode()
    before = stands()
    assert bpy.ops.skinproof.attach(filepath=str(EXAMPLE)) == {"FINISHED"}
    assert len(bpy.context.scene.skinproof.characters) == 1
    assert stands() == before
    out = tmp_path / "out.glb"
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.export_scene.gltf(filepath=str(out))
    in_pose_mode()
    before = stands()
    assert bpy.ops.skinproof.compare_export(filepath=str(out)) == {"FINISHED"}
    assert stands() == before
