"""Skinning frames of a mesh with tiles: ranges of vertices, batches of frames, and threads if they win."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np

from ...model import Float
from .joint_sets import Binding
from .kernels import run_together, shares_of, thread_count
from .layout import Tiles, build_tiles, empty_tiles, ranges_of, write_vectors
from .morphs import MovingWorkspace
from .normals import NormalWorkspace, normal_tiles
from .tuning import SINGLE, Tuning
from .workspace import PositionWorkspace, Scratch, TakingWorkspace, Workspace


@dataclass(frozen=True, eq=False)
class Range:
    """Consecutive vertices of a mesh, ready to be skinned."""

    vertex_count: int
    workspace: Callable[[Scratch, int], Workspace]  # for blocks of at most that many frames
    cost: int = 1  # of a vertex; a position is 1


#: Threads share ranges, not frames, from so many: ``MOST_THREADS`` at most.
_MANY_RANGES = 8

#: A normal takes three to five times as long as a position.
_OF_A_NORMAL = 4

#: By thread, the memory in which all parts of a model are skinned.
Scratches = dict[int, Scratch]


_THREAD = threading.local()


def thread_scratches() -> Scratches:
    """For skinners that live for one call of one thread: used memory need not be mapped."""
    if not hasattr(_THREAD, "scratches"):
        _THREAD.scratches = {}
    scratches: Scratches = _THREAD.scratches
    return scratches


class TileSkinner:
    """Skins frames of one mesh, in the file's vertex order, by any kind of workspace.

    ranges: see ``position_ranges`` and ``normal_ranges``. scratches: memory that other skinners may use, too, but not
    at the same time.
    """

    def __init__(self, ranges: Sequence[Range], tuning: Tuning = SINGLE, *, scratches: Scratches | None = None) -> None:
        self.ranges = tuple(ranges)
        self.vertex_count = sum(r.vertex_count for r in self.ranges)
        self._threads = tuning.threads or thread_count()
        self._tuning = tuning
        self._scratches: Scratches = {} if scratches is None else scratches
        self._singles: dict[tuple[int, int], Workspace] = {}  # by range and worker: for one frame at a time
        self._batches: dict[tuple[int, int], Workspace] = {}  # for many frames; they serve single ones as well
        ends = np.cumsum([r.vertex_count for r in self.ranges]).tolist()
        self._slices = [slice(end - r.vertex_count, end) for end, r in zip(ends, self.ranges)]

    def skin(self, tables: Float, out: Float | None = None) -> Float:
        """(F, V, 3) of tables (F, 3, J, D), C-contiguous, into ``out`` if given; all of the tuning's type."""
        if out is None:
            out = np.empty((len(tables), self.vertex_count, 3), self._tuning.dtype)
        jobs = self._jobs(tables, out)
        if len(jobs) == 1:
            jobs[0]()
        else:
            run_together(jobs)
        return out

    def skin_moving(self, tables: Float, vectors: Iterable[Float | None]) -> Float:
        """(F, V, 3) of tables (F, 3, J, D) and F arrays of vectors (V, D), None if they are the last frame's."""
        out = np.empty((len(tables), self.vertex_count, 3), self._tuning.dtype)
        for frame, moved in enumerate(vectors):
            for i, place in enumerate(self._slices):
                workspace = cast(TakingWorkspace, self._workspace(i, 0, 1))
                if moved is not None:
                    workspace.take(moved[place])
                workspace.skin(tables[frame : frame + 1], out[frame : frame + 1, place])
        return out

    def _jobs(self, tables: Float, out: Float) -> list[Callable[[], None]]:
        """Shares of the work: some of the frames or, of one frame or many ranges, some ranges.

        A range is best skinned at all times at once: its coefficients are read, and packed by BLAS, for each product.
        So many ranges give the same positions to the last bit, whatever the number of threads.
        """
        frames, ranges = len(tables), len(self.ranges)
        work = frames * sum(each.vertex_count * each.cost for each in self.ranges)
        threads = self._threads if work >= self._tuning.threaded_work else 1
        by_ranges = frames == 1 or ranges >= _MANY_RANGES
        workers = max(min(threads, ranges if by_ranges else frames), 1)
        if by_ranges:
            return [partial(self._share, w, tables, out, range(w, ranges, workers)) for w in range(workers)]
        mine = shares_of(frames, workers)
        return [partial(self._share, w, tables[some], out[some], range(ranges)) for w, some in enumerate(mine)]

    def _share(self, worker: int, tables: Float, out: Float, ranges: range) -> None:
        for i in ranges:
            self._workspace(i, worker, len(tables)).skin(tables, out[:, self._slices[i]])

    def _workspace(self, i: int, worker: int, frames: int) -> Workspace:
        """A range's workspace for one worker; the first batch's replaces the one for single frames."""
        key, scratch = (i, worker), self._scratches.setdefault(worker, Scratch())
        if key in self._batches:
            return self._batches[key]
        if frames > 1:
            self._singles.pop(key, None)
            return self._batches.setdefault(key, self.ranges[i].workspace(scratch, frames))
        if key not in self._singles:
            self._singles[key] = self.ranges[i].workspace(scratch, 1)
        return self._singles[key]


