"""Ctrl+C, and a scheduler's SIGTERM: the process ends with one sentence, and leaves nothing behind.

It imports next to nothing, since nobody answers before.
"""

from __future__ import annotations

import os
import signal

#: Shells' exit status for a program that SIGINT ended.
INTERRUPTED = 130

#: Prefix of Blender's own temporary folder.
_BLENDERS = "blender_"

#: Ctrl+C, and what a scheduler sends.
_ASKED = (signal.SIGINT, signal.SIGTERM)


class EndedAtOnce:
    """For a block in which only these folders have to be removed, and an exception might be lost.

    A library being loaded may lose it; Blender makes it an operator's error. Main thread only.
    """

    def __init__(self, *folders: str) -> None:
        self._folders = folders

    def __enter__(self) -> None:
        self._before = {number: signal.signal(number, self._end) for number in _ASKED}

    def __exit__(self, *_: object) -> None:
        for number, former in self._before.items():
            signal.signal(number, former)

    def _end(self, _number: int, _frame: object) -> None:
        os.write(2, b"\nskinproof: interrupted\n")
        if self._folders:
            import shutil

            for folder in self._folders:
                shutil.rmtree(folder, ignore_errors=True)
        remove_blenders_folder()
        os._exit(INTERRUPTED)


class RaisedAsWell:
    """In the block SIGTERM raises ``KeyboardInterrupt``, as Ctrl+C does. Main thread only."""

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGTERM, signal.default_int_handler)

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGTERM, self._before)


def remove_blenders_folder() -> None:
    """Remove this process's temporary Blender files, even if Blender was not loaded whole."""
    import sys
    from pathlib import Path

    for name in ("bpy", "_bpy"):
        app = getattr(sys.modules.get(name), "app", None)
        folder = Path(getattr(app, "tempdir", ""))
        if folder.name.startswith(_BLENDERS):
            import shutil

            shutil.rmtree(folder, ignore_errors=True)
