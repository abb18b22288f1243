"""The first lines that the console command runs, before any import, so that Ctrl+C is answered from here on."""

from __future__ import annotations

import gc
import os
import sys

from .interruption import INTERRUPTED, ended_at_once

#: Objects made before Python looks once more for garbage that refers to itself, as often as ``cli.main`` looks.
_SELDOM = 100_000


def start() -> int:
    """Load the command line, which takes a second, and run it; returns its exit status."""
    # Before NumPy is imported. OpenBLAS starts a thread for each core, and they wait by spinning: with two cores, that
    # is a quarter of the processor time of importing NumPy. Products of tiles are too small to share, and finding
    # matrices takes longer by several threads (docs/performance.md).
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(_SELDOM)  # what is imported lives to the end
    try:
        with ended_at_once():
            from .commands import console

        return console()
    except KeyboardInterrupt:
        print("\nskinproof: interrupted", file=sys.stderr)
        return INTERRUPTED
