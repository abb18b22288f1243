"""What a JSON value may be: each kind is an object with three ways to look at values that ``json`` parsed.

``clean``      examines one value and all below it, depth first: slow but exact. It tells every fault with its code and
               JSON pointer, and returns the usable value. ``check`` is the same for a reader, which stops at the first
               fault that matters to it.
``all_fit``    tests many values of one kind at once, breadth first: fast, because a property of thousands of similar
               objects becomes one column for a few calls. It answers only yes or no.
``make``       turns a checked value into an ``Entry``; objects in an array are made when first accessed.
"""

# ruff: noqa: D102 - the base class says for all kinds what the methods do

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from itertools import chain
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...model import OnDemand
from .faults import Faults, FirstFault, Place, as_text, expected

Json = dict[str, Any]

#: From so many objects it pays to ask first whether all fit; if not, they are examined one by one.
SEVERAL = 4

#: Integers from this size are not exact in JSON's double precision. A reader refuses them; others judge what they lead
#: to, as the Khronos validator does.
_LARGEST = 2**53

_WRONG = "TYPE_MISMATCH"
_WHOLE = "an integer of at least 0"  # expected of a count or an index, in the words of findings
_OBJECT = "an object"  # expected of an element
_EMPTY = "this may be left out, but not be empty"


def whole(value: Any) -> int | None:
    """A JSON number as an integer (2.0 becomes 2, as JSON makes no difference), or None if it is none."""
    if type(value) is int:
        return value
    return int(value) if type(value) is float and value.is_integer() else None


