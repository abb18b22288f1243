"""Copies of characters, told apart: an object that was copied from another one gets an id of its own.

A copy carries the id and the role of what it was copied from, so two objects with both in common are original and copy;
the original is the one that Blender has had for longer. Pieces of a mesh that was separated are no copies: they have
different vertices. Objects that were copied together (they hang together by parents and Armature modifiers, or fill
each other's gaps) become one character. A copy made anew by Undo and Redo gets the same id again.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Sequence

import bpy
import numpy as np

from ..ground import stored_names as stored

#: Two meshes with more than this share of their vertices in common are original and copy; pieces of one that was
#: separated have only those along the cut in common.
_SHARED = 0.5

#: Makes ids of copies differ from those that other sessions give.
_SESSION = uuid.uuid4().hex


def tell_copies_apart() -> None:
    """Give the objects of every copy in this file an id of their own. Linked objects stay as they are."""
    by_id: dict[str, list[bpy.types.Object]] = {}
    for ob in bpy.data.objects:
        if ob.library is None and stored.ID in ob:
            by_id.setdefault(ob[stored.ID], []).append(ob)
    for former, objects in by_id.items():
        if len({ob.get(stored.ROLE) for ob in objects}) < len(objects):
            for copy in _instances(objects)[1:]:
                _rename(former, copy)


def _rename(former: str, objects: Sequence[bpy.types.Object]) -> None:
    number = min(ob.session_uid for ob in objects)
    new = hashlib.sha256(f"{_SESSION} {former} {number}".encode()).hexdigest()[:32]
    for ob in objects:
        ob[stored.ID] = new
    for collection in {c for ob in objects for c in ob.users_collection}:
        if collection.get(stored.ID) == former and all(ob.get(stored.ID) != former for ob in collection.all_objects):
            collection[stored.ID] = new


def _instances(objects: Iterable[bpy.types.Object]) -> list[list[bpy.types.Object]]:
    """Objects of one id, sorted into the original and its copies."""
    instances: list[list[bpy.types.Object]] = []
    for group in _without_copies(_hanging_together(sorted(objects, key=lambda ob: ob.session_uid))):
        for instance in instances:
            if not any(_is_copy(one, other) for one in group for other in instance):
                instance += group
                break
        else:
            instances.append(list(group))
    return instances


def _hanging_together(objects: Sequence[bpy.types.Object]) -> list[list[bpy.types.Object]]:
    """Groups of objects that are connected by parents and Armature modifiers, each in the order of ``objects``."""
    group = {ob: [ob] for ob in objects}
    for ob in objects:
        above = [ob.parent, *(m.object for m in ob.modifiers if m.type == "ARMATURE")]
        for other in above:
            if other in group and group[other] is not group[ob]:
                joined = group[other] + group[ob]
                for member in joined:
                    group[member] = joined
    place = {ob: k for k, ob in enumerate(objects)}
    groups = {id(members): sorted(members, key=place.__getitem__) for members in group.values()}
    return sorted(groups.values(), key=lambda members: place[members[0]])


def _without_copies(groups: Iterable[list[bpy.types.Object]]) -> list[list[bpy.types.Object]]:
    """The groups, with members that are copies of others of their group taken out into groups of their own."""
    apart: list[list[bpy.types.Object]] = []
    for group in groups:
        kept: list[bpy.types.Object] = []
        for ob in group:
            if any(_is_copy(ob, other) for other in kept):
                apart.append([ob])
            else:
                kept.append(ob)
        apart.append(kept)
    return sorted(apart, key=lambda members: members[0].session_uid)


def _is_copy(one: bpy.types.Object, other: bpy.types.Object) -> bool:
    if one.get(stored.ROLE) != other.get(stored.ROLE):
        return False
    if one.type != "MESH" or other.type != "MESH" or one.data == other.data:
        return True
    ids = _stored_ids(one.data), _stored_ids(other.data)
    return np.intersect1d(*ids).size > _SHARED * max(map(len, ids))


def _stored_ids(mesh: bpy.types.Mesh) -> np.ndarray:
    attribute = mesh.attributes.get(stored.VERTEX_ID)
    ids = np.zeros(len(mesh.vertices), np.int32)
    if attribute is not None and attribute.data_type == "INT" and len(attribute.data) == len(ids):
        attribute.data.foreach_get("value", ids)
    return ids[ids > 0]
