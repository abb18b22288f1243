"""A cause with its character, as a remedy gets it; properties set and put back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import bpy
from mathutils import Euler, Matrix, Quaternion, Vector

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Model
from ....skinning_core.text.sentence import Sentence
from ..identity.character import Character, objects_of, owners

#: Takes a remedy back.
Undo = Callable[[], None]


@dataclass(frozen=True, eq=False)
class Case:
    """A cause and its character."""

    context: bpy.types.Context
    character: Character
    model: Model
    clip: int | None
    cause: Sentence

    @property
    def items(self) -> tuple[str, ...]:
        """Names of bones, keys, strips and so on; () if the cause is of the object as a whole."""
        items = self.cause.values.get("items", ())
        return tuple(map(str, items)) if isinstance(items, tuple) else ()

    @property
    def object(self) -> Any:
        """The object. Raises ``SkinproofError`` if it is gone."""
        name = self.cause.values.get("at", "")
        found = next((ob for ob in objects_of(self.character) if ob.name == name), None)
        if found is None:
            raise SkinproofError("what this is about is no longer there", fix="compare again")
        return found

    @property
    def owner(self) -> Any:
        """The object or shape keys that an action moves: of two of one name what is animated."""
        named = [owner for owner in owners(self.character) if owner.name == self.cause.values.get("at", "")]
        animated = [owner for owner in named if owner.animation_data is not None]
        return next(iter([*animated, *named]), None) or self.object

    @property
    def bones(self) -> list[bpy.types.PoseBone]:
        """The object's pose bones among the items."""
        return [bone for bone in self.object.pose.bones if bone.name in self.items]


Fix = Callable[[Case], Undo]


def set_all(pairs: Iterable[tuple[Any, str, object]]) -> Undo:
    """Set properties; returns what puts the former values back, last first."""
    before = []
    for thing, name, value in pairs:
        before.append((thing, name, copied(getattr(thing, name))))
        setattr(thing, name, value)

    def undo() -> None:
        for thing, name, value in reversed(before):
            setattr(thing, name, value)

    return undo


def copied(value: Any) -> Any:
    """A value of its own: a vector or matrix would follow its property."""
    return value.copy() if isinstance(value, (Euler, Matrix, Quaternion, Vector)) else value
