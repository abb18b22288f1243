"""The objects of a glTF document: the properties of each and their kinds, as far as Skinproof reads them.

``schema.json`` has a row for each object (specification, section 5): its properties, the required ones, those that a
reader does not read, and defaults. A kind is the name of another object or one of the words below; ``kind[]`` is an
array of it, ``kind[3]`` one of three, ``kind[unique]`` one that names nothing twice, ``kind[placed]`` one whose
elements others refer to by number, ``index of nodes`` a number in that array.

Materials, textures and images cannot move a vertex: here only the length of their lists matters; `materials` and
`images` read them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from .element import DTYPES, SHAPES
from .kinds import Anything, Boolean, Index, Integer, List, MapOf, Number, Object, String

#: Rows of values of each key: a spline has an in-tangent, a value and an out-tangent.
ROWS = {"LINEAR": 1, "STEP": 1, "CUBICSPLINE": 3}

_WORDS: dict[str, Anything] = {
    "anything": Anything(),
    "true or false": Boolean(),
    "text": String(),
    "number": Number(),
    "number from -1 to 1": Number(-1.0, 1.0),
    "length": Integer(1),
    "offset": Integer(instead=-1),  # a broken offset must not be taken for 0
    "stride": Integer(4, 252),
    "index": Index(),
    "attributes": MapOf(Index("accessors"), ("POSITION", "NORMAL", "TANGENT")),
    "accessor type": String(*SHAPES),
    "component type": Integer(among=tuple(DTYPES)),
    "component type of indices": Integer(among=(5121, 5123, 5125)),
    "target of a buffer view": Integer(among=(34962, 34963)),
    "mode": Integer(0, 6, instead=-1),
    "interpolation": String(*ROWS, instead=""),
    # The last one belongs to KHR_animation_pointer.
    "animated path": String("translation", "rotation", "scale", "weights", "pointer"),
}
_OBJECTS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


@cache
def object_named(name: str) -> Object:
    """The object that has this name in ``schema.json``."""
    row = _OBJECTS[name]
    table = {key: _kind(word) for key, word in row["properties"].items()}
    unread = tuple(row.get("unread", ()))
    return Object(table, tuple(row.get("required", ())), unread=unread, defaults=row.get("defaults", {}))


@cache
def _kind(word: str) -> Anything:
    """The kind that a word of ``schema.json`` stands for."""
    if word.endswith("]"):
        kind, _, how = word[:-1].partition("[")
        length = int(how) if how.isdecimal() else None
        return List(_kind(kind), length, unique=how == "unique", placed=how == "placed")
    if word.startswith("index of "):
        return Index(word.removeprefix("index of "))
    return _WORDS[word] if word in _WORDS else object_named(word)


ROOT = object_named("root")
