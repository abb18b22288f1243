"""Showing a clip or the rest pose: actions assigned, all else put back to rest.

Blender keeps the last evaluated value of a property that no action moves, so changing clips must reset it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from math import floor

import bpy
import numpy as np

from ....skinning_core.error import SkinproofError
from ... import compat
from ..ground import stored_names as stored
from ..ground.arrays import set_values, values_of
from ..ground.noted import our
from ..identity.character import Character, action_of, movers_of, objects_of, owners, stack_of

#: What clips move; then what else you may set.
_POSED = (("location", 3), ("rotation_quaternion", 4), ("scale", 3))
CHANNELS = (*_POSED, ("rotation_euler", 3), ("rotation_axis_angle", 4))

#: Their places in a noted rest.
REST_CHANNELS = {"location": slice(0, 3), "rotation_quaternion": slice(3, 7), "scale": slice(7, 10)}

#: A value farther than this from its keys or rest, relative to its size, was set by hand. Float32 curves are closer.
BY_HAND = 1e-5

#: Objects with their values by ``pose_of``.
Poses = list[tuple[bpy.types.Object, list[np.ndarray]]]


def set_time(context: bpy.types.Context, character: Character, clip: int | None, time: float) -> None:
    """Show a character in the context's scene at a time (seconds) of a clip (None: the rest pose)."""
    show_clip(character, clip)
    set_frame(context.scene, time * character.frame_rate)


def show_clip(character: Character, clip: int | None) -> None:
    """Assign a clip's actions and put every property that it does not move back to rest.

    A clip that is whatever plays in the scene needs nothing.
    """
    if clip in character.played:
        return
    if character.written_here and _is_shown(character, clip):
        for ob in objects_of(character):
            if _is_moved_by_tracks(ob):  # which are silent now
                _reset(ob)
                ob.update_tag()
        return
    as_posed = _armatures_as_posed(character, clip)
    movers = movers_of(character)
    for owner in owners(character):
        _assign(owner, clip, keep=owner in movers)
    for ob in objects_of(character):
        if ob not in as_posed:
            _reset(ob)
            ob.update_tag()


def _assign(owner: bpy.types.ID, clip: int | None, *, keep: bool) -> None:
    """Let a clip's action or NLA tracks move a data-block. keep: what moves it stays if the clip has nothing for it."""
    if stack := stack_of(owner, clip):
        compat.assign_action(owner, None, "")
        owner.animation_data.use_nla = True
        for track in owner.animation_data.nla_tracks:
            track.mute, track.is_solo = track not in stack, False
        return
    action, slot = (None, "") if clip is None else action_of(owner, clip)
    if action is not None or not keep:
        compat.assign_action(owner, action, slot)


def _armatures_as_posed(character: Character, clip: int | None) -> list[bpy.types.Object]:
    """Armatures that have a clip's action already: the exporter resets bones only as it assigns another."""
    if clip is None or not character.written_here:
        return []
    armatures = [ob for ob in objects_of(character) if ob.type == "ARMATURE"]
    return [ob for ob in armatures if action_of(ob, clip)[0] is not None and _stands_as_wanted(ob, clip)]


def _is_shown(character: Character, clip: int | None) -> bool:
    """Whether a clip's actions are assigned already: then the exporter wrote the pose as it stands."""
    return clip is not None and all(_stands_as_wanted(owner, clip) for owner in owners(character))


def _stands_as_wanted(owner: bpy.types.ID, clip: int) -> bool:
    """Whether a data-block has the action that a clip gives it, or none if it gives none, and no tracks."""
    return action_of(owner, clip) == compat.assigned_action(owner) and not stack_of(owner, clip)


def _is_moved_by_tracks(ob: bpy.types.Object) -> bool:
    """Whether NLA tracks alone move an object or its shape keys, so that their last pose is nobody's."""
    keys = ob.data.shape_keys if ob.type == "MESH" else None
    animations = [owner.animation_data for owner in (ob, keys) if owner is not None]
    alone = (each for each in animations if each is not None and each.action is None)
    return any(len(track.strips) for each in alone for track in heard_tracks(each))


