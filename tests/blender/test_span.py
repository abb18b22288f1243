"""Which frames of the scene are a clip's: keys, strips, manual ranges, what an exporter limits, crops and slides."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

GENERATOR = "Khronos glTF Blender I/O v5.3"


@pytest.fixture
def span(extension: str) -> Any:
    return module(extension, "addon.scene.play.span")


@pytest.fixture
def character(extension: str, settings: Any) -> Any:
    """The smallest character, in a scene from frame 5 to 20; its clip has keys at frames 0 and 24."""
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 5, 20
    return module(extension, "addon.scene.identity.character").characters(bpy.context.scene)[0]


@pytest.fixture
def model(extension: str, character: Any) -> Any:
    return module(extension, "addon.state.session").session.models.of(character)


def times(extension: str, **changed: Any) -> Any:
    """What an exporter was told: clips of actions where they stand, those below zero slid."""
    made = module(extension, "addon.scene.identity.clip_times").ClipTimes
    return dataclasses.replace(made("ACTIONS", from_zero=False, slides=True, limited=False), **changed)


def keys_at(armature: Any, *frames: float) -> Any:
    """The clip's action with keys at these frames and no others."""
    action = armature.animation_data.action
    for curve in curves(action):
        while len(curve.keyframe_points):
            curve.keyframe_points.remove(curve.keyframe_points[0], fast=True)
        for frame in frames:
            curve.keyframe_points.insert(frame, 1.0 if curve.array_index == 0 else 0.1 * frame)
        curve.update()
    return action


def curves(action: Any) -> Any:
    return action.fcurves if bpy.app.version < (4, 4) else action.layers[0].strips[0].channelbags[0].fcurves


def lasting(model: Any, begin: float, end: float) -> Any:
    """The model as Blender wrote it, its clip from frame to frame at 24 a second."""
    (clip,) = model.clips
    (track,) = clip.tracks
    moved = dataclasses.replace(track, times=np.array([begin, end]) / 24.0)
    return dataclasses.replace(model, generator=GENERATOR, clips=(dataclasses.replace(clip, tracks=(moved,)),))


@pytest.mark.usefixtures("character")
def test_what_an_exporter_may_have_written_is_limited_cropped_and_whole(extension: str, span: Any) -> None:
    assert span.written_spans(-3.5, 30.25) == (
        *((-3.5, 30.25), (5.0, 20.0), (0.0, 30.25)),
        *((-3.0, 30.0), (5.0, 20.0), (0.0, 30.0)),
    )
    assert span.written_spans(7.0, 9.0) == ((7.0, 9.0),) * 3
    for told, expected in (
        ({}, (-3.5, 30.25)),
        ({"slides": False}, (0.0, 30.25)),
        ({"limited": True}, (5.0, 20.0)),
    ):
        first, last = expected
        whole = (float(int(first)), float(int(last)))
        assert span.written_spans(-3.5, 30.25, times(extension, **told)) == (expected, whole)


@pytest.mark.parametrize(
    ("keys", "begin", "told", "slide"),
    [
        ((10, 34), 0.0, {"from_zero": True}, 10),
        ((10, 34), 10.0, {"from_zero": True}, 0),
        ((10, 34), 4.0, {"from_zero": True}, 0),
        ((10, 34), 0.0, {}, 0),
        ((-4, 20), 0.0, {}, -4),
        ((-4, 20), -4.0, {}, 0),
        ((-4, 20), 0.0, {"slides": False}, 0),
        ((-3.6, 20), 0.0, {}, -3),
        ((3.6, 27), 0.0, {"from_zero": True}, 3),
        ((), 0.0, {"from_zero": True}, 0),
        ((10, 34), 0.0, None, 10),
        ((10, 34), 10.0, None, 0),
        ((10, 34), 4.0, None, 0),
        ((-4, 20), 0.0, None, -4),
        ((3.6, 27.6), 0.0, None, 3),
        ((3.5, 27), 0.0, None, 3),
        ((0, 24), 0.0, None, 0),
    ],
)
def test_a_clip_is_slid_as_sampling_takes_whole_frames(
    extension: str, character: Any, model: Any, armature: Any, keys: Any, begin: float, told: Any, slide: int
) -> None:
    span = module(extension, "addon.scene.play.span")
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, 60
    keys_at(armature, *keys)
    known = None if told is None else times(extension, **told)
    here = dataclasses.replace(character, written_here=True, times=known)
    written = lasting(model, begin, begin + (int(keys[1]) - int(keys[0]) if keys else 24))
    assert span.slide_of(here, written, 0) == slide
    assert span.slide_of(dataclasses.replace(here, written_here=False), written, 0) == 0


