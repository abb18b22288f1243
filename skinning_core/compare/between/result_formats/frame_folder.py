"""Results as a folder of ``.obj`` or ``.ply`` files, one per frame, and their times.

Files are sorted by name, numbers in it by value. ``times.txt`` has one line for each: its time in seconds. A file holds
the vertices of all parts in turn, at that time.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from ....error import SkinproofError, require
from ....model import Float64
from .arrays import ResultFile, sound_times
from .obj_file import read_obj_vertices
from .ply_file import read_ply_vertices
from .text_numbers import number_rows, text_lines

_SUFFIXES = (".obj", ".ply")


def read_frame_folder(folder: Path) -> ResultFile:
    """The contents of a folder of frames. Raises ``SkinproofError`` with the faulty file and line."""
    try:
        inside = [file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES and file.name[0] != "."]
    except OSError as error:
        raise SkinproofError(f"cannot be read: {error.strerror}", where=str(folder)) from error
    told = "it holds both .obj and .ply files" if inside else "it holds no .obj and no .ply file"
    one = len({file.suffix.lower() for file in inside}) == 1
    require(one, told, str(folder), fix="name a folder with one file for each frame")
    files = sorted(inside, key=_by_number)
    times = _times(folder, len(files))
    positions, normals = None, None
    for k, file in enumerate(files):
        obj = file.suffix.lower() == ".obj"
        place, normal = (read_obj_vertices(file), None) if obj else read_ply_vertices(file)
        if positions is None:
            positions = np.empty((len(files), *place.shape))
            normals = None if normal is None else np.empty_like(positions)
        if place.shape != positions.shape[1:] or (normal is None) != (normals is None):
            differs = f"{len(place)} vertices, where" if place.shape != positions.shape[1:] else "normals are not as"
            raise SkinproofError(f"{differs} {files[0].name} has {positions.shape[1]}", where=str(file))
        positions[k] = place
        if normals is not None:
            normals[k] = normal
    arrays = {name: values for name, values in (("positions", positions), ("normals", normals)) if values is not None}
    return ResultFile(folder, times, arrays, (folder / "times.txt", *files))


def _by_number(file: Path) -> list[tuple[int, str]]:
    """Sorts ``walk_2.obj`` before ``walk_10.obj``."""
    return [(int(digits or 0), text) for text, digits in re.findall(r"(\D*)(\d*)", file.name.lower())]


def _times(folder: Path, count: int) -> Float64:
    path = folder / "times.txt"
    fix = f"write it beside the frames: {count} lines, the seconds of each"
    require(path.is_file(), "there is no such file", str(path), fix=fix)
    rows = number_rows(enumerate(text_lines(path), start=1), (0,), path)
    require(len(rows) == count, f"{len(rows)} times for {count} frames", str(path))
    return sound_times(rows[:, 0], str(path))