def weight_tiles(binding: Binding) -> list[Tiles]:
    """For each range of a mesh, tiles of its weights alone; no two vertices share a row.

    ``position_ranges`` and ``normal_ranges`` are soon built from these. Shared rows are a little faster.
    """
    count = len(binding.joints)
    ranges = ranges_of(count, binding.tuning)
    return [build_tiles(np.ones((count, 1))[place], binding.of(place), share_equal=False) for place in ranges]


def position_ranges(
    vectors: Float, binding: Binding, weights: Sequence[Tiles] | None = None, *, moving: bool = False
) -> list[Range]:
    """The ranges of a mesh whose positions are to be skinned.

    Parameters
    ----------
    vectors : (V, D) what the matrices are applied to; D = 4 for positions (x, y, z, 1)
    weights : the binding's ``weight_tiles``, to be used; None: vertices that are equal share rows
    moving : the vectors are others at each frame (``TileSkinner.skin_moving``); of these only D is used
    """
    return _ranges(_position_range, vectors, binding, weights, moving)


def normal_ranges(
    normals: Float, binding: Binding, weights: Sequence[Tiles] | None = None, *, moving: bool = False
) -> list[Range]:
    """The ranges of a mesh whose normals (V, 3) are to be skinned; in float32 these have length one, or are 0.

    weights, moving: see ``position_ranges``.
    """
    return _ranges(_normal_range, normals, binding, weights, moving)


def _ranges(
    made: Callable[[Float, Binding, Tiles | None, bool], Range],
    vectors: Float,
    binding: Binding,
    weights: Sequence[Tiles] | None,
    moving: bool,
) -> list[Range]:
    places, tuning = ranges_of(len(vectors), binding.tuning), binding.tuning
    if weights is None and moving:
        weights = weight_tiles(binding)
    tiles = [None] * len(places) if weights is None else weights
    found: dict[int, Range] = {}

    def lay_out(some: range) -> None:
        for k in some:
            found[k] = made(vectors[places[k]], binding.of(places[k]), tiles[k], moving)

    threads = min(tuning.threads or thread_count(), len(places)) if tuning.range_vertices >= tuning.shared_range else 1
    run_together([partial(lay_out, range(worker, len(places), threads)) for worker in range(threads)])
    return [found[k] for k in range(len(places))]


def _position_range(vectors: Float, binding: Binding, weights: Tiles | None, moving: bool) -> Range:
    tuning, size = binding.tuning, vectors.shape[1]
    if weights is not None and moving:
        return Range(len(vectors), lambda scratch, _: MovingWorkspace(weights, size, tuning, scratch))
    if weights is None:
        tiles = build_tiles(vectors, binding)
    else:
        tiles = empty_tiles(weights, size)
        write_vectors(tiles, weights, vectors)
    return Range(len(vectors), lambda scratch, frames: PositionWorkspace(tiles, tuning, scratch, frames=frames))


def _normal_range(normals: Float, binding: Binding, weights: Tiles | None, moving: bool) -> Range:
    tuning = binding.tuning
    tiles = normal_tiles(normals, binding, weights, moving=moving)
    made = partial(NormalWorkspace, tiles, tuning)
    return Range(len(normals), lambda scratch, frames: made(scratch, frames=frames), cost=_OF_A_NORMAL)
