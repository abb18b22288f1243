"""Going to a frame or clip, what is by hand, and what of a character is put back afterwards."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

TURNED = (0.9238795, 0.3826834, 0.0, 0.0)


@pytest.fixture
def playback(extension: str) -> Any:
    return module(extension, "addon.scene.play.playback")


@pytest.mark.parametrize(
    ("value", "expected", "by_hand"),
    [(0.9e-5, 0.0, False), (1.1e-5, 0.0, True), (100.0009, 100.0, False), (100.0011, 100.0, True), (-2.0, -2.0, False)],
)
def test_by_hand_is_more_than_rounding(playback: Any, value: float, expected: float, by_hand: bool) -> None:
    assert playback.is_by_hand(value, expected) == by_hand
    assert playback.is_by_hand(-value, -expected) == by_hand


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("frame", [7.0, -2.25, 7.999999999, 0.5])
def test_a_frame_is_gone_to_whole_or_not(playback: Any, frame: float) -> None:
    scene = bpy.context.scene
    playback.set_frame(scene, frame)
    assert scene.frame_current_final == pytest.approx(frame, abs=1e-6)
    assert scene.frame_subframe < 1.0


@pytest.mark.usefixtures("settings")
def test_the_base_divides_the_rate_and_by_the_exporters_fault_multiplies_it(extension: str) -> None:
    scene, scene_rate = bpy.context.scene, module(extension, "addon.scene.ground.scene_rate")
    scene.render.fps, scene.render.fps_base = 30, 1.001
    assert scene_rate.frames_per_second(scene) == pytest.approx(29.97003)
    assert scene_rate.mistaken_rate(scene) == pytest.approx(30.03)


def test_another_clip_puts_back_what_it_does_not_move(playback: Any, character: Any, armature: Any) -> None:
    """A hand's pose is gone; the rest pose has no action, and a clip has its own."""
    root, tip = (armature.pose.bones[name] for name in ("root", "tip"))
    action = armature.animation_data.action
    root.location.x, tip.scale.x = 3.0, 2.0
    playback.set_time(bpy.context, character, None, 0.5)
    assert armature.animation_data.action is None
    assert bpy.context.scene.frame_current_final == 12.0
    assert (root.location.x, tip.scale.x) == (0.0, 1.0)
    assert tuple(tip.rotation_quaternion) == (1.0, 0.0, 0.0, 0.0)
    playback.set_time(bpy.context, character, 0, 0.5)
    assert armature.animation_data.action == action
    assert tip.rotation_quaternion[0] < 0.95
    root.location.x = 3.0
    playback.show_clip(character, 0)
    assert root.location.x == 0.0, "also if it is shown already"
    root.location.x = 3.0
    playback.show_clip(dataclasses.replace(character, played=(0,)), 0)
    assert root.location.x == 3.0, "what plays is shown as it is"


def test_of_an_export_that_is_shown_the_pose_stays(playback: Any, character: Any, armature: Any) -> None:
    """The exporter wrote it as it stands; only the last pose of tracks that are silent now is nobody's."""
    here = dataclasses.replace(character, written_here=True)
    root, animation = armature.pose.bones["root"], armature.animation_data
    action, (track,) = animation.action, animation.nla_tracks
    for mute in (True, False):
        track.mute, root.location.x = mute, 3.0
        playback.show_clip(here, 0)
        assert root.location.x == 3.0
    track.mute = True
    for clip, played in ((None, action), (0, None), (None, None)):
        animation.action = played
        root.location.x = 3.0
        playback.show_clip(here, clip)
        assert root.location.x == 0.0


