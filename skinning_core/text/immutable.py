"""Data that does not change: a frozen dataclass that a program can afford to define two hundred times.

``dataclass(frozen=True)`` writes and compiles six methods for every class, which takes 0.5 ms of each start: a sixth
of ``skinproof inspect``. Here a class compiles its ``__init__`` alone and shares the other five with all classes. It is
a dataclass otherwise: ``field`` and ``replace``, which can be had here too, ``fields`` and ``__post_init__`` do with it
what they always do.
"""

from __future__ import annotations

import dataclasses
from dataclasses import field, replace
from functools import partial
from operator import attrgetter
from typing import Any, dataclass_transform

__all__ = ["field", "immutable", "replace"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def immutable(cls: Any = None, /, *, eq: bool = True, kw_only: bool = False) -> Any:
    """Make a class a frozen dataclass.

    eq: two objects are equal, and have one hash, if all their fields are; else if they are one object, as it has to be
    where a field is an array. A field can be set once, by ``__init__``; later ``dataclasses.FrozenInstanceError`` is
    raised.
    """

    if cls is None:
        return partial(immutable, eq=eq, kw_only=kw_only)
    cls = dataclasses.dataclass(eq=False, repr=False, kw_only=kw_only)(cls)
    cls.__setattr__, cls.__delattr__ = _set_once, _keep
    if cls.__repr__ is object.__repr__:
        cls.__repr__ = _shown
    if eq:
        names = [each.name for each in dataclasses.fields(cls) if each.compare]
        cls.__eq__, cls.__hash__, cls.__compared__ = _equal, _hash, attrgetter(*names) if names else _nothing
    return cls


def _set_once(self: Any, name: str, value: object) -> None:
    held = self.__dict__
    if name in held or name not in self.__dataclass_fields__:
        raise dataclasses.FrozenInstanceError(f"cannot assign to {name!r} of {type(self).__qualname__}")
    held[name] = value


def _keep(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete {name!r} of {type(self).__qualname__}")


def _shown(self: Any) -> str:
    told = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(told)})"


def _equal(self: Any, other: Any) -> Any:
    if type(self) is not type(other):
        return NotImplemented
    return type(self).__compared__(self) == type(self).__compared__(other)


def _hash(self: Any) -> int:
    return hash(type(self).__compared__(self))


def _nothing(_: Any) -> tuple[()]:
    return ()
