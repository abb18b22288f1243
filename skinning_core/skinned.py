"""What every engine returns: skinned positions and normals over time, in the layout of the golden files."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .files.output import write_file
from .model import Float, Float64, Int, Part
from .text.count import counted
from .text.sentence import Sentence, joined, sentence

#: Called with (done, total); raises ``Cancelled`` if the user asked to stop.
Progress = Callable[[int, int], None]


Scalar = TypeVar("Scalar", bound=np.generic)

#: Vertices in one long inner loop: NumPy is slow in short ones.
_RUN = 256
#: Runs of a part, at least. A smaller part's coordinates are compared one axis after the other.
_LEAST_RUNS = 4
#: Positions searched together for extremes.
_BLOCK = 1 << 16


def no_progress(done: int, total: int) -> None:
    """The silent ``Progress``."""


@dataclass(frozen=True, eq=False)
class SeenVertices:
    """Vertices of a part as seen, with what is set aside of them."""

    part: int
    vertices: Int  # (n,)
    positions: Float  # (T, n, 3) as ``Skinned.positions``; NaN if not known


@dataclass(frozen=True, eq=False)
class SetAside:
    """Something besides its skin that changes a character, left out of an engine's result."""

    name: str  # what does it, as a sentence begins
    moves: Float64  # (T,) metres: the farthest that it moves a vertex; NaN: vertices cannot be told apart
    added: int  # vertices that it adds; below 0: takes away
    faces: int = 0  # triangles that it adds between existing vertices; below 0: takes away
    keyed: bool = False  # the mesh has shape keys, which an exporter that applies modifiers leaves out
    seen: tuple[SeenVertices, ...] = ()  # all that it moves

    @property
    def farthest(self) -> float:
        """Metres: its largest move of a vertex at any time; NaN as in ``moves``."""
        return float(self.moves.max(initial=0.0))

    def share(self, size: Float64) -> float:
        """Its largest move relative to the size at its time; NaN as in ``moves``, 0 for a point. size: (T,) metres."""
        return float(np.divide(self.moves, size, out=np.zeros(len(size)), where=size > 0.0).max(initial=0.0))

    def sentence(self, size: Float64) -> Sentence:
        """Its effect in one sentence. size: (T,) the character's diagonals, metres."""
        effects = []
        if self.added:
            added = "adds {vertices}" if self.added > 0 else "takes away {vertices}"
            effects.append(sentence(added, vertices=counted(abs(self.added), "vertex")))
        if self.faces:
            words = "adds {triangles}" if self.faces > 0 else "takes away {triangles}"
            effects.append(sentence(words, triangles=counted(abs(self.faces), "triangle")))
        if np.isnan(self.farthest):
            effects.append(sentence("leaves none that can be told from the others"))
        elif self.farthest:
            told = "{metres:.3g} m ({percent:.2g} % of the size)" if size.any() else "{metres:.3g} m"
            length = sentence(told, metres=self.farthest, percent=100.0 * self.share(size))
            moving = "moves the others by up to {length}" if self.added else "moves vertices by up to {length}"
            effects.append(sentence(moving, length=length))
        effect = joined(effects or [sentence("moves nothing")], " and ")
        return sentence("Not compared: {what}; it {effect}", what=self.name, effect=effect)


def worse_faces(one: int, other: int) -> int:
    """Of two ``SetAside.faces``, the one that says more: what is taken away, else added."""
    return min(one, other) if min(one, other) < 0 else max(one, other)