def test_of_an_export_that_is_not_all_shown_armatures_with_their_action_stay(
    extension: str, playback: Any, character: Any, body: Any, armature: Any
) -> None:
    """An armature without the action goes back to rest, and so does a mesh, though it has its own."""
    here = dataclasses.replace(character, written_here=True)
    note(extension, body, "REST", [1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
    mark_action = module(extension, "addon.scene.identity.character").mark_action
    body.shape_key_add(name="Basis")
    keys, root = body.data.shape_keys, armature.pose.bones["root"]
    for owner in (body, keys):
        owner.animation_data_create().action = action = bpy.data.actions.new(f"of {owner.name}")
        mark_action(owner, 0, action, "")
    keys.animation_data.action = None
    for of_armature, stays in ((armature.animation_data.action, True), (None, False)):
        armature.animation_data.action, keys.animation_data.action = of_armature, None
        root.location.x = body.location.x = 9.0
        playback.show_clip(here, 0)
        assert (root.location.x, body.location.x) == (9.0 if stays else 0.0, 1.0)
    armature.animation_data.action, root.location.x = None, 9.0
    playback.show_clip(here, 1)
    assert root.location.x == 0.0, "a clip without an action for it"


def test_what_tracks_alone_moved_goes_back_to_rest(
    extension: str, playback: Any, character: Any, body: Any, armature: Any
) -> None:
    """Of an export that is shown; a clip of tracks is shown by its tracks."""
    here = dataclasses.replace(character, written_here=True)
    note(extension, body, "REST", [1.0, 2.0, 3.0, 0.5, 0.5, 0.5, 0.5, 2.0, 3.0, 4.0])
    body.rotation_mode = "QUATERNION"
    animation = body.animation_data_create()
    track = animation.nla_tracks.new()
    for strips, mute, reset in ((False, False, False), (True, True, False), (True, False, True)):
        if strips and not len(track.strips):
            track.strips.new("strip", 0, bpy.data.actions.new("other"))
        track.mute, body.location.x = mute, 9.0
        playback.show_clip(here, 0)
        assert body.location.x == (1.0 if reset else 9.0)
    assert (*body.location, *body.rotation_quaternion, *body.scale) == (
        1.0,
        2.0,
        3.0,
        0.5,
        0.5,
        0.5,
        0.5,
        2.0,
        3.0,
        4.0,
    )
    module(extension, "addon.scene.identity.character").mark_stack(armature, 0, [0])
    playback.show_clip(here, 0)
    assert (armature.animation_data.action, armature.animation_data.nla_tracks[0].mute) == (None, False)


def test_shape_keys_go_back_to_the_weights_at_rest(extension: str, playback: Any, character: Any, body: Any) -> None:
    """A key of your own stays, and keys that are gone are not missed."""
    note(extension, body, "WEIGHTS", [0.25])
    playback.show_clip(character, 0)
    body.shape_key_add(name="Basis")
    first, own = body.shape_key_add(name="First"), body.shape_key_add(name="Own")
    first.value = own.value = 0.75
    playback.show_clip(character, 0)
    assert (first.value, own.value) == (0.25, 0.75)


def note(extension: str, thing: Any, name: str, value: Any) -> None:
    """Write a note of the import on something."""
    stored = module(extension, "addon.scene.ground.stored_names")
    module(extension, "addon.scene.ground.noted").our(thing)[getattr(stored, name)] = value


@pytest.mark.parametrize("moved", [True, False])
def test_what_moves_a_character_from_outside_follows_the_clips_that_move_it(
    extension: str, playback: Any, character: Any, moved: bool
) -> None:
    """Of a clip that leaves it alone its action and tracks stay."""
    mover = bpy.data.objects.new("Mover", None)
    bpy.context.scene.collection.objects.link(mover)
    note(extension, mover, "MOVES", character.id)
    mover.keyframe_insert("location", frame=0)
    animation = mover.animation_data
    action, before = animation.action, bpy.data.actions.new("before")
    if moved:
        slot = animation.action_slot.identifier if bpy.app.version >= (4, 4) else ""
        module(extension, "addon.scene.identity.character").mark_action(mover, 0, action, slot)
    animation.action = before
    playback.show_clip(character, None)
    assert animation.action == before, "the rest pose leaves it alone"
    playback.silence_nla(character, None)
    assert animation.use_nla
    playback.silence_nla(character, 0)
    assert animation.use_nla != moved
    playback.show_clip(character, 0)
    assert animation.action == (action if moved else before)


def test_tracks_are_silenced_of_what_a_clip_moves(extension: str, playback: Any, character: Any, armature: Any) -> None:
    animation = armature.animation_data
    animation.use_nla = True
    playback.silence_nla(dataclasses.replace(character, played=(0,)), 0)
    assert animation.use_nla
    playback.silence_nla(character, 0)
    assert not animation.use_nla
    animation.use_nla = True
    playback.silence_nla(character, None)
    assert not animation.use_nla
    (track,) = animation.nla_tracks
    track.lock, track.mute, animation.action, animation.use_nla = False, False, None, True
    track.strips[0].select = track.select = True
    animation.nla_tracks.active = track
    if animation.use_tweak_mode is False:
        animation.use_tweak_mode = True
    if animation.use_tweak_mode:
        error = module(extension, "skinning_core.error").SkinproofError
        with pytest.raises(error, match="is in the NLA's tweak mode"):
            playback.silence_nla(character, 0)
        animation.use_tweak_mode = False


def test_everything_is_put_back(playback: Any, character: Any, armature: Any, body: Any) -> None:
    """Frame, poses by hand, action, NLA, selection, and keys that hide a mesh, which show it meanwhile."""
    scene, animation = bpy.context.scene, armature.animation_data
    for frame, hidden in ((0, True), (12, False)):
        body.hide_viewport = hidden
        body.keyframe_insert("hide_viewport", frame=frame)
    for frame, hidden in ((0, True), (12, False)):
        armature.hide_viewport = hidden
        armature.keyframe_insert("hide_viewport", frame=frame)
    animation.use_nla = False
    scene.frame_set(13)
    body.select_set(True)
    tip, action = armature.pose.bones["tip"], animation.action
    tip.rotation_quaternion, body.location.x = TURNED, 4.0
    bpy.context.view_layer.update()
    with playback.restored(scene, character):
        assert not body.hide_viewport
        playback.set_frame(scene, 0.0)
        assert not body.hide_viewport
        assert armature.hide_viewport, "it alone does not hide the mesh"
        playback.set_time(bpy.context, character, None, 0.0)
        assert not body.hide_viewport
        animation.use_nla, body.location.x = True, 9.0
    assert (scene.frame_current_final, animation.action, animation.use_nla) == (13.0, action, False)
    assert tuple(tip.rotation_quaternion) == pytest.approx(TURNED)
    assert (body.location.x, body.select_get()) == (4.0, True)
    assert [curve.mute for curve in playback.curves_that_hide(body)] == [False]
    scene.frame_set(3)
    assert body.hide_viewport


def test_what_a_frame_hides_is_selected_afterwards(playback: Any, body: Any) -> None:
    for frame, hidden in ((0, True), (12, False)):
        body.hide_viewport = hidden
        body.keyframe_insert("hide_viewport", frame=frame)
    bpy.context.scene.frame_set(13)
    for selected in (True, False):
        body.select_set(selected)
        with playback.frame_restored(bpy.context.scene):
            playback.set_frame(bpy.context.scene, 0.0)
            assert not body.select_get()
        assert body.select_get() == selected


def test_curves_that_hide_are_those_of_actions_and_strips_once(playback: Any, body: Any, armature: Any) -> None:
    assert playback.curves_that_hide(body) == []
    assert playback.curves_that_hide(armature) == []
    body.keyframe_insert("hide_viewport", frame=0)
    body.keyframe_insert("location", frame=0)
    animation = body.animation_data
    action = animation.action
    strip = animation.nla_tracks.new().strips.new("strip", 0, action)
    if bpy.app.version >= (4, 4):
        strip.action_slot = action.slots[0]
    assert [curve.data_path for curve in playback.curves_that_hide(body)] == ["hide_viewport"]
    animation.action = None
    (curve,) = playback.curves_that_hide(body)
    curve.mute = True
    assert playback.curves_that_hide(body) == []


def test_a_pose_is_values_of_object_bones_and_shape_keys(playback: Any, armature: Any, body: Any) -> None:
    key = body.shape_key_add(name="Basis") and body.shape_key_add(name="Big")
    armature.pose.bones["tip"].location.y, body.scale.z = 0.25, 2.0
    before = playback.poses_of([armature, body])
    assert [len(values) for _, values in before] == [10, 6]
    everything = bpy.data.objects.new("Everything", None)
    one, whole = (0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)
    pose = playback.poses_of([everything])
    everything.location = everything.scale = everything.rotation_euler = one
    everything.rotation_quaternion = everything.rotation_axis_angle = whole
    playback.put_back(pose)
    assert all(np.array_equal(a, b) for a, b in zip(pose[0][1], playback.pose_of(everything), strict=True))
    key.value, armature.pose.bones["tip"].location.y, body.scale.z, armature.location.x = 0.75, 0.5, 1.0, 9.0
    playback.put_back(before)
    for (_, was), (_, now) in zip(before, playback.poses_of([armature, body]), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(was, now, strict=True))
