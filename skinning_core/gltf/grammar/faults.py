"""Faults of a document's form: listed all, or the first of them raised."""

from __future__ import annotations

from typing import Any, NamedTuple, Never, TypeVar

from ...error import SkinproofError

_Value = TypeVar("_Value")

#: A place in a document: a JSON pointer, or a place and one step down from it. Only faults have pointers built of it.
Place = str | tuple["Place", str | int]


class Fault(NamedTuple):
    """One fault: its code (see docs/codes.md), the JSON pointer of its place, and a sentence."""

    code: str
    pointer: str
    sentence: str


class Faults:
    """All faults so far, and what a document refers to and extends: the form of these is judged elsewhere."""

    #: Whether a reader asks, to whom only those properties matter that it reads.
    reading = False

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self.extensions: list[tuple[Place, str]] = []  # its place, and its name
        self.references: list[tuple[Place, str, int]] = []  # its place, the list that it refers to, the index

    def add(self, code: str, place: Place, sentence: str) -> None:
        """Add a fault of a value that nobody can use."""
        self.found.append(Fault(code, pointer_of(place), sentence))

    def remark(self, code: str, place: Place, sentence: str, value: _Value) -> _Value | None:
        """Add a fault that a reader can live with. Returns the value for a reader, and None for anyone else."""
        del value
        self.found.append(Fault(code, pointer_of(place), sentence))
        return None


class FirstFault(Faults):
    """Raises the first fault that matters to a reader as ``SkinproofError``, and takes no note of the others."""

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
    """The sentence about a value in whose place something else was expected."""
    return f"{what} expected, got {as_text(value)}"


def as_text(value: Any) -> str:
    """A JSON value as text for a sentence, cut if it is long."""
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def pointer_of(place: Place) -> str:
    """The JSON pointer of a place."""
    return place if isinstance(place, str) else step(pointer_of(place[0]), place[1])


def step(pointer: str, name: str | int) -> str:
    """The JSON pointer one level down."""
    return f"{pointer}/{name}" if isinstance(name, int) else f"{pointer}/" + name.replace("~", "~0").replace("/", "~1")