def test_without_actions_of_its_own_a_clip_is_the_scenes_range_or_what_plays(
    extension: str, span: Any, character: Any, model: Any, armature: Any
) -> None:
    stored = module(extension, "addon.scene.ground.stored_names")
    notes = module(extension, "addon.scene.ground.noted").our(armature)
    keys_at(armature, 10, 34)
    zero = times(extension, from_zero=True)
    scene = dataclasses.replace(zero, mode="SCENE")
    here = dataclasses.replace(character, written_here=True, times=scene)
    written = lasting(model, 0.0, 24.0)
    own = armature.animation_data.action
    armature.animation_data.action = None
    for known in (scene, zero):
        assert span.slide_of(dataclasses.replace(here, times=known), written, 0) == 10, "its own action is known"
    alone = dataclasses.replace(here, times=None, played=(0,))
    assert span.slide_of(alone, lasting(model, 0.0, 15.0), 0) == 0
    armature.animation_data.action = own
    if bpy.app.version >= (4, 4):
        armature.animation_data.action_slot = own.slots[0]
    notes.pop(stored.ACTIONS)
    assert span.slide_of(here, written, 0) == 5
    assert span.slide_of(dataclasses.replace(here, times=zero), written, 0) == 10
    played = dataclasses.replace(here, times=None, played=(0,))
    assert span.slide_of(dataclasses.replace(played, played=()), written, 0) == 0
    assert span.slide_of(played, lasting(model, 0.0, 15.0), 0) == 5
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, 60
    assert span.slide_of(played, written, 0) == 10
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, 20
    keys_at(armature, -4, 16)
    unasked = dataclasses.replace(lasting(model, 0.0, 20.0), generator="another")
    assert span.slide_of(played, unasked, 0) == 0, "the range, which begins where the file does"
    armature.animation_data.action = None
    assert span.slide_of(played, lasting(model, 0.0, 20.0), 0) == 0


@pytest.mark.parametrize(
    ("first", "begin", "slid"),
    [
        (4.5, -0.5, True),
        (-3.6, 0.6, True),
        (4.5, 0.0, False),
        (4.5, -0.47, False),
        (4.0, 0.0, False),
        (0.04, -0.02, True),
        (0.02, -0.02, False),
    ],
)
def test_a_strip_between_two_frames_is_slid_if_its_clip_begins_before_zero_by_as_much(
    span: Any, first: float, begin: float, slid: bool
) -> None:
    """Keys are told apart from 0.02 frames on."""
    assert span.is_slid_by_a_fraction(first, begin) == slid


@pytest.mark.parametrize(
    ("first", "begin", "slide"), [(4.5, -0.5, 4.5), (4.5, 0.0, 4), (4.0, 0.0, 4), (4.0, 4.0, 0), (4.5, 4.0, 0)]
)
def test_a_written_strip_is_slid_by_its_fraction_if_the_file_says_so(
    extension: str, span: Any, character: Any, model: Any, armature: Any, first: float, begin: float, slide: float
) -> None:
    (track,) = armature.animation_data.nla_tracks
    (strip,) = track.strips
    module(extension, "addon.scene.identity.character").mark_stack(armature, 0, [0])
    keys_at(armature, first, first + 24)
    strip.frame_end, strip.frame_start = first + 24, first
    here = dataclasses.replace(character, written_here=True, times=times(extension, from_zero=True))
    assert span.slide_of(here, lasting(model, begin, begin + 24), 0) == slide


def test_another_programs_file_is_slid_below_zero_alone(span: Any, character: Any, model: Any, armature: Any) -> None:
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, 60
    here = dataclasses.replace(character, written_here=True)
    for first, length, slide in ((10, 24, 0), (-4, 24, -4), (-4, 20, 0)):
        keys_at(armature, first, first + 24)
        written = dataclasses.replace(lasting(model, 0.0, length), generator="another")
        assert span.slide_of(here, written, 0) == slide


