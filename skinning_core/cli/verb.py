"""A sub-command as data, so that the add-on can hand in verbs that need Blender."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from ..subject import Makers

#: Exit statuses of every verb. Not judged means that something in a file could move a vertex and was not read.
SAME, DIFFERENT, BAD, NOT_JUDGED = 0, 1, 2, 3


class Blender(Enum):
    """Whether the work that was asked for runs inside Blender."""

    NOT_NEEDED = "not needed"
    WELCOME = "welcome"  # more is done where Blender is available
    NEEDED = "needed"


def without_blender(args: argparse.Namespace) -> Blender:
    """The answer of verbs that never need Blender."""
    del args
    return Blender.NOT_NEEDED


@dataclass(frozen=True)
class Verb:
    """One sub-command: its name, its arguments, and what it does."""

    name: str
    summary: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Makers], int]  # returns the exit status; raises SkinproofError
    blender: Callable[[argparse.Namespace], Blender] = without_blender
    in_workers: Callable[[argparse.Namespace], bool] = lambda _: False  # whether other processes do the work
