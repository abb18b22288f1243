"""A fault injector: an action is run again and again, and each time it fails in another place.

What may fail (an allocation, a call of Blender's, a write, a rename) fails in some line; so an error is raised in place
of each line's first execution, one line per run. A time limit may strike at any moment, also in the middle of a line
and when it is executed for the hundredth time; so an error is raised at moments drawn from the whole of a run, too.

Lines that clean up after an error or at an end (``finally``, ``except``, ``__exit__``, the whole of rollback.py) are
left out, with all that they call: nobody can promise anything where that fails too. So are Blender's handlers, which
belong to no action, and whose errors Blender swallows.
"""

from __future__ import annotations

import ast
import os
import random
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

Line = tuple[str, int]

LEFT_OUT = {"rollback.py", "handlers.py"}

#: SKINPROOF_EVERY_FAULT=1 tries all lines, and a moment for every fourth line.
EVERY = os.environ.get("SKINPROOF_EVERY_FAULT") == "1"

#: Lines tried per action in an ordinary run, and moments.
TRIED, MOMENTS = 20, 3


class TimeLimit(BaseException):
    """A time limit that has struck: no error of the program's, and none that it knows."""


class Injector:
    """Faults in the files under some folders."""

    def __init__(self, *folders: Path, error: type[BaseException] = MemoryError) -> None:
        self._folders, self._error = tuple(f"{folder}{os.sep}" for folder in folders), error
        self.struck = False
        self.executed = 0  # lines that ``lines`` has counted, repetitions included

    def lines(self, action: Callable[[], object]) -> list[Line]:
        """The lines that an action executes, in the order of their first time."""
        seen: dict[Line, None] = {}
        self.executed = 0

        def count(frame: FrameType, _event: str) -> None:
            self.executed += 1
            line = _line(frame)
            if line not in seen and not self._is_cleaning(frame):
                seen[line] = None

        self._traced(action, count)
        return list(seen)

    def run(self, action: Callable[[], object], line: Line) -> None:
        """Run with an error in place of a line's first execution that is no cleaning up.

        ``struck`` says whether it was reached.
        """
        self.struck = False

        def strike(frame: FrameType, _event: str) -> None:
            if not self.struck and _line(frame) == line and not self._is_cleaning(frame):
                self.struck = True
                raise self._error

        self._traced(action, strike)

    def run_until(self, action: Callable[[], object], moment: int, steps: int) -> None:
        """Run until so many lines have been executed, then so many instructions of the last one, and strike there.

        Where that is in the midst of cleaning up, or on the way into or out of a ``with``, where Python itself lets no
        signal through, the strike comes after it; so it does where the instruction belongs to no line (a jump back to
        the head of a loop has none in Python 3.11), for nobody can tell whether that cleans up. ``struck`` says whether
        it came at all.
        """
        self.struck, left, more = False, moment, steps

        def strike(frame: FrameType, event: str) -> None:
            nonlocal left, more
            left -= event == "line"
            if self.struck or left > 0:
                return
            frame.f_trace_opcodes = True
            more -= 1
            # What the types say is not so: the line of an instruction may be None.
            unclear = {None, *with_lines(frame.f_code.co_filename)}
            if more < 0 and frame.f_lineno not in unclear and not self._is_cleaning(frame):
                self.struck = True
                raise TimeLimit

        self._traced(action, strike)

    def _is_cleaning(self, frame: FrameType | None) -> bool:
        while frame is not None:
            file, line = _line(frame)
            if file.startswith(self._folders) and line in cleaning_lines(file):
                return True
            frame = frame.f_back
        return False

    def _traced(self, action: Callable[[], object], at: Callable[[FrameType, str], object]) -> None:
        def local(frame: FrameType, event: str, _argument: Any) -> Any:
            if event in ("line", "opcode"):
                at(frame, event)
            return local

        def every(frame: FrameType, _event: str, _argument: Any) -> Any:
            return local if frame.f_code.co_filename.startswith(self._folders) else None

        before = sys.gettrace()
        sys.settrace(every)
        try:
            action()
        finally:
            sys.settrace(before)


def chosen(lines: list[Line]) -> Iterator[Line]:
    """All lines, or where only an ordinary run is asked for, some that are evenly spread."""
    step = 1.0 if EVERY else max(1.0, len(lines) / TRIED)
    for k in range(int(len(lines) / step)):
        yield lines[int(k * step)]


def moments(injector: Injector, lines: list[Line]) -> Iterator[tuple[int, int]]:
    """Pairs for ``run_until``, the same ones in every run."""
    rng = random.Random(len(lines))
    for _ in range(len(lines) // 4 if EVERY else MOMENTS):
        yield rng.randrange(1, injector.executed), rng.randrange(12)


def _line(frame: FrameType) -> Line:
    return frame.f_code.co_filename, frame.f_lineno


@cache
def with_lines(file: str) -> frozenset[int]:
    """The lines of a file that begin a ``with``, which are executed once more at its end."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.With):
            found.update(range(node.lineno, node.body[0].lineno))
    return frozenset(found)


@cache
def cleaning_lines(file: str) -> frozenset[int]:
    """The lines of a file that only clean up, or do nothing."""
    if Path(file).name in LEFT_OUT:
        return frozenset(range(1, len(Path(file).read_text(encoding="utf-8").splitlines()) + 1))
    found: set[int] = set()
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        blocks: list[ast.stmt] = []
        if isinstance(node, ast.Try):
            blocks = [*node.finalbody, *(statement for handler in node.handlers for statement in handler.body)]
            found.update([node.lineno, *(handler.lineno for handler in node.handlers)])  # these do nothing
        elif isinstance(node, ast.FunctionDef) and node.name == "__exit__":
            blocks = node.body
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Set):
            blocks = [node]  # an operator's answer, when all is done
        for statement in blocks:
            found.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return frozenset(found)
