"""Another engine's results for one clip, as arrays by name, whatever the layout.

| name | shape | what |
|---|---|---|
| ``times`` | (T,) | seconds, ascending |
| ``positions`` or ``pos0``, ... | (T, V, 3) | world space, +Y up, metres: of all parts in turn, or of each part |
| ``normals`` or ``nrm0``, ... | (T, V, 3) | unit normals |
| ``skin0_mats``, ... | (T, J, 4, 4) | per skin: global joint * inverse bind, ``M[row, col]`` |
| ``nodes`` | (T, N, 4, 4) | global matrix of every node |

Vertices are in the order of the model's accessors, parts in that of ``Model.parts``. Only times and positions are
needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ....error import SkinproofError, require
from ....model import Float, Float64, Model
from ....skinned import Skinned

#: Seconds within which a stored time is the one asked for.
SAME_TIME = 1e-6


@dataclass(frozen=True, eq=False)
class ResultFile:
    """The contents of a file with results."""

    path: Path
    times: Float64  # (T,) seconds, ascending
    arrays: Mapping[str, np.ndarray]  # by the names above
    files: tuple[Path, ...] = ()  # all that were read
    places: Mapping[str, str] = field(default_factory=dict)  # array -> its place in the file, if it has a name

    def of(self, model: Model, times: Float64, *, normals: bool) -> Skinned:
        """The results at ``times`` (T,), seconds, of a model's parts.

        Raises ``SkinproofError`` if a time or part is missing, or a part has another number of vertices.
        """
        rows = np.array([self._row(float(time)) for time in times], np.intp)
        positions = tuple(self._part(model, k)[rows] for k in range(len(model.parts)))
        carried = tuple(
            self._of_part("normals", f"nrm{k}", model, k, rows) if normals else None for k in range(len(model.parts))
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
            expects_normals=normals and self.has_normals,
        )

    @property
    def has_normals(self) -> bool:
        """Any part has normals."""
        return any(name.startswith("nrm") or name == "normals" for name in self.arrays)

    def _row(self, time: float) -> int:
        nearest = int(np.argmin(np.abs(self.times - time)))
        near = abs(self.times[nearest] - time) <= SAME_TIME
        require(near, f"the file has no result for {time:g} s", str(self.path), fix="leave out --times")
        return nearest

    def _part(self, model: Model, k: int) -> Float:
        """(T, V, 3) positions of part ``k`` at all times of the file."""
        starts = model.part_starts
        whole = f"pos{k}" not in self.arrays and "positions" in self.arrays
        name, vertices = ("positions", starts[-1]) if whole else (f"pos{k}", starts[k + 1] - starts[k])
        values = self.arrays.get(name)
        expected = (len(self.times), int(vertices), 3)
        if values is None or values.shape != expected or values.dtype.kind != "f":
            actual = "is missing" if values is None else f"is {values.dtype} {values.shape}"
            of_all = ": times, vertices of all parts one after the other, coordinates" if whole else ""
            where = self.places.get(name, str(self.path))
            raise SkinproofError(f"{name} {actual}, expected floats {expected}{of_all}", where=where)
        return values[:, starts[k] : starts[k + 1]] if whole else values

    def _of_part(self, whole: str, name: str, model: Model, k: int, rows: np.ndarray) -> Float | None:
        """(T, V, 3) of part ``k``, from its own array or that of all parts; None: neither fits."""
        starts = model.part_starts
        if name in self.arrays:
            return self._optional(name, (int(starts[k + 1] - starts[k]), 3), rows)
        values = self._optional(whole, (int(starts[-1]), 3), rows)
        return None if values is None else values[:, starts[k] : starts[k + 1]]

    def _optional(self, name: str, shape: tuple[int, ...], rows: np.ndarray) -> Float | None:
        values = self.arrays.get(name)
        if values is None or values.shape != (len(self.times), *shape) or values.dtype.kind != "f":
            return None
        return np.asarray(values[rows])


def sound_times(times: np.ndarray | None, where: str) -> Float64:
    """(T,) float64 seconds. Raises ``SkinproofError`` unless they are finite, ascending, of shape (T,).

    where: file, and place in it.
    """
    if times is None or times.ndim != 1 or not len(times) or times.dtype.kind not in "fiu":
        raise SkinproofError("it has no array `times` of seconds", where=where, fix="see `skinproof skin`")
    times = times.astype(np.float64)
    ascending = np.isfinite(times).all() and (np.diff(times) > 0.0).all()
    require(ascending, "the array 'times' must hold numbers in ascending order", where)
    return times
