"""Shape keys that a vertex group masks, or that are relative to another than the basis: baked into plain ones.

glTF has neither. A plain key moves every vertex as the key did: (key - its reference) * mask, from the basis.
"""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

from ....skinning_core.model import Float64
from .mend import Mend, is_own, own_object


def mends_of_keys(scene: bpy.types.Scene) -> Iterator[Mend]:
    """Those of every mesh object."""
    for ob in scene.objects:
        names = uneven_keys(ob)
        if names and is_own(ob):
            yield Mend("PLAIN_KEYS", ob.name, names)


def uneven_keys(ob: bpy.types.Object) -> tuple[str, ...]:
    """The shape keys of an object that a group masks, or that are relative to another than the basis."""
    keys = ob.data.shape_keys if ob.type == "MESH" else None
    if keys is None or not keys.use_relative:
        return ()
    basis = keys.reference_key
    uneven = (key for key in keys.key_blocks if key != basis and (key.vertex_group or key.relative_key != basis))
    return tuple(key.name for key in uneven)


def has_uneven_keys(scene: bpy.types.Scene, mend: Mend) -> bool:
    """Whether one of them is not plain."""
    ob = scene.objects.get(mend.object)
    return ob is not None and bool(set(uneven_keys(ob)) & set(mend.items))


def bake_keys(scene: bpy.types.Scene, mend: Mend) -> None:
    """Bake all keys of the object that are not plain: a plain one may be another's reference.

    Raises ``SkinproofError`` if the object is gone.
    """
    ob = own_object(scene, mend)
    keys = ob.data.shape_keys
    basis = places_of(keys.reference_key)
    plain = {name: basis + _moves(ob, keys.key_blocks[name]) for name in uneven_keys(ob)}
    for name, places in plain.items():
        key = keys.key_blocks[name]
        key.points.foreach_set("co", places.astype(np.float32).ravel())
        key.vertex_group, key.relative_key = "", keys.reference_key
    ob.data.update()


def places_of(key: bpy.types.ShapeKey) -> Float64:
    """(V, 3) where a shape key has its vertices."""
    found = np.empty(3 * len(key.points), np.float32)
    key.points.foreach_get("co", found)
    return found.reshape(-1, 3).astype(np.float64)


def _moves(ob: bpy.types.Object, key: bpy.types.ShapeKey) -> Float64:
    moves = places_of(key) - places_of(key.relative_key)
    group = ob.vertex_groups.get(key.vertex_group)
    if group is None:
        return moves
    mask = np.zeros(len(moves))
    for vertex in ob.data.vertices:
        mask[vertex.index] = next((each.weight for each in vertex.groups if each.group == group.index), 0.0)
    return moves * mask[:, None]
