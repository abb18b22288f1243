"""Skinning the normals of one mesh of tiles: blended 3x3 matrices by the same products, then unit normals of them.

The coefficients of a tile are the weights alone: ``table (16, K) @ weights (K, T)`` blends the matrices of T vertices.
What `normal_transform` makes of their sixteen planes never leaves the cache: some thousand rows are blended and turned
into normals before the next. Carrying two tangents and the normal through the tiles, as positions are, would need less
arithmetic after the product, but coefficients of nine times as many bytes, and reading those bounds a large mesh.

Shapes: F frames, J matrices in a table, V vertices, R tile rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..model import Float, Float64, Int
from ..skin.linear import unit_vectors
from .aligned import aligned_zeros
from .kernels import Kernel, fastest_kernel, matmul_kernel
from .normal_transform import CYCLE, SCRATCH, transform_normals
from .pieces_sum import CHUNK, PiecesSum
from .tiles import APART, Tiles, build_tiles, range_ends
from .workspace import frames_of_a_block, kernel_arguments

#: Tile rows at a time; what they touch about fits the second-level cache.
_CHUNK = 16384
#: Columns of a matrix, rows of each, and all of them: the rows of the table and planes of the result of one frame.
_SIDE, _HIGH = len(CYCLE), len(CYCLE) ** 2


@dataclass(frozen=True, eq=False)
class NormalTiles:
    """A mesh whose normals are to be skinned."""

    weights: Tiles  # vectors of one component: 1
    normals: Float  # (V, 3) float32, unit length or 0

    @property
    def vertex_count(self) -> int:
        """V."""
        return self.weights.vertex_count


def normal_tiles(
    normals: Float, joints: Int, weights: Float64, joint_count: int, *, share_equal: bool = True
) -> NormalTiles:
    """Tiles of (V, 3) normals; see ``build_tiles``."""
    ones = np.ones((len(normals), 1), np.float32)
    unit = unit_vectors(normals.astype(np.float64)).astype(np.float32)
    return NormalTiles(build_tiles(ones, joints, weights, joint_count, share_equal=share_equal, apart=unit), unit)


def normal_tiles_of_ranges(normals: Float, joints: Int, weights: Float64, joint_count: int) -> list[NormalTiles]:
    """``normal_tiles`` for each range of vertices of a mesh."""
    ranges = pairwise(range_ends(len(normals)))
    return [normal_tiles(normals[a:b], joints[a:b], weights[a:b], joint_count) for a, b in ranges]


class NormalWorkspace:
    """Buffers for one ``NormalTiles`` and one thread, for up to ``frames`` frames at a time."""

    def __init__(self, mesh: NormalTiles, *, frames: int = 1, kernel: Kernel | None = None) -> None:
        tiles = self._tiles = mesh.weights
        self.kernel = kernel or fastest_kernel()
        self._sum = PiecesSum(tiles, _SIDE, _SIDE) if len(tiles.gathers) > 1 else None
        chunk = tiles.rows if self._sum else max([_CHUNK, *(b.coefficients.shape[3] for b in tiles.buckets)])
        self.frames = min(frames, frames_of_a_block(tiles, 12 * tiles.rows + 4 * _HIGH * chunk))
        high = self.frames * _HIGH
        self._table = aligned_zeros(high, len(tiles.table_joints), 1)
        self._planes = aligned_zeros(high, chunk + APART)
        self._normals = aligned_zeros(3, tiles.vertex_count if self._sum else tiles.rows)
        self._finished = aligned_zeros(self.frames, 3, self._normals.shape[1])
        self._scratch = aligned_zeros(SCRATCH, (CHUNK if self._sum else chunk) + APART)
        self._chunks = list(self._chunks_of(chunk))
        self.set_normals(mesh.normals)

    def _chunks_of(self, most_rows: int) -> Iterator[tuple[slice, list[tuple[Float, Float, Float]]]]:
        """Rows that fit the planes together, and the kernel calls that fill them."""
        first, last = 0, 0
        calls: list[tuple[Float, Float, Float]] = []
        for rows, matrices, weights in kernel_arguments(self._tiles, self._table, most_rows):
            if rows.stop - first > most_rows:
                yield slice(first, last), calls
                first, calls = rows.start, []
            planes = self._planes[:, rows.start - first : rows.stop - first]
            calls.append((matrices, weights, planes.reshape(len(planes), len(weights), -1)))
            last = rows.stop
        yield slice(first, last), calls

    def set_normals(self, normals: Float) -> None:
        """Take these (V, 3) unit normals from now on."""
        places = slice(None) if self._sum else self._tiles.gathers[0][::3]
        self._normals[:, places] = normals.T

    def skin(self, tables: Float, out: Float) -> None:
        """Normals of F frames: tables (F, 3, J, 3) float32, written to out (F, V, 3) float32."""
        for begin in range(0, len(tables), self.frames):
            block = tables[begin : begin + self.frames]
            high = len(block) * _HIGH
            table = block.transpose(0, 3, 1, 2)[:, CYCLE][:, :, CYCLE].reshape(high, -1, 1)
            np.take(table, self._tiles.table_joints, axis=1, out=self._table[:high], mode="wrap")
            for rows, calls in self._chunks:
                for matrices, weights, planes in calls:
                    self._blend(matrices[:high], weights, planes[:high])
                if self._sum is None:
                    for frame in range(len(block)):
                        self._finish(frame, rows)
            for frame in range(len(block)):
                self._vertices(frame, out[begin + frame])

    def _blend(self, matrices: Float, weights: Float, planes: Float) -> None:
        if self.kernel is matmul_kernel:
            self.kernel(matrices, weights, planes)
            return
        # A row costs this kernel as much as any other: what comes twice is copied.
        for frame in range(0, len(planes), _HIGH):
            for y in range(frame, frame + 3 * _SIDE, _SIDE):
                self.kernel(matrices[y : y + 3], weights, planes[y : y + 3])
                planes[y + 3] = planes[y]
            planes[frame + 3 * _SIDE : frame + _HIGH] = planes[frame : frame + _SIDE]

    def _matrices(self, frame: int, places: slice) -> Float:
        """(4, 4, n) the planes of a frame."""
        return self._planes[frame * _HIGH : frame * _HIGH + _HIGH, places].reshape(_SIDE, _SIDE, -1)

    def _finish(self, frame: int, rows: slice) -> None:
        """Normals of the rows that the planes hold."""
        count = rows.stop - rows.start
        matrices = self._matrices(frame, slice(count))
        transform_normals(matrices, self._normals[:, rows], self._finished[frame, :, rows], self._scratch[:, :count])

    def _vertices(self, frame: int, out: Float) -> None:
        """From the rows of one frame to the file's vertices (V, 3)."""
        if self._sum is None:
            np.take(self._finished[frame].reshape(-1), self._tiles.gathers[0], out=out.reshape(-1), mode="wrap")
            return
        columns = self._matrices(frame, slice(self._tiles.rows))[:3]
        for vertices, matrices in self._sum.chunks(columns):
            matrices[3] = matrices[0]
            normals = self._finished[frame, :, vertices]
            scratch = self._scratch[:, : vertices.stop - vertices.start]
            transform_normals(matrices, self._normals[:, vertices], normals, scratch)
            for d in range(3):
                out[vertices, d] = normals[d]
