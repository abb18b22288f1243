"""Faults of a document's form: all listed, or the first raised."""

from __future__ import annotations

from typing import Any, NamedTuple, Never, TypeVar

from ...error import SkinproofError

_Value = TypeVar("_Value")

#: A JSON pointer, or a place and one step down from it. Only faults have pointers built of it.
Place = str | tuple["Place", str | int]


class Fault(NamedTuple):
    """A code (see docs/codes.md), the JSON pointer of its place, and a sentence."""

    code: str
    pointer: str
    sentence: str


class Faults:
    """All faults, and what a document refers to and extends, whose form is judged elsewhere."""

    #: Whether a reader asks, to whom only what it reads matters.
    reading = False

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self.extensions: list[tuple[Place, str]] = []  # place, name
        self.references: list[tuple[Place, str, int]] = []  # place, the list it refers to, the index

    def add(self, code: str, place: Place, sentence: str) -> None:
        """Add a fault of a value that nobody can use."""
        self.found.append(Fault(code, pointer_of(place), sentence))

    def remark(self, code: str, place: Place, sentence: str, value: _Value) -> _Value | None:
        """Add a fault that a reader can live with: it gets the value, anyone else None."""
        del value
        self.found.append(Fault(code, pointer_of(place), sentence))
        return None


class FirstFault(Faults):
    """Raises the first fault that matters to a reader as ``SkinproofError``, and ignores others."""

    reading = True

    def add(self, code: str, place: Place, sentence: str) -> Never:
        """Raise the fault."""
        del code
        raise SkinproofError(sentence, where=pointer_of(place))

    def remark(self, code: str, place: Place, sentence: str, value: _Value) -> _Value | None:
        """Keep the value."""
        del code, place, sentence
        return value


def expected(what: str, value: Any) -> str:
    """The sentence about a value in place of what was expected."""
    return f"{what} expected, got {as_text(value)}"


def as_text(value: Any) -> str:
    """A JSON value as text, cut if it is long."""
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def pointer_of(place: Place) -> str:
    """The JSON pointer of a place."""
    return place if isinstance(place, str) else step(pointer_of(place[0]), place[1])


def step(pointer: str, name: str | int) -> str:
    """The JSON pointer one level down."""
    return f"{pointer}/{name}" if isinstance(name, int) else f"{pointer}/" + name.replace("~", "~0").replace("/", "~1")
