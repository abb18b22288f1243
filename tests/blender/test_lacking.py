"""What a file lacks of the scene that it was exported from: never "the same", by command line and panel alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

bpy = pytest.importorskip("bpy")

from tests.blender.animated_tube import judged, made, written  # noqa: E402 -- it needs bpy
from tests.blender.export_scenes import driven_shape_key  # noqa: E402
from tests.blender.lacking_scenes import (  # noqa: E402
    a_bone_shape,
    a_hidden_coat,
    a_metaball,
    a_modifier_switched,
    a_muted_key,
    a_path,
    a_room,
    a_second_action,
    a_shell_of_nodes,
    absolute_keys,
    action_of_two_rigs,
    an_action_with_a_switch,
    another_rig_on_a_track,
    as_it_is,
    at_rest,
    ball_on_a_control,
    clothes,
    clothes_in_no_collection,
    clothes_not_rendered,
    driven_alone,
    driven_and_written,
    driven_key,
    hair,
    half_played,
    hat_hung_on,
    in_edit_mode,
    keyed_rotation_mode,
    keys_of_a_bones_name,
    looking_at_what_stands,
    loose_edge,
    loose_edge_and_an_action,
    mirrored_half,
    mirrored_with_a_muted_key,
    mirrored_with_keys,
    moved_keys,
    one_action_of_all,
    posed_by_hand,
    pushed_down_kick,
    range_of,
    remapped,
    second_half_played,
    still_keys,
    stretched,
    subdivided,
    sword_exported_too,
    sword_on_a_bone,
    sword_with_keys,
    thickened,
    track,
    two_strips,
)
from tests.blender.test_exports import compared  # noqa: E402


@dataclass(frozen=True)
class Lacking:
    """A scene and how it is exported, so that the file has less than is seen; and clean ones, which lack nothing."""

    name: str
    build: Callable[[Any, Any], None]
    options: dict[str, Any] = field(default_factory=dict)
    code: str = ""  # of the ground that is told; "": the file has everything
    words: str = ""  # part of what is said


TRACKS, WHOLE = {"export_animation_mode": "NLA_TRACKS"}, {"export_animation_mode": "SCENE"}
BROADCAST, SELECTED = {"export_animation_mode": "BROADCAST"}, {"use_selection": True}
SLID = {"export_anim_slide_to_zero": True}
LOOSE = {"use_mesh_edges": True, "use_mesh_vertices": True}
ONE = {"export_anim_single_armature": False}
RANGE, CROP = {"export_frame_range": True}, {"export_negative_frame": "CROP"}
KEPT = {"export_rest_position_armature": False, "export_current_frame": True}
CASES = [
    Lacking("clothes not selected", clothes, SELECTED, "SCENE_OBJECT", "'Coat'"),
    Lacking("clothes beside", clothes_in_no_collection, {"collection": "Char"}, "SCENE_OBJECT", "put it into the coll"),
    Lacking("clothes not rendered", clothes_not_rendered, {"use_renderable": True}, "SCENE_OBJECT", "Renderable"),
    Lacking("a sword on a bone", sword_on_a_bone, SELECTED, "SCENE_OBJECT", "'Sword'"),
    Lacking("a hat hung on", hat_hung_on, SELECTED, "SCENE_OBJECT", "'Hat'"),
    Lacking("on a control bone", ball_on_a_control, {"export_def_bones": True}, "SCENE_OBJECT", "Bones Only"),
    Lacking("a metaball", a_metaball, {}, "SCENE_OBJECT", "the exporter writes no metaballs"),
    Lacking("hair", hair, {}, "SCENE_OBJECT", "the exporter writes no hair curves"),
    Lacking("made by nodes", a_shell_of_nodes, {}, "SCENE_OBJECT", "turn on Apply Modifiers"),
    Lacking("absolute keys", absolute_keys, {}, "SCENE_KEY_MOTION", "are absolute"),
    Lacking("no animation", as_it_is, {"export_animations": False}, "SCENE_ANIMATION", "'wave'"),
    Lacking("tracks without any", as_it_is, TRACKS, "SCENE_ANIMATION", "'wave'"),
    Lacking("moved by a driver alone", driven_alone, {}, "SCENE_ANIMATION", "'Rig' moves here"),
    Lacking("two actions, none", a_second_action, {"export_animations": False}, "SCENE_ANIMATION", "'kick'"),
    Lacking("with a switch", an_action_with_a_switch, {"export_anim_single_armature": False}, "SCENE_ACTION", "'kick'"),
    Lacking("the second action", a_second_action, {"export_anim_single_armature": False}, "SCENE_ACTION", "'kick'"),
    Lacking("an action of two like rigs", action_of_two_rigs, {}, "SCENE_ACTION", "push it down as a track"),
    Lacking("a modifier's switch", a_modifier_switched, {}, "SCENE_ACTION", "no file has keys of modifiers"),
    Lacking("the second, loose edges", loose_edge_and_an_action, LOOSE | ONE, "SCENE_ACTION", "'kick'"),
    Lacking("tracks, not the active", pushed_down_kick, TRACKS, "SCENE_ACTION", "'wave'"),
    Lacking("one action, two clips", one_action_of_all, BROADCAST, "SCENE_ACTION", "is 2 clips of one name"),
    Lacking("one of two rigs", another_rig_on_a_track, TRACKS, "SCENE_ACTION", "'wave' is not in the file"),
    Lacking("half of the body", mirrored_half, {}, "SCENE_FACES", "Apply Modifiers"),
    Lacking("half of it, with keys", mirrored_with_keys, {}, "SCENE_FACES", "apply it to the shape keys too"),
    Lacking("half of it, a muted key", mirrored_with_a_muted_key, {}, "SCENE_FACES", "turn on Apply Modifiers"),
    Lacking("subdivision", subdivided, {}, "SCENE_FACES", "Apply Modifiers"),
    Lacking("solidify", thickened, {}, "SCENE_FACES", "Apply Modifiers"),
    Lacking("no shape keys", still_keys, {"export_morph": False}, "SCENE_KEYS", "Shape Keys"),
    Lacking("a driven key gone", driven_key, {"export_morph": False}, "SCENE_KEYS", "Shape Keys"),
    Lacking("a driven key still", driven_key, {"export_morph_animation": False}, "SCENE_KEY_MOTION", "stand still"),
    Lacking("the pose that is seen", posed_by_hand, {}, "POSITIONS"),
    Lacking("half of a clip", half_played, RANGE, "SCENE_CLIP", "ends at frame 12, its action at 24"),
    Lacking("the other half", second_half_played, RANGE, "SCENE_CLIP", "begins at frame 10, its action at 0"),
    Lacking("the frames after the last step", as_it_is, {"export_frame_step": 5}, "SCENE_CLIP", "Sampling Rate 1"),
    Lacking("half of it, slowed down", stretched(200), {}, "SCENE_CLIP", "its action at 48: Time Stretching"),
    Lacking("cropped", moved_keys(-8), CROP, "SCENE_CLIP", "Negative Frames: Slide"),
    Lacking("cropped and slid", range_of(6, 17, as_it_is), RANGE | SLID, "SCENE_CLIP", "frame 6, its action at 0"),
    Lacking("before zero, limited", range_of(-4, 8, moved_keys(-8)), RANGE, "SCENE_CLIP", "Range off"),
    Lacking("a track's end", range_of(0, 20, track(start=10)), TRACKS | RANGE, "SCENE_CLIP", "20, its track at 34"),
    Lacking("a track's start", range_of(15, 60, track(start=10)), TRACKS | RANGE | SLID, "SCENE_CLIP", "frame 15"),
    Lacking("cut as its action", range_of(5, 29, track(start=10)), TRACKS | RANGE | SLID, "SCENE_CLIP", "at 34"),
    Lacking("a track before zero", track(start=-8), TRACKS | RANGE, "SCENE_CLIP", "its track at -8"),
    Lacking("clean, late, slid", moved_keys(10), SLID),
    Lacking("clean, late, limited and slid", range_of(0, 34, moved_keys(10)), RANGE | SLID),
    Lacking("clean, late, merged and slid", moved_keys(10), SLID | {"export_animation_mode": "ACTIVE_ACTIONS"}),
    Lacking("clean, a scene from zero on", range_of(0, 30, moved_keys(-8)), WHOLE),
    Lacking("clean, half of a scene", half_played, WHOLE),
    Lacking("clean, the middle of a scene, slid", range_of(6, 17, as_it_is), WHOLE | SLID),
    Lacking("clean, a scene of one strip, reversed", range_of(0, 24, track(use_reverse=True)), WHOLE),
    Lacking("clean, a scene of two lengths", sword_with_keys, WHOLE | {"export_anim_scene_split_object": False}),
    Lacking("clean, a scene slowed down", stretched(200), WHOLE),
    Lacking("clean, a scene of a driver", driven_and_written, WHOLE),
    Lacking("clean, held by what stands", looking_at_what_stands),
    Lacking("clean, remapped", remapped, TRACKS),
    Lacking("clean, a rotation's mode with keys", keyed_rotation_mode),
    Lacking("clean, the middle of a track", range_of(15, 60, track(start=10)), WHOLE | SLID),
    Lacking("clean, a scene after its track", track(start=-8), WHOLE),
    Lacking("clean", as_it_is),
    Lacking("clean, placed", track(start=10), TRACKS),
    Lacking("clean, repeated", track(repeat=3.0), TRACKS),
    Lacking("clean, faded", track(blend_in=6.0), TRACKS),
    Lacking("clean, reversed", track(use_reverse=True), TRACKS),
    Lacking("clean, slower", track(name="wave", scale=2.0), TRACKS),
    Lacking("clean, slower as an action", track(name="wave", scale=2.0)),
    Lacking("clean, placed as an action", track(start=10, repeat=2.0)),
    Lacking("clean, two strips", two_strips, TRACKS),
    Lacking("clean, two strips slid", two_strips, TRACKS | SLID),
    Lacking("clean, before zero", moved_keys(-8)),
    Lacking("clean, all before zero", moved_keys(-30)),
    Lacking("clean, late", moved_keys(7)),
    Lacking("clean, the whole range", as_it_is, RANGE),
    Lacking("clean, selected", sword_exported_too, SELECTED),
    Lacking("clean, a room", a_room, SELECTED),
    Lacking("clean, hidden", a_hidden_coat, SELECTED | {"use_visible": True}),
    Lacking("clean, a path", a_path),
    Lacking("clean, loose edges", loose_edge, LOOSE),
    Lacking("clean, bone shape", a_bone_shape, SELECTED),
    Lacking("clean, two actions", a_second_action),
    Lacking("clean, one action", one_action_of_all),
    Lacking("clean, pushed down", pushed_down_kick),
    Lacking("clean, applied", subdivided, {"export_apply": True}),
    Lacking("clean, keys", still_keys),
    Lacking("clean, keys, a bone of that name", keys_of_a_bones_name),
    Lacking("clean, muted key", a_muted_key),
    Lacking("clean, driven key", driven_key),
    Lacking("clean, in Edit Mode", in_edit_mode),
    Lacking("clean, kept pose", posed_by_hand, KEPT),
    Lacking("clean, at rest", at_rest),
    Lacking("clean, no animation wanted", at_rest, {"export_animations": False}),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_the_file_lacks(extension: str, tmp_path: Path, case: Lacking) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    case.build(*made())
    bpy.context.scene.frame_set(0)
    path = written(tmp_path, **case.options)
    status, report = judged(extension, path)
    verdict = report["verdict"]
    told = {ground["code"]: ground["sentence"]["text"] for ground in verdict["grounds"]}
    outcome = compared(path)
    if not case.code:
        assert (status, told, outcome) == (0, {}, "SAME")
        return
    assert (status, verdict["outcome"], outcome) == (1, "differs", "DIFFERS"), told
    assert case.words in told[case.code]


def test_the_side_that_was_first_can_be_named(
    extension: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    made()
    path = written(tmp_path, export_animations=False)
    assert judged(extension, path)[0] == 1
    assert "(--source scene: is all of the scene in the file?)" in capsys.readouterr().out
    status, report = judged(extension, path, "--source", "file")
    assert "(--source file: is all of the file in the scene?)" in capsys.readouterr().out
    assert status == 0
    assert report["question"]["source"] == "file"


@pytest.mark.nightly
def test_keys_that_are_driven_beside_no_action_are_sampled_with_the_scene(extension: str, tmp_path: Path) -> None:
    """The exporter samples drivers beside an action of the mesh's own armature."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    made()
    face, mesh = made((), name="Face")
    for bone in face.data.bones:
        bone.name = f"face {bone.name}"
    face.location.x = 3.0
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="swell")
    for point in key.data:
        point.co.x *= 1.4
    slider = bpy.data.objects.new("Slider", None)
    bpy.context.scene.collection.objects.link(slider)
    for frame, place in ((0, 0.0), (24, 1.0)):
        slider.location.x = place
        slider.keyframe_insert("location", frame=frame)
    driver = key.driver_add("value").driver
    driver.type, driver.expression = "SCRIPTED", "var"
    variable = driver.variables.new()
    variable.type = "TRANSFORMS"
    variable.targets[0].id, variable.targets[0].transform_type = slider, "LOC_X"
    bpy.context.scene.frame_set(0)
    path = written(tmp_path)
    _, report = judged(extension, path)
    (ground,) = (each for each in report["verdict"]["grounds"] if each["code"] == "SCENE_KEY_MOTION")
    assert "Animation Mode Scene" in str(ground)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, 24
    _, report = judged(extension, written(tmp_path, export_animation_mode="SCENE"))
    assert report["verdict"]["outcome"] == "same"


def test_a_clip_has_what_plays_on_keys_beside_a_driven_one(extension: str, tmp_path: Path) -> None:
    """Where a driver sets one key of a mesh, the exporter samples all of them with each action of its armature."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made()
    driven_shape_key(armature, mesh)
    key = mesh.shape_key_add(name="blink")
    for point in key.data:
        point.co.y *= 1.4
    for frame, value in ((0, 0.0), (12, 1.0), (24, 0.0)):
        key.value = value
        key.keyframe_insert("value", frame=frame)
    bpy.context.scene.frame_set(0)
    path = written(tmp_path)
    status, report = judged(extension, path, "--clip", "wave")
    assert (status, report["verdict"]["outcome"], [each["max"] < 1e-6 for each in report["comparisons"]]) == (
        *(0, "same"),
        [True],
    )
