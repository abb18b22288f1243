"""What moves without an action of its own: by drivers, constraints, or their targets."""

from __future__ import annotations

from collections.abc import Iterable

import bpy
import numpy as np

from ....skinning_core.model import Float64
from ....skinning_core.spread import evenly_spread
from ..ground.arrays import values_of
from ..identity.character import Character, objects_of, owners
from ..play.playback import frame_restored, set_frame

#: Frames of the playback range that are looked at.
_LOOKS = 9
#: Rounding, as a share of the largest number.
_STILL = 1e-5


def moved_without_keys(scene: bpy.types.Scene, character: Character) -> bpy.types.Object | None:
    """An object of the character that is elsewhere, or posed otherwise, at another frame of the playback range.

    None if nothing could move it. The frame and all poses are put back.
    """
    objects = objects_of(character)
    if not any(map(_is_held, owners(character))):
        return None
    frames = scene.frame_start + evenly_spread(scene.frame_end - scene.frame_start + 1, _LOOKS)
    with frame_restored(scene, objects):
        set_frame(scene, frames[0])
        first = [_stands(ob) for ob in objects]
        for frame in frames[1:]:
            set_frame(scene, frame)
            for ob, stood in zip(objects, first, strict=True):
                if not np.allclose(_stands(ob), stood, rtol=0.0, atol=_STILL * max(1.0, np.abs(stood).max())):
                    return ob
    return None


def _is_held(owner: bpy.types.ID) -> bool:
    """Whether a driver or a constraint could move a data-block or one of its bones."""
    animation, pose = owner.animation_data, getattr(owner, "pose", None)
    held = [owner, *(pose.bones if pose is not None else ())]
    constraints = (c for each in held for c in getattr(each, "constraints", ()))
    return bool(animation is not None and len(animation.drivers)) or any(not c.mute for c in constraints)


def _stands(ob: bpy.types.Object) -> Float64:
    """(n,) values of an object, its bones and its shape keys as evaluated."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    shown = ob.evaluated_get(depsgraph)
    found: Iterable[np.ndarray] = [np.array(shown.matrix_world).ravel()]
    if shown.pose is not None:
        found = [*found, values_of(shown.pose.bones, "matrix", 16).ravel()]
    keys = ob.data.shape_keys if ob.type == "MESH" else None
    if keys is not None:
        found = [*found, values_of(keys.evaluated_get(depsgraph).key_blocks, "value")]
    return np.concatenate(list(found)).astype(np.float64)
