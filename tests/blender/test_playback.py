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


@pytest.fixture
def character(extension: str, settings: Any) -> Any:
    return module(extension, "addon.scene.identity.character").characters(settings.id_data)[0]


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
    scene.render.fps, scene.render.fps_base = 30, 1.001
    assert playback.frames_per_second(scene) == pytest.approx(29.97003)


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
    playback.show_clip(dataclasses.replace(character, played=(0,)), 0)
    assert root.location.x == 3.0, "what plays is shown as it is"


def test_of_an_export_that_is_shown_the_pose_stays(playback: Any, character: Any, armature: Any) -> None:
    """The exporter wrote it as it stands; only the last pose of tracks that are silent now is nobody's."""
    here = dataclasses.replace(character, written_here=True)
    root, animation = armature.pose.bones["root"], armature.animation_data
    action = animation.action
    root.location.x = 3.0
    playback.show_clip(here, 0)
    assert root.location.x == 3.0
    for clip, played in ((None, action), (0, None)):
        animation.action = played
        root.location.x = 3.0
        playback.show_clip(here, clip)
        assert root.location.x == 0.0


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
    animation.use_nla = False
    scene.frame_set(13)
    body.select_set(True)
    tip, action = armature.pose.bones["tip"], animation.action
    tip.rotation_quaternion, body.location.x = TURNED, 4.0
    bpy.context.view_layer.update()
    with playback.restored(scene, character):
        assert not body.hide_viewport
        playback.set_time(bpy.context, character, None, 0.0)
        assert not body.hide_viewport
        animation.use_nla = True
    assert (scene.frame_current_final, animation.action, animation.use_nla) == (13.0, action, False)
    assert tuple(tip.rotation_quaternion) == pytest.approx(TURNED)
    assert (body.location.x, body.select_get()) == (4.0, True)
    assert [curve.mute for curve in playback.curves_that_hide(body)] == [False]
    scene.frame_set(3)
    assert body.hide_viewport


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
    key.value, armature.pose.bones["tip"].location.y, body.scale.z, armature.location.x = 0.75, 0.5, 1.0, 9.0
    playback.put_back(before)
    for (_, was), (_, now) in zip(before, playback.poses_of([armature, body]), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(was, now, strict=True))
