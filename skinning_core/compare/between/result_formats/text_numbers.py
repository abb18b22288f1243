"""Numbers in lines of text, read in one go. If that fails, the first faulty line is named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from ....error import SkinproofError, require
from ....files.source import read_source
from ....model import Float64


def text_lines(path: Path) -> list[str]:
    """The lines of a text file, invalid UTF-8 replaced. Raises ``SkinproofError`` if it cannot be read."""
    data, _ = read_source(path, str(path))
    return str(data, "utf-8", "replace").removeprefix("\ufeff").splitlines()


def number_rows(
    lines: Iterable[tuple[int, str]], columns: Sequence[int], path: Path, separator: str | None = None
) -> Float64:
    """(n, len(columns)) the numbers in ``columns`` of lines, each given with its number in the file.

    separator: None: blanks. Raises ``SkinproofError`` with file and line if a column is missing or no number.
    """
    kept = [(number, line) for number, line in lines if line and not line.isspace()]
    if not kept:
        return np.zeros((0, len(columns)))
    try:
        return np.loadtxt(
            [line for _, line in kept], np.float64, comments=None, delimiter=separator, usecols=columns, ndmin=2
        )
    except (ValueError, OverflowError):
        for number, line in kept:
            _require_numbers(line.split(separator), columns, f"{path}:{number}")
        raise SkinproofError("these are no columns of numbers", where=str(path)) from None


def _require_numbers(words: Sequence[str], columns: Sequence[int], where: str) -> None:
    needed = max(columns) + 1
    require(len(words) >= needed, f"{len(words)} columns where {needed} are needed", where)
    for column in columns:
        try:
            np.loadtxt([words[column]], np.float64, comments=None)
        except ValueError:
            told = words[column].strip()[:40]
            raise SkinproofError(f"{told!r} in column {column + 1} is no number", where=where) from None
