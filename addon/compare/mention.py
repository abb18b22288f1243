"""What a cause's sentence names of a scene: an object, and its bones, groups, modifiers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from bpy.types import Object

from ...skinning_core.error import SkinproofError
from ...skinning_core.text.sentence import Sentence

#: Values of a cause's sentence that name an object; "at" is made for it.
_OBJECTS = ("at", "mesh", "armature", "object")

#: Values of a cause's sentence that name parts of that object; "items" is made for it.
_PARTS = ("items", "bone", "group", "modifier", "constraint", "key")


def about(cause: str, among: Iterable[Object]) -> tuple[Object, list[str]]:
    """The object, among some, that a cause is about, and the names of its parts.

    Raises ``SkinproofError`` if it is gone.
    """
    objects = {ob.name: ob for ob in among}
    ob, parts = named(cause, objects)
    if ob is None:  # a bone is named, or nothing
        ob = _rig_with_bone(parts, objects.values())
    if ob is None:
        ob = next((each for each in objects.values() if each.type == "MESH"), None)
    if ob is None:
        raise SkinproofError("nothing of it is left in this scene", fix="import it again")
    return ob, parts


def _rig_with_bone(names: list[str], objects: Iterable[Object]) -> Object | None:
    """The first armature with a bone of one of these names."""
    for ob in objects:
        if ob.type == "ARMATURE" and any(bone.name in names for bone in ob.data.bones):
            return ob
    return None


def named(cause: str, objects: Mapping[str, Object]) -> tuple[Object | None, list[str]]:
    """The object, among some, that a sentence names, or None; and what it names beside."""
    values = dict(cause.values) if isinstance(cause, Sentence) else {}
    names, parts, inside = list[str](), list[str](), list[str]()
    for key in _OBJECTS:
        names += _listed(values.get(key))
    for key in _PARTS:
        parts += _listed(values.get(key))
    for value in values.values():
        if isinstance(value, Sentence):
            inside += _listed(value)
    found = next((objects[name] for name in (*names, *inside) if name in objects), None)
    return found, [*parts, *inside]


def _listed(value: object) -> list[str]:
    if isinstance(value, Sentence):  # as in "'Armature' of 'body'"
        return [part for each in value.values.values() for part in _listed(each)]
    if isinstance(value, str):
        return [value, *re.findall(r"'([^']+)'", value)]
    return [each for each in value if isinstance(each, str)] if isinstance(value, (tuple, list)) else []
