"""Ctrl+C while libraries are being loaded: the process ends at once, with one sentence."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: The exit status that shells give to a program that SIGINT ended.
INTERRUPTED = 130


@contextmanager
def ended_at_once() -> Iterator[None]:
    """Within the block nothing has to be tidied up, and an exception might be lost in a library that is being loaded.

    Only for the main thread.
    """
    before = signal.signal(signal.SIGINT, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end(_number: int, _frame: FrameType | None) -> None:
    os.write(2, b"\nskinproof: interrupted\n")
    os._exit(INTERRUPTED)
