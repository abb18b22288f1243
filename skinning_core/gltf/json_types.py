"""What a JSON value may be: each kind is an object with three methods for values that were parsed by ``json``.

``check``      checks one value and everything below it, depth first. It is slow but exact: its error carries a JSON
               pointer.
``all_fit``    tests many values of one kind at once, breadth first. It is fast, because each property of thousands of
               similar objects becomes one column that a few calls test, but it answers only yes or no. The rule for a
               single value stands here only: ``check`` asks it first, and then corrects the value or says what is
               wrong.
``make``       turns a checked value into pygltflib's dataclass; the objects of an array are made when first accessed.
"""

# ruff: noqa: D102 - the base class says for all kinds what the three methods do

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from ..error import SkinproofError
from ..model import OnDemand

#: From this many objects on it pays to ask first whether all of them fit; if not, they are checked one by one.
SEVERAL = 4

#: Integers of this size and above are not exact in JSON's double precision.
_LARGEST = 2**53


class Anything:
    """Any value at all; the base of all other kinds."""

    #: Whether `make` returns a value as it is.
    plain = True

    def check(self, value: Any) -> Any:
        """The value, with harmless oddities corrected (2.0 for an index becomes 2).

        Raises ``SkinproofError`` with ``where`` relative to the value: every level above puts its own step before it,
        so that pointers are built only where something is wrong.
        """
        return value

    def all_fit(self, values: Sequence[Any]) -> bool:
        """Whether ``check`` returns each of these values as it is. Where this is False, only ``check`` can tell why."""
        return True

    def make(self, value: Any) -> Any:
        """The object by which a document represents a checked value."""
        return value


class Index(Anything):
    """A count or an index: an integer of at least 0 (``true`` is none; 2.0 is one, as JSON makes no difference)."""

    def check(self, value: Any) -> int:
        if self.all_fit((value,)):
            return value
        if type(value) is float and value.is_integer() and 0 <= value < _LARGEST:
            return int(value)
        raise _wrong(value, "an integer of at least 0")

    def all_fit(self, values: Sequence[Any]) -> bool:
        return set(map(type, values)) <= {int} and (not values or (min(values) >= 0 and max(values) < _LARGEST))


class Number(Anything):
    """A finite number."""

    def check(self, value: Any) -> float:
        if self.all_fit((value,)):
            return value
        raise _wrong(value, "a finite number")

    def all_fit(self, values: Sequence[Any]) -> bool:
        try:
            return set(map(type, values)) <= {int, float} and all(map(math.isfinite, values))
        except OverflowError:  # an integer of hundreds of digits
            return False


class Boolean(Anything):
    """true or false."""

    def check(self, value: Any) -> bool:
        if self.all_fit((value,)):
            return value
        raise _wrong(value, "true or false")

    def all_fit(self, values: Sequence[Any]) -> bool:
        return set(map(type, values)) <= {bool}


class String(Anything):
    """Text; lone surrogates cannot be printed or stored in UTF-8 and are replaced."""

    def check(self, value: Any) -> str:
        if self.all_fit((value,)):
            return value
        if type(value) is str:
            return value.encode("utf-8", "replace").decode("utf-8")
        raise _wrong(value, "a string")

    def all_fit(self, values: Sequence[Any]) -> bool:
        return set(map(type, values)) <= {str} and all(map(str.isascii, values))


class List(Anything):
    """An array of values of one kind."""

    def __init__(self, kind: Anything, length: int | None = None) -> None:
        self._kind, self._length = kind, length
        self.plain = kind.plain

    def check(self, value: Any) -> list[Any]:
        if type(value) is not list:
            raise _wrong(value, "an array")
        if self._length is not None and len(value) != self._length:
            raise SkinproofError(f"{self._length} values expected, got {len(value)}")
        if (self.plain or len(value) >= SEVERAL) and self._kind.all_fit(value):
            return value
        checked: list[Any] = []
        check = self._kind.check
        try:
            for item in value:
                checked.append(check(item))  # noqa: PERF401 - the list's length tells where an error is
        except SkinproofError as error:
            _seen_from_above(error, len(checked))
            raise
        return checked

    def all_fit(self, values: Sequence[Any]) -> bool:
        if not set(map(type, values)) <= {list}:
            return False
        if self._length is not None and not set(map(len, values)) <= {self._length}:
            return False
        return self._kind.all_fit(list(chain.from_iterable(values)))

    def make(self, value: list[Any]) -> Sequence[Any]:
        if self.plain:
            return value
        make = self._kind.make
        return OnDemand(len(value), lambda place: make(value[place]))


class Object(Anything):
    """An object of one of pygltflib's dataclasses. Keys outside the table are not read and may hold anything."""

    plain = False

    def __init__(self, dataclass: type, table: dict[str, Anything], required: tuple[str, ...] = ()) -> None:
        self._class, self._table, self._required = dataclass, table, required
        # The defaults of a class are made once: a document is never written to, and a big one has 10,000 objects.
        self._defaults = vars(dataclass())
        self._demanding = {key: kind for key, kind in table.items() if type(kind) is not Anything}
        self._nested = {key: kind for key, kind in table.items() if not kind.plain}

    def check(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise _wrong(value, "an object")
        for name in self._required:
            if name not in value:
                raise SkinproofError(f"{name} is missing")
        return _checked(value, self._demanding)

    def all_fit(self, values: Sequence[Any]) -> bool:
        if not set(map(type, values)) <= {dict}:
            return False
        keys = set().union(*values)
        if values and not keys.issuperset(self._required):
            return False
        for key in keys:
            kind = self._demanding.get(key)
            if kind is not None:
                column = _column(values, key)
                missing = len(values) - len(column)
                if (missing and key in self._required) or not kind.all_fit(column):
                    return False
        return True

    def make(self, value: dict[str, Any]) -> Any:
        new: Any = object.__new__(self._class)
        new.__dict__ = {**self._defaults, **value}
        for key, kind in self._nested.items():
            if key in value:
                new.__dict__[key] = kind.make(value[key])
        return new


class MapOf(Object):
    """An object whose keys are free and whose values are of one kind."""

    def __init__(self, dataclass: type, kind: Anything) -> None:
        super().__init__(dataclass, {})
        self._kind = kind

    def check(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise _wrong(value, "an object")
        return _checked(value, dict.fromkeys(value, self._kind))

    def all_fit(self, values: Sequence[Any]) -> bool:
        if not set(map(type, values)) <= {dict}:
            return False
        return self._kind.all_fit(list(chain.from_iterable(value.values() for value in values)))


def _column(values: Sequence[dict[str, Any]], key: str) -> list[Any]:
    """The values of property ``key``, of all objects that have it."""
    try:
        return list(map(itemgetter(key), values))  # takes half as long as the comprehension below
    except KeyError:
        return [value[key] for value in values if key in value]


def _checked(value: dict[str, Any], kinds: dict[str, Anything]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    key = ""
    try:
        for key, item in value.items():
            if key in kinds and (checked := kinds[key].check(item)) is not item:
                changed[key] = checked
    except SkinproofError as error:
        _seen_from_above(error, key)
        raise
    return {**value, **changed} if changed else value


def _wrong(value: Any, expected: str) -> SkinproofError:
    shown = ascii(value)
    return SkinproofError(f"{expected} expected, got {shown[:60]}")


def _seen_from_above(error: SkinproofError, step: str | int) -> None:
    error.where = f"/{step}{error.where}"
