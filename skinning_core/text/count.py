"""A number of things in English, singular or plural."""

from __future__ import annotations

from typing import SupportsInt

from .sentence import Sentence, sentence


def counted(count: SupportsInt, one: str, many: str = "", **values: object) -> Sentence:
    """A number and what is counted: ``one`` after 1, else ``many``, by default its plural.

    Both are templates for ``values``. Tables of translations have one entry, "{count} " and ``many``, for any count.

    >>> counted(1, "vertex"), counted(0, "vertex"), counted(10366, "bone"), counted(1, "joint is", "joints are")
    ('1 vertex', '0 vertices', '10,366 bones', '1 joint is')
    >>> counted(2, "vertex of {mesh!r} is gone", "vertices of {mesh!r} are gone", mesh="body")
    "2 vertices of 'body' are gone"
    """
    number, template = int(count), f"{{count:,}} {many or _plural(one)}"
    said = sentence(template, count=number, **values)
    return Sentence(sentence(f"1 {one}", **values), template, said.values) if number == 1 else said


def _plural(noun: str) -> str:
    return f"{noun[:-2]}ices" if noun.endswith(("ex", "ix")) else f"{noun}s"
