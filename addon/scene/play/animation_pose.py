"""Where animation alone would put objects, without poses set by hand.

Blender evaluates NLA tracks and blended actions on copies in a scene of their own, whose dependency graph is never
active: nothing flows back.
"""

from __future__ import annotations

from collections.abc import Iterable

import bpy
import numpy as np

from ..ground.rollback import removed_at_end
from .playback import BY_HAND, pose_of, set_frame


def off_its_animation(owners: Iterable[bpy.types.ID], frame: float) -> bool:
    """Whether any of these objects or shape keys stands elsewhere at ``frame`` than its animation puts it."""
    objects = {ob for owner in owners for ob in _objects_of(owner)}
    if not objects:
        return False
    with removed_at_end():
        scene = bpy.data.scenes.new("Skinproof")
        copies = [(ob, ob.copy()) for ob in objects]
        for _, copy in copies:
            scene.collection.objects.link(copy)
        set_frame(scene, frame)
        depsgraph = scene.view_layers[0].depsgraph
        return any(_differ(pose_of(ob), pose_of(copy.evaluated_get(depsgraph))) for ob, copy in copies)


def _objects_of(owner: bpy.types.ID) -> list[bpy.types.Object]:
    if isinstance(owner, bpy.types.Object):
        return [owner]
    return [ob for ob in bpy.data.objects if ob.type == "MESH" and ob.data.shape_keys == owner][:1]


def _differ(stands: list[np.ndarray], animated: list[np.ndarray]) -> bool:
    return any(
        a.shape != b.shape or not np.allclose(a, b, rtol=BY_HAND, atol=BY_HAND)
        for a, b in zip(stands, animated, strict=False)
    )
