"""What a file lacks of the scene that it was exported from: never "the same", by command line and panel alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.blender.animated_tube import judged, made, pushed_down, written
from tests.blender.test_exports import compared

bpy = pytest.importorskip("bpy")


@dataclass(frozen=True)
class Lacking:
    """A scene and how it is exported, so that the file has less than is seen; and clean ones, which lack nothing."""

    name: str
    build: Callable[[Any, Any], None]
    options: dict[str, Any] = field(default_factory=dict)
    code: str = ""  # of the ground that is told; "": the file has everything
    words: str = ""  # part of what is said


def as_it_is(armature: Any, mesh: Any) -> None:
    """Nothing beside."""


def another(armature: Any, mesh: Any, name: str = "Coat") -> Any:
    copy = mesh.copy()
    copy.data, copy.name = mesh.data.copy(), name
    copy.data.transform(__import__("mathutils").Matrix.Scale(1.1, 4))
    bpy.context.scene.collection.objects.link(copy)
    return copy


def selected(*objects: Any) -> None:
    bpy.ops.object.select_all(action="DESELECT")
    for ob in objects:
        ob.select_set(True)
    bpy.context.view_layer.objects.active = objects[0]


def clothes(armature: Any, mesh: Any) -> None:
    another(armature, mesh)
    selected(armature, mesh)


def clothes_not_rendered(armature: Any, mesh: Any) -> None:
    another(armature, mesh).hide_render = True


def a_box(name: str, size: float = 0.2) -> Any:
    corners = [(x, y, z) for x in (0, size) for y in (0, size) for z in (0, size)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    data = bpy.data.meshes.new(name)
    data.from_pydata(corners, [], faces)
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def sword_on_a_bone(armature: Any, mesh: Any) -> None:
    sword = a_box("Sword")
    sword.parent, sword.parent_type, sword.parent_bone = armature, "BONE", "b3"
    selected(armature, mesh)


def of_a_kind(data: Any, armature: Any) -> Any:
    """An object of data that are no mesh, as a child of an armature."""
    ob = bpy.data.objects.new(data.name, data)
    bpy.context.scene.collection.objects.link(ob)
    ob.parent = armature
    return ob


def a_curve(armature: Any, depth: float) -> Any:
    """A curve beside an armature; it has faces if it has a depth."""
    curve = bpy.data.curves.new("Rope", "CURVE")
    curve.dimensions, curve.bevel_depth = "3D", depth
    points = curve.splines.new("BEZIER").bezier_points
    points.add(2)
    for k, point in enumerate(points):
        point.co = (1.0, 0.0, k)
    return of_a_kind(curve, armature)


def a_path(armature: Any, mesh: Any) -> None:
    a_curve(armature, 0.0)


def a_metaball(armature: Any, mesh: Any) -> None:
    ball = bpy.data.metaballs.new("Ball")
    ball.elements.new()
    of_a_kind(ball, armature)


def hair(armature: Any, mesh: Any) -> None:
    data = bpy.data.hair_curves.new("Hair")
    if not hasattr(data, "add_curves"):
        pytest.skip("no script can make hair curves here")
    data.add_curves([4, 4])
    of_a_kind(data, armature)


def absolute_keys(armature: Any, mesh: Any) -> None:
    with_keys(mesh, moving=False)
    keys = mesh.data.shape_keys
    keys.use_relative = False
    for frame, time in ((0, 0.0), (24, 20.0)):
        keys.eval_time = time
        keys.keyframe_insert("eval_time", frame=frame)


def loose_edge(armature: Any, mesh: Any) -> None:
    """An edge and a vertex without a face, of no group, as the exporter can write them: as lines and points."""
    count = len(mesh.data.vertices)
    mesh.data.vertices.add(3)
    mesh.data.edges.add(1)
    for k, place in enumerate(((0.5, 0.0, 1.0), (0.5, 0.0, 2.0), (0.6, 0.0, 2.0))):
        mesh.data.vertices[count + k].co = place
    mesh.data.edges[-1].vertices = (count, count + 1)
    for k in range(3):
        mesh.vertex_groups["b1"].add([count + k], 1.0, "REPLACE")


def loose_edge_and_an_action(armature: Any, mesh: Any) -> None:
    loose_edge(armature, mesh)
    a_second_action(armature, mesh)


def hat_hung_on(armature: Any, mesh: Any) -> None:
    constraint = a_box("Hat").constraints.new("CHILD_OF")
    constraint.target, constraint.subtarget = armature, "b3"
    selected(armature, mesh)


def sword_exported_too(armature: Any, mesh: Any) -> None:
    sword_on_a_bone(armature, mesh)
    selected(*bpy.context.scene.objects)


def a_room(armature: Any, mesh: Any) -> None:
    """Something that is seen and none of the character's."""
    a_box("Room", 5.0)
    selected(armature, mesh)


