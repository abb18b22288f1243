"""The first lines of the console command, before any slow import: Ctrl+C is answered from here on.

Before that is Python's own start (20 ms), when nothing has been read or written.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys

from ..interruption import INTERRUPTED, EndedAtOnce, remove_blenders_folder

#: New objects before Python looks again for cyclic garbage; as in ``cli.main``.
_SELDOM = 100_000


def start() -> int:
    """Load the command line, which takes a second, and run it; returns its exit status."""
    # Before NumPy is imported. OpenBLAS starts a thread for each core, and they wait by spinning: with two cores, a
    # quarter of the processor time of importing NumPy. Products of tiles are too small to share, and finding matrices
    # takes longer by several threads (docs/performance.md).
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(_SELDOM)  # what is imported lives to the end
    status: list[int] = []
    atexit.register(_end, status)  # the first registered is called last
    status.append(_answered())
    return status[0]


def _answered() -> int:
    try:
        with EndedAtOnce():
            from .commands import console

        return console()
    except KeyboardInterrupt:
        print("\nskinproof: interrupted", file=sys.stderr)
        return INTERRUPTED


def _end(status: list[int]) -> None:
    """End here if Blender is in this process, not where C++ destroys its remains.

    Blender 4.2 there calls Python, which is gone: with NumPy 2, a right answer ended in status 139. It also leaves its
    temporary folder behind. status: of the answer, if there is one.
    """
    import contextlib

    bpy = sys.modules.get("bpy")
    if bpy is None or not status or os.name != "posix":  # Windows destroys it all the same
        return
    remove_blenders_folder()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):
            stream.flush()
    os._exit(status[0])
