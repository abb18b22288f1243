"""Progress of long work on stderr, if that is a terminal."""

from __future__ import annotations

import sys
import time

from ..skinned import Progress, no_progress

#: Seconds between two redraws.
_INTERVAL = 0.1


def progress_on_stderr(label: str) -> Progress:
    """Redraws one line, "label 42 %", and clears it at the end; silent without a terminal."""
    if not sys.stderr.isatty():
        return no_progress
    last = 0.0

    def report(done: int, total: int) -> None:
        """At most once in ``_INTERVAL`` seconds."""
        nonlocal last
        now = time.monotonic()
        if done >= total:
            sys.stderr.write("\r\x1b[K")
        elif now - last >= _INTERVAL:
            sys.stderr.write(f"\r\x1b[K{label} {100 * done // max(total, 1)} %")
            last = now
        sys.stderr.flush()

    return report