def a_hidden_coat(armature: Any, mesh: Any) -> None:
    """What nobody sees is not missed."""
    another(armature, mesh).hide_set(True)
    selected(armature, mesh)


def a_bone_shape(armature: Any, mesh: Any) -> None:
    shape = a_box("WGT-ball")
    shape.parent = armature
    armature.pose.bones["b1"].custom_shape = shape
    selected(armature, mesh)


def kick(armature: Any, *, fake: bool = True) -> Any:
    wave = armature.animation_data.action
    action = bpy.data.actions.new("kick")
    action.use_fake_user = fake
    armature.animation_data.action = action
    for frame, turn in ((0, 0.0), (12, 0.7)):
        bone = armature.pose.bones["b2"]
        bone.rotation_quaternion = (1.0, turn, 0.0, 0.0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    armature.animation_data.action = wave
    return action


def a_second_action(armature: Any, mesh: Any) -> None:
    kick(armature)


def an_action_with_a_switch(armature: Any, mesh: Any) -> None:
    """The second action keys how much a constraint does, too, as a switch between inverse and forward kinematics."""
    a_second_action(armature, mesh)
    bone = armature.pose.bones["b1"]
    bone.constraints.new("LIMIT_ROTATION").influence = 0.0
    kick = bpy.data.actions["kick"]
    before, armature.animation_data.action = armature.animation_data.action, kick
    bone.constraints[0].keyframe_insert("influence", frame=0)
    armature.animation_data.action = before


def a_second_rig_and_action(armature: Any, mesh: Any) -> None:
    """With several armatures the exporter leaves out what is on no track."""
    kick(armature)
    other, _ = made((), name="Other")
    for bone in other.data.bones:
        bone.name = f"other {bone.name}"


def pushed_down_kick(armature: Any, mesh: Any) -> None:
    track = armature.animation_data.nla_tracks.new()
    track.name = "kick"
    track.strips.new("kick", 0, kick(armature))
    track.mute = True


def mirrored_half(armature: Any, mesh: Any) -> None:
    modifier = mesh.modifiers.new("Mirror", "MIRROR")
    modifier.use_axis = (False, True, False)
    mesh.modifiers.move(len(mesh.modifiers) - 1, 0)


def subdivided(armature: Any, mesh: Any) -> None:
    mesh.modifiers.new("Subdivision", "SUBSURF").levels = 1
    mesh.modifiers.move(len(mesh.modifiers) - 1, 0)


def thickened(armature: Any, mesh: Any) -> None:
    mesh.modifiers.new("Solidify", "SOLIDIFY").thickness = 0.05


def with_keys(mesh: Any, *, moving: bool) -> None:
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="swell")
    for point in key.data:
        point.co *= 1.2
    if moving:
        key.value = 0.0
        key.keyframe_insert("value", frame=0)
        key.value = 1.0
        key.keyframe_insert("value", frame=12)


