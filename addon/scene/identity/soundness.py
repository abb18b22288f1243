"""Whether a .blend's notes on a character have the right form: anybody may have written them.

A character with other notes is none: it is not listed, and a sentence names its object. Notes are checked once per
record, since every change of an object asks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

import bpy

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Model
from ....skinning_core.skeleton.elsewhere import Whereabouts
from ....skinning_core.text.sentence import Sentence, sentence
from ..ground import stored_names as stored
from ..ground.noted import our

Check = Callable[[Any], bool]

#: By a character's id: its record as checked, and what is wrong.
_looked: dict[str, tuple[str, Sentence | None]] = {}


def look_anew() -> None:
    """Check every character anew: another file is open."""
    _looked.clear()


def fault_of(key: str, objects: Sequence[bpy.types.Object]) -> Sentence | None:
    """What is wrong with the notes of one character's objects; None if nothing is or there is no record."""
    text = next((our(ob)[stored.RECORD] for ob in objects if stored.RECORD in our(ob)), None)
    if text is None:
        return None
    known = _looked.get(key)
    if known is None or known[0] != text or known[1] is not None:  # what was wrong may have been mended
        known = _looked[key] = (text, next(_faults(objects), None))
    return known[1]


def faults() -> list[Sentence]:
    """What is wrong with the notes of all checked characters."""
    return [fault for _, fault in _looked.values() if fault is not None]


def is_record(text: object) -> bool:
    """Whether a text is a character's record."""
    return _OF_OBJECTS[stored.RECORD](text)


def require_fitting(objects: Iterable[bpy.types.Object], model: Model) -> None:
    """Raise ``SkinproofError`` if a note names a part, a skin or a node that the model lacks."""
    parts, skins, nodes = len(model.parts), len(model.skins), len(model.nodes)
    for ob in objects:
        notes = our(ob)
        bones = [] if ob.pose is None else [bone for bone in ob.pose.bones if stored.NODE in our(bone)]
        named = (
            ("parts", list(map(int, notes.get(stored.PARTS, ()))), parts),
            ("skin", [notes.get(stored.SKIN, -1)], skins),
            ("node", [notes.get(stored.NODE, 0)], nodes),
            ("bones", [our(bone)[stored.NODE] for bone in bones], nodes),
        )
        for what, numbers, count in named:
            if any(not -1 <= number < count for number in numbers):
                raise SkinproofError(_told(ob, what), fix="import the file again")


def _faults(objects: Iterable[bpy.types.Object]) -> Iterator[Sentence]:
    for ob in objects:
        for name in _faulty(ob, _OF_OBJECTS):
            yield _told(ob, name.removeprefix("skinproof_"))
        for bone in ob.pose.bones if ob.pose is not None else ():
            for name in _faulty(bone, _OF_BONES):
                yield _told(ob, name.removeprefix("skinproof_"))


def _faulty(thing: Any, checks: Mapping[str, Check]) -> Iterator[str]:
    return (name for name, note in our(thing).of(checks) if not checks[name](note))


def _told(ob: bpy.types.Object, what: str) -> Sentence:
    told = "{object!r} is no character: what this .blend says of its {what} cannot be read"
    return sentence(told, object=ob.name, what=what)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and "\0" not in value


def _are(check: Check) -> Check:
    return lambda values: isinstance(values, list) and all(map(check, values))


def _numbers(size: int | None = None) -> Check:
    """``size`` finite numbers; None: any number of them."""

    def check(value: Any) -> bool:
        if not hasattr(value, "to_list"):
            return False
        values = value.to_list()  # Blender's arrays hold only numbers
        return all(map(isfinite, values)) and (size is None or len(values) == size)

    return check


def _group(check: Check) -> Check:
    """A group of custom properties of one kind."""
    return lambda value: hasattr(value, "values") and all(map(check, value.values()))


