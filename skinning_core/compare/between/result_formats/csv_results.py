"""Results as text: one line for each vertex at each time, in any order.

    time,vertex,x,y,z
    0.0,0,0.1,1.2,0.0

The first line names the columns, in any order: ``time`` (seconds), ``vertex`` (from 0), ``x``, ``y``, ``z``. With
``part`` (from 0) each part counts its own vertices; without it, numbers go on from part to part. ``nx``, ``ny``, ``nz``
are normals. Other columns are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from ....error import SkinproofError, require
from ....model import Float, Float64, Int
from .arrays import ResultFile, sound_times
from .text_numbers import number_rows, text_lines

#: Columns that the first line must name.
_NEEDED = ("time", "vertex", "x", "y", "z")
#: Columns of normals, read if all three are there.
_NORMAL = ("nx", "ny", "nz")


def read_csv_results(path: Path) -> ResultFile:
    """The contents of a ``.csv`` file. Raises ``SkinproofError`` with the faulty line."""
    lines = list(enumerate(text_lines(path), start=1))
    header = _header(lines, path)
    with_normals, with_parts = all(name in header for name in _NORMAL), "part" in header
    names = [*_NEEDED, *(_NORMAL if with_normals else ()), *(["part"] if with_parts else [])]
    rows = number_rows(lines[1:], [header.index(name) for name in names], path, ",")
    require(len(rows), "there are no results below the first line", str(path))
    places = [number for number, line in lines[1:] if line and not line.isspace()]
    for name in ("vertex", "part") if with_parts else ("vertex",):
        _require_numbers(rows[:, names.index(name)], name, path, places)
    stamps, time = np.unique(rows[:, 0], return_inverse=True)
    times = sound_times(stamps, str(path))
    columns = 6 if with_normals else 3
    arrays: dict[str, Float] = {}
    parts = rows[:, -1].astype(np.int64) if with_parts else np.zeros(len(rows), np.int64)
    for part in np.unique(parts):
        own = np.flatnonzero(parts == part)
        of_part = rows[own]
        told = f" of part {part}" if with_parts else ""
        order = _order(time.ravel()[own], of_part[:, 1].astype(np.int64), times, f"{path}", told)
        values = of_part[order, 2 : 2 + columns].reshape(len(times), -1, columns)
        arrays[f"pos{part}" if with_parts else "positions"] = values[..., :3]
        if with_normals:
            arrays[f"nrm{part}" if with_parts else "normals"] = values[..., 3:]
    return ResultFile(path, times, arrays, (path,))


def _header(lines: Sequence[tuple[int, str]], path: Path) -> list[str]:
    """The names of columns."""
    header = [word.strip().strip('"').lower() for word in lines[0][1].split(",")] if lines else []
    for name in _NEEDED:
        if name not in header:
            told = f"the first line names no column {name!r}"
            raise SkinproofError(told, where=f"{path}:1", fix=f"it should be {','.join(_NEEDED)}")
    return header


def _require_numbers(column: Float64, name: str, path: Path, places: Sequence[int]) -> None:
    """Raises ``SkinproofError`` for a value (n,) that counts nothing; places: the line of each."""
    wrong = np.flatnonzero(~((column >= 0) & (column < 1 << 53) & (column == np.floor(column))))
    if len(wrong):
        told = f"{column[wrong[0]]:g} is no number of a {name}"
        raise SkinproofError(told, where=f"{path}:{places[wrong[0]]}", fix="they are counted from 0")


def _order(time: Int, vertex: Int, times: Float64, where: str, of_part: str) -> Int:
    """(n,) the rows by time, then vertex. Raises ``SkinproofError`` if one is missing or twice there.

    time, vertex: (n,) indices of each row.
    """
    order = np.lexsort((vertex, time))
    time, vertex = time[order], vertex[order]
    twice = np.flatnonzero((np.diff(time) == 0) & (np.diff(vertex) == 0))
    if len(twice):
        told = f"vertex {vertex[twice[0]]}{of_part} has two lines at {times[time[twice[0]]]:g} s"
        raise SkinproofError(told, where=where)
    count = int(vertex.max()) + 1
    if len(order) != len(times) * count:
        begins = np.searchsorted(time, np.arange(len(times) + 1))
        for t, (a, b) in enumerate(pairwise(begins)):
            if b - a < count:
                gaps = np.flatnonzero(vertex[a:b] != np.arange(b - a))
                missing = int(gaps[0]) if len(gaps) else int(b - a)
                told = f"vertex {missing}{of_part} has no line at {times[t]:g} s (vertices up to {count - 1})"
                raise SkinproofError(told, where=where)
    return np.asarray(order, np.intp)
