"""Clips as actions: one per clip, with a slot for each object it moves (before Blender 4.4: one action per object).

The actions of all clips stay with their objects on muted NLA tracks, one per clip, which Blender's glTF exporter reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import bpy
import numpy as np

from ...skinning_core.model import Clip, Int, Model, Track
from .. import compat
from .armature import Rig
from .channels import ChannelMap
from .keys import Keys, distinct_frames, keys_of_track
from .objects import OBJECT_CHANNELS, MeshObject
from .slerp_curve import curves_of_slerp

#: Blender's number for free handles.
_FREE = 0

_PROPERTY = {"translation": "location", "rotation": "rotation_quaternion", "scale": "scale"}


@dataclass(frozen=True, eq=False)
class Target:
    """Where the tracks of one node go: a data-block, the path to its properties, and their axes."""

    owner: bpy.types.ID
    prefix: str  # 'pose.bones["spine"].' or ''
    group: str
    channels: ChannelMap


@dataclass(frozen=True)
class OwnedAction:
    """The action of one clip on one data-block."""

    owner: bpy.types.ID
    action: bpy.types.Action
    slot: str  # identifier; "" where this Blender has no slots


def node_targets(rigs: Iterable[Rig], objects: dict[int, bpy.types.Object]) -> dict[int, Target]:
    """The target of every node that is a bone or an object."""
    targets = {node: Target(ob, "", "", OBJECT_CHANNELS) for node, ob in objects.items()}
    for rig in rigs:
        for b, node in enumerate(rig.plan.nodes.tolist()):
            path = f'pose.bones["{bpy.utils.escape_identifier(rig.names[b])}"].'
            targets[node] = Target(rig.object, path, rig.names[b], rig.channels[b])
    return targets


def write_clip(
    model: Model,
    clip: Clip,
    name: str,
    targets: dict[int, Target],
    meshes: Iterable[MeshObject],
    frame_rate: float,
) -> list[OwnedAction]:
    """Make the actions of one clip; one entry per data-block that it moves."""
    curves = _CurvesByOwner(name)
    morphs: dict[int, list[MeshObject]] = {}
    for mesh in meshes:
        if len(mesh.weight_divisor):
            morphs.setdefault(mesh.node, []).append(mesh)
    for track in _interpolated_by_component(clip):
        if track.path == "weights":
            for mesh in morphs.get(track.node, ()):
                _write_weights(curves, track, mesh, frame_rate)
        elif track.node in targets:
            target = targets[track.node]
            keys = keys_of_track(track, frame_rate, target.channels)
            path = target.prefix + _PROPERTY[track.path]
            of_owner = curves.of(target.owner)
            _write(keys, [of_owner.new(path, k, target.group) for k in range(keys.values.shape[1])])
    return curves.owned()


def _interpolated_by_component(clip: Clip) -> list[Track]:
    """The tracks of a clip, those that go by slerp replaced by curves of components."""
    slerped = [t for t in clip.tracks if t.path == "rotation" and t.interpolation == "LINEAR"]
    return [t for t in clip.tracks if t.path != "rotation" or t.interpolation != "LINEAR"] + curves_of_slerp(slerped)


class _CurvesByOwner:
    """The F-curves of a clip, for whatever data-block asks."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._found: dict[int, tuple[bpy.types.ID, compat.ActionCurves]] = {}
        self._action: bpy.types.Action | None = None

    def of(self, owner: bpy.types.ID) -> compat.ActionCurves:
        key = owner.session_uid
        if key not in self._found:
            action = self._action if compat.SLOTTED_ACTIONS else None
            if action is None:
                action = bpy.data.actions.new(self._name)
                action.use_fake_user = True
                self._action = action
            self._found[key] = owner, compat.ActionCurves(action, owner)
        return self._found[key][1]

    def owned(self) -> list[OwnedAction]:
        return [OwnedAction(o, c.action, c.slot.identifier if c.slot else "") for o, c in self._found.values()]


def _write_weights(curves: _CurvesByOwner, track: Track, mesh: MeshObject, frame_rate: float) -> None:
    keys = keys_of_track(track, frame_rate, None)
    blocks = mesh.object.data.shape_keys
    made = []
    for block in blocks.key_blocks[1:]:
        path = f'key_blocks["{bpy.utils.escape_identifier(block.name)}"].value'
        made.append(curves.of(blocks).new(path, 0, ""))
    left, right = (None if handles is None else handles / mesh.weight_divisor for handles in (keys.left, keys.right))
    _write(Keys(keys.frames, keys.values / mesh.weight_divisor, keys.interpolation, left, right), made)


def _write(keys: Keys, curves: list[bpy.types.FCurve]) -> None:
    """Fill the F-curves of one property, one per component."""
    keep = distinct_frames(keys.frames)
    points = np.empty((len(curves), len(keep), 2), np.float32)
    points[:, :, 0], points[:, :, 1] = keys.frames[keep], keys.values[keep].T
    for curve, of_curve in zip(curves, points, strict=True):
        curve.keyframe_points.add(len(keep))
        curve.keyframe_points.foreach_set("co", of_curve.ravel())
    if keys.left is not None and keys.right is not None:
        _write_handles(curves, points, keys, keep)
        return
    interpolation = np.full(len(keep), keys.interpolation, np.int32)
    for curve in curves:
        curve.keyframe_points.foreach_set("interpolation", interpolation)
        curve.update()


def _write_handles(curves: list[bpy.types.FCurve], points: np.ndarray, keys: Keys, keep: Int) -> None:
    """Give Bezier keys, which new ones already are, free handles; points: (C, K, 2) frames and values of the keys."""
    before, after = keys.handle_frames
    left, right = points.copy(), points.copy()
    left[:, :, 0], right[:, :, 0] = before[keep], after[keep]
    left[:, :, 1], right[:, :, 1] = keys.left[keep].T, keys.right[keep].T
    free = np.full(len(keep), _FREE, np.int32)
    for c, curve in enumerate(curves):
        keyframes = curve.keyframe_points
        keyframes.foreach_set("handle_left_type", free)
        keyframes.foreach_set("handle_right_type", free)
        keyframes.foreach_set("handle_left", left[c].ravel())
        keyframes.foreach_set("handle_right", right[c].ravel())
