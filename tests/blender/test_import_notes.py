"""What an import notes of bones, vertex groups and curves, and how it is read after names and keys have changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from tests.blender.module import module
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")


@pytest.fixture
def notes(extension: str) -> Any:
    return module(extension, "addon.scene.build.import_notes")


def played(extension: str, armature: Any) -> tuple[Any, str, Any]:
    """The action of the smallest character's clip, its slot, and one of its curves."""
    action, slot = module(extension, "addon.scene.identity.character").action_of(armature, 0)
    return action, slot, module(extension, "addon.compat").curves_of_slot(action, slot)[1]


def test_groups_are_noted_by_name_and_only_of_what_is_skinned(extension: str, notes: Any, tmp_path: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    tiny = Tiny()
    bare = {"attributes": {"POSITION": tiny.primitive["attributes"]["POSITION"]}}
    tiny.data["meshes"].append({"primitives": [bare]})
    tiny.data["nodes"].append({"name": "stone", "mesh": 1})
    tiny.data["scenes"][0]["nodes"].append(3)
    bpy.ops.skinproof.import_skin(filepath=str(tiny.write_glb(tmp_path / "stone.glb")))
    body, stone = (bpy.data.objects[name] for name in ("body", "stone"))
    body.vertex_groups["tip"].name = "hand"
    assert notes.made_groups(body) == ["root", "tip"]
    assert notes.made_groups(stone) is None


def test_a_curve_has_its_digest_until_a_key_path_or_interpolation_changes(
    extension: str, notes: Any, armature: Any
) -> None:
    action, slot, curve = played(extension, armature)
    made = notes.made_curves(action, slot)
    assert notes.made_curves(action, f"{slot} of nobody") is None
    assert notes.digest_of(curve) in made
    keys = np.array([key.co[:] for key in curve.keyframe_points], np.float32)
    assert {key.interpolation for key in curve.keyframe_points} == {"BEZIER"}  # 2 in Blender's enumeration
    known = crc32(np.full(len(keys), 2, np.int32).tobytes(), crc32(keys.tobytes(), crc32(_path(curve).encode())))
    assert notes.digest_of(curve) == known - 2**31  # as saved files have it
    key = curve.keyframe_points[0]
    for name, value in (("interpolation", "CONSTANT"), ("co", (key.co[0], key.co[1] + 1.0))):
        before = notes.digest_of(curve)
        setattr(key, name, value)
        assert notes.digest_of(curve) != before
    assert notes.digest_of(curve, "elsewhere") != notes.digest_of(curve)


def _path(curve: Any) -> str:
    return f"{curve.data_path}[{curve.array_index}]"


def test_what_is_of_no_bone_has_its_own_path_and_a_constraint_its_own_name(
    extension: str, notes: Any, armature: Any
) -> None:
    bone = armature.pose.bones["tip"]
    armature.keyframe_insert("location")
    constraint = bone.constraints.new("LIMIT_ROTATION")
    constraint.name = "hand"
    constraint.keyframe_insert("influence")
    bone.name = "hand"
    curves = module(extension, "addon.compat").all_curves(armature.animation_data.action)
    paths = {curve.data_path: notes.made_path(curve, armature) for curve in curves}
    assert paths["location"] == "location"
    assert (
        paths['pose.bones["hand"].constraints["hand"].influence'] == 'pose.bones["tip"].constraints["hand"].influence'
    )


def test_a_curve_of_a_renamed_bone_is_known_by_its_old_path(extension: str, notes: Any, armature: Any) -> None:
    action, slot, curve = played(extension, armature)
    path = curve.data_path
    assert notes.made_path(curve, armature) == path
    armature.pose.bones["tip"].name = 'the "tip"'
    assert curve.data_path != path
    assert notes.made_path(curve, armature) == path
    assert notes.digest_of(curve, path) in notes.made_curves(action, slot)
    stranger = armature.data.copy()
    assert notes.made_path(curve, stranger) == curve.data_path


def test_a_bone_without_notes_has_its_path_of_now(extension: str, notes: Any, armature: Any) -> None:
    _, _, curve = played(extension, armature)
    bone = armature.pose.bones["tip"]
    del bone[module(extension, "addon.scene.ground.stored_names").GROUP]
    bone.name = "hand"
    assert notes.made_path(curve, armature) == curve.data_path


def test_bones_are_noted_with_parent_mode_and_settings(extension: str, notes: Any, armature: Any) -> None:
    made = module(extension, "addon.scene.identity.bone_notes").made_bone
    bone = armature.pose.bones["tip"]
    bone.name, bone.rotation_mode, bone.bone.use_inherit_rotation = "hand", "XYZ", False
    found = made(bone)
    assert (found.name, found.parent, found.mode) == ("tip", "root", "QUATERNION")
    notes.note_bones(armature)
    assert (made(bone).name, made(bone).mode) == ("hand", "XYZ")
    assert made(bone).settings != found.settings


def test_notes_of_earlier_versions_are_read(extension: str, notes: Any, armature: Any) -> None:
    """A list of numbers for each slot, on the action itself, not text."""
    action, slot, _ = played(extension, armature)
    name = module(extension, "addon.scene.ground.stored_names").CURVES_MADE
    group = action[module(extension, "addon.scene.ground.stored_names").GROUP]
    made = {own: list(digests) for own, digests in json.loads(group[name]).items()}
    del group[name]
    action[name] = made
    assert notes.made_curves(action, slot) == set(made[slot])
