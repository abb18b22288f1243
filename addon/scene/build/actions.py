"""Clips as actions: one per clip, with a slot per object (before Blender 4.4: one action per object).

All actions stay with their objects on muted NLA tracks, one per clip, which Blender's glTF exporter reads.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain

import bpy

from ....skinning_core.model import Clip, Float64, Track
from ....skinning_core.pose.track import alike_tracks
from ...rig.channels import ChannelMap, stacked_maps
from ...rig.keys import Keys, keys_of_tracks
from ...rig.slerp_curve import curves_of_slerp
from ..ground.curves import write_keys
from ..identity.clip_actions import ClipActions, OwnedAction
from .armature import Rig
from .objects import OBJECT_CHANNELS, MeshObject

#: Beyond so many F-curves none is grouped: each one that joins makes Blender walk through all of them again. 50,000
#: take four times as long as ungrouped (20,000: 1.7 s and 0.7).
_MOST_GROUPED = 10_000

_PROPERTY = {"translation": "location", "rotation": "rotation_quaternion", "scale": "scale"}


@dataclass(frozen=True, eq=False)
class Target:
    """Where the tracks of one node are written: data-block, path to its properties, axes."""

    owner: bpy.types.ID
    prefix: str  # 'pose.bones["spine"].' or ''
    group: str
    channels: ChannelMap


@dataclass(frozen=True, eq=False)
class _Batch:
    """Keys that are written together, and the properties they animate, in the same order."""

    keys: Keys
    properties: list[tuple[bpy.types.ID, str, str]]  # data-block, data path, group
    components: int


def node_targets(rigs: Iterable[Rig], objects: dict[int, bpy.types.Object]) -> dict[int, Target]:
    """The target of every node that is a bone or an object."""
    targets = {node: Target(ob, "", "", OBJECT_CHANNELS) for node, ob in objects.items()}
    for rig in rigs:
        for b, node in enumerate(rig.plan.nodes.tolist()):
            path = f'pose.bones["{bpy.utils.escape_identifier(rig.names[b])}"].'
            targets[node] = Target(rig.object, path, rig.names[b], rig.channels.take([b]))
    return targets


class ActionWriter:
    """Makes the actions of one clip after the other, for the same data-blocks."""

    def __init__(
        self, targets: dict[int, Target], meshes: Iterable[MeshObject], whole_clip: Callable[[Clip], Clip]
    ) -> None:
        self.grouped = True  # by bone; they take three quarters of the time of new F-curves
        self._targets, self._whole_clip = targets, whole_clip
        self._morphed = [mesh for mesh in meshes if len(mesh.weight_divisor)]
        self._last: ClipActions | None = None

    def write(self, clip: Clip, name: str, frame_rate: float) -> list[OwnedAction]:
        """Make the actions of a clip at ``frame_rate`` frames per second; one entry per data-block it moves."""
        clip = self._whole_clip(clip)
        batches = self._of_nodes(clip, frame_rate) + self._of_weights(clip, frame_rate)
        properties = {(owner.session_uid, path) for batch in batches for owner, path, _ in batch.properties}
        if self._last is not None and self._last.properties == properties:
            actions = self._last.copy(name)
        else:
            actions = ClipActions(name)
        count = sum(len(batch.properties) * batch.components for batch in batches)
        grouped = self.grouped and count <= _MOST_GROUPED
        for batch in batches:
            curves = (
                actions.curves(owner, path, batch.components, group if grouped else "")
                for owner, path, group in batch.properties
            )
            write_keys(batch.keys, list(chain.from_iterable(curves)))
        self._last = actions
        return actions.owned()

    def _of_nodes(self, clip: Clip, frame_rate: float) -> list[_Batch]:
        """Keys of translations, rotations and scales."""
        posing = [t for t in _interpolated_by_component(clip) if t.path != "weights" and t.node in self._targets]
        batches = []
        for group in alike_tracks(posing):
            members = [posing[k] for k in group]
            aims = [self._targets[track.node] for track in members]
            keys = keys_of_tracks(members, frame_rate, stacked_maps([aim.channels for aim in aims]))
            path = _PROPERTY[members[0].path]
            properties = [(aim.owner, aim.prefix + path, aim.group) for aim in aims]
            batches.append(_Batch(keys, properties, keys.values.shape[2]))
        return batches

    def _of_weights(self, clip: Clip, frame_rate: float) -> list[_Batch]:
        """Keys of morph weights, for the shape keys of every mesh object of their node."""
        tracks = {track.node: track for track in clip.tracks if track.path == "weights"}
        batches = []
        for mesh in self._morphed:
            if mesh.node in tracks:
                keys = keys_of_tracks([tracks[mesh.node]], frame_rate, None)
                blocks = mesh.object.data.shape_keys
                names = [bpy.utils.escape_identifier(block.name) for block in blocks.key_blocks[1:]]
                properties = [(blocks, f'key_blocks["{name}"].value', "") for name in names]
                batches.append(_Batch(_divided(keys, mesh.weight_divisor), properties, 1))
        return batches


def _interpolated_by_component(clip: Clip) -> list[Track]:
    """The tracks of a clip, with slerped ones replaced by curves of their components."""
    slerped = [t for t in clip.tracks if t.path == "rotation" and t.interpolation == "LINEAR"]
    return [t for t in clip.tracks if t.path != "rotation" or t.interpolation != "LINEAR"] + curves_of_slerp(slerped)


def _divided(keys: Keys, divisor: Float64) -> Keys:
    """Keys with component c divided by divisor[c]."""
    left = None if keys.left is None else keys.left / divisor
    right = None if keys.right is None else keys.right / divisor
    return dataclasses.replace(keys, values=keys.values / divisor, left=left, right=right)
