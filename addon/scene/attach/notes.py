"""The notes that attaching leaves on objects, and their removal. An import's own get other names meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import bpy

from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.record import read_record

#: Noted on objects, bones and shape keys.
_ATTACHED = {
    stored.ID, stored.ROLE, stored.RECORD, stored.ACTIONS, stored.SLOTS, stored.NODE, stored.BACK, stored.REST,
    stored.STACKS, stored.PLACED, stored.PARTS, stored.SKIN, stored.WEIGHTS, stored.BEHIND, stored.MOVES,
    stored.NUMBERS, stored.FACES, stored.BONE_MADE, stored.BONE_REST, stored.SURFACE, stored.SURFACE_WEIGHTS,
    stored.SURFACE_AWAY,
}  # fmt: skip


#: Noted by an import, put back by ``detach``.
_IMPORTED = _ATTACHED | {
    stored.RIG, stored.AFTER, stored.GROUPS, stored.ORIGIN, stored.FACTOR, stored.GROUPS_MADE, stored.VERTEX_ID,
    stored.PLACE,
}  # fmt: skip


def is_attached(objects: Sequence[bpy.types.Object]) -> bool:
    """Whether a character's objects were attached to its file, not imported from it."""
    return bool(read_record(objects).get("attached"))


def detach(objects: Sequence[bpy.types.Object]) -> None:
    """Remove what ``attach`` noted on objects; an import's own notes come back."""
    ids = {our(ob).get(stored.ID) for ob in objects}
    movers = [ob for ob in bpy.data.objects if stored.MOVES in our(ob) and our(ob)[stored.MOVES] in ids]
    for ob in (*objects, *movers):
        for block in _blocks(ob):
            for key in _ATTACHED:
                our(block).pop(key)
        for name in (stored.VERTEX_ID, stored.PLACE) if ob.type == "MESH" else ():
            if name in ob.data.attributes and ob.data.library is None:
                ob.data.attributes.remove(ob.data.attributes[name])
    for ob in objects:
        _rename(ob, {stored.FORMER + name: name for name in _IMPORTED})


def set_aside(ob: bpy.types.Object) -> None:
    """Keep an import's notes on an object under other names, for ``detach``; its id and role also stay."""
    for block in _blocks(ob):
        for key in (stored.ID, stored.ROLE):
            if key in our(block):
                our(block)[stored.FORMER + key] = our(block)[key]
    _rename(ob, {name: stored.FORMER + name for name in _IMPORTED if name not in (stored.ID, stored.ROLE)})


def _rename(ob: bpy.types.Object, names: Mapping[str, str]) -> None:
    """Rename custom properties of an object, its bones and shape keys, and its mesh's attributes."""
    for block in _blocks(ob):
        for name in names:
            if name in our(block):
                our(block)[names[name]] = our(block).pop(name)
    for attribute in [a for a in ob.data.attributes if a.name in names] if ob.type == "MESH" else ():
        attribute.name = names[attribute.name]


def _blocks(ob: bpy.types.Object) -> list[bpy.types.bpy_struct]:
    """What can carry notes: the object, its bones, its shape keys."""
    keys = ob.data.shape_keys if ob.type == "MESH" else None
    return [ob, *(ob.pose.bones if ob.pose is not None else ()), *([] if keys is None else [keys])]
