"""A sub-command as data, so that the add-on can hand in verbs that need Blender."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ..subject import Makers

if TYPE_CHECKING:
    from ..compare.judge.question import Question
    from ..model import Model
    from ..subject import Subject

#: Exit statuses of every verb. Not judged means that something in a file could move a vertex and was not read.
SAME, DIFFERENT, BAD, NOT_JUDGED = 0, 1, 2, 3


class Blender(Enum):
    """Whether the work that was asked for runs inside Blender."""

    NOT_NEEDED = "not needed"
    WELCOME = "welcome"  # more is done where Blender is available
    NEEDED = "needed"


class OpenScene(Protocol):
    """Opens a .blend and finds the character of a model in it, or attaches the model to one."""

    def __call__(self, blend: Path, name: str | None, model: Model, question: Question) -> tuple[Subject, Question]:
        """The character, and the question with what the scene knows: its own tolerance, which clip plays.

        ``name``: of one of the character's objects. Raises ``SkinproofError`` if it is not clear which it is.
        """


@dataclass(frozen=True)
class Host:
    """The program that the command line runs in."""

    program: tuple[str, ...] = ()  # the words that start this command line once more, in another process
    involved: tuple[str, ...] = ()  # names and versions of other programs that take part
    open_scene: OpenScene | None = None  # None without Blender


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """What every verb is given. A verb's own arguments are a subclass: one field for each that the parser defines."""

    verb: Verb[Any]
    words: list[str]  # the command line, after the name of the program
    debug: bool
    blender: str | None
    host: Host


_A = TypeVar("_A", bound=Arguments)


def without_blender(_: object) -> Blender:
    """The answer of verbs that never need Blender."""
    return Blender.NOT_NEEDED


@dataclass(frozen=True)
class Verb(Generic[_A]):
    """One sub-command: its name, its arguments, and what it does."""

    name: str
    summary: str
    arguments: type[_A]
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[_A, Makers], int]  # returns the exit status; raises SkinproofError
    blender: Callable[[_A], Blender] = without_blender
    in_workers: Callable[[_A], bool] = lambda _: False  # whether other processes do the work