def silence_nla(character: Character, clip: int | None) -> None:
    """Let no NLA track move a character, whatever action a clip gives it.

    Raises ``SkinproofError`` if an action is edited through the NLA, since no other can be assigned then.
    """
    movers = movers_of(character)
    for owner in owners(character) if clip not in character.played else ():
        animation = owner.animation_data
        follows = owner not in movers or (clip is not None and action_of(owner, clip)[0] is not None)
        if animation is not None and follows:
            if animation.use_tweak_mode:
                raise SkinproofError(
                    "{object!r} is in the NLA's tweak mode", object=owner.name, fix="leave it to compare the clips"
                )
            animation.use_nla = False


def set_frame(scene: bpy.types.Scene, frame: float) -> None:
    """Go to a frame, whole or not, and evaluate the scene there."""
    whole = floor(frame)
    scene.frame_set(whole, subframe=min(frame - whole, 0.99999994))


def is_by_hand(value: float, expected: float) -> bool:
    """Whether a value differs from its keys or rest by more than rounding."""
    return abs(value - expected) > BY_HAND * max(abs(expected), 1.0)


def _reset(ob: bpy.types.Object) -> None:
    if ob.type == "ARMATURE":
        _reset_bones(ob.pose.bones)
    rest = our(ob).get(stored.REST)
    if rest is not None:
        rest = rest.to_list()
        ob.location, ob.rotation_quaternion, ob.scale = rest[:3], rest[3:7], rest[7:]
    weights = our(ob).get(stored.WEIGHTS)
    if weights is not None and ob.data.shape_keys is not None:
        for block, weight in zip(ob.data.shape_keys.key_blocks[1:], weights.to_list(), strict=False):
            block.value = weight
        ob.data.shape_keys.id_data.update_tag()


def _reset_bones(bones: bpy.types.bpy_prop_collection) -> None:
    # All at once: each set property of a bone tags the scene for an update, which costs 100 times as much.
    poses = {name: values_of(bones, name, size) for name, size in _POSED}
    for k, bone in enumerate(bones):
        rest = our(bone).get(stored.REST)
        if rest is not None:
            rest = rest.to_list()
            poses["location"][k], poses["rotation_quaternion"][k], poses["scale"][k] = rest[:3], rest[3:7], rest[7:]
    for name, values in poses.items():
        set_values(bones, name, values)


@contextmanager
def frame_restored(scene: bpy.types.Scene, beside: Iterable[bpy.types.Object] = ()) -> Iterator[None]:
    """After the block the scene's frame, poses and selection are as before.

    Poses of all objects and of ``beside`` count: going to a frame resets what is animated and not keyed, and deselects
    what that frame hides.
    """
    for layer in scene.view_layers:  # what was just assigned is not in the pose yet
        layer.update()
    frame = scene.frame_current + scene.frame_subframe
    poses = poses_of({*scene.objects, *beside})
    selected = [(ob, layer) for layer in scene.view_layers for ob in layer.objects if ob.select_get(view_layer=layer)]
    try:
        yield
    finally:
        set_frame(scene, frame)
        put_back(poses)  # after the frame is set, which discards values without keys
        for layer in scene.view_layers:
            layer.update()
        for ob, layer in selected:
            if not ob.select_get(view_layer=layer):
                ob.select_set(True, view_layer=layer)


@contextmanager
def restored(scene: bpy.types.Scene, character: Character) -> Iterator[None]:
    """After the block the scene's frame, the character's actions and NLA, and all poses are as before.

    In it no keys hide a mesh: Blender would leave it where it was, and every viewer of a file shows it.
    """
    with _hidden_by_no_keys(character), frame_restored(scene, objects_of(character)):
        animations = [(owner, compat.animation_of(owner), plays_nla(owner)) for owner in owners(character)]
        tracks = [
            (track, (track.mute, track.is_solo))
            for owner in owners(character)
            if stored.STACKS in our(owner)
            for track in owner.animation_data.nla_tracks
        ]
        try:
            yield
        finally:
            for track, (mute, solo) in tracks:
                track.mute = mute
                if track.is_solo != solo:  # taking the star off any track takes it off all
                    track.is_solo = solo
            for owner, animation, nla in animations:
                compat.put_back_animation(owner, animation)
                if plays_nla(owner) != nla:
                    owner.animation_data.use_nla = nla


