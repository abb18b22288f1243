"""Bones that constraints move: baked into keys, frame by frame, and the constraints muted.

Bones without constraints keep their keys. Each action of the armature is baked into itself; without one, what plays is
baked into a new action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor

import bpy
import numpy as np
from mathutils import Euler, Matrix, Quaternion

from ....skinning_core.model import Float64
from ... import compat
from ...rig.keys import LINEAR, Keys
from ...scene.ground.curves import Curve, write_keys
from ...scene.play.playback import CHANNELS, set_frame
from .mend import Mend, is_own, own_object

#: Codes that are a reason to try it: sampled, an export holds what constraints make of bones.
TOLD = frozenset({"bone-constraint", "bone-driver", "object-constraint", "SCENE_ANIMATION"})

#: A bone's own matrix is off by more than this where something else moves it.
_MOVED = 1e-5


def mends_of_constraints(scene: bpy.types.Scene) -> Iterator[Mend]:
    """Those of every armature that moves a mesh."""
    rigs = {m.object for ob in scene.objects if ob.type == "MESH" for m in ob.modifiers if m.type == "ARMATURE"}
    for rig in scene.objects:
        if rig in rigs and is_own(rig) and (bones := _held(rig)):
            yield Mend("BAKE_CONSTRAINTS", rig.name, bones)


def _held(rig: bpy.types.Object) -> tuple[str, ...]:
    return tuple(bone.name for bone in rig.pose.bones if any(_acts(constraint) for constraint in bone.constraints))


def _acts(constraint: bpy.types.Constraint) -> bool:
    return not constraint.mute and constraint.is_valid and constraint.influence > 0.0


def has_constraints(scene: bpy.types.Scene, mend: Mend) -> bool:
    """Whether one of them acts."""
    rig = scene.objects.get(mend.object)
    return rig is not None and rig.type == "ARMATURE" and bool(set(_held(rig)) & set(mend.items))


def bake_constraints(scene: bpy.types.Scene, mend: Mend) -> None:
    """Bake them, and stand at the same frame again. Raises ``SkinproofError`` if the armature is gone."""
    rig = own_object(scene, mend)
    before, frame = compat.assigned_action(rig), scene.frame_current + scene.frame_subframe
    taken = []
    actions: list[tuple[bpy.types.Action | None, str]] = [*_actions(rig)] or [(None, "")]
    for action, slot in actions:
        if action is not None:
            compat.assign_action(rig, action, slot)
        taken.append((action, slot, *_poses(scene, rig, action)))
    moved = {name for *_, poses, bases in taken for name in poses if _is_moved(poses[name], bases[name])}
    for action, slot, frames, poses, _ in taken:
        own = action or bpy.data.actions.new(f"{rig.name} baked")
        curves = compat.ActionCurves(own, rig, slot)
        _write(rig, curves, frames, {name: poses[name] for name in sorted(moved)})
        if action is None:
            before = own, curves.slot_identifier
    for bone in rig.pose.bones:
        for constraint in bone.constraints:
            constraint.mute = True
    compat.assign_action(rig, *before)
    set_frame(scene, frame)


def _actions(rig: bpy.types.Object) -> list[tuple[bpy.types.Action, str]]:
    """The armature's actions with their slots: the assigned one, and those that are alone on a track."""
    animation = rig.animation_data
    if animation is None:
        return []
    found = [compat.assigned_action(rig)] if animation.action is not None else []
    strips = [track.strips[0] for track in animation.nla_tracks if len(track.strips) == 1]
    found += [(strip.action, compat.slot_of(strip)) for strip in strips if strip.action is not None]
    return [each for each in dict.fromkeys(found) if each[0] is not None]


def _poses(
    scene: bpy.types.Scene, rig: bpy.types.Object, action: bpy.types.Action | None
) -> tuple[list[int], dict[str, Float64], dict[str, Float64]]:
    """The whole frames of an action, and by bone (F, 4, 4) how it is seen, in its own space, and its own matrix."""
    first, last = (scene.frame_start, scene.frame_end) if action is None else action.frame_range
    frames = list(range(floor(first), ceil(last) + 1))
    seen: dict[str, list[Matrix]] = {bone.name: [] for bone in rig.pose.bones}
    own: dict[str, list[Matrix]] = {bone.name: [] for bone in rig.pose.bones}
    for frame in frames:
        set_frame(scene, frame)
        posed = rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
        for bone in posed.pose.bones:
            seen[bone.name].append(
                posed.convert_space(pose_bone=bone, matrix=bone.matrix, from_space="POSE", to_space="LOCAL")
            )
            own[bone.name].append(bone.matrix_basis.copy())
    return frames, _arrays(seen), _arrays(own)


def _arrays(matrices: dict[str, list[Matrix]]) -> dict[str, Float64]:
    return {name: np.array([np.array(each) for each in own], np.float64) for name, own in matrices.items()}


def _is_moved(seen: Float64, own: Float64) -> bool:
    return bool(np.abs(seen - own).max(initial=0.0) > _MOVED)


def _write(rig: bpy.types.Object, curves: compat.ActionCurves, frames: list[int], poses: dict[str, Float64]) -> None:
    """Give bones keys at every frame, instead of those that they have."""
    curves.remove({f"{rig.pose.bones[name].path_from_id()}.{channel}" for name in poses for channel, _ in CHANNELS})
    for name, matrices in poses.items():
        bone = rig.pose.bones[name]
        for channel, values in _channels(bone.rotation_mode, matrices):
            path = f"{bone.path_from_id()}.{channel}"
            own = [Curve(curves.new(path, index, name)) for index in range(values.shape[1])]
            write_keys(Keys(np.array(frames, np.float64), values[None], LINEAR), own)


def _channels(mode: str, matrices: Float64) -> Iterable[tuple[str, Float64]]:
    """Of a bone's matrices (F, 4, 4) its location, rotation in its own mode, and scale, (F, C) each."""
    parts = [Matrix(matrix.tolist()).decompose() for matrix in matrices]
    yield "location", np.array([place for place, _, _ in parts], np.float64)
    yield _rotations(mode, [turn for _, turn, _ in parts])
    yield "scale", np.array([scale for _, _, scale in parts], np.float64)


def _rotations(mode: str, turns: list[Quaternion]) -> tuple[str, Float64]:
    """Rotations in a bone's mode, each next to the one before it."""
    if mode == "QUATERNION":
        values = np.array(turns, np.float64)
        flips = np.cumprod(np.where((values[1:] * values[:-1]).sum(axis=1) < 0.0, -1.0, 1.0))
        values[1:] *= flips[:, None]
        return "rotation_quaternion", values
    if mode == "AXIS_ANGLE":
        pairs = [turn.to_axis_angle() for turn in turns]
        return "rotation_axis_angle", np.array([(angle, *axis) for axis, angle in pairs], np.float64)
    eulers: list[Euler] = []
    for turn in turns:
        eulers.append(turn.to_euler(mode, eulers[-1]) if eulers else turn.to_euler(mode))
    return "rotation_euler", np.array(eulers, np.float64)
