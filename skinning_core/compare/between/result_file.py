"""Somebody else's results for one clip, as a subject like any engine here.

They are ``times`` and positions: an ``.npz`` in the layout of ``skinproof skin`` (by ``numpy.savez``), ``.json`` (with
a ``.bin`` for many numbers), ``.csv``, or a folder of ``.obj`` or ``.ply`` files; see ``result_formats``. With joint
matrices, the difference is also split into pose and deformation.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from ...error import SkinproofError
from ...files.source import require_file
from ...model import Float64, Model, Unjudged
from ...skinned import Progress, Skinned, no_progress
from ...subject import Subject, normals_not_given
from .result_formats.arrays import ResultFile, sound_times
from .result_formats.csv_results import read_csv_results
from .result_formats.frame_folder import read_frame_folder
from .result_formats.json_results import read_json_results


class Stored(Subject):
    """A subject that answers from a file. Only plain arrays are read, never pickled objects."""

    every_normal = True

    def __init__(self, model: Model, results: ResultFile, name: str = "") -> None:
        self.model, self.results, self.name = model, results, name or results.path.name

    def frames(self, clip: int | None) -> Float64:
        """(T,) all times of the file, seconds. The file is taken to hold the clip."""
        del clip
        return self.results.times

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """Normals, if the model has some and the file none."""
        asked = any(self.model.primitive(part).normals is not None for part in self.model.parts)
        if not asked or self.results.has_normals:
            return ()
        return (normals_not_given(self.name),)

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """The stored positions at ``times`` (T,), seconds.

        Raises ``SkinproofError`` if a time or part is missing, or a part has another number of vertices.
        """
        del clip, progress
        return self.results.of(self.model, times, normals=normals)


def is_stored(name: str) -> bool:
    """A name with the suffix of stored results, or of a folder that exists."""
    return bool(name) and (name.lower().endswith(tuple(_READERS)) or Path(name).is_dir())


def read_results(path: Path) -> ResultFile:
    """The results that a file or a folder holds, by its suffix. Raises ``SkinproofError`` if it holds none."""
    try:
        if path.is_dir():
            return read_frame_folder(path)
        require_file(path)
        return _READERS.get(path.suffix.lower(), _read_npz)(path)
    except MemoryError:
        raise SkinproofError("these results do not fit into memory", where=str(path)) from None


def _read_npz(path: Path) -> ResultFile:
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:  # NumPy leaves a broken one open
            arrays = {name: np.asarray(file[name]) for name in file.files}
    except (OSError, ValueError, EOFError, AttributeError, zipfile.BadZipFile) as error:
        told = "not an .npz file of plain arrays"
        raise SkinproofError(told, where=str(path), fix="write it by numpy.savez") from error
    return ResultFile(path, sound_times(arrays.get("times"), str(path)), arrays, (path,))


_READERS: Mapping[str, Callable[[Path], ResultFile]] = {
    ".npz": _read_npz,
    ".json": read_json_results,
    ".csv": read_csv_results,
}
