"""Skinning frames of a mesh with tiles: ranges of vertices, batches of frames, and threads where they win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..model import Float, Float64, Int
from .kernels import Kernel, run_together, thread_count
from .normals import NormalTiles, NormalWorkspace, normal_tiles
from .tiles import Tiles, build_tiles, ranges_of
from .tuning import TUNING, Tuning
from .workspace import PositionWorkspace, Workspace


@dataclass(frozen=True, eq=False)
class Range:
    """Some consecutive vertices of a mesh, ready to be skinned."""

    vertex_count: int
    workspace: Callable[[int], Workspace]  # makes a workspace for blocks of at most that many frames


class TileSkinner:
    """Skins frames of one mesh, in the file's vertex order, by any kind of workspace.

    ranges: the mesh; see ``position_ranges`` and ``normal_ranges``.
    threads: the number of threads; None takes one per core where the work is large enough.
    """

    def __init__(self, ranges: Sequence[Range], *, threads: int | None = None, tuning: Tuning = TUNING) -> None:
        self.ranges = tuple(ranges)
        self.vertex_count = sum(r.vertex_count for r in self.ranges)
        self._threads = threads or thread_count()
        self._tuning = tuning
        self._singles: dict[tuple[int, int], Workspace] = {}  # by range and worker: for one frame at a time
        self._batches: dict[tuple[int, int], Workspace] = {}  # for many frames; they serve single ones as well
        ends = np.cumsum([r.vertex_count for r in self.ranges]).tolist()
        self._slices = [slice(end - r.vertex_count, end) for end, r in zip(ends, self.ranges)]

    def skin(self, tables: Float, out: Float | None = None) -> Float:
        """(F, V, 3) float32 of tables (F, 3, J, D) float32, C-contiguous; into ``out`` where given."""
        if out is None:
            out = np.empty((len(tables), self.vertex_count, 3), np.float32)
        jobs = self._jobs(tables, out)
        if len(jobs) == 1:
            jobs[0]()
        else:
            run_together(jobs)
        return out

    def _jobs(self, tables: Float, out: Float) -> list[Callable[[], None]]:
        """Shares of the work: every thread takes some of the frames or, where there is one frame, of the ranges."""
        frames = len(tables)
        threads = self._threads if frames * self.vertex_count >= self._tuning.threaded_work else 1
        workers = max(min(threads, frames if frames > 1 else len(self.ranges)), 1)
        shares = [
            (slice(frames * w // workers, frames * (w + 1) // workers), range(len(self.ranges)))
            if frames > 1
            else (slice(None), range(w, len(self.ranges), workers))
            for w in range(workers)
        ]
        return [partial(self._share, w, tables[mine], out[mine], ranges) for w, (mine, ranges) in enumerate(shares)]

    def _share(self, worker: int, tables: Float, out: Float, ranges: range) -> None:
        for i in ranges:
            self._workspace(i, worker, len(tables)).skin(tables, out[:, self._slices[i]])

    def _workspace(self, i: int, worker: int, frames: int) -> Workspace:
        """The workspace of a range for one worker; that of the first batch replaces the one for single frames."""
        key = (i, worker)
        if key in self._batches:
            return self._batches[key]
        if frames > 1:
            self._singles.pop(key, None)
            return self._batches.setdefault(key, self.ranges[i].workspace(frames))
        if key not in self._singles:
            self._singles[key] = self.ranges[i].workspace(1)
        return self._singles[key]


def position_ranges(
    vectors: Float,
    joints: Int,
    weights: Float64,
    joint_count: int,
    *,
    kernel: Kernel | None = None,
    tuning: Tuning = TUNING,
) -> list[Range]:
    """The ranges of a mesh whose positions are to be skinned.

    Parameters
    ----------
    vectors : (V, D) what the matrices are applied to; D = 4 for positions (x, y, z, 1)
    joints, weights : (V, I) influences, as ``build_tiles`` takes them
    joint_count : every joint is less
    kernel : None chooses the fastest
    """
    return [
        position_range(build_tiles(vectors[r], joints[r], weights[r], joint_count, tuning=tuning), kernel, tuning)
        for r in ranges_of(len(vectors), tuning)
    ]


def normal_ranges(
    normals: Float,
    joints: Int,
    weights: Float64,
    joint_count: int,
    *,
    kernel: Kernel | None = None,
    tuning: Tuning = TUNING,
) -> list[Range]:
    """The ranges of a mesh whose normals (V, 3) are to be skinned; other parameters as those of ``position_ranges``."""
    return [
        normal_range(normal_tiles(normals[r], joints[r], weights[r], joint_count, tuning=tuning), kernel, tuning)
        for r in ranges_of(len(normals), tuning)
    ]


def position_range(tiles: Tiles, kernel: Kernel | None = None, tuning: Tuning = TUNING) -> Range:
    """One range of positions, from its tiles."""
    return Range(
        tiles.vertex_count, lambda frames: PositionWorkspace(tiles, frames=frames, kernel=kernel, tuning=tuning)
    )


def normal_range(tiles: NormalTiles, kernel: Kernel | None = None, tuning: Tuning = TUNING) -> Range:
    """One range of normals, from its tiles."""
    return Range(tiles.vertex_count, lambda frames: NormalWorkspace(tiles, frames=frames, kernel=kernel, tuning=tuning))