def still_keys(armature: Any, mesh: Any) -> None:
    with_keys(mesh, moving=False)


def a_muted_key(armature: Any, mesh: Any) -> None:
    with_keys(mesh, moving=False)
    mesh.data.shape_keys.key_blocks["swell"].mute = True


def mirrored_with_keys(armature: Any, mesh: Any) -> None:
    """With Apply Modifiers the file would have no shape keys."""
    still_keys(armature, mesh)
    mirrored_half(armature, mesh)


def mirrored_with_a_muted_key(armature: Any, mesh: Any) -> None:
    a_muted_key(armature, mesh)
    mirrored_half(armature, mesh)


def driven_key(armature: Any, mesh: Any) -> None:
    with_keys(mesh, moving=False)
    curve = mesh.data.shape_keys.key_blocks["swell"].driver_add("value")
    curve.driver.expression = "frame / 24"


def posed_by_hand(armature: Any, mesh: Any) -> None:
    armature.animation_data_clear()
    bpy.data.batch_remove(list(bpy.data.actions))
    armature.pose.bones["b1"].rotation_quaternion = (0.9, 0.43, 0.0, 0.0)


def at_rest(armature: Any, mesh: Any) -> None:
    posed_by_hand(armature, mesh)
    for bone in armature.pose.bones:
        bone.matrix_basis.identity()


def driven_alone(armature: Any, mesh: Any) -> None:
    """No action, and a driver that moves a bone by the frame."""
    at_rest(armature, mesh)
    armature.pose.bones["b2"].rotation_mode = "XYZ"
    armature.pose.bones["b2"].driver_add("rotation_euler", 0).driver.expression = "frame / 20"


def driven_and_written(armature: Any, mesh: Any) -> None:
    if bpy.app.version < (4, 3):
        pytest.skip("this exporter writes nothing of a driver alone, in any mode")
    driven_alone(armature, mesh)


def looking_at_what_stands(armature: Any, mesh: Any) -> None:
    at_rest(armature, mesh)
    goal = bpy.data.objects.new("Goal", None)
    bpy.context.scene.collection.objects.link(goal)
    goal.location.z = 9.0
    armature.pose.bones["b2"].constraints.new("DAMPED_TRACK").target = goal


def remapped(armature: Any, mesh: Any) -> None:
    """A strip that says by keys which frame of its action it shows."""
    track()(armature, mesh)
    (strip,) = armature.animation_data.nla_tracks[0].strips
    strip.use_animated_time = True
    for frame, shown in ((0, 0.0), (12, 24.0)):
        strip.strip_time = shown
        strip.keyframe_insert("strip_time", frame=frame)


def sword_with_keys(armature: Any, mesh: Any) -> None:
    """Half as long as the rig's action: a scene is one clip of both."""
    sword = a_box("Sword")
    sword.parent = armature
    for frame, place in ((0, 0.0), (12, 1.0)):
        sword.location.x = place
        sword.keyframe_insert("location", frame=frame)


def keyed_rotation_mode(armature: Any, mesh: Any) -> None:
    armature.pose.bones["b1"].keyframe_insert("rotation_mode", frame=0)


def track(*, name: str = "walk", start: int = 0, **strip: Any) -> Callable[[Any, Any], None]:
    """The action on a track, placed as a strip's properties say."""

    def build(armature: Any, mesh: Any) -> None:
        pushed_down(armature)
        (only,) = armature.animation_data.nla_tracks
        only.name = name
        (placed,) = only.strips
        placed.frame_start_ui = start
        for property, value in strip.items():
            setattr(placed, property, value)
        bpy.context.scene.frame_end = 100

    return build


def two_strips(armature: Any, mesh: Any) -> None:
    track()(armature, mesh)
    strip = armature.animation_data.nla_tracks[0].strips.new("kick", 50, kick(armature))
    if bpy.app.version >= (4, 4):  # with slots
        strip.action_slot = strip.action_slot or strip.action.slots[0]
    armature.animation_data.action = None


