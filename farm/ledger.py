"""Rows as lines of a file that is only added to, a whole line at a time.

A run writes that it begins (with how many models), which models of earlier runs are gone, a row per model, and that it
has ended. A last line without an end, from a killed write, is dropped on resuming. If a disk is full, the line is taken
back.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..error import SkinproofError, Unfinished
from .files import Shard
from .row import Row, event_line, line_data, row_from

#: How a ledger begins, whoever wrote it.
_BEGIN = b'{"schema":"skinproof.row/'

#: Told about a line that cannot be used.
Note = Callable[[str], None]


@dataclass(frozen=True)
class Run:
    """What a run of a batch was asked to judge."""

    shard: Shard
    models: int
    names: str = ""  # digest of the models' names


@dataclass
class LedgerContents:
    """What a ledger holds."""

    rows: dict[str, Row] = field(default_factory=dict)  # by the model's path: its last one
    ended: Run | None = None  # what was asked, if all of it was done


def ledger_lines(
    path: Path, note: Note, wanted: Container[int] | None = None
) -> Iterator[tuple[int, Row | dict[str, Any]]]:
    """Where each line begins, and its row or its event's members; an unfinished last line does not count.

    wanted: where the lines to be read begin; None: all. A broken line in the middle is passed over, with a sentence to
    ``note``. Raises ``SkinproofError`` if the file cannot be read, or a later Skinproof wrote it.
    """
    begin = 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.endswith(b"\n") and (wanted is None or begin in wanted):
                    try:
                        data = line_data(line)
                        yield begin, data if "event" in data else row_from(data)
                    except ValueError as error:
                        note(f"{path}:{number}: this line is left out: {error}")
                begin += len(line)
    except OSError as error:
        raise SkinproofError(f"cannot be read: {error.strerror}", where=str(path)) from error


def read_ledger(path: Path, note: Note = lambda _: None) -> LedgerContents:
    """What a ledger holds. Raises as ``ledger_lines`` does."""
    contents = LedgerContents()
    for _, line in ledger_lines(path, note):
        contents.ended = ended(line)
        if isinstance(line, Row):
            contents.rows[line.key.path] = line
        elif line["event"] == "gone":
            contents.rows.pop(line["path"], None)
    return contents


def ended(line: Row | dict[str, Any]) -> Run | None:
    """The run whose end a line tells of; None for any other line."""
    if isinstance(line, Row) or line["event"] != "end":
        return None
    return Run(Shard(*line["shard"]), line["models"], line["names"])


def read_rows(path: Path) -> list[Row]:
    """The last row of each model, sorted by path. Raises as ``ledger_lines`` does."""
    rows = read_ledger(path).rows
    return [rows[name] for name in sorted(rows)]


class Ledger:
    """The file that a batch writes its rows to. One process at a time may have it."""

    def __init__(self, path: Path, *, resume: bool, note: Note = lambda _: None) -> None:
        """Open ``path`` to add rows.

        Raises ``SkinproofError`` if it has lines already and ``resume`` is false, or another process has it open.
        """
        self.path = path
        try:
            flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
            self._file = os.open(path, flags, 0o666)
        except OSError as error:
            raise SkinproofError(f"cannot be written: {error.strerror}", where=str(path)) from error
        try:
            _lock(self._file, path)
            _require_ledger(self._file, path, resume=resume)
            self._end = _whole_lines(self._file)
            os.ftruncate(self._file, self._end)
            self.before = read_ledger(path, note)
        except BaseException:
            self.close()
            raise

    def begin(self, run: Run, names: Iterable[str]) -> None:
        """Write that a run begins, and which models of earlier runs it does not have."""
        self._write(event_line(event="begin", shard=[run.shard.number, run.shard.count], models=run.models))
        for name in sorted(self.before.rows.keys() - set(names)):
            self._write(event_line(event="gone", path=name))

    def add(self, row: Row) -> None:
        """Add a row; it is on the disk when this returns. Raises ``Unfinished`` if it cannot be written."""
        self._write(row.line())

    def finish(self, run: Run) -> None:
        """Write that every model of a run has its row."""
        shard = [run.shard.number, run.shard.count]
        self._write(event_line(event="end", shard=shard, models=run.models, names=run.names))

    def close(self) -> None:
        """Close the file, so that another process may have it."""
        os.close(self._file)

    def _write(self, line: str) -> None:
        """Write a line whole or not at all: a system may take a part of it, and then refuse the rest."""
        data = line.encode("ascii") + b"\n"
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(self._file, left) :]
            os.fsync(self._file)
        except BaseException as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._end)
            if not isinstance(error, OSError):
                raise
            fix = "free some space; --resume goes on from here"
            raise Unfinished(f"cannot be written: {error.strerror}", where=str(self.path), fix=fix) from error
        self._end += len(data)


def _require_ledger(file: int, path: Path, *, resume: bool) -> None:
    """Raise ``SkinproofError`` if a file holds lines and nobody asked to go on, or holds anything else."""
    os.lseek(file, 0, os.SEEK_SET)
    begin = os.read(file, len(_BEGIN))
    if begin and not resume:
        raise SkinproofError(
            "there are results in this file already", where=str(path), fix="--resume goes on with them"
        )
    if not _BEGIN.startswith(begin):
        raise SkinproofError(
            "this is no file of results, or one of an earlier Skinproof", where=str(path), fix="give another file name"
        )


def _whole_lines(file: int) -> int:
    """The end of the last whole line: bytes from the beginning."""
    end = os.lseek(file, 0, os.SEEK_END)
    while end:
        begin = max(end - (1 << 16), 0)
        os.lseek(file, begin, os.SEEK_SET)
        found = os.read(file, end - begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        end = begin
    return 0


#: The byte locked on Windows, beyond all lines, which stay readable. Its C runtime locks none beyond 2 GiB.
_LOCKED = (1 << 31) - 2


def _lock(file: int, path: Path) -> None:
    """Keep the file from other processes until it is closed or this process ends, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, _LOCKED, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError) as error:  # the latter on Windows
        raise SkinproofError("another run writes to this file now", where=str(path), fix="wait for its end") from error
    except OSError:
        return  # a file system without locks
