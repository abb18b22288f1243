"""What may cause a difference, and here causes none, is not told beside what does: one row for each cause of a scene.

Two things are wrong in turn: the file stands beside, across all that moves, which nothing in the scene explains, and a
mask, which explains all of it. That the cause of a row is there is asked of what looks for causes, before anything is
tried.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from skinning_core.compare.causes.scene_cause import SCENE_KINDS
from tests.blender import export_scenes as scenes
from tests.blender import lacking_scenes as lacking
from tests.blender.animated_tube import judged, made, written
from tests.blender.mend_scenes import based_key, masked_key
from tests.blender.module import module
from tests.blender.test_exporter_faults import causes
from tests.blender.trials import exported as trials

bpy = pytest.importorskip("bpy")

Work = Callable[[Any, Any], Any]
TRACKS = {"export_animation_mode": "NLA_TRACKS"}
WHOLE = {"export_animation_mode": "SCENE", "export_anim_scene_split_object": False}


@dataclass(frozen=True)
class Row:
    """How a cause is there without harm."""

    code: str
    work: tuple[Work, ...]
    options: dict[str, Any] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    apart: bool = False  # found by computing, so that nothing says it is there


def beside(path: Path) -> None:
    """Hang all of a file on a node that stands 0.7 m aside: bones turn about that axis, so that nothing leads there."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    document, rest = json.loads(data[20 : 20 + length]), data[20 + length :]
    (scene,) = document["scenes"]
    document["nodes"].append({"name": "Aside", "translation": [0.7, 0.0, 0.0], "children": scene["nodes"]})
    scene["nodes"] = [len(document["nodes"]) - 1]
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A)
    path.write_bytes(head + text + rest)


def still(armature: Any, mesh: Any) -> Any:
    """A coat on two bones that stand still beside the rig."""
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    for k, name in enumerate(("still", "still above")):
        bone = armature.data.edit_bones.new(name)
        bone.head, bone.tail = (3.0, 0.0, float(k)), (3.0, 0.0, k + 1.0)
    bpy.ops.object.mode_set(mode="OBJECT")
    coat = lacking.another(armature, mesh, "Coat")
    coat.data.transform(__import__("mathutils").Matrix.Translation((3.0, 0.0, 0.0)))
    coat.vertex_groups.clear()
    for k, name in enumerate(("still", "still above")):
        coat.vertex_groups.new(name=name).add(range(len(coat.data.vertices)), 0.3 + 0.4 * k, "REPLACE")
    return coat


def flat_and_scaled(armature: Any, mesh: Any) -> None:
    """A coat without thickness whose keys scale its thickness."""
    coat = still(armature, mesh)
    for vertex in coat.data.vertices:
        vertex.co.x = 0.0
    for frame, thickness in ((0, 1.0), (24, 2.0)):
        coat.scale.x = thickness
        coat.keyframe_insert("scale", frame=frame)


def coat_modifier(**values: Any) -> Work:
    """Settings of the modifier of what stands still."""

    def build(armature: Any, mesh: Any) -> None:
        coat = still(armature, mesh)
        for name, value in values.items():
            setattr(coat.modifiers["Armature"], name, value)

    return build


def still_bone(**values: Any) -> Work:
    def build(armature: Any, mesh: Any) -> None:
        still(armature, mesh)
        for name, value in values.items():
            setattr(armature.data.bones["still"], name, value)

    return build


def coat_twice(armature: Any, mesh: Any) -> None:
    still(armature, mesh).modifiers.new("Second", "ARMATURE").object = armature


def coat_masked(armature: Any, mesh: Any) -> None:
    coat = still(armature, mesh)
    coat.vertex_groups.new(name="half").add(range(20), 0.5, "REPLACE")
    coat.modifiers["Armature"].vertex_group = "half"


def cast_behind(armature: Any, mesh: Any) -> None:
    """Behind bones that stand still it does what it does before them."""
    still(armature, mesh).modifiers.new("Cast", "CAST").factor = 0.4


def coat_of_six(armature: Any, mesh: Any) -> None:
    """More influences than the file takes, all of bones that stand still."""
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    for k in range(4):
        bone = armature.data.edit_bones.new(f"more {k}")
        bone.head, bone.tail = (3.0, 0.0, float(k)), (3.0, 0.0, k + 1.0)
    bpy.ops.object.mode_set(mode="OBJECT")
    coat = still(armature, mesh)
    for k in range(4):
        coat.vertex_groups.new(name=f"more {k}").add(range(len(coat.data.vertices)), 0.1 + 0.1 * k, "REPLACE")


def at_nothing(key_of: Work) -> Work:
    """A key whose value is 0."""

    def build(armature: Any, mesh: Any) -> None:
        key_of(armature, mesh)
        for block in mesh.data.shape_keys.key_blocks[1:]:
            block.value = 0.0

    return build


