"""What a JSON value of a document may be; each kind reports the faults that it finds and goes on.

The reader has kinds of its own (`skinning_core/gltf/json_types.py`), which are fast and stop at the first fault. The
kinds here report every fault under the code that the Khronos validator has for it. ``clean`` returns the value where it
is usable, and None where it is treated as missing.
"""

# ruff: noqa: D102 - the base class says for all kinds what `clean` does

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...text.count import counted
from ..finding import Finding

Json = dict[str, Any]


@dataclass
class Report:
    """The findings so far, and the places of all extensions."""

    findings: list[Finding] = field(default_factory=list)
    extensions: list[tuple[str, str]] = field(default_factory=list)  # pointer to it, and its name

    def add(self, code: str, pointer: str, sentence: str) -> None:
        """Add one finding."""
        self.findings.append(Finding(code, pointer, sentence))

    def wrong_type(self, value: Any, pointer: str, needed: str) -> None:
        """Add the finding that a value has another type than the specification asks for."""
        self.add("TYPE_MISMATCH", pointer, f"{as_text(value)} stands where {needed} is needed")


def as_text(value: Any) -> str:
    """A JSON value as text for a sentence, cut where it is long."""
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."


def step(pointer: str, name: str | int) -> str:
    """The JSON pointer one level down."""
    return f"{pointer}/{name}" if isinstance(name, int) else f"{pointer}/" + name.replace("~", "~0").replace("/", "~1")


def whole(value: Any) -> int | None:
    """A JSON number as an integer (2.0 becomes 2), or None where it is not an integer."""
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    return None


def is_number(value: Any) -> bool:
    """Whether a value is a JSON number."""
    return type(value) in (int, float)


class Kind:
    """Any value at all; the base of all other kinds."""

    def clean(self, value: Any, pointer: str, report: Report) -> Any:
        """The value where it is usable, None where it is treated as missing; faults are added to ``report``."""
        if value is None:
            report.wrong_type(value, pointer, "a value")
        return value


class JsonIndex(Kind):
    """An index into a list of the document."""

    def clean(self, value: Any, pointer: str, report: Report) -> int | None:
        index = whole(value)
        if index is None:
            report.wrong_type(value, pointer, "an integer")
        elif index < 0:
            report.add("INVALID_INDEX", pointer, f"{index} is not an index: those begin at 0")
        else:
            return index
        return None


@dataclass(frozen=True)
class Count(Kind):
    """An integer between bounds, or one of a few allowed integers."""

    least: int = 0
    most: int | None = None
    among: tuple[int, ...] = ()

    def clean(self, value: Any, pointer: str, report: Report) -> int | None:
        number = whole(value)
        if number is None:
            report.wrong_type(value, pointer, "an integer")
        elif self.among and number not in self.among:
            report.add("VALUE_NOT_IN_LIST", pointer, f"{number} is not one of {', '.join(map(str, self.among))}")
        elif not self.among and (number < self.least or (self.most is not None and number > self.most)):
            bound = f"at least {self.least}" if self.most is None else f"{self.least} to {self.most}"
            report.add("VALUE_NOT_IN_RANGE", pointer, f"{number} is not {bound}")
        else:
            return number
        return None


class JsonBoolean(Kind):
    """true or false."""

    def clean(self, value: Any, pointer: str, report: Report) -> bool | None:
        if type(value) is bool:
            return value
        report.wrong_type(value, pointer, "true or false")
        return None


@dataclass(frozen=True)
class JsonString(Kind):
    """Text; ``among``: the known values (other values are kept, since extensions may define them)."""

    among: tuple[str, ...] = ()

    def clean(self, value: Any, pointer: str, report: Report) -> str | None:
        if type(value) is not str:
            report.wrong_type(value, pointer, "a string")
            return None
        if self.among and value not in self.among:
            report.add("VALUE_NOT_IN_LIST", pointer, f"{as_text(value)} is not one of {', '.join(self.among)}")
        return value


def _items(value: Any, pointer: str, report: Report) -> list[Any] | None:
    """The items of an array that must not be empty."""
    if type(value) is not list:
        report.wrong_type(value, pointer, "an array")
    elif not value:
        report.add("EMPTY_ENTITY", pointer, "this array may be left out, but not be empty")
    else:
        return value
    return None


@dataclass(frozen=True)
class Numbers(Kind):
    """An array of numbers; where ``length`` is None it may have any length above 0."""

    length: int | None = None
    least: float = -math.inf
    most: float = math.inf

    def clean(self, value: Any, pointer: str, report: Report) -> list[float] | None:
        items = _items(value, pointer, report)
        if items is None:
            return None
        if self.length is not None and len(items) != self.length:
            report.add("ARRAY_LENGTH_NOT_IN_LIST", pointer, f"{counted(len(items), 'number')}, {self.length} needed")
            return None
        fine = True
        for place, item in enumerate(items):
            if not is_number(item):
                report.add("ARRAY_TYPE_MISMATCH", pointer, f"{as_text(item)} in an array of numbers")
            elif not (self.least <= item <= self.most) or abs(item) == math.inf:
                report.add("VALUE_NOT_IN_RANGE", step(pointer, place), f"{as_text(item)} is out of range")
            else:
                continue
            fine = False
        return items if fine else None


