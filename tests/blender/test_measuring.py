"""Measuring: what was empty is empty afterwards, names are only names, and shape keys are taken as they stand."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.models import MODELS
from tests.models.random_character import random_character

bpy = pytest.importorskip("bpy")

#: Kinds of data-blocks that a question can reach.
KINDS = ("scenes", "objects", "armatures", "meshes", "shape_keys", "actions", "collections")
#: Of RNA: what leads elsewhere, or changes by being looked at.
LEFT_OUT = {
    "rna_type",
    "tool_settings",
    "session_uid",
    "is_evaluated",
    "users",
    "original",
    "depsgraph",
    "skinproof",
    "tag",
}
#: Collections whose members belong to the thing.
LOOKED_INTO = {"nla_tracks", "strips", "key_blocks", "modifiers", "constraints", "bones", "slots", "drivers"}
#: Awkward names of a file: their stem is the name of the armature object, and part of its slot's identifier.
NAMES = (
    "Character_Female_Casual_Idle_Walk_Run_export_final_v12_LOD0_2024",
    "女主角校服夏季版最终导出带动画低模版本二零二四",
    "🦊" * 20,
    "a{0.__class__}b{name!r}" * 4,
    "tab\tand\x07bell" + "y" * 60,
    "x" * 200,
)


def import_alone(path: Path, rig: str = "EXACT") -> Any:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(path), rig=rig) == {"FINISHED"}
    return bpy.context.scene.skinproof


def values_of(thing: Any, path: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Everything that RNA says of a thing and of what belongs to it."""
    for prop in thing.bl_rna.properties:
        name = prop.identifier
        if name in LEFT_OUT:
            continue
        where, value = f"{path}.{name}", getattr(thing, name)
        if prop.type == "COLLECTION":
            yield where, len(value)
            for k, each in enumerate(value if name in LOOKED_INTO else ()):
                yield from values_of(each, f"{where}[{k}]", depth + 1)
        elif prop.type != "POINTER":
            yield where, np.array(value).tolist() if getattr(prop, "is_array", False) else repr(value)
        elif isinstance(value, bpy.types.ID):
            yield where, value.name_full
        elif value is not None and depth < 3:
            yield from values_of(value, where, depth + 1)
        else:
            yield where, value is None


def fingerprint() -> dict[str, Any]:
    bpy.context.view_layer.update()
    found: dict[str, Any] = {}
    for kind in KINDS:
        for block in getattr(bpy.data, kind):
            found.update(values_of(block, f"{kind}[{block.name!r}]"))
            found[f"{kind}[{block.name!r}] own"] = sorted(block.keys())
    found["context"] = (bpy.context.mode, getattr(bpy.context.object, "name", None))
    return found


def without_slot(armature: Any) -> None:
    armature.animation_data.action_slot = None


def without_action(armature: Any) -> None:
    armature.animation_data.action = None


def without_animation(armature: Any) -> None:
    armature.animation_data_clear()


def with_another_action(armature: Any) -> None:
    armature.animation_data.action = bpy.data.actions.new("another")


def untouched(armature: Any) -> None:
    del armature


def posed_beside_a_driver(armature: Any) -> None:
    """By hand, on keys, beside a driver of something else: trying what the driver explains loses no pose."""
    armature.driver_add("location", 0).driver.expression = "frame * 0.01"
    bpy.context.scene.frame_set(3)
    posed(armature)


def posed(armature: Any) -> None:
    for bone in armature.pose.bones:
        bone.location.x += 0.3
    bpy.context.view_layer.update()


def posed_beside_a_constraint(armature: Any) -> None:
    armature.pose.bones[-1].constraints.new("LIMIT_ROTATION").use_limit_x = True
    bpy.context.scene.frame_set(3)
    posed(armature)


def posed_beside_a_muted_curve(armature: Any) -> None:
    animation = armature.animation_data
    if animation is not None and animation.action is not None:
        slots = () if bpy.app.version < (4, 4, 0) else animation.action.slots
        curves = animation.action.fcurves if not slots else animation.action.layers[0].strips[0].channelbags[0].fcurves
        curves[0].mute = True
    bpy.context.scene.frame_set(3)
    posed(armature)


#: These pose at the frame of the question, the others before it.
POSED = (posed_beside_a_driver, posed_beside_a_constraint, posed_beside_a_muted_curve)
EDITS = [untouched, without_action, without_animation, with_another_action, *POSED]
if bpy.app.version >= (4, 4, 0):
    EDITS.append(without_slot)


NAMES, BY_NIGHT = ("morphs", "random 2"), ("late_and_partial", "random 7")


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
@pytest.mark.parametrize("name", [*NAMES, *(pytest.param(name, marks=pytest.mark.nightly) for name in BY_NIGHT)])
def test_no_question_changes_anything(name: str, edit, tmp_path: Path) -> None:
    kind, _, seed = name.partition(" ")
    path = random_character(int(seed), tmp_path) if seed else MODELS[kind](tmp_path)
    settings = import_alone(path)
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    edit(armature)
    if edit not in POSED:
        bpy.context.scene.frame_set(3)
    before = fingerprint()
    for question in ("PLAYS", "CLIPS", "POSE"):
        settings.question = question
        for scope in ("FRAME", "CLIP"):
            try:
                bpy.ops.skinproof.compare(scope=scope)
            except RuntimeError as error:  # a question that cannot be answered says so
                assert "Traceback" not in str(error)
            after = fingerprint()
            changed = {
                key: (before.get(key), after.get(key)) for key in {*before, *after} if before.get(key) != after.get(key)
            }
            assert not changed, (question, scope, changed)


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("rig", ["EXACT", "ANIMATION"])
@pytest.mark.parametrize("stem", NAMES, ids=[name[:12] for name in NAMES])
def test_a_name_of_any_length_is_only_a_name(stem: str, rig: str, tmp_path: Path) -> None:
    path = MODELS["late_and_partial"](tmp_path)
    while len(stem.encode()) > 240:
        stem = stem[:-1]
    long = path.with_name(stem + path.suffix)
    shutil.copy(path, long)
    for beside in tmp_path.glob(f"{path.stem}*.bin"):
        assert beside.exists()
    settings = import_alone(long, rig)
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert settings.result.compared
    assert bpy.ops.skinproof.remove_character() == {"FINISHED"}


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("stand", ["clip", "by hand", "muted", "driven", "alone"])
def test_the_skin_in_this_pose_has_the_shape_keys_as_they_stand(stand: str, tmp_path: Path) -> None:
    settings = import_alone(MODELS["morphs"](tmp_path))
    scene = bpy.context.scene
    mesh = next(ob for ob in scene.objects if ob.type == "MESH" and ob.data.shape_keys is not None)
    keys = mesh.data.shape_keys
    scene.frame_set(5)
    if stand != "clip":
        keys.animation_data_clear()
        for k, key in enumerate(keys.key_blocks[1:]):
            key.value = 0.3 + 0.2 * k
    if stand == "muted":
        keys.key_blocks[1].mute = True
    elif stand == "driven":
        keys.key_blocks[1].driver_add("value").driver.expression = "0.75"
    elif stand == "alone":
        mesh.show_only_shape_key, mesh.active_shape_key_index = True, 1
    bpy.context.view_layer.update()
    settings.question = "POSE"
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    assert settings.result.largest < 1e-5, settings.result.largest
    keys.key_blocks[1].data[0].co.x += 0.5  # the key itself is another: that is a difference of the skin
    if stand not in ("muted", "clip"):
        assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
        assert settings.result.largest > 1e-3
