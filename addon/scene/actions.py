"""Clips as actions: one per clip, with a slot for each object it moves (before Blender 4.4: one action per object).

The actions of all clips stay with their objects on muted NLA tracks, one per clip, which Blender's glTF exporter reads.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

import bpy
import numpy as np

from ...skinning_core.model import Clip, Float64, Int, Track
from .. import compat
from .armature import Rig
from .channels import ChannelMap, stacked_maps
from .keys import Keys, alike, distinct_frames, keys_of_tracks
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
            targets[node] = Target(rig.object, path, rig.names[b], rig.channels.take([b]))
    return targets


def write_clip(
    clip: Clip,
    name: str,
    targets: dict[int, Target],
    meshes: Iterable[MeshObject],
    frame_rate: float,
) -> list[OwnedAction]:
    """Make the actions of one clip; one entry per data-block that it moves."""
    curves = _CurvesByOwner(name)
    tracks = _interpolated_by_component(clip)
    posing = [t for t in tracks if t.path != "weights" and t.node in targets]
    for group in alike(posing):
        members = [posing[k] for k in group]
        aims = [targets[track.node] for track in members]
        keys = keys_of_tracks(members, frame_rate, stacked_maps([aim.channels for aim in aims]))
        name_of_property, count = _PROPERTY[members[0].path], keys.values.shape[2]
        made = []
        for aim in aims:
            new = curves.of(aim.owner).new
            made += [new(aim.prefix + name_of_property, k, aim.group) for k in range(count)]
        _write(keys, made)
    _write_weights(curves, [t for t in tracks if t.path == "weights"], meshes, frame_rate)
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


def _write_weights(
    curves: _CurvesByOwner, tracks: list[Track], meshes: Iterable[MeshObject], frame_rate: float
) -> None:
    """Tracks of morph weights, to the shape keys of every mesh object of their node."""
    by_node = {track.node: track for track in tracks}
    for mesh in meshes:
        if mesh.node not in by_node or not len(mesh.weight_divisor):
            continue
        keys = keys_of_tracks([by_node[mesh.node]], frame_rate, None)
        blocks = mesh.object.data.shape_keys
        names = [bpy.utils.escape_identifier(block.name) for block in blocks.key_blocks[1:]]
        made = [curves.of(blocks).new(f'key_blocks["{name}"].value', 0, "") for name in names]
        _write(_divided(keys, mesh.weight_divisor), made)


def _divided(keys: Keys, divisor: Float64) -> Keys:
    """Keys with each component c divided by divisor[c]."""
    left = None if keys.left is None else keys.left / divisor
    right = None if keys.right is None else keys.right / divisor
    return dataclasses.replace(keys, values=keys.values / divisor, left=left, right=right)


def _write(keys: Keys, curves: list[bpy.types.FCurve]) -> None:
    """Fill the F-curves, component by component, property by property.

    Import time is made of these calls, so each F-curve gets as few of them as it needs, from rows ready to be read.
    """
    keep = distinct_frames(keys.frames)
    rows = _rows(keys.frames, keys.values, keep)
    for curve, row in zip(curves, rows, strict=True):
        points = curve.keyframe_points
        points.add(len(keep))
        points.foreach_set("co", row)
    if keys.left is not None and keys.right is not None:
        before, after = keys.handle_frames
        _write_handles(curves, rows, _rows(before, keys.left, keep), _rows(after, keys.right, keep))
        return
    interpolation = np.full(len(keep), keys.interpolation, np.int32)
    for curve in curves:
        curve.keyframe_points.foreach_set("interpolation", interpolation)
        curve.update()


def _write_handles(curves: list[bpy.types.FCurve], rows: np.ndarray, lefts: np.ndarray, rights: np.ndarray) -> None:
    """Free handles for curves of new keys, which are Bezier keys already.

    A curve that never moves keeps the automatic handles of new keys: between equal keys they lie level, and Blender
    takes such a segment for constant. Of the four components of a rotation about one axis, two are like that.
    """
    free = np.full(rows.shape[1] // 2, _FREE, np.int32)
    level = rows[:, 1:2]
    still = np.all([(side[:, 1::2] == level).all(axis=1) for side in (rows, lefts, rights)], axis=0)
    for curve, is_still, left, right in zip(curves, still.tolist(), lefts, rights, strict=True):
        if is_still:
            curve.update()
            continue
        points = curve.keyframe_points
        points.foreach_set("handle_left_type", free)
        points.foreach_set("handle_right_type", free)
        points.foreach_set("handle_left", left)
        points.foreach_set("handle_right", right)


def _rows(frames: Float64, values: Float64, keep: Int) -> np.ndarray:
    """(n * C, 2 K) float32: frame, value, frame, value, ... of each F-curve, of values (n, K, C)."""
    count, _, components = values.shape
    rows = np.empty((count, components, len(keep), 2), np.float32)
    rows[..., 0] = frames[keep]
    rows[..., 1] = values[:, keep].swapaxes(1, 2)
    return rows.reshape(count * components, -1)