@contextmanager
def _hidden_by_no_keys(character: Character) -> Iterator[None]:
    hiding = [(ob, curve) for ob in objects_of(character) if ob.type == "MESH" for curve in curves_that_hide(ob)]
    hidden = {ob: ob.hide_viewport for ob, _ in hiding}
    for ob, curve in hiding:
        curve.mute, ob.hide_viewport = True, False
    try:
        yield
    finally:
        for _, curve in hiding:
            curve.mute = False
        for ob, was in hidden.items():
            ob.hide_viewport = was


def curves_that_hide(ob: bpy.types.Object) -> list[bpy.types.FCurve]:
    """The curves that hide an object: of its action, its strips, and its clips' actions."""
    animation = ob.animation_data
    if animation is None:
        return []
    strips = (strip for track in animation.nla_tracks for strip in track.strips)
    slots = our(ob).get(stored.SLOTS)
    of_clips = (action_of(ob, int(clip)) for clip in (slots.keys() if slots is not None else ()))
    curves = [*compat.curves_of(ob), *chain.from_iterable(map(compat.curves_of_strip, strips))]
    curves += chain.from_iterable(compat.curves_of_slot(*each) for each in of_clips)
    return list({c.as_pointer(): c for c in curves if c.data_path == "hide_viewport" and not c.mute}.values())


def poses_of(objects: Iterable[bpy.types.Object]) -> Poses:
    """The values of objects, bones and shape keys, for ``put_back``."""
    return [(ob, pose_of(ob)) for ob in objects]


def put_back(poses: Poses) -> None:
    """Pose objects as ``poses_of`` found them. Those that did not change are not touched."""
    for ob, pose in poses:
        if any(not np.array_equal(a, b) for a, b in zip(pose, pose_of(ob), strict=True)):
            set_pose(ob, pose)
            ob.update_tag()


def plays_nla(owner: bpy.types.ID) -> bool:
    """Whether NLA tracks move a data-block."""
    return owner.animation_data is not None and owner.animation_data.use_nla


def heard_tracks(animation: bpy.types.AnimData) -> list[bpy.types.NlaTrack]:
    """The NLA tracks that play if any may: one with a star (Solo) alone, though it be muted; else all unmuted ones."""
    starred = [track for track in animation.nla_tracks if track.is_solo]
    return starred or [track for track in animation.nla_tracks if not track.mute]


def playing_strips(animation: bpy.types.AnimData) -> Iterator[bpy.types.NlaStrip]:
    """Strips of tracks that play."""
    for track in heard_tracks(animation):
        yield from (strip for strip in track.strips if not strip.mute)


def curves_that_play(owner: bpy.types.ID) -> list[bpy.types.FCurve]:
    """The F-curves that animate a data-block now: those of its action, and of strips."""
    curves = compat.curves_of(owner)
    for strip in playing_strips(owner.animation_data) if plays_nla(owner) else ():
        curves += compat.curves_of_strip(strip)
    return curves


def played_action(owner: bpy.types.ID) -> tuple[bpy.types.Action | None, str]:
    """The assigned action and its slot's identifier; (None, "") if a track with a star silences it."""
    if plays_nla(owner) and any(track.is_solo for track in owner.animation_data.nla_tracks):
        return None, ""
    return compat.assigned_action(owner)


def pose_of(ob: bpy.types.Object) -> list[np.ndarray]:
    """The values of an object, its bones and shape keys, for ``set_pose``."""
    values = [np.array(getattr(ob, name)) for name, _ in CHANNELS]
    if ob.pose is not None:
        values += [values_of(ob.pose.bones, name, size) for name, size in CHANNELS]
    if ob.type == "MESH" and ob.data.shape_keys is not None:
        values.append(values_of(ob.data.shape_keys.key_blocks, "value"))
    return values


def set_pose(ob: bpy.types.Object, values: list[np.ndarray]) -> None:
    """Set an object, its bones and shape keys as ``pose_of`` found them."""
    for (name, _), value in zip(CHANNELS, values, strict=False):
        setattr(ob, name, value)
    if ob.pose is not None:
        for (name, _), value in zip(CHANNELS, values[len(CHANNELS) :], strict=False):
            set_values(ob.pose.bones, name, value)
    if ob.type == "MESH" and ob.data.shape_keys is not None:
        set_values(ob.data.shape_keys.key_blocks, "value", values[-1])
        ob.data.shape_keys.id_data.update_tag()
