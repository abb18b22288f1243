"""Clips as actions: one per clip, with a slot for each object it moves (before Blender 4.4: one action per object).

The actions of all clips stay with their objects on muted NLA tracks, one per clip, which Blender's glTF exporter reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import bpy
import numpy as np

from ...skinning_core.model import Clip, Model, Track
from .. import compat
from .armature import Rig
from .channels import ChannelMap
from .keys import BEZIER, Keys, distinct_frames, keys_of_track
from .objects import OBJECT_CHANNELS, MeshObject

_PROPERTY = {"translation": "location", "rotation": "rotation_quaternion", "scale": "scale"}

#: Blender's numbers for types of handles.
_FREE, _VECTOR = 0, 2


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
            targets[node] = Target(rig.object, path, rig.names[b], rig.channels(b))
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
    for track in clip.tracks:
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
    count = len(keep)
    before, after = keys.handle_frames
    points = np.empty((count, 2), np.float32)
    interpolation = np.full(count, keys.interpolation, np.int32)
    handle = np.full(count, _FREE if keys.interpolation == BEZIER else _VECTOR, np.int32)
    for c, curve in enumerate(curves):
        keyframes = curve.keyframe_points
        keyframes.add(count)
        points[:, 0], points[:, 1] = keys.frames[keep], keys.values[keep, c]
        keyframes.foreach_set("co", points.ravel())
        keyframes.foreach_set("interpolation", interpolation)
        keyframes.foreach_set("handle_left_type", handle)
        keyframes.foreach_set("handle_right_type", handle)
        if keys.left is not None and keys.right is not None:
            points[:, 0], points[:, 1] = before[keep], keys.left[keep, c]
            keyframes.foreach_set("handle_left", points.ravel())
            points[:, 0], points[:, 1] = after[keep], keys.right[keep, c]
            keyframes.foreach_set("handle_right", points.ravel())
        curve.update()