@dataclass(frozen=True, eq=False)
class Skinned:
    """Positions and normals of every part at every time, in glTF's world space (+Y up, metres)."""

    engine: str  # "reference", "fast", "gpu:texture", "blender", "stock", ...
    times: Float64  # (T,) seconds
    parts: tuple[Part, ...]  # K parts, as in Model.parts
    positions: tuple[Float, ...]  # per part (T, V, 3), see ``once``; NaN for a lost vertex
    normals: tuple[Float | None, ...]  # per part (T, V, 3) unit, 0 if undefined; None: the part has none
    node_globals: Float64 | None = None  # (T, N, 4, 4), NaN for nodes in no scene
    # Per skin: joint nodes (J,), global * inverse bind (T, J, 4, 4).
    skin_palettes: tuple[tuple[Int, Float64], ...] = ()
    morph_weights: tuple[Float64, ...] = ()  # per node (T, M) as the engine had them; (): not known
    raw: tuple[Float | None, ...] = ()  # per part: positions with weights as stored, if different
    unnormalised: tuple[Float | None, ...] = ()  # per part: quaternions left unnormalised, if different
    zero_weight: tuple[Int, ...] = ()  # per part: vertices whose weights sum to zero
    notes: tuple[str, ...] = field(default=())  # for the user, one sentence each
    set_aside: tuple[SetAside, ...] = ()  # changes of the character, left out of the positions
    absent: tuple[Int, ...] = ()  # per part (n,) vertices that the subject lacks; (): none
    hidden: tuple[Int, ...] = ()  # per part (n,) existing vertices that could not be looked at; (): none
    farthest: float = 0.0  # metres of the model: the largest coordinate at which the subject computes
    expects_normals: bool = False  # a part without normals has lost them, if the reference has some

    @cached_property
    def diagonal(self) -> Float64:
        """(T,) diagonal of the bounding box of all positions, metres: errors are divided by it."""
        return _diagonal(*self.bounds)

    @cached_property
    def bounds(self) -> tuple[Float64, Float64]:
        """(T, 3) the smallest and (T, 3) the largest coordinates of all positions, metres; see ``bounding_box``."""
        return bounding_box(self.positions, len(self.times))

    def at_times(self, indices: Int | slice) -> Skinned:
        """The same at the times of ``indices`` (n,) only; a slice gives views."""

        def picked(values: tuple[Float | None, ...]) -> tuple[Float | None, ...]:
            return tuple(None if v is None else v[indices] for v in values)

        return dataclasses.replace(
            self,
            times=self.times[indices],
            positions=tuple(p[indices] for p in self.positions),
            normals=picked(self.normals),
            node_globals=None if self.node_globals is None else self.node_globals[indices],
            skin_palettes=tuple((joints, matrices[indices]) for joints, matrices in self.skin_palettes),
            morph_weights=tuple(weights[indices] for weights in self.morph_weights),
            raw=picked(self.raw),
            unnormalised=picked(self.unnormalised),
        )._with_bounds_of(self, indices)

    def beside(self, **fields: Any) -> Skinned:
        """The same positions and times with other ``fields``; bounds are kept."""
        return dataclasses.replace(self, **fields)._with_bounds_of(self, slice(None))

    def with_bounds(self, low: Float64, high: Float64) -> Skinned:
        """This result with known ``bounds``."""
        vars(self)["bounds"] = low, high  # where cached_property looks for them
        return self

    def bounded(self) -> Skinned:
        """This result with its bounds found now, for what is taken of it."""
        return self.with_bounds(*self.bounds)

    def _with_bounds_of(self, other: Skinned, indices: Int | slice) -> Skinned:
        """Take over the known bounds of another result with these positions, at some times."""
        return self.with_bounds(*(corner[indices] for corner in other.bounds)) if "bounds" in vars(other) else self

    def arrays(self) -> dict[str, Any]:
        """All of it by the golden files' names: times, prims, nodes, skinS_*, posK (T, V, 3), nrmK, ..."""
        arrays: dict[str, Any] = {"times": self.times}
        if self.node_globals is not None:
            arrays["nodes"] = self.node_globals
        rows = [(p.node, p.mesh, p.primitive, p.skin) for p in self.parts]
        arrays["prims"] = np.array(rows, np.int32).reshape(-1, 4)
        for s, (joints, matrices) in enumerate(self.skin_palettes):
            arrays[f"skin{s}_joints"] = np.asarray(joints, np.int32)
            arrays[f"skin{s}_mats"] = matrices
        arrays["diag"] = self.diagonal
        optional = {"nrm": self.normals, "raw": self.raw, "quat": self.unnormalised}
        for k, positions in enumerate(self.positions):
            arrays[f"pos{k}"] = positions
            for key, per_part in optional.items():
                value = per_part[k] if k < len(per_part) else None
                if value is not None:
                    arrays[f"{key}{k}"] = value
            if k < len(self.zero_weight) and len(self.zero_weight[k]):
                arrays[f"zero{k}"] = np.asarray(self.zero_weight[k], np.int32)
        return arrays

    def save(self, path: Path) -> None:
        """Write an ``.npz`` of ``arrays``. Raises ``SkinproofError`` if that fails; what was at ``path`` then stays."""
        write_file(path, lambda file: np.savez_compressed(file, **self.arrays()))


