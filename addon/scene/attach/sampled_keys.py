"""Which action plays on shape keys while a clip with another action's name is written.

If a driver sets one of a mesh's shape keys, Blender's exporter samples all of them with each action of the armature:
the clip holds what the keys' own action does meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np

from ....skinning_core.model import Clip, Model
from ... import compat
from ..ground import stored_names as stored
from ..ground.arrays import values_of
from ..ground.noted import our
from ..identity.character import action_of, mark_action

#: Values of a shape key that differ by no more are one.
_STILL = 1e-6


def mark_sampled_keys(moved: Sequence[bpy.types.ID], model: Model, clips: Sequence[int]) -> None:
    """Remember for shape keys without an action of a clip the one that plays, if both move one of the same keys."""
    meshes = [ob for ob in moved if isinstance(ob, bpy.types.Object) and ob.type == "MESH"]
    for ob in meshes:
        keys = ob.data.shape_keys
        action, slot = (None, "") if keys is None else compat.assigned_action(keys)
        if action is None:
            continue
        nodes = {model.parts[int(part)].node for part in our(ob).get(stored.PARTS, ())}
        for clip in clips:
            if action_of(keys, clip)[0] is None and _moving(keys) & _moving_in(model.clips[clip], nodes, keys):
                mark_action(keys, clip, action, slot)


def _moving(keys: bpy.types.Key) -> set[str]:
    """The shape keys that the assigned action moves, and no driver."""
    driven = {curve.data_path for curve in keys.animation_data.drivers}
    curves = [c for c in compat.curves_of(keys) if not c.mute and c.data_path not in driven]
    moving = {c.data_path for c in curves if np.ptp(values_of(c.keyframe_points, "co", 2)[:, 1]) > _STILL}
    return {key.name for key in keys.key_blocks if f"{key.path_from_id()}.value" in moving}


def _moving_in(clip: Clip, nodes: set[int], keys: bpy.types.Key) -> set[str]:
    """The shape keys that a clip moves on some nodes: the file has those that are not mute, in their order."""
    names = [key.name for key in keys.key_blocks[1:] if not key.mute]
    found: set[str] = set()
    for track in clip.tracks:
        if track.node in nodes and track.path == "weights" and track.values.shape[1] == len(names):
            spread = np.ptp(track.values, axis=0)
            found |= {name for name, by in zip(names, spread, strict=True) if by > _STILL}
    return found