def pinned_basis(armature: Any, mesh: Any) -> None:
    masked_key(armature, mesh)
    block = mesh.data.shape_keys.key_blocks[1]
    block.vertex_group, block.value = "", 0.0
    mesh.show_only_shape_key, mesh.active_shape_key_index = True, 0


def bone_setting(name: str, value: Any) -> Work:
    def build(armature: Any, mesh: Any) -> None:
        setattr(armature.data.bones["b2"], name, value)

    return build


def mesh_moved(armature: Any, mesh: Any) -> None:
    mesh.location.y = 0.5


def under_what_stands(armature: Any, mesh: Any) -> None:
    """Under something with keys that hold it; the character is selected."""
    armature.parent = empty = scenes.an_empty()
    for frame in (0, 24):
        empty.keyframe_insert("location", frame=frame)
    lacking.selected(armature, mesh)


def posed_to_no_effect(armature: Any, mesh: Any) -> None:
    """A bone that moves nothing is posed."""
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    bone = armature.data.edit_bones.new("free")
    bone.head, bone.tail = (5.0, 0.0, 0.0), (5.0, 0.0, 1.0)
    bpy.ops.object.mode_set(mode="OBJECT")
    armature.pose.bones["free"].location.x = 0.4


def held(armature: Any, mesh: Any) -> None:
    """By something that stands still; what moves has a clip of its own, and is missed in the others."""
    armature.constraints.new("COPY_LOCATION").target = scenes.an_empty(location=(0.0, 2.0, 1.0))


def held_by_keys(armature: Any, mesh: Any) -> None:
    goal = scenes.an_empty(location=(0.0, 2.0, 1.0))
    for frame in (0, 24):
        goal.keyframe_insert("location", frame=frame)
    armature.constraints.new("COPY_LOCATION").target = goal


def muted_curve(armature: Any, mesh: Any) -> None:
    trials.curves(armature)[5].mute = True


def stretched(armature: Any, mesh: Any) -> None:
    bpy.context.scene.render.frame_map_new = 200


def nothing_moves(armature: Any, mesh: Any) -> None:
    armature.animation_data_clear()
    bpy.data.actions.remove(bpy.data.actions["wave"])
    for bone in armature.pose.bones:
        bone.matrix_basis.identity()


def at_rest(armature: Any, mesh: Any) -> None:
    nothing_moves(armature, mesh)
    armature.data.pose_position = "REST"


PLAYS = ("--judge", "plays")
ROWS = [
    Row("modifier-several", (coat_twice,)),
    Row("modifier-without-groups", (coat_modifier(use_vertex_groups=False),)),
    Row("modifier-masked", (coat_masked,)),
    Row("modifier-preserve-volume", (coat_modifier(use_deform_preserve_volume=True),)),
    Row("modifier-envelopes", (coat_modifier(use_bone_envelopes=True),)),
    Row("modifier-behind", (cast_behind,), {"export_apply": True}),
    Row("armature-at-rest", (at_rest,)),
    Row("weights-other", (coat_of_six,)),
    Row("weights-tiny", (scenes.hardly_any_weights,)),
    Row("key-masked", (at_nothing(masked_key),)),
    Row("key-relative", (at_nothing(based_key),)),
    Row("key-pinned", (pinned_basis,)),
    Row("key-driver", (scenes.driven_shape_key,)),
    Row("bone-inherit-scale", (bone_setting("inherit_scale", "NONE"),)),
    Row("bone-inherit-rotation", (bone_setting("use_inherit_rotation", False),)),
    Row("bone-deform", (still_bone(use_deform=False),)),
    Row("bone-bendy", (still_bone(bbone_segments=8),)),
    Row("bone-envelope-multiplied", (still_bone(use_envelope_multiply=True),)),
    Row("bone-constraint", (scenes.copied_rotation,)),
    Row("bone-driver", (trials.driven(lambda armature, mesh: (armature.pose.bones["b3"], "location", 2), "bone"),)),
    # By actions the exporter leaves it out: then it is a cause.
    Row("object-driver", (trials.driven(lambda armature, mesh: (armature, "location", 2), "armature"),), WHOLE),
    Row("object-constraint", (held,)),
    Row("target-moves", (held_by_keys,)),
    Row("mesh-unparented", (scenes.mesh_elsewhere,)),
    Row("mesh-moved", (mesh_moved,)),
    Row("mesh-keyed", (flat_and_scaled,)),
    Row("parent-left-behind", (under_what_stands,), {"use_selection": True}),
    Row("bone-unkeyed", (posed_to_no_effect,)),
    Row("object-mirrored", (scenes.mirrored,)),
    Row("parent-moves", (under_what_stands,)),
    Row("clock-remapped", (nothing_moves, stretched)),
    Row("exporter-fps-base", (nothing_moves, trials.rate(24, 1.001)), apart=True),
    Row("curve-muted", (muted_curve,)),
    Row("curve-modifier", (trials.in_steps,)),
    Row("strip-shifted", (lacking.track(start=10),), TRACKS, PLAYS),
    Row("strip-scaled", (lacking.track(scale=2.0),), TRACKS, PLAYS),
    Row("strip-repeated", (lacking.track(repeat=3.0),), TRACKS, PLAYS),
    Row("strip-reversed", (lacking.track(use_reverse=True),), TRACKS, PLAYS),
    Row("strip-faded", (lacking.track(blend_in=6.0),), TRACKS, PLAYS),
]

