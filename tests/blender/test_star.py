"""A star (Solo) on an NLA track: Blender plays that track alone, though it be muted, and not the assigned action."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")


@pytest.fixture
def rig(armature: Any) -> Any:
    """The armature with its clip assigned and on a muted track, and a muted track above it that nods, to frame 40."""
    animation, clip = armature.animation_data, armature.animation_data.action
    slot = animation.action_slot if bpy.app.version >= (4, 4) else None
    animation.action = nod = bpy.data.actions.new("nod")
    bone = armature.pose.bones["tip"]
    for frame, x in ((0, 0.0), (40, 0.5)):
        bone.rotation_quaternion = (1.0, x, 0.0, 0.0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    track = animation.nla_tracks.new()
    track.name, strip = "nod", track.strips.new("nod", 0, nod)
    if slot is not None:
        strip.action_slot = nod.slots[0]
    animation.action = clip
    if slot is not None:
        animation.action_slot = slot
    track.mute = True
    bpy.context.scene.frame_set(7)
    return armature


def played(extension: str, name: str) -> Any:
    """A module of what plays."""
    return module(extension, f"addon.scene.play.{name}")


def known(extension: str) -> Any:
    return module(extension, "addon.scene.identity.character").characters(bpy.context.scene)[0]


@pytest.mark.parametrize("mute", [True, False])
def test_a_starred_track_is_what_plays_muted_or_not(extension: str, settings: Any, rig: Any, mute: bool) -> None:
    rig.animation_data.nla_tracks["nod"].mute = mute
    rig.animation_data.nla_tracks["nod"].is_solo = True
    bpy.context.scene.frame_set(7)
    character = known(extension)
    what = played(extension, "sources").playing(character, 0, 0.0, 40.0, 7.0)
    assert (what.actions, what.strips, what.unkeyed, what.own) == ((), ("nod",), False, False)
    assert played(extension, "span").keyed_span(character, 0, plays=True) == (0.0, 40.0)
    assert not played(extension, "sources").is_heard(character, 0, 7.0)
    bpy.ops.skinproof.compare(scope="CLIP")
    assert settings.result.differs
    assert settings.result.count == 41, "the strip is longer than the clip"
    assert settings.result.notes.startswith("Cause: the NLA track 'nod' of 'tiny' plays alone (Solo)")


def test_a_star_on_the_clips_own_track_is_the_same(extension: str, settings: Any, rig: Any) -> None:
    rig.animation_data.nla_tracks[0].is_solo = True
    bpy.context.scene.frame_set(7)
    assert played(extension, "sources").is_heard(known(extension), 0, 7.0)
    bpy.ops.skinproof.compare(scope="CLIP")
    assert settings.result.same


def test_a_star_is_where_it_was_after_another_clip_was_shown(extension: str, rig: Any) -> None:
    module(extension, "addon.scene.identity.character").mark_stack(rig, 0, [1])
    playback, tracks = played(extension, "playback"), rig.animation_data.nla_tracks
    for starred in tracks:
        starred.is_solo = True
        before = [(track.mute, track.is_solo) for track in tracks]
        with playback.restored(bpy.context.scene, known(extension)):
            rig.animation_data.use_nla = False
            playback.show_clip(known(extension), 0)
            assert (rig.animation_data.use_nla, rig.animation_data.action) == (True, None)
            assert [(track.mute, track.is_solo) for track in tracks] == [(True, False), (False, False)]
        assert [(track.mute, track.is_solo) for track in tracks] == before


def test_an_edit_of_a_starred_track_that_is_muted_is_noticed(extension: str, rig: Any) -> None:
    fingerprint = module(extension, "addon.scene.changed.fingerprint").fingerprint
    curve = module(extension, "addon.compat").all_curves(bpy.data.actions["nod"])[1]
    for starred in (False, True):
        rig.animation_data.nla_tracks["nod"].is_solo = starred
        bpy.context.scene.frame_set(7)
        before = fingerprint(bpy.context.scene, [rig], [0], "0", {}, seen=True)
        curve.keyframe_points[-1].co.y += 0.25
        curve.update()
        assert (fingerprint(bpy.context.scene, [rig], [0], "0", {}, seen=True) != before) == starred
