"""The actions that are a character's: assigned, in its tracks, or for its bones alone; whether they move anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import bpy
import numpy as np

from ... import compat
from ..ground.arrays import values_of
from ..ground.data_path import bone_in
from ..identity.character import owners_among
from ..play.sources import NO_MOTION
from .cut_clips import STILL


def actions_among(scene: bpy.types.Scene, there: Sequence[bpy.types.ID]) -> Iterator[bpy.types.Action]:
    """The actions that are these things': assigned, in their tracks, or for their bones alone."""
    for owner in there:
        animation = owner.animation_data
        if animation is None:
            continue
        assigned = compat.assigned_action(owner)
        if assigned[0] is not None and has_motion(compat.curves_of_slot(*assigned)):
            yield assigned[0]
        for track in animation.nla_tracks:
            for strip in track.strips:
                if strip.action is not None and has_motion(compat.curves_of_strip(strip)):
                    yield strip.action
    rigs = [ob for ob in there if isinstance(ob, bpy.types.Object) and ob.type == "ARMATURE"]
    others = [ob for ob in scene.objects if ob.type == "ARMATURE" and ob not in rigs]
    taken = {action for owner in owners_among(ob for ob in bpy.data.objects) for action in actions_used(owner)}
    for action in bpy.data.actions:
        kept = action.use_fake_user or action.users > 0
        if action not in taken and kept and moves_bones_of(action, rigs) and not moves_bones_of(action, others):
            yield action


def slot_in_use(ob: bpy.types.Object, action: bpy.types.Action) -> str | None:
    """The slot by which an action is assigned to an object or in its tracks; None if neither."""
    animation = ob.animation_data
    if animation is None:
        return None
    assigned, slot = compat.assigned_action(ob)
    if assigned == action:
        return slot
    strips = (strip for track in animation.nla_tracks for strip in track.strips if strip.action == action)
    return next(map(compat.slot_of, strips), None)


def slot_of_free(ob: bpy.types.Object, action: bpy.types.Action) -> str | None:
    """The slot by which an action could move an armature whose bones it is for; None if it could not."""
    return compat.slot_for(action, ob) if ob.type == "ARMATURE" and moves_bones_of(action, [ob]) else None


def actions_used(owner: bpy.types.ID) -> Iterator[bpy.types.Action]:
    """What plays on something: the actions in its tracks, and the assigned one."""
    animation = owner.animation_data
    if animation is not None:
        strips = [strip for track in animation.nla_tracks for strip in track.strips]
        yield from (strip.action for strip in strips if strip.action is not None)
        if animation.action is not None:
            yield animation.action


def moves_bones_of(action: bpy.types.Action, rigs: Sequence[bpy.types.Object]) -> bool:
    """Whether an action moves bones, all of which one of these armatures has."""
    bones = bones_of(action)
    if not bones or not has_motion(compat.all_curves(action)):
        return False
    return any(bones <= set(rig.pose.bones.keys()) for rig in rigs)


def bones_of(action: bpy.types.Action) -> set[str]:
    """Names of the bones that an action has curves of."""
    return {name for curve in compat.all_curves(action) if (name := bone_in(curve.data_path)) is not None}


def has_motion(curves: Iterable[bpy.types.FCurve]) -> bool:
    """Whether a curve that moves something has two values."""
    for curve in curves:
        if curve.data_path.startswith(NO_MOTION):
            continue
        values = values_of(curve.keyframe_points, "co", 2)[:, 1]
        if not curve.mute and len(values) and (np.ptp(values) > STILL or len(curve.modifiers)):
            return True
    return False
