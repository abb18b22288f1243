"""Where an import puts a character beyond what its file says: beside others it would stand in, and scaled.

Armatures move themselves, objects of nodes by Blender's delta transform, since their own is the clips'. A comparison
takes it off, see `placement`.
"""

from __future__ import annotations

from collections.abc import Iterable

import bpy
import numpy as np

from ....skinning_core.model import Float64
from ....skinning_core.transform import apply_to_points
from ..identity.character import Character, mesh_objects, objects_of

#: Room between two characters, as a share of the moved one's width.
_GAP = 0.15


def stand_apart(depsgraph: bpy.types.Depsgraph, character: Character, others: Iterable[Character]) -> None:
    """Move a character along +X past all others if its box meets one of theirs; ``depsgraph`` is up to date."""
    own = _box(depsgraph, character)
    boxes = [box for box in (_box(depsgraph, other) for other in others) if box is not None]
    if own is None or not any(_meet(own, box) for box in boxes):
        return
    width = float(own[1][0] - own[0][0])
    aside = max(float(box[1][0]) for box in boxes) + _GAP * width - float(own[0][0])
    objects = objects_of(character)
    for ob in objects:
        if ob.parent in objects:
            continue
        if ob.type == "ARMATURE":
            ob.location.x += aside
        else:
            ob.delta_location.x += aside


def _meet(one: tuple[Float64, Float64], other: tuple[Float64, Float64]) -> bool:
    """Whether two boxes have room in common; flat ones have, if they lie in one plane."""
    across = (one[0] < other[1]) & (other[0] < one[1])
    in_plane = (one[0] == other[1]) & (other[0] == one[1])
    return bool((across | in_plane).all())


def stand_scaled(character: Character, scale: float) -> None:
    """Scale a character about the world's origin, by its armatures, as you would. A comparison takes it off."""
    objects = objects_of(character)
    for ob in objects:
        if ob.type == "ARMATURE" and ob.parent not in objects:
            ob.location *= scale
            ob.scale *= scale


def _box(depsgraph: bpy.types.Depsgraph, character: Character) -> tuple[Float64, Float64] | None:
    """Least and largest world coordinates (3,) of a character's evaluated meshes; None if it has none."""
    corners = []
    for mesh_object in mesh_objects(character):
        ob = mesh_object.evaluated_get(depsgraph)
        if ob.is_evaluated and len(ob.data.vertices):  # an empty mesh has a box at its origin
            box = np.array([corner[:] for corner in ob.bound_box], np.float64)
            world = np.array(ob.matrix_world, np.float64)
            corners.append(apply_to_points(world[:3], box))
    if not corners:
        return None
    every = np.concatenate(corners)
    return every.min(axis=0), every.max(axis=0)
