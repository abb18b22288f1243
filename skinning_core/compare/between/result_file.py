"""Results of somebody else's engine, as a file in the layout of ``skinproof skin`` (the layout of the golden files).

Whoever writes a skinning engine stores ``times``, ``pos0``, ``pos1``, ... of one clip with ``numpy.savez`` and has them
compared like those of any engine here; with ``skinS_mats`` and ``nodes`` in the file, the difference is also split into
pose and deformation.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...error import SkinproofError
from ...model import Float, Float64, Model, Unjudged
from ...skinned import Progress, Skinned, no_progress
from ...subject import Subject
from ...text.sentence import sentence

#: A time of the file and a time asked for are the same where they differ by no more than this, in seconds.
SAME_TIME = 1e-6


class Stored(Subject):
    """A subject that answers from a file. Only plain arrays are read, never pickled objects."""

    every_normal = True

    def __init__(self, model: Model, results: ResultFile, name: str = "") -> None:
        self.model, self.results, self.name = model, results, name or results.path.name

    def frames(self, clip: int | None) -> Float64:
        """(T,) all times of the file, seconds; it is taken to hold the clip that is asked for."""
        del clip
        return self.results.times

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """Normals, where the model has some and the file none."""
        asked = any(self.model.primitive(part).normals is not None for part in self.model.parts)
        if not asked or self._has_normals:
            return ()
        told = sentence("{file} has no normals, so they are not judged (--normals out leaves them out)", file=self.name)
        return (Unjudged("NORMALS_NOT_GIVEN", "", told),)

    @property
    def _has_normals(self) -> bool:
        return any(name.startswith("nrm") for name in self.results.arrays)

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """The stored positions at ``times`` (T,), seconds.

        Raises ``SkinproofError`` if a time or a part is missing, or a part has a different number of vertices.
        """
        del clip, progress
        return self.results.of(self.model, times, normals=normals)


@dataclass(frozen=True, eq=False)
class ResultFile:
    """What a file with results holds."""

    path: Path
    times: Float64  # (T,) seconds, ascending
    arrays: dict[str, np.ndarray]

    def of(self, model: Model, times: Float64, *, normals: bool) -> Skinned:
        """The results at ``times`` (T,), seconds, of a model's parts. Raises as ``Stored.at`` does."""
        rows = np.array([self._row(float(time)) for time in times], np.intp)
        positions = tuple(
            self._part(f"pos{k}", model.primitive(part).vertex_count)[rows] for k, part in enumerate(model.parts)
        )
        carried = tuple(
            self._optional(f"nrm{k}", p.shape[1:], rows) if normals else None for k, p in enumerate(positions)
        )
        skin_palettes = []
        for s, skin in enumerate(model.skins):
            matrices = self._optional(f"skin{s}_mats", (len(skin.joints), 4, 4), rows)
            if matrices is None:
                break
            skin_palettes.append((skin.joints, np.asarray(matrices, np.float64)))
        world = self._optional("nodes", (len(model.nodes), 4, 4), rows)
        return Skinned(
            engine=self.path.name,
            times=times,
            parts=model.parts,
            positions=positions,
            normals=carried,
            node_globals=None if world is None else np.asarray(world, np.float64),
            skin_palettes=tuple(skin_palettes) if len(skin_palettes) == len(model.skins) else (),
            expects_normals=normals and any(name.startswith("nrm") for name in self.arrays),
        )

    def _row(self, time: float) -> int:
        nearest = int(np.argmin(np.abs(self.times - time)))
        if abs(self.times[nearest] - time) > SAME_TIME:
            raise SkinproofError(
                f"the file has no result for {time:g} s",
                where=str(self.path),
                fix="leave out --times",
            )
        return nearest

    def _part(self, name: str, vertices: int) -> Float:
        values = self.arrays.get(name)
        expected = (len(self.times), vertices, 3)
        if values is None or values.shape != expected or values.dtype.kind != "f":
            actual = "is missing" if values is None else f"is {values.dtype} {values.shape}"
            raise SkinproofError(f"{name} {actual}, expected floats {expected}", where=str(self.path))
        return values

    def _optional(self, name: str, shape: tuple[int, ...], rows: np.ndarray) -> Float | None:
        values = self.arrays.get(name)
        if values is None or values.shape != (len(self.times), *shape) or values.dtype.kind != "f":
            return None
        result: Float | None = values[rows]
        return result


def read_results(path: Path) -> ResultFile:
    """What an ``.npz`` file holds. Raises ``SkinproofError`` if it is no such file or has no valid times."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: np.asarray(file[name]) for name in file.files}
    except (OSError, ValueError, EOFError, AttributeError, zipfile.BadZipFile) as error:
        raise SkinproofError(
            "not an .npz file of plain arrays", where=str(path), fix="write it by numpy.savez"
        ) from error
    times = arrays.get("times")
    if times is None or times.ndim != 1 or not len(times) or times.dtype.kind not in "fiu":
        raise SkinproofError("it has no array `times` of seconds", where=str(path), fix="see `skinproof skin`")
    times = times.astype(np.float64)
    if not (np.isfinite(times).all() and (np.diff(times) > 0.0).all()):
        raise SkinproofError("the array 'times' must hold numbers in ascending order", where=str(path))
    return ResultFile(path, times, arrays)
