"""Rows as lines of a file that is only ever added to, a whole line at a time.

Where the work is killed in the middle of a write, the last line has no end; it is dropped when the work is resumed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ..error import SkinproofError
from .row import Key, Row, read_row


def read_rows(path: Path) -> list[Row]:
    """The rows of a file, in its order; a last line that was not finished does not count.

    Raises ``SkinproofError`` if the file cannot be read, or a finished line is not a row.
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise SkinproofError(f"cannot be read: {error.strerror}", where=str(path)) from error
    rows = []
    for number, line in enumerate(text[: text.rfind(b"\n") + 1].splitlines(), start=1):
        try:
            rows.append(read_row(line.decode("ascii")))
        except ValueError as error:
            raise SkinproofError(
                f"this line is not a row of a batch: {error}", where=f"{path}:{number}", fix="remove the line"
            ) from error
    return rows


def latest(rows: Iterable[Row]) -> list[Row]:
    """One row per model, the model's last one, in the order of the models' paths."""
    by_path = {row.key.path: row for row in rows}
    return [by_path[path] for path in sorted(by_path)]


class Ledger:
    """The file that a batch writes its rows to."""

    def __init__(self, path: Path, *, resume: bool) -> None:
        """Open ``path`` to add rows. Raises ``SkinproofError`` if it already has rows and ``resume`` is false."""
        self.done: dict[Key, Row] = {}
        if path.is_file() and path.stat().st_size:
            if not resume:
                raise SkinproofError(
                    "there are results in this file already", where=str(path), fix="--resume goes on with them"
                )
            self.done = {row.key: row for row in read_rows(path)}
            _drop_unfinished_line(path)
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise SkinproofError(f"cannot be written: {error.strerror}", where=str(path)) from error

    def add(self, row: Row) -> None:
        """Add a row in one write; it is on the disk when this returns."""
        os.write(self._file, row.line().encode("ascii") + b"\n")
        os.fsync(self._file)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def _drop_unfinished_line(path: Path) -> None:
    with path.open("r+b") as file:
        end = file.read().rfind(b"\n") + 1
        file.truncate(end)