def test_the_frames_of_a_clip_that_plays_end_with_the_playback_range(span: Any, character: Any, armature: Any) -> None:
    assert span.keyed_span(character, 0, plays=False) == (0.0, 24.0)
    here = dataclasses.replace(character, written_here=True, played=(0,))
    assert span.keyed_span(here, 0, plays=True) == (5.0, 20.0)
    action = armature.animation_data.action
    action.use_frame_range, action.frame_start, action.frame_end = True, 10, 12
    assert span.keyed_span(here, 0, plays=False) == (5.0, 20.0), "what plays is not cut"
    action.use_frame_range = False
    assert span.keyed_span(dataclasses.replace(here, played=()), 0, plays=True) == (0.0, 24.0)
    assert span.keyed_span(dataclasses.replace(here, written_here=False), 0, plays=True) == (0.0, 24.0)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 30, 40
    assert span.keyed_span(here, 0, plays=True) is None
    bpy.context.scene.frame_start = bpy.context.scene.frame_end = 24
    assert span.keyed_span(here, 0, plays=True) == (24.0, 24.0)
    armature.animation_data.action = None
    assert span.keyed_span(character, 0, plays=True) is None
    assert span.keyed_span(character, 0, plays=False) == (0.0, 24.0)
    assert span.keyed_span(character, None, plays=False) is None


def test_a_manual_range_cuts_an_exported_clip_and_is_told(span: Any, character: Any, armature: Any) -> None:
    action = armature.animation_data.action
    assert span.manual_range(action) == (-math.inf, math.inf)
    assert span.cut_by_manual_range(character, 0) is None
    action.use_frame_range = True
    for first, last, told in ((0, 24, False), (0.5, 23.5, False), (0.6, 24, True), (0, 23.4, True)):
        action.frame_start, action.frame_end = first, last
        assert (span.cut_by_manual_range(character, 0) is not None) == told
    action.frame_start, action.frame_end = 4, 20
    here = dataclasses.replace(character, written_here=True)
    assert span.keyed_span(here, 0, plays=False) == (4.0, 20.0)
    assert span.keyed_span(here, 0, plays=True) == (0.0, 24.0)
    assert span.keyed_span(character, 0, plays=False) == (0.0, 24.0)
    armature.animation_data.action = None
    assert span.keyed_span(here, 0, plays=False) == (4.0, 20.0), "whatever plays"
    assert "4 to 20" in span.cut_by_manual_range(character, 0)
    assert span.last_frame(character, 0) == 20.0
    for begin, end, left in ((24, 30, (24.0, 24.0)), (25, 30, None)):
        action.frame_end, action.frame_start = end, begin
        assert span.keyed_span(here, 0, plays=False) == left
    assert span.last_frame(character, 0) == -math.inf


@pytest.mark.parametrize(("beyond", "last"), [("NOTHING", 20.0), ("HOLD", 20.75)])
def test_a_written_strip_ends_with_a_whole_frame_if_nothing_is_shown_beyond(
    extension: str, span: Any, character: Any, armature: Any, beyond: str, last: float
) -> None:
    (track,) = armature.animation_data.nla_tracks
    (strip,) = track.strips
    module(extension, "addon.scene.identity.character").mark_stack(armature, 0, [0])
    strip.extrapolation, strip.frame_end = beyond, 20.75
    here = dataclasses.replace(character, written_here=True)
    assert span.keyed_span(here, 0, plays=False) == (strip.frame_start, pytest.approx(last))


def test_frames_of_strips_count_if_they_play(span: Any, character: Any, armature: Any) -> None:
    animation = armature.animation_data
    (track,) = animation.nla_tracks
    strip, animation.action = track.strips[0], None
    strip.frame_end, strip.frame_start = 55, 31
    for mute, strip_mute, use, expected in (
        (False, False, True, (31.0, 55.0)),
        (True, False, True, None),
        (False, True, True, None),
        (False, False, False, None),
    ):
        track.mute, strip.mute, animation.use_nla = mute, strip_mute, use
        assert span.keyed_span(character, 0, plays=True) == expected
        assert span.keyed_span(character, 0, plays=False) == (0.0, 24.0)


