"""Skinning frames of a mesh with tiles: ranges of vertices, batches of frames, and threads where they win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from ..model import Float, Float64, Int
from .kernels import Kernel
from .normals import NormalTiles, NormalWorkspace
from .threads import WORTH_THREADS, run_together, thread_count
from .tiles import Tiles, build_tiles, range_ends
from .workspace import TileWorkspace


class TileSkinner:
    """Skins frames of one mesh, positions or normals, in the file's vertex order.

    tiles: the mesh, cut into ranges of vertices. kernel: None chooses the fastest.
    threads: None takes as many as there are cores, where the work is large enough.
    """

    def __init__(
        self,
        tiles: Sequence[Tiles] | Sequence[NormalTiles],
        *,
        kernel: Kernel | None = None,
        threads: int | None = None,
    ) -> None:
        self.tiles: tuple[Tiles | NormalTiles, ...] = tuple(tiles)
        self.vertex_count = sum(t.vertex_count for t in self.tiles)
        self._kernel = kernel
        self._threads = threads or thread_count()
        self._workspaces: dict[tuple[int, int], TileWorkspace | NormalWorkspace] = {}
        ends = np.cumsum([t.vertex_count for t in self.tiles]).tolist()
        self._ranges = [slice(end - t.vertex_count, end) for end, t in zip(ends, self.tiles)]

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
        """Shares of the work: every thread takes some of the frames, or of the ranges where there is one frame."""
        frames = len(tables)
        threads = self._threads if frames * self.vertex_count >= WORTH_THREADS else 1
        workers = max(min(threads, frames if frames > 1 else len(self.tiles)), 1)
        shares = [
            (slice(frames * w // workers, frames * (w + 1) // workers), range(len(self.tiles)))
            if frames > 1
            else (slice(None), range(w, len(self.tiles), workers))
            for w in range(workers)
        ]
        return [partial(self._share, w, tables[mine], out[mine], ranges) for w, (mine, ranges) in enumerate(shares)]

    def _share(self, worker: int, tables: Float, out: Float, ranges: range) -> None:
        for i in ranges:
            workspace = self._workspaces.get((i, worker))
            if workspace is None or (workspace.frames == 1 and len(tables) > 1):
                workspace = _workspace(self.tiles[i], max(len(tables), 1), self._kernel)
                self._workspaces[i, worker] = workspace
            workspace.skin(tables, out[:, self._ranges[i]])


def _workspace(tiles: Tiles | NormalTiles, frames: int, kernel: Kernel | None) -> TileWorkspace | NormalWorkspace:
    if isinstance(tiles, NormalTiles):
        return NormalWorkspace(tiles, frames=frames, kernel=kernel)
    return TileWorkspace(tiles, frames=frames, kernel=kernel)


def tiles_of_ranges(vectors: Float, joints: Int, weights: Float64, joint_count: int) -> list[Tiles]:
    """``build_tiles`` for each range of vertices of a mesh."""
    ranges = pairwise(range_ends(len(vectors)))
    return [build_tiles(vectors[a:b], joints[a:b], weights[a:b], joint_count) for a, b in ranges]
