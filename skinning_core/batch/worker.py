"""The process that judges models one after the other, for as long as the process that started it lives and asks.

A model's key comes as a line on stdin, and its row goes out as a line on stdout; that line is marked, since Blender
prints lines too.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import IO

from ..compare.judge.verification import Verification
from ..error import SkinproofError
from .row import UNREADABLE, Key, Row, row_of

#: Marks the worker's own lines on stdout: READY once at first, then one row per request.
MARK = "\x1eskinproof "
READY = "ready"

#: Seconds between two looks at whether the parent is still there.
_WATCH = 1.0


def serve(judge: Callable[[str], Verification], requests: IO[str], answers: IO[str]) -> None:
    """Answer every line of ``requests`` (the JSON of a ``Key``) with the row of its model; return when they end."""
    _end_with_the_parent()
    print(f"\n{MARK}{READY}", file=answers, flush=True)
    for line in requests:
        key = Key(**json.loads(line))
        row = _row(key, judge)
        print(f"\n{MARK}{row.line()}", file=answers, flush=True)


def _row(key: Key, judge: Callable[[str], Verification]) -> Row:
    """The row of one model. Whatever goes wrong with this model is in its row, and does not stop the next one."""
    try:
        return row_of(key, judge(key.path), blender=_blender_version())
    except SkinproofError as error:
        return Row(key, UNREADABLE, str(error))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 -- a fault of ours on one model of thousands must not stop the others
        traceback.print_exc()
        return Row(key, UNREADABLE, f"this is a fault of Skinproof itself: {type(error).__name__}: {error}")


def _end_with_the_parent() -> None:
    """End this process once its parent is gone: a worker that hangs does not notice that its stdin was closed."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def request_line(key: Key) -> str:
    """The line that asks a worker for a model's row."""
    return json.dumps({"path": key.path, "digest": key.digest, "options": key.options, "version": key.version}) + "\n"


def _blender_version() -> str:
    """The version of the Blender that this process has used; empty if it has used none."""
    bpy = sys.modules.get("bpy")
    return "" if bpy is None else ".".join(map(str, bpy.app.version))
