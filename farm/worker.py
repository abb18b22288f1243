"""The process that judges models one after the other, as long as its parent lives and asks.

A model's key comes as a line on stdin, its row goes out as a marked line on stdout, since Blender prints there too. The
last of stderr (a crash, in which of Python's lines) goes into the row.
"""

from __future__ import annotations

import dataclasses
import faulthandler
import json
import os
import threading
import time
from collections.abc import Callable
from typing import IO, TYPE_CHECKING

from .answer import row_by
from .files import digest
from .row import Key

if TYPE_CHECKING:
    from ..compare.judge.verification import Verification

#: Marks the worker's own lines on stdout: READY once at first, then one row per request, or SEEN.
MARK = "\x1eskinproof "
READY = "ready"

#: The answer if the model has the bytes that were judged before.
SEEN = "seen"

#: Seconds between two looks for the parent.
_WATCH = 1.0


def serve(judge: Callable[[str], Verification], requests: IO[str], answers: IO[str]) -> None:
    """Answer every line of ``requests`` (see ``request_line``) with the row of its model; return when they end."""
    _end_with_the_parent()
    if not faulthandler.is_enabled():
        faulthandler.enable()
    print(f"\n{MARK}{READY}", file=answers, flush=True)
    for line in requests:
        request = json.loads(line)
        key, file = Key(**request["key"]), request["file"]
        seen = key.digest and key.digest == digest(file)
        print(f"\n{MARK}{SEEN if seen else row_by(judge, key, file).line()}", file=answers, flush=True)


def _end_with_the_parent() -> None:
    """End this process once its parent is gone: a worker that hangs does not notice that its stdin was closed."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def request_line(key: Key, file: str) -> str:
    """The line that asks a worker for the row of the model in ``file``.

    The key's digest is of the bytes judged before; empty if there were none.
    """
    return json.dumps({"key": dataclasses.asdict(key), "file": file}) + "\n"