def joined_in_time(results: Sequence[Skinned]) -> Skinned:
    """Results of one model and engine that follow each other in time: positions and matrices.

    A part that stands still in all is one row again. Normals and the reference's variants are left out.
    """
    first = results[0]
    of_parts = zip(*(result.positions for result in results), strict=True)
    of_weights = zip(*(result.morph_weights for result in results), strict=True)
    worlds = [result.node_globals for result in results if result.node_globals is not None]
    palettes = []
    for s, (joints, _) in enumerate(first.skin_palettes):
        palettes.append((joints, np.concatenate([result.skin_palettes[s][1] for result in results])))
    return Skinned(
        engine=first.engine,
        times=np.concatenate([result.times for result in results]),
        parts=first.parts,
        positions=tuple(map(_one_after_another, of_parts)),
        normals=(None,) * len(first.parts),
        node_globals=np.concatenate(worlds) if worlds else None,
        skin_palettes=tuple(palettes),
        morph_weights=tuple(map(np.concatenate, of_weights)),
    )


def _one_after_another(pieces: Sequence[Float]) -> Float:
    """(T, V, 3) positions of all pieces (t, V, 3) in turn; one row if all are the same."""
    count, rows = sum(map(len, pieces)), [once(piece) for piece in pieces]
    if all(len(row) == 1 and np.array_equal(row, rows[0], equal_nan=True) for row in rows):
        return over_time(rows[0], count)
    # NumPy would take over the memory order of pieces that repeat one row: times innermost, which takes 1.2 to 1.4
    # times as long to compare.
    joined = np.empty((count, *pieces[0].shape[1:]), np.result_type(*pieces))
    return np.concatenate(pieces, out=joined)


def once(values: NDArray[Scalar]) -> NDArray[Scalar]:
    """The single row (1, ...) of an array that shows it T times; any other array (T, ...) as it is."""
    return values[:1] if len(values) > 1 and values.strides[0] == 0 else values


def over_time(rows: NDArray[Scalar], count: int) -> NDArray[Scalar]:
    """(T, ...) from (T, ...) or (1, ...): a single row is in memory once and seen ``count`` times (read-only)."""
    return rows if len(rows) == count else np.broadcast_to(rows[:1], (count, *rows.shape[1:]))


def bounding_diagonal(positions: tuple[Float, ...], count: int) -> Float64:
    """(T,) diagonal of the common bounding box of per-part (T, V, 3) positions; lost (NaN) vertices do not count."""
    return _diagonal(*bounding_box(positions, count))


def bounding_box(positions: tuple[Float, ...], count: int) -> tuple[Float64, Float64]:
    """(T, 3) the smallest and (T, 3) the largest coordinates of per-part (T, V, 3) positions.

    Lost (NaN) vertices do not count; without others these are inf and -inf.
    """
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    for points in map(once, positions):
        times, vertices = points.shape[:2]
        step = max(_BLOCK // max(vertices, 1), 1)
        width = max(min(vertices, _BLOCK), 1)
        for t in range(0, times, step):  # both extremes of a block are found while it is in the processor's cache
            place = slice(t, t + step) if times == count else slice(None)
            for v in range(0, vertices, width):
                lowest, highest = _extremes(points[t : t + step, v : v + width])
                low[place], high[place] = np.fmin(low[place], lowest), np.fmax(high[place], highest)
    return low, high


def _extremes(points: Float) -> tuple[Float, Float]:
    """(T, 3) the smallest and (T, 3) the largest coordinates of points (T, V, 3), NaN without any.

    NumPy is slow with an innermost loop of three numbers: runs of many vertices are compared number by number, and the
    rest, or a small part, one axis after the other.
    """
    times, vertices = points.shape[:2]
    even = vertices - vertices % _RUN
    if not vertices:
        return np.full((times, 3), np.nan), np.full((times, 3), np.nan)
    if vertices < _LEAST_RUNS * _RUN:
        low, high = _folded(np.ascontiguousarray(points.transpose(2, 0, 1)), 2)
        return low.T, high.T
    runs = points[:, :even].reshape(times, even // _RUN, _RUN * 3)
    folded = [extreme.reshape(times, _RUN, 3) for extreme in _folded(runs, 1)]
    return _extremes(np.concatenate([*folded, points[:, even:]], axis=1))


def _folded(values: Float, axis: int) -> tuple[Float, Float]:
    """The smallest and the largest along an axis; NaN only if there is nothing else."""
    low, high = np.minimum.reduce(values, axis), np.maximum.reduce(values, axis)
    if np.isnan(low).any():  # NumPy is slower if it must leave NaN out
        low, high = np.fmin.reduce(values, axis), np.fmax.reduce(values, axis)
    return low, high


def _diagonal(low: Float64, high: Float64) -> Float64:
    """(T,) diagonals of boxes between (T, 3) corners; 0 without a box."""
    result: Float64 = np.linalg.norm(np.where(high >= low, high - low, 0.0), axis=-1)
    return result