def test_keys_are_counted_and_their_step_is_that_of_all_that_moves(
    span: Any, character: Any, model: Any, armature: Any
) -> None:
    armature.animation_data.action = None
    assert span.keyed_frames(character, 0) == {0.0, 6.0, 12.0, 18.0, 24.0}
    assert span.keyed_frames(dataclasses.replace(character, played=(0,)), 0) == set()
    (clip,) = model.clips
    (track,) = clip.tracks

    def step(*seconds: list[float]) -> float:
        tracks = tuple(dataclasses.replace(track, times=np.array(each)) for each in seconds)
        return float(span.key_step(dataclasses.replace(clip, tracks=tracks), 24.0))

    frames = np.arange(4) / 24.0
    assert step([0.0, 1.0]) == 0.0
    assert step(list(frames)) == 1.0
    assert step(list(frames), [0.0, 1.0]) == 1.0
    assert step(list(frames), list(2.0 * frames)) == 0.0
    assert step(list(2.0 * frames)) == 2.0
    assert step(list(1.23456 * frames)) == 1.235
    assert step([0.0, 1.0 / 24.0, 2.015 / 24.0]) == 1.0
    assert step([0.0, 1.0 / 24.0, 2.025 / 24.0]) == 0.0


def test_curves_that_hold_the_rest_move_nothing(span: Any, character: Any, armature: Any) -> None:
    """Only what moves has a channel: not a bone that is keyed at its rest, nor a property that is no place."""
    tip = armature.pose.bones["tip"]
    played = span.played_keys(character, 0, plays=False)
    assert (played.first, played.last, played.rate) == (0.0, 24.0, 24.0)
    assert dict(played.channels) == {(1, "rotation"): "tip"}
    for frame in (0, 24):
        tip.keyframe_insert("scale", frame=frame)
        tip.keyframe_insert("location", frame=frame)
        armature.keyframe_insert("hide_viewport", frame=frame)
    assert set(span.played_keys(character, 0, plays=True).channels) == {(1, "rotation")}
    tip.location.y += 0.5
    tip.keyframe_insert("location", frame=24)
    assert set(span.played_keys(character, 0, plays=True).channels) == {(1, "rotation"), (1, "translation")}
    scale = next(c for c in curves(armature.animation_data.action) if c.data_path.endswith("scale"))
    scale.modifiers.new("NOISE")
    assert set(span.played_keys(character, 0, plays=True).channels) == {
        (1, "rotation"),
        (1, "translation"),
        (1, "scale"),
    }
    armature.animation_data.action = None
    assert span.played_keys(character, 0, plays=True) is None


def test_what_moves_another_than_a_node_has_no_channel(
    extension: str, span: Any, character: Any, armature: Any
) -> None:
    """Another action plays, which moves the armature object and turns a bone by angles that it does not use."""
    tip, animation = armature.pose.bones["tip"], armature.animation_data
    animation.action = bpy.data.actions.new("other")
    for frame in (0, 30):
        armature.location.x = tip.location.x = frame
        for moved, channel in ((armature, "location"), (tip, "location"), (tip, "rotation_euler")):
            moved.keyframe_insert(channel, frame=frame)
    both = {(1, "translation"), (1, "rotation")}
    assert set(span.played_keys(character, 0, plays=True).channels) == both
    assert set(span.played_keys(dataclasses.replace(character, played=(0,)), 0, plays=False).channels) == both
    own = span.played_keys(character, 0, plays=False)
    assert (own.last, set(own.channels)) == (24.0, {(1, "rotation")})
    stored = module(extension, "addon.scene.ground.stored_names")
    module(extension, "addon.scene.ground.noted").our(tip).pop(stored.REST)
    assert set(span.played_keys(character, 0, plays=True).channels) == both


def test_keys_of_what_is_gone_are_passed_over(span: Any, character: Any, armature: Any) -> None:
    action = armature.animation_data.action
    for curve in curves(action):
        curve.data_path = curve.data_path.replace("tip", "gone")
    assert dict(span.played_keys(character, 0, plays=True).channels) == {}


def test_what_lies_far_beyond_is_said(span: Any) -> None:
    told = span.keys_far_beyond("walk", (-900, 900), (-250, 274))
    assert told == "what plays 'walk' has keys from frame -900 to 900; frames -250 to 274 are judged"
