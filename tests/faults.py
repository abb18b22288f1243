"""A fault injector: an action is run again and again, and each time another line of the program fails.

What may fail (an allocation, a call of Blender's, a write, a time limit) fails in some line; so an error is raised in
place of each line's first execution, one line per run. Lines that clean up after an error or at an end (``finally``,
``except``, ``__exit__``, the whole of rollback.py) are left out: nobody can promise anything where that fails too.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

Line = tuple[str, int]

CLEANING = "rollback.py"

#: Lines tried per action in an ordinary run; SKINPROOF_EVERY_FAULT=1 tries all.
TRIED = 40


class Injector:
    """Faults in the files under some folders."""

    def __init__(self, *folders: Path, error: type[BaseException] = MemoryError) -> None:
        self._folders, self._error = tuple(f"{folder}{os.sep}" for folder in folders), error
        self.struck = False

    def lines(self, action: Callable[[], object]) -> list[Line]:
        """The lines that an action executes, in the order of their first time."""
        seen: dict[Line, None] = {}
        self._traced(action, lambda line: seen.setdefault(line))
        return [line for line in seen if line[1] not in cleaning_lines(line[0])]

    def run(self, action: Callable[[], object], line: Line) -> None:
        """Run with an error in place of a line's first execution; ``struck`` says whether it was reached."""
        self.struck = False

        def strike(at: Line) -> None:
            if at == line and not self.struck:
                self.struck = True
                raise self._error

        self._traced(action, strike)

    def _traced(self, action: Callable[[], object], at_line: Callable[[Line], object]) -> None:
        def local(frame: FrameType, event: str, _argument: Any) -> Any:
            if event == "line":
                at_line((frame.f_code.co_filename, frame.f_lineno))
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
    step = 1.0 if os.environ.get("SKINPROOF_EVERY_FAULT") == "1" else max(1.0, len(lines) / TRIED)
    for k in range(int(len(lines) / step)):
        yield lines[int(k * step)]


@cache
def cleaning_lines(file: str) -> frozenset[int]:
    """The lines of a file that only clean up, or do nothing."""
    if Path(file).name == CLEANING:
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