def member(value: Any, *names: str) -> Any:
    """What stands under names of unexamined JSON, one below the other; None if nothing."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


class Anything:
    """Any value; the base of all kinds."""

    #: Whether `make` returns a value as it is.
    plain = True
    #: Code of an array's element of another type.
    inside = "ARRAY_TYPE_MISMATCH"
    #: In place of a broken element of an array.
    hole: Any = None
    #: In place of a broken property whose absence would mean something else than "unknown".
    instead: Any = None

    def clean(self, value: Any, place: Place, faults: Faults, wrong: str = _WRONG) -> Any:
        """The usable value at ``place``, harmless oddities corrected (index 2.0 becomes 2); None for "missing".

        ``wrong``: the code of a value of another type.
        """
        return faults.remark(wrong, place, expected("a value", value), value) if value is None else value

    def check(self, value: Any, where: str = "") -> Any:
        """The value as a reader may use it. Raises ``SkinproofError`` for the first fault that matters."""
        return self.clean(value, where, FirstFault())

    def all_fit(self, values: Sequence[Any]) -> bool:
        """Whether ``check`` returns each value as it is. If not, only ``check`` can tell why."""
        del values
        return True

    def make(self, value: Any) -> Any:
        """The object by which a document represents a checked value."""
        return value


class Typed(Anything):
    """Values of some types of JSON; the base of all kinds that look at a value."""

    types: Set[type]
    #: The words for such a value, in place of another.
    named: str

    def clean(self, value: Any, place: Place, faults: Faults, wrong: str = _WRONG) -> Any:
        if type(value) not in self.types:
            faults.add(wrong, place, expected(self.named, value))
            return None
        return self._sound(value, place, faults)

    def all_fit(self, values: Sequence[Any]) -> bool:
        return set(map(type, values)) <= self.types and self._all_sound(values)

    def _sound(self, value: Any, place: Place, faults: Faults) -> Any:
        """``clean`` for a value of these types."""
        del place, faults
        return value

    def _all_sound(self, values: Sequence[Any]) -> bool:
        """``all_fit`` for values of these types."""
        del values
        return True


class Index(Typed):
    """An index of at least 0 into the list ``to`` of the document, or into another."""

    types = frozenset({int})
    inside = "INVALID_INDEX"
    hole = -1  # refers to nothing

    def __init__(self, to: str = "") -> None:
        self._to = to

    def clean(self, value: Any, place: Place, faults: Faults, wrong: str = _WRONG) -> int | None:
        index = whole(value)
        if index is None or index < 0 or (faults.reading and index >= _LARGEST):
            faults.add(wrong if index is None else "INVALID_INDEX", place, expected(_WHOLE, value))
            return None
        if self._to:
            faults.references.append((place, self._to, index))
        return index

    def _all_sound(self, values: Sequence[Any]) -> bool:
        return not values or (min(values) >= 0 and max(values) < _LARGEST)


class Integer(Typed):
    """An integer of at least 0. A reader takes any; the specification has bounds, or a list."""

    types = frozenset({int})

    def __init__(
        self, least: int = 0, most: int | None = None, *, among: tuple[int, ...] = (), instead: int | None = None
    ) -> None:
        self._least, self._most, self._among, self.instead = least, most, among, instead

    def clean(self, value: Any, place: Place, faults: Faults, wrong: str = _WRONG) -> int | None:
        number = whole(value)
        if number is None:
            faults.add(wrong, place, expected(_WHOLE, value))
            return None
        if self._among:
            if number in self._among:
                return number
            sentence = f"{as_text(number)} is not one of {', '.join(map(str, self._among))}"
            return faults.remark("VALUE_NOT_IN_LIST", place, sentence, number)
        if number < 0 or (faults.reading and number >= _LARGEST):
            faults.add("VALUE_NOT_IN_RANGE", place, expected(_WHOLE, value))
            return None
        if number < self._least or (self._most is not None and number > self._most):
            bound = f"at least {self._least}" if self._most is None else f"{self._least} to {self._most}"
            return faults.remark("VALUE_NOT_IN_RANGE", place, f"{number} is not {bound}", number)
        return number

    def _all_sound(self, values: Sequence[Any]) -> bool:
        return bool(self._among) or not values or (min(values) >= 0 and max(values) < _LARGEST)


class Number(Typed):
    """A finite number. A reader takes any; the specification may have bounds."""

    types, named = frozenset({int, float}), "a finite number"

    def __init__(self, least: float = -math.inf, most: float = math.inf) -> None:
        self._least, self._most = least, most

    def _sound(self, value: float, place: Place, faults: Faults) -> float | None:
        if not self._all_sound((value,)):
            faults.add("VALUE_NOT_IN_RANGE", place, expected(self.named, value))
            return None
        if not self._least <= value <= self._most:
            sentence = f"{as_text(value)} is not {self._least:g} to {self._most:g}"
            return faults.remark("VALUE_NOT_IN_RANGE", place, sentence, value)
        return value

    def _all_sound(self, values: Sequence[float]) -> bool:
        try:
            return all(map(math.isfinite, values))
        except OverflowError:  # an integer of hundreds of digits
            return False


class Boolean(Typed):
    """true or false."""

    types, named = frozenset({bool}), "true or false"


class String(Typed):
    """Text; lone surrogates cannot be printed or stored in UTF-8 and are replaced.

    ``among``: known values; others are kept, since extensions may define them.
    """

    types, named = frozenset({str}), "a string"

    def __init__(self, *among: str, instead: str | None = None) -> None:
        self._among, self.instead = among, instead

    def _sound(self, value: str, place: Place, faults: Faults) -> str:
        if self._among and value not in self._among:
            sentence = f"{as_text(value)} is not one of {', '.join(self._among)}"
            faults.remark("VALUE_NOT_IN_LIST", place, sentence, value)
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")

    def _all_sound(self, values: Sequence[str]) -> bool:
        try:
            "".join(values).encode("utf-8")
        except UnicodeEncodeError:
            return False
        return True


class List(Typed):
    """An array of values of one kind, not empty by the specification.

    ``length``: of the array. ``unique``: none comes twice. ``placed``: others refer to elements by number, so a broken
    one leaves a gap; otherwise it breaks the array.
    """

    types, named = frozenset({list}), "an array"

    def __init__(
        self, kind: Anything, length: int | None = None, *, unique: bool = False, placed: bool = False
    ) -> None:
        self._kind, self._length, self._unique, self._placed = kind, length, unique, placed
        self.plain, self.of_any_length = kind.plain, length is None

    def _sound(self, value: list[Any], place: Place, faults: Faults) -> list[Any] | None:
        if not value and self._length is None:
            return faults.remark("EMPTY_ENTITY", place, _EMPTY, value)
        if self._length is not None and len(value) != self._length:
            code = "ARRAY_LENGTH_NOT_IN_LIST" if value else "EMPTY_ENTITY"
            faults.add(code, place, f"{self._length} values expected, got {len(value)}")
            return None
        if faults.reading and (self.plain or len(value) >= SEVERAL) and self._kind.all_fit(value):
            return value
        cleaned: list[Any] = []
        seen: set[Any] = set()
        kind, odd = self._kind, _WRONG if self._placed else self._kind.inside
        for number, item in enumerate(value):
            below = (place, number)
            usable = kind.clean(item, below, faults, odd)
            if self._unique and usable is not None:
                if usable in seen:
                    faults.remark("DUPLICATE_ELEMENTS", below, f"{as_text(usable)} is already in this array", usable)
                seen.add(usable)
            cleaned.append(kind.hole if usable is None else usable)
        return cleaned if self._placed or not any(item is None for item in cleaned) else None

    def _all_sound(self, values: Sequence[list[Any]]) -> bool:
        if self._length is not None and not set(map(len, values)) <= {self._length}:
            return False
        return self._kind.all_fit(list(chain.from_iterable(values)))

    def make(self, value: list[Any]) -> Sequence[Any]:
        if self.plain:
            return value
        make = self._kind.make
        return OnDemand(len(value), lambda place: make(value[place]))


class Entry:
    """An object of a document: every property is an attribute, by the format's own name.

    pygltflib's dataclasses have the same, but importing them takes as long as importing NumPy.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class Object(Typed):
    """An object with properties of some kinds; every object may have extensions and extras.

    ``defaults``: of absent properties that are neither None nor an empty list of any length. ``unread``: properties in
    ``table`` that a reader does not read. To it they may hold anything, as may keys outside the table.
    """

    types, named = frozenset({dict}), _OBJECT
    plain = False

    def __init__(
        self,
        table: Mapping[str, Anything],
        required: tuple[str, ...] = (),
        *,
        unread: tuple[str, ...] = (),
        defaults: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self._table, self._required = table, required
        # Made once: a document is never written to, and a big one has 10,000 objects.
        absent: Json = {
            key: [] if isinstance(kind, List) and kind.of_any_length else None for key, kind in table.items()
        }
        self._defaults = {"extensions": {}, "extras": {}, **absent, **defaults}
        self._read = {key: kind for key, kind in table.items() if type(kind) is not Anything and key not in unread}
        self._nested = {key: kind for key, kind in table.items() if not kind.plain}

    def _sound(self, value: Json, place: Place, faults: Faults) -> Json | None:
        for name in self._required:
            if value.get(name) is None and not (faults.reading and name in value):  # a reader tells null at its place
                faults.add("UNDEFINED_PROPERTY", place, f"{name} is missing")
        changed: Json = {}
        table = self._read if faults.reading else self._table
        for name, item in value.items():
            kind = table.get(name)
            if kind is not None:
                usable = kind.clean(item, (place, name), faults)
                usable = kind.instead if usable is None and item is not None else usable
            else:
                usable = item if faults.reading else _unlisted(name, item, (place, name), faults)
            if usable is not item or item is None:
                changed[name] = usable
        if not changed:
            return value
        return {name: item for name, item in {**value, **changed}.items() if item is not None or faults.reading}

    def _all_sound(self, values: Sequence[Json]) -> bool:
        keys = set().union(*values)
        if values and not keys.issuperset(self._required):
            return False
        for key in keys:
            kind = self._read.get(key)
            if kind is not None:
                column = _column(values, key)
                missing = len(values) - len(column)
                if (missing and key in self._required) or not kind.all_fit(column):
                    return False
        return True

    def make(self, value: Json) -> Entry:
        new = Entry()
        new.__dict__ = {**self._defaults, **value}
        for key, kind in self._nested.items():
            if key in value:
                new.__dict__[key] = kind.make(value[key])
        return new


class MapOf(Object):
    """An object with free keys and values of one kind, not empty by the specification.

    ``names``: keys that may be asked for although absent.
    """

    def __init__(self, kind: Anything, names: tuple[str, ...] = ()) -> None:
        super().__init__({})
        self._defaults = dict.fromkeys(names)  # neither extensions nor extras: any key is an element of the map
        self._kind = kind

    def _sound(self, value: Json, place: Place, faults: Faults) -> Json | None:
        if not value:
            return faults.remark("EMPTY_ENTITY", place, _EMPTY, value)
        kind = self._kind
        cleaned = {name: kind.clean(item, (place, name), faults, kind.inside) for name, item in value.items()}
        return {name: kind.hole if item is None else item for name, item in cleaned.items()}

    def _all_sound(self, values: Sequence[Json]) -> bool:
        return self._kind.all_fit(list(chain.from_iterable(value.values() for value in values)))


def _column(values: Sequence[Json], key: str) -> list[Any]:
    """Property ``key`` of all objects that have it."""
    try:
        return list(map(itemgetter(key), values))  # takes half as long as the comprehension below
    except KeyError:
        return [value[key] for value in values if key in value]


def _unlisted(name: str, value: Any, place: Place, faults: Faults) -> Json | None:
    """An object's extensions if usable; None for another property that is not in its table."""
    if name not in ("extensions", "extras"):
        faults.add("UNEXPECTED_PROPERTY", place, f"the specification does not define {as_text(name)} here")
    elif name == "extras":
        if type(value) is not dict:
            faults.add("NON_OBJECT_EXTRAS", place, "extras is not an object, which some programs expect")
    elif type(value) is not dict:
        faults.add(_WRONG, place, expected(_OBJECT, value))
    else:
        for extension, item in value.items():
            below = (place, extension)
            faults.extensions.append((below, extension))
            if type(item) is not dict:
                faults.add(_WRONG, below, expected(_OBJECT, item))
        return value
    return None