#: Why no row has them.
NOTED = "an export is held to the scene as it stands: what it was before is not known"
COMPUTED = "found by computing how far it explains the difference, never by being there"
ASKED = "of what plays beside clips of a file that came in; an export's clips are the actions that play"
WITHOUT: dict[str, str] = {
    **dict.fromkeys(("modifier-missing", "modifier-without-object", "modifier-other-armature"), "then it has no skin"),
    "modifier-off": "then the exporter writes no skin, which is told",
    **dict.fromkeys(
        ("exporter-armature-removed", "exporter-rig-on-bone", "bones-flattened", "bones-sheared"), COMPUTED
    ),
    **dict.fromkeys(("objects-flattened", "objects-sheared", "exporter-mirror-keys", "exporter-axis-angle"), COMPUTED),
    **dict.fromkeys(("modifier-moves", "skin-by-modifier", "skin-of-parent", "skin-on-bone"), COMPUTED),
    **dict.fromkeys(("object-simulated", "object-on-vertices", "exporter-below-light", "clock-rate"), COMPUTED),
    **dict.fromkeys(("bones-sheared-by-object", "exporter-degrees"), COMPUTED),
    "object-scaled-unevenly": "of a character that came in; an export has it",
    **dict.fromkeys(("not-sampled", "frames-skipped", "hidden-by-keys"), COMPUTED),
    "mesh-on-bone": "nor does it then",
    **dict.fromkeys(("skin-not-exported", "skin-by-parent", "axes-of-blender", "exporter-last-fraction"), COMPUTED),
    "armature-edited": "Blender exports in Object Mode",
    **dict.fromkeys(
        ("group-and-bone-apart", "group-without-bone", "bone-without-group"), "a joint of a file has its group"
    ),
    "weights-behind": "the file has them, so that they are the cause",
    "weights-by-pose": "test_export_harmless has it, beside Preserve Volume",
    "weights-fewer": "an exporter writes no more influences than there are",
    "key-muted": "the exporter leaves it out",
    "key-foreign": "an export has every key that is heard",
    "vertex-moved": NOTED,
    **dict.fromkeys(("normals-modifier", "exporter-uneven-normals", "normals-missing"), COMPUTED),
    "rig-limit": "of an imported character",
    **dict.fromkeys(("bone-rest", "rest-scaled", "rest-mirrored", "bone-parent"), NOTED),
    **dict.fromkeys(("bone-location-axes", "bone-rotation-mode"), NOTED),
    **dict.fromkeys(("action-deleted", "curve-changed", "curve-removed"), NOTED),
    **dict.fromkeys(("action-none", "track-muted", "action-foreign", "action-other"), ASKED),
    **dict.fromkeys(("slot-none", "slot-other", "action-influence", "action-blended"), ASKED),
    **dict.fromkeys(("strip-influence", "strip-blended", "strip-other"), ASKED),
    **dict.fromkeys(("strip-trimmed", "strip-timed", "track-solo"), ASKED),
    **dict.fromkeys(("action-shifted", "action-short", "action-more", "scale-zero", "tangents-lost"), COMPUTED),
}


def test_every_cause_of_a_scene_has_a_row_or_a_reason() -> None:
    assert sorted([*(row.code for row in ROWS), *WITHOUT]) == sorted(SCENE_KINDS)


@pytest.mark.parametrize("row", ROWS, ids=[row.code for row in ROWS])
@pytest.mark.parametrize("wrong", ["beside", pytest.param("a mask", marks=pytest.mark.nightly)])
def test_what_is_present_and_harmless_is_not_told(extension: str, tmp_path: Path, row: Row, wrong: str) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made()
    for work in row.work:
        work(armature, mesh)
    if wrong == "a mask":
        if row.code == "modifier-masked":
            pytest.skip("it is told of the body, of which it is the cause")
        scenes.masked(armature, mesh)
    bpy.context.scene.frame_set(0)
    path = written(tmp_path, **row.options)
    if wrong == "beside":
        beside(path)
    _, report = judged(extension, path, "--normals", "out", *row.words)
    found = module(extension, "addon.scene.identity.character").characters(bpy.context.scene)[0]
    model = module(extension, "skinning_core.load").load_model(path)
    look = module(extension, "addon.scene.changed.since_import").changes_since_import
    clip = 0 if model.clips else None
    there = {each.code for each in look(bpy.context.scene, found, model, clip, seen=bool(row.words), posed=False)}
    assert row.apart or row.code in there
    assert row.code not in causes(report)
    assert wrong != "beside" or report["verdict"]["outcome"] == "differs"
