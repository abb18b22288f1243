"""Objects that came back through another format with a character's notes: they are no character any more.

Exporters carry objects' custom properties and drop or rewrite the rest. FBX drops meshes' attributes and writes lists
as text. USD drops bones' properties and longer lists. glTF (with custom properties) drops bones' up to Blender 5.2 and
doubles them from 5.3. Both make empties beside what they stand for. Alembic drops all. What is left does not tell which
vertex is which: it is removed, and a file can be attached as to any importer's objects.
"""

from __future__ import annotations

from collections.abc import Sequence

import bpy

from ..ground import stored_names as stored
from ..ground.noted import our
from .copies import hanging_together
from .record import read_record

#: Noted on armatures and meshes alone, and never noted as text.
_OF_DATA = (stored.RIG, stored.PLACED, stored.SKIN, stored.PARTS)
_NO_TEXT = (stored.ACTIONS, stored.SLOTS, stored.PLACED, stored.PARTS, stored.GROUPS, stored.REST)

#: In the name of every custom property of ours.
_OURS = "skinproof_"


def forget_round_trips() -> None:
    """Remove the notes from objects that another format brought back. Linked objects are left alone."""
    own = [ob for ob in bpy.data.objects if ob.library is None]
    for ob in own:
        if isinstance(ob.get(stored.GROUP), str):  # FBX writes a group as text
            _forget(ob)
    if not any(stored.RECORD in our(ob) for ob in own):
        return
    for together in hanging_together([ob for ob in own if stored.RECORD in our(ob) or ob.type == "ARMATURE"]):
        by_id: dict[str, list[bpy.types.Object]] = {}
        for ob in together:
            if stored.RECORD in our(ob):
                by_id.setdefault(our(ob).get(stored.ID, our(ob).get(stored.COPY, "")), []).append(ob)
        for group in by_id.values():
            if any(_is_rewritten(ob) for ob in group) or _has_lost_all(group):
                for ob in group:
                    _forget(ob)


def _is_rewritten(ob: bpy.types.Object) -> bool:
    """Whether an object's notes are as neither we nor an edit in Blender make them."""
    notes = our(ob)
    if ob.type == "EMPTY" and (any(name in notes for name in _OF_DATA) or read_record([ob]).get("attached")):
        return True
    if stored.GROUPS_MADE in notes and stored.GROUPS not in notes:  # USD keeps the text and drops the list
        return True
    if ob.type == "ARMATURE" and any(stored.NODE in our(bone) for bone in ob.data.bones):  # ours are the pose's
        return True
    return any(isinstance(notes.get(name), str) for name in _NO_TEXT)


def _has_lost_all(group: Sequence[bpy.types.Object]) -> bool:
    """Whether there are bones and vertices, and none of them has a note.

    One kind alone may be an edit: a remeshed mesh loses its attributes, bones made anew lose their notes.
    """
    bones = [bone for ob in group if ob.pose is not None for bone in ob.pose.bones]
    meshes = [ob for ob in group if ob.type == "MESH" and len(ob.data.vertices)]
    if not bones or not meshes:
        return False
    return not any(stored.NODE in our(bone) for bone in bones) and not any(map(_has_numbers, meshes))


def _has_numbers(mesh: bpy.types.Object) -> bool:
    """Whether anything says which of the file its vertices are."""
    attributes = (stored.VERTEX_ID, stored.VERTEX_IN_FILE)
    notes = (stored.BEHIND, stored.NUMBERS, stored.SURFACE)
    return any(name in our(mesh) for name in notes) or any(name in mesh.data.attributes for name in attributes)


def _forget(ob: bpy.types.Object) -> None:
    """Remove all notes from an object, its bones and its mesh."""
    for block in (ob, *((*ob.pose.bones, *ob.data.bones) if ob.pose is not None else ())):
        for key in [key for key in block.keys() if _OURS in key]:  # noqa: SIM118 -- Blender's own type iterates values
            del block[key]
    for name in (stored.VERTEX_ID, stored.PLACE) if ob.type == "MESH" else ():
        if name in ob.data.attributes:
            ob.data.attributes.remove(ob.data.attributes[name])