def moved_keys(by: int) -> Callable[[Any, Any], None]:
    def build(armature: Any, mesh: Any) -> None:
        action = armature.animation_data.action
        for curve in curves_of(action):
            for key in curve.keyframe_points:
                key.co.x, key.handle_left.x, key.handle_right.x = (
                    x + by for x in (key.co.x, key.handle_left.x, key.handle_right.x)
                )
        bpy.context.scene.frame_start = min(by, 0)

    return build


def curves_of(action: Any) -> list[Any]:
    if bpy.app.version < (4, 4):
        return list(action.fcurves)
    return [c for layer in action.layers for strip in layer.strips for bag in strip.channelbags for c in bag.fcurves]


def half_played(armature: Any, mesh: Any) -> None:
    bpy.context.scene.frame_end = 12


def second_half_played(armature: Any, mesh: Any) -> None:
    bpy.context.scene.frame_start = 10


def range_of(first: int, last: int, build: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    def limited(armature: Any, mesh: Any) -> None:
        build(armature, mesh)
        bpy.context.scene.frame_start, bpy.context.scene.frame_end = first, last

    return limited


TRACKS, WHOLE = {"export_animation_mode": "NLA_TRACKS"}, {"export_animation_mode": "SCENE"}
SELECTED = {"use_selection": True}
SLID = {"export_anim_slide_to_zero": True}
LOOSE = {"use_mesh_edges": True, "use_mesh_vertices": True}
ONE = {"export_anim_single_armature": False}
RANGE, CROP = {"export_frame_range": True}, {"export_negative_frame": "CROP"}
KEPT = {"export_rest_position_armature": False, "export_current_frame": True}
CASES = [
    Lacking("clothes not selected", clothes, SELECTED, "SCENE_OBJECT", "'Coat'"),
    Lacking("clothes not rendered", clothes_not_rendered, {"use_renderable": True}, "SCENE_OBJECT", "Renderable"),
    Lacking("a sword on a bone", sword_on_a_bone, SELECTED, "SCENE_OBJECT", "'Sword'"),
    Lacking("a hat hung on", hat_hung_on, SELECTED, "SCENE_OBJECT", "'Hat'"),
    Lacking("a metaball", a_metaball, {}, "SCENE_OBJECT", "the exporter writes no metaballs"),
    Lacking("hair", hair, {}, "SCENE_OBJECT", "the exporter writes no hair curves"),
    Lacking("absolute keys", absolute_keys, {}, "SCENE_KEY_MOTION", "are absolute"),
    Lacking("no animation", as_it_is, {"export_animations": False}, "SCENE_ANIMATION", "'wave'"),
    Lacking("tracks without any", as_it_is, TRACKS, "SCENE_ANIMATION", "'wave'"),
    Lacking("moved by a driver alone", driven_alone, {}, "SCENE_ANIMATION", "'Rig' moves here"),
    Lacking("two actions, none", a_second_action, {"export_animations": False}, "SCENE_ANIMATION", "'kick'"),
    Lacking("with a switch", an_action_with_a_switch, {"export_anim_single_armature": False}, "SCENE_ACTION", "'kick'"),
    Lacking("the second action", a_second_action, {"export_anim_single_armature": False}, "SCENE_ACTION", "'kick'"),
    Lacking("the second, loose edges", loose_edge_and_an_action, LOOSE | ONE, "SCENE_ACTION", "'kick'"),
    Lacking("tracks, not the active", pushed_down_kick, TRACKS, "SCENE_ACTION", "'wave'"),
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
    Lacking("clean, pushed down", pushed_down_kick),
    Lacking("clean, applied", subdivided, {"export_apply": True}),
    Lacking("clean, keys", still_keys),
    Lacking("clean, muted key", a_muted_key),
    Lacking("clean, driven key", driven_key),
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
