"""The first lines that the console command runs, before any import, so that Ctrl+C is answered from here on."""

from __future__ import annotations

import sys

from .interruption import INTERRUPTED, ended_at_once


def start() -> int:
    """Load the command line, which takes a second, and run it; returns its exit status."""
    try:
        with ended_at_once():
            from .commands import console

        return console()
    except KeyboardInterrupt:
        print("\nskinproof: interrupted", file=sys.stderr)
        return INTERRUPTED