def _json(check: Check) -> Check:
    """A JSON text of one kind."""

    def checked(value: Any) -> bool:
        try:
            return isinstance(value, str) and check(json.loads(value))
        except (ValueError, RecursionError):
            return False

    return checked


def _is_source(value: Any) -> bool:
    """A file, its stamp, its digest."""
    if not isinstance(value, list) or len(value) != 3:
        return False
    return _is_text(value[0]) and _are(_is_whole)(value[1]) and len(value[1]) == 5 and isinstance(value[2], str)


def _is_elsewhere(value: Any) -> bool:
    """The name of a scene or object, the kind of place, its nodes."""
    if not isinstance(value, list) or len(value) != 3:
        return False
    return _is_text(value[0]) and value[1] in _KINDS and _are(_is_whole)(value[2])


def _is_record(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    wrong = [name for name, check in _OF_RECORDS.items() if name in value and not check(value[name])]
    if wrong or not value.keys() >= {"name", "path", "clip_files", "frame_rate", "imported", "clips"}:
        return False
    clips = range(len(value["clips"]))
    return all(clip in clips for clip in (*value["imported"], *value.get("played", ())))


def _is_made_bone(value: Any) -> bool:
    wanted = {"name": str, "parent": str, "mode": str, "settings": list}
    return isinstance(value, dict) and all(isinstance(value.get(name), kind) for name, kind in wanted.items())


#: Places outside the scene itself.
_KINDS = tuple(kind.value for kind in Whereabouts)

_OF_RECORDS: Mapping[str, Check] = {
    "version": _is_whole,
    "name": _is_text,
    "path": _is_text,
    "relative": _is_text,
    "clip_files": _are(_is_text),
    "frame_rate": lambda value: isinstance(value, int | float) and isfinite(value) and value > 0,
    "imported": _are(_is_whole),
    "played": _are(_is_whole),
    "sources": _are(_is_source),
    "clips": _are(lambda value: isinstance(value, str)),
    "joints": lambda value: isinstance(value, str),
    "vertices": lambda value: isinstance(value, str),
    "strangers": _is_whole,
    "elsewhere": _are(_is_elsewhere),
    "times": lambda value: isinstance(value, list) and list(map(type, value)) == [str, bool, bool, bool],
}
_OF_OBJECTS: Mapping[str, Check] = {
    stored.ID: lambda value: isinstance(value, str),
    stored.ROLE: _is_whole,
    stored.RECORD: _json(_is_record),
    stored.NODE: _is_whole,
    stored.REST: _numbers(10),
    stored.PLACED: _numbers(10),
    stored.RIG: lambda value: isinstance(value, str),
    stored.SKIN: _is_whole,
    stored.PARTS: _numbers(),
    stored.WEIGHTS: _numbers(),
    stored.DIVISOR: _numbers(),
    stored.GROUPS: _numbers(),
    stored.ORIGIN: _numbers(3),
    stored.FACTOR: _numbers(12),
    stored.BEHIND: _numbers(),
    stored.NUMBERS: _numbers(),
    stored.FACES: lambda value: isinstance(value, str),
    stored.SURFACE: _numbers(),
    stored.SURFACE_WEIGHTS: _numbers(),
    stored.SURFACE_AWAY: lambda value: isinstance(value, int | float) and isfinite(value),
    stored.ACTIONS: _group(lambda value: value is None or isinstance(value, bpy.types.Action)),
    stored.SLOTS: _group(lambda value: isinstance(value, str)),
    stored.STACKS: _group(_numbers()),
    stored.GROUPS_MADE: _json(_are(lambda value: isinstance(value, str))),
}
_OF_BONES: Mapping[str, Check] = {
    stored.NODE: _is_whole,
    stored.REST: _numbers(10),
    stored.AFTER: _numbers(9),
    stored.BACK: _numbers(12),
    stored.BONE_MADE: _json(_is_made_bone),
    stored.BONE_REST: _numbers(16),
}