class Indices(Kind):
    """An array of indices without repetition; a broken index becomes -1, which refers to nothing."""

    def clean(self, value: Any, pointer: str, report: Report) -> list[int] | None:
        items = _items(value, pointer, report)
        if items is None:
            return None
        indices: list[int] = []
        seen: set[int] = set()
        for place, item in enumerate(items):
            index = whole(item)
            if index is None or index < 0:
                report.add("INVALID_INDEX", step(pointer, place), f"{as_text(item)} is not an index")
                index = -1
            elif index in seen:
                report.add("DUPLICATE_ELEMENTS", step(pointer, place), f"{index} is already in this array")
            seen.add(index)
            indices.append(index)
        return indices


class Strings(Kind):
    """An array of texts without repetition."""

    def clean(self, value: Any, pointer: str, report: Report) -> list[str] | None:
        items = _items(value, pointer, report)
        if items is None:
            return None
        seen: set[str] = set()
        for place, item in enumerate(items):
            if type(item) is not str:
                report.add("ARRAY_TYPE_MISMATCH", step(pointer, place), f"{as_text(item)} in an array of strings")
                continue
            if item in seen:
                report.add("DUPLICATE_ELEMENTS", step(pointer, place), f"{as_text(item)} is already in this array")
            seen.add(item)
        return items if all(type(item) is str for item in items) else None


class JsonIndexMap(Kind):
    """An object whose values are indices: the attributes of a primitive or of a morph target."""

    def clean(self, value: Any, pointer: str, report: Report) -> dict[str, int] | None:
        if type(value) is not dict:
            report.wrong_type(value, pointer, "an object")
            return None
        if not value:
            report.add("EMPTY_ENTITY", pointer, "this object must not be empty")
            return None
        cleaned = {}
        for name, item in value.items():
            index = whole(item)
            if index is None or index < 0:
                report.add("INVALID_INDEX", step(pointer, name), f"{as_text(item)} is not an index")
                index = -1
            cleaned[name] = index
        return cleaned


@dataclass(frozen=True)
class JsonObject(Kind):
    """An object with known properties, some of them required.

    A property with a broken value is treated as missing. Where the specification's default would then be mistaken for
    the file's value, the property gets its value in ``broken`` instead.
    """

    properties: Mapping[str, Kind]
    required: tuple[str, ...] = ()
    named: bool = True  # may have a name; every object may have extensions and extras
    broken: Mapping[str, Any] = field(default_factory=dict)

    def clean(self, value: Any, pointer: str, report: Report) -> Json | None:
        if type(value) is not dict:
            report.wrong_type(value, pointer, "an object")
            return None
        report.findings += [
            Finding("UNDEFINED_PROPERTY", pointer, f"{name} is missing")
            for name in self.required
            if value.get(name) is None
        ]
        cleaned: Json = {}
        for name, item in value.items():
            below = step(pointer, name)
            kind = self.properties.get(name) or (_NAME if name == "name" and self.named else None)
            if name == "extensions":
                self._extensions(item, below, report)
            elif name == "extras":
                if type(item) is not dict:
                    report.add("NON_OBJECT_EXTRAS", below, "extras is not an object, which some programs expect")
            elif kind is None:
                report.add("UNEXPECTED_PROPERTY", below, f"the specification does not define {as_text(name)} here")
            elif (usable := kind.clean(item, below, report)) is not None:
                cleaned[name] = usable
            elif name in self.broken and item is not None:
                cleaned[name] = self.broken[name]
        if type(value.get("extensions")) is dict:
            cleaned["extensions"] = value["extensions"]
        return cleaned

    @staticmethod
    def _extensions(value: Any, pointer: str, report: Report) -> None:
        if type(value) is not dict:
            report.wrong_type(value, pointer, "an object")
            return
        for name, item in value.items():
            report.extensions.append((step(pointer, name), name))
            if type(item) is not dict:
                report.wrong_type(item, step(pointer, name), "an object")


_NAME = JsonString()


@dataclass(frozen=True)
class Objects(Kind):
    """An array of objects. ``placed``: other objects refer to its elements by number, so a broken one becomes None."""

    kind: Kind
    placed: bool = False

    def clean(self, value: Any, pointer: str, report: Report) -> list[Any] | None:
        items = _items(value, pointer, report)
        if items is None:
            return None
        if self.placed:
            return [self.kind.clean(item, step(pointer, place), report) for place, item in enumerate(items)]
        odd = [item for item in items if type(item) is not dict]
        for item in odd:
            report.add("ARRAY_TYPE_MISMATCH", pointer, f"{as_text(item)} in an array of objects")
        if odd:
            return None
        return [self.kind.clean(item, step(pointer, place), report) for place, item in enumerate(items)]


class Targets(Kind):
    """The morph targets of a primitive: an array of maps, none of them empty."""

    def clean(self, value: Any, pointer: str, report: Report) -> list[dict[str, int]] | None:
        items = _items(value, pointer, report)
        if items is None:
            return None
        maps = []
        for place, item in enumerate(items):
            if type(item) is dict:
                maps.append(_MAP.clean(item, step(pointer, place), report))
            else:
                report.add("ARRAY_TYPE_MISMATCH", pointer, f"{as_text(item)} in an array of objects")
                maps.append(None)
        return [item for item in maps if item is not None] if None not in maps else None


_MAP = JsonIndexMap()
