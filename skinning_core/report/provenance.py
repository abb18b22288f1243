"""What a page was made with, so that somebody else can make it again: the command, the versions, the day."""

from __future__ import annotations

import platform
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from .version import VERSION


@dataclass(frozen=True)
class Made:
    """How a page came about."""

    command: str  # what to type to make it again; empty if no command can
    versions: tuple[str, ...]  # of the programs involved
    when: str  # the day and the minute, UTC


def without_machine(word: str) -> str:
    """A word of a command line without this machine's folders: of a whole path, the file's own name."""
    return PurePath(word).name if PurePath(word).is_absolute() else word


def made_now(words: Sequence[str], *programs: str) -> Made:
    """Made at this moment by ``skinproof`` with these words; ``programs``: names with versions of others involved.

    Of whole paths it tells the files' own names, since pages are passed on.

    No words: by something that no command can do again.
    """
    own = (f"Skinproof {VERSION}", *programs, f"NumPy {np.__version__}", f"Python {platform.python_version()}")
    command = shlex.join(["skinproof", *map(without_machine, words)]) if words else ""
    return Made(command, own, time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()))
