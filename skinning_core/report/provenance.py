"""What a page was made with, for somebody else to make it again: the command, the versions, the day."""

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

    command: str  # to be typed; empty if no command can
    versions: tuple[str, ...]  # of the programs involved
    when: str  # day and minute, UTC


def without_machine(word: str) -> str:
    """A word of a command line; of a whole path, the file's own name."""
    return PurePath(word).name if PurePath(word).is_absolute() else word


def made_now(words: Sequence[str], *programs: str) -> Made:
    """Made now by ``skinproof`` with these words; ``programs``: names with versions of others.

    Whole paths become names, since pages are passed on. No words: no command can do it again.
    """
    own = (f"Skinproof {VERSION}", *programs, f"NumPy {np.__version__}", f"Python {platform.python_version()}")
    command = shlex.join(["skinproof", *map(without_machine, words)]) if words else ""
    return Made(command, own, time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()))
