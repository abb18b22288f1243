"""Copies of characters, told apart: each gets an id of its own.

A copy carries its original's id and role: of two objects that share both, the older one in Blender is the original.
Pieces of a separated mesh are no copies: they have other faces. Objects copied together (joined by parents and Armature
modifiers, or filling each other's gaps) become one character. Undo and Redo give a copy the same id again.

A copied mesh that follows the original's armature, or an armature alone, is no character. It only notes what it copies,
and takes its place if that is deleted.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Sequence

import bpy
import numpy as np

from ... import compat
from ..ground import stored_names as stored
from ..ground.arrays import attribute_values
from ..ground.noted import our
from .character import mark_action, owners_among
from .face_keys import face_keys

#: Two meshes that share more of their faces are original and copy. Pieces of a separated one share none, though
#: scattered ones share most vertices. Without faces, vertices tell.
_SHARED = 0.5

#: Keeps ids of copies different from other sessions'.
_SESSION = uuid.uuid4().hex


def tell_copies_apart() -> None:
    """Give the objects of every copy in this file an id of their own. Linked objects are left alone."""
    by_id: dict[str, list[bpy.types.Object]] = {}
    for ob in bpy.data.objects:
        former = our(ob).get(stored.ID, our(ob).get(stored.COPY))
        if ob.library is None and former is not None:
            by_id.setdefault(former, []).append(ob)
    for former, objects in by_id.items():
        roles = {our(ob).get(stored.ROLE) for ob in objects}
        if len(roles) < len(objects) or any(stored.COPY in our(ob) for ob in objects):
            _sort_out(former, objects)


def _sort_out(former: str, objects: Sequence[bpy.types.Object]) -> None:
    """Among objects of one id the first instance keeps it, whole copies get one of their own, others none."""
    first, *others = _instances(objects)
    if not any(stored.ID in our(ob) for ob in first):  # the original is gone: its mesh or armature is no character
        others, first = [first, *others], []
    for ob in first:
        _note(ob, stored.ID, former)
    for copy in others:
        if _stands_alone(copy, objects):
            _rename(former, copy, first)
        else:
            for ob in copy:
                _note(ob, stored.COPY, former)


def _note(ob: bpy.types.Object, key: str, character: str) -> None:
    """Note which character an object is of, or is a copy of; never both."""
    our(ob).pop(stored.COPY if key == stored.ID else stored.ID, None)
    if our(ob).get(key) != character:
        our(ob)[key] = character


def _stands_alone(copy: Sequence[bpy.types.Object], objects: Sequence[bpy.types.Object]) -> bool:
    """Whether a copy has a mesh, and an armature if there is one, and follows none of the original's."""
    kinds = {ob.type for ob in copy}
    rigged = any(ob.type == "ARMATURE" for ob in objects)
    carrying = {above for ob in copy for above in _above(ob) if above.type == "ARMATURE" or not rigged}
    whole = "MESH" in kinds and (not rigged or "ARMATURE" in kinds)
    return whole and carrying.isdisjoint(set(objects).difference(copy))


def _rename(former: str, objects: Sequence[bpy.types.Object], original: Sequence[bpy.types.Object]) -> None:
    number = min(ob.session_uid for ob in objects)
    new = hashlib.sha256(f"{_SESSION} {former} {number}".encode()).hexdigest()[:32]
    of_role = {our(ob)[stored.ROLE]: ob for ob in original}
    for ob in objects:
        _note(ob, stored.ID, new)
        if our(ob)[stored.ROLE] in of_role:
            _take_over_action(of_role[our(ob)[stored.ROLE]], ob)
    for collection in {c for ob in objects for c in ob.users_collection}:
        gone = all(our(ob).get(stored.ID) != former for ob in collection.all_objects)
        if gone and our(collection).get(stored.ID) == former:
            our(collection)[stored.ID] = new


def _take_over_action(original: bpy.types.Object, copy: bpy.types.Object) -> None:
    """Note the clip of an action that Blender copied along with its object."""
    for theirs, ours in zip(owners_among([original]), owners_among([copy]), strict=False):
        (then, _), (now, slot) = compat.assigned_action(theirs), compat.assigned_action(ours)
        for clip, known in our(theirs).get(stored.ACTIONS, {}).items():
            if known is not None and known == then and now is not None and now != then:
                mark_action(ours, int(clip), now, slot)


def _instances(objects: Iterable[bpy.types.Object]) -> list[list[bpy.types.Object]]:
    """Objects of one id, sorted into the original and its copies."""
    instances: list[list[bpy.types.Object]] = []
    for group in _without_copies(hanging_together(sorted(objects, key=_seniority))):
        for instance in instances:
            if not any(_is_copy(one, other) for one in group for other in instance):
                instance += group
                break
        else:
            instances.append(list(group))
    return instances


def hanging_together(objects: Sequence[bpy.types.Object]) -> list[list[bpy.types.Object]]:
    """Groups of objects joined by parents and Armature modifiers, each in the order of ``objects``."""
    group = {ob: [ob] for ob in objects}
    for ob in objects:
        for other in _above(ob):
            if other in group and group[other] is not group[ob]:
                fewer, joined = sorted((group[other], group[ob]), key=len)
                joined += fewer
                for member in fewer:
                    group[member] = joined
    place = {ob: k for k, ob in enumerate(objects)}
    distinct = {id(members): members for members in group.values()}
    groups = (sorted(members, key=place.__getitem__) for members in distinct.values())
    return sorted(groups, key=lambda members: place[members[0]])


def _without_copies(groups: Iterable[list[bpy.types.Object]]) -> list[list[bpy.types.Object]]:
    """The groups, with copies of members of the same group taken out into their own."""
    apart: list[list[bpy.types.Object]] = []
    for group in groups:
        kept: list[bpy.types.Object] = []
        for ob in group:
            if any(_is_copy(ob, other) for other in kept):
                apart.append([ob])
            else:
                kept.append(ob)
        apart.append(kept)
    return sorted(apart, key=lambda members: _seniority(members[0]))


def _seniority(ob: bpy.types.Object) -> tuple[bool, int]:
    """Sort key: what has an id before its copies, then what is older in Blender."""
    return stored.ID not in our(ob), ob.session_uid


def _above(ob: bpy.types.Object) -> list[bpy.types.Object]:
    """What carries or deforms an object."""
    found = [ob.parent, *(m.object for m in ob.modifiers if m.type == "ARMATURE")]
    return [each for each in found if each is not None]


def _is_copy(one: bpy.types.Object, other: bpy.types.Object) -> bool:
    if our(one).get(stored.ROLE) != our(other).get(stored.ROLE):
        return False
    if one.type != "MESH" or other.type != "MESH" or one.data == other.data:
        return True
    if (stored.ID in our(one)) != (stored.ID in our(other)):
        return True  # known before; in Edit Mode a mesh does not tell its vertices
    ids = _stored_ids(one.data), _stored_ids(other.data)
    mine, theirs = (face_keys(ob.data, own - 1) for ob, own in zip((one, other), ids, strict=True))
    if not len(mine) or not len(theirs):
        mine, theirs = (own[own > 0] for own in ids)
    return bool(np.intersect1d(mine, theirs).size > _SHARED * max(len(mine), len(theirs)))


def _stored_ids(mesh: bpy.types.Mesh) -> np.ndarray:
    ids = attribute_values(mesh, stored.VERTEX_ID)
    return np.zeros(0, np.int32) if ids is None else ids
