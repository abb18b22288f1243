"""How far the other Blender is: a number in a file of its folder."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

#: Seconds between two writings of it.
_SELDOM = 0.2

_FILE = "progress"


class Meter:
    """Writes how much of a job is done: each verified export takes half of what is left."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._told = folder, 0.0
        self._before, self._share = 0.0, 0.5
        self._begun = False

    def next_export(self) -> None:
        """Begin an export, in what is left."""
        if self._begun:
            self._before += self._share
            self._share *= 0.5
        self._begun = True

    def __call__(self, done: int, total: int) -> None:
        """So many steps of this export are done. A full disk is no reason to stop."""
        self._begun, now = True, time.monotonic()
        if now - self._told >= _SELDOM:
            self._told = now
            with suppress(OSError):
                done_of_all = self._before + self._share * done / max(total, 1)
                (self.folder / _FILE).write_text(f"{done_of_all:.3f}", encoding="ascii")


def read_progress(folder: Path) -> float:
    """How much is done, 0 to 1, by a file in the folder or one of its folders; 0 if nothing is said yet."""
    try:
        file = next(iter((*folder.glob(_FILE), *folder.glob(f"*/{_FILE}"))), None)
        return 0.0 if file is None else min(max(float(file.read_text(encoding="ascii")), 0.0), 1.0)
    except (OSError, ValueError):
        return 0.0
