"""Ctrl+C while libraries are being loaded: the process ends at once, with one sentence.

It imports next to nothing itself: nobody answers before.
"""

from __future__ import annotations

import os
import signal

#: The exit status that shells give to a program that SIGINT ended.
INTERRUPTED = 130


class EndedAtOnce:
    """Within the block nothing has to be tidied up, and an exception might be lost in a library that is being loaded.

    Only for the main thread.
    """

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGINT, _end)

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)


def _end(_number: int, _frame: object) -> None:
    os.write(2, b"\nskinproof: interrupted\n")
    os._exit(INTERRUPTED)
