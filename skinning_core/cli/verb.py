"""A verb as data: the add-on hands in those that need Blender.

A class of ``Arguments`` declares once what a verb is given: a field for each argument, with its spelling.
"""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, dataclass_transform

from ..subject import Makers

if TYPE_CHECKING:
    from ..compare.judge.question import Question
    from ..model import Model
    from ..subject import Subject

#: Exit statuses of every verb. Not judged: something in a file could move a vertex and was not read. Not finished: some
#: of many models were not looked at.
SAME, DIFFERENT, BAD, NOT_JUDGED, NOT_FINISHED = 0, 1, 2, 3, 4


class Blender(Enum):
    """Whether the work runs inside Blender."""

    NOT_NEEDED = "not needed"
    WELCOME = "welcome"  # more is done with it
    NEEDED = "needed"


class OpenScene(Protocol):
    """Opens a .blend and finds a model's character in it, or attaches the model to one."""

    def __call__(self, blend: Path, name: str | None, model: Model, question: Question) -> tuple[Subject, Question]:
        """The character, and the question with what the scene knows: its own tolerance, which clip plays.

        ``name``: of one of its objects. Raises ``SkinproofError`` if it is not clear which it is.
        """


class OpenPair(Protocol):
    """Opens a .blend and pairs the vertices of two objects."""

    def __call__(self, blend: Path, names: Sequence[str], question: Question) -> tuple[Subject, Question]:
        """The second object, with the first as its model, and the question put to them.

        Raises ``SkinproofError`` if there are no two such objects.
        """


@dataclass(frozen=True)
class Host:
    """The program that runs the command line."""

    program: tuple[str, ...] = ()  # start this command line once more, in another process
    involved: tuple[str, ...] = ()  # names and versions of other programs
    open_scene: OpenScene | None = None  # None without Blender
    open_pair: OpenPair | None = None  # the same


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """What every verb is given. A subclass has a verb's options and positionals as fields."""

    verb: Verb[Any]
    words: list[str]  # the command line, after the program's name
    debug: bool
    blender: str | None
    host: Host


_A = TypeVar("_A", bound=Arguments)


def option(words: str, *, also: Sequence[str] = (), alternative: bool = False, **settings: Any) -> Any:
    """A field given as ``--name``.

    words: its help; also: other spellings; alternative: one of a class's such options may be given; settings:
    argparse's.
    """
    told = {"also": also, "alternative": alternative, "positional": False, "settings": {"help": words, **settings}}
    return field(metadata=told)


def flag(words: str) -> Any:
    """An option without a value: True if given."""
    return option(words, action="store_true", default=False)


def repeated(words: str, **settings: Any) -> Any:
    """An option that may be given several times: a list."""
    return option(words, action="append", default=[], **settings)


class _Joined(argparse.Action):
    """Joins the lists of an option that is given several times, and converts them as one."""

    def __init__(self, *, type: Callable[[str], object] = str, **settings: Any) -> None:
        super().__init__(**settings)
        self._converted = type

    def __call__(self, _: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *__: object) -> None:
        """Set the list of all words that were given so far."""
        told = vars(namespace).setdefault("_lists", {})
        told[self.dest] = ",".join((told[self.dest], values) if self.dest in told else (values,))
        try:
            setattr(namespace, self.dest, self._converted(told[self.dest]))
        except argparse.ArgumentTypeError as error:
            raise argparse.ArgumentError(self, str(error)) from None


def comma_list(words: str, **settings: Any) -> Any:
    """An option whose value is a list with commas; given several times, none of them is lost."""
    return option(words, action=_Joined, **settings)


def positional(words: str, **settings: Any) -> Any:
    """A field given by its place."""
    return field(metadata={"alternative": False, "positional": True, "settings": {"help": words, **settings}})


@dataclass_transform(
    kw_only_default=True, frozen_default=True, field_specifiers=(option, flag, repeated, comma_list, positional)
)
def arguments(kind: type[_A]) -> type[_A]:
    """Make a class of ``Arguments`` a dataclass."""
    return dataclass(frozen=True, kw_only=True)(kind)


def add_options(parser: argparse._ActionsContainer, *kinds: type[Any]) -> None:
    """Define what each class declares itself, in this order; a field declared again replaces it."""
    declared = {
        name: kind.__dataclass_fields__[name].metadata for kind in kinds for name in inspect.get_annotations(kind)
    }
    alternatives = None
    for name, told in declared.items():
        if not told:
            continue
        place = parser
        if told["alternative"]:
            place = alternatives = alternatives or parser.add_mutually_exclusive_group()
        spellings = [name] if told["positional"] else [_spelled(name), *told["also"]]
        place.add_argument(*spellings, **told["settings"])


def as_in_verify(parser: argparse.ArgumentParser, *kinds: type[Any], hidden: Sequence[str] = ()) -> None:
    """Define, too, what ``verify`` has; this help tells only the names.

    hidden: options already defined here that nobody needs.
    """
    before = len(parser._actions)
    add_options(parser, *kinds)
    taken = parser._actions[before:]
    for action in (*taken, *(a for a in parser._actions if a.dest in hidden)):
        action.help = argparse.SUPPRESS
    names = ", ".join(action.option_strings[0] for action in taken)
    parser.epilog = f"Also, as skinproof verify --help tells: {names}."


def _spelled(name: str) -> str:
    return "--" + name.replace("_", "-")


def given(args: Arguments, *names: str) -> list[str]:
    """Those of these options that differ from their defaults, as spelled."""
    settings = {name: type(args).__dataclass_fields__[name].metadata["settings"] for name in names}
    return [_spelled(name) for name in names if getattr(args, name) != settings[name].get("default")]


def without_blender(_: object) -> Blender:
    """For verbs that never need Blender."""
    return Blender.NOT_NEEDED


@dataclass(frozen=True)
class Verb(Generic[_A]):
    """One sub-command."""

    name: str
    summary: str
    arguments: type[_A]
    run: Callable[[_A, Makers], int]  # returns the exit status; raises SkinproofError
    blender: Callable[[_A], Blender] = without_blender
    in_workers: Callable[[_A], bool] = lambda _: False  # whether other processes do the work
    add_arguments: Callable[[argparse.ArgumentParser], None] | None = None  # None: in the order of the fields

    def define(self, parser: argparse.ArgumentParser) -> None:
        """Define all arguments of the verb."""
        if self.add_arguments is not None:
            self.add_arguments(parser)
        else:
            add_options(parser, *reversed(self.arguments.__mro__[:-1]))
