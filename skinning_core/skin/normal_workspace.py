"""Skinning the normals of one mesh of tiles: the same products for three vectors a vertex, then unit normals of them.

A vertex brings two tangents and its normal (``tangents.py``). Their planes are nine times what a normal is, so they
never leave the cache: some thousand rows are multiplied and made normals of before the next.

Planes come in the order y, z, x, y. A cross product (y z' - z y', z x' - x z', x y' - y x') is then that of the first
three planes and the last three, less the other way round: three NumPy calls, not nine. The second y costs nothing with
BLAS, which makes four rows in less time than three.

Shapes: F frames, J matrices in a table, V vertices, R tile rows.
"""

from __future__ import annotations

import numpy as np

from ..model import Float
from .aligned import aligned_zeros
from .kernels import Kernel, fastest_kernel, matmul_kernel
from .pieces_sum import PiecesSum
from .tangents import PLANES, finish_normals
from .tile_workspace import frames_of_a_block, kernel_arguments
from .tiles import APART, Tiles

#: Tile rows at a time; what they touch (72 bytes a row) about fits the second-level cache.
_CHUNK = 16384


class NormalWorkspace:
    """Buffers for the tiles of tangent frames and one thread, for up to ``frames`` frames at a time."""

    def __init__(self, tiles: Tiles, *, frames: int = 1, kernel: Kernel | None = None) -> None:
        self.tiles = tiles
        self.kernel = kernel or fastest_kernel()
        self._sum = PiecesSum(tiles, len(PLANES)) if len(tiles.gathers) > 1 else None
        chunk = tiles.rows if self._sum else max([_CHUNK, *(b.coefficients.shape[4] for b in tiles.buckets)])
        self.frames = min(frames, frames_of_a_block(tiles, 12 * tiles.rows + 48 * chunk))
        high = self.frames * len(PLANES)
        self._table = aligned_zeros(high, len(tiles.table_joints), tiles.components)
        self._planes = aligned_zeros(tiles.vectors, high, chunk + APART)
        self._finished = aligned_zeros(self.frames, 3, tiles.rows)
        self._scratch = aligned_zeros(3, chunk + APART)
        self._calls = []
        for rows, matrices, coefficients in kernel_arguments(tiles, self._table, chunk):
            places = rows if self._sum else slice(rows.stop - rows.start)
            planes = self._planes[:, :, places].reshape(tiles.vectors, high, coefficients.shape[1], -1)
            self._calls.append((rows, matrices, coefficients, planes))

    def skin(self, tables: Float, out: Float) -> None:
        """Normals of F frames: tables (F, 3, J, 3) float32, written to out (F, V, 3) float32."""
        for begin in range(0, len(tables), self.frames):
            block = np.ascontiguousarray(tables[begin : begin + self.frames, PLANES])
            table = block.reshape(-1, *block.shape[2:])
            np.take(table, self.tiles.table_joints, axis=1, out=self._table[: len(table)], mode="wrap")
            for rows, matrices, coefficients, planes in self._calls:
                for some, vector in zip(coefficients, planes):
                    self._multiply(matrices[: len(table)], some, vector[: len(table)])
                if self._sum is None:
                    self._finish(len(block), rows)
            for frame in range(len(block)):
                self._vertices(frame, out[begin + frame])

    def _multiply(self, matrices: Float, coefficients: Float, planes: Float) -> None:
        if self.kernel is matmul_kernel:
            self.kernel(matrices, coefficients, planes)
            return
        for y in range(0, len(planes), len(PLANES)):  # a row costs this kernel as much as any other: copied instead
            self.kernel(matrices[y : y + 3], coefficients, planes[y : y + 3])
            planes[y + 3] = planes[y]

    def _finish(self, frames: int, rows: slice) -> None:
        """Normals of the rows that the planes hold."""
        count = rows.stop - rows.start
        for frame in range(frames):
            planes = self._planes[:, frame * len(PLANES) :, :count]
            finish_normals(planes, self._finished[frame, :, rows], self._scratch[:, :count])

    def _vertices(self, frame: int, out: Float) -> None:
        """From the rows of one frame to the file's vertices (V, 3)."""
        if self._sum is None:
            np.take(self._finished[frame].reshape(-1), self.tiles.gathers[0], out=out.reshape(-1), mode="wrap")
            return
        first = frame * len(PLANES)
        for vertices, summed in self._sum.chunks(self._planes[:, first : first + len(PLANES), : self.tiles.rows]):
            count = vertices.stop - vertices.start
            normals = self._finished[frame, :, :count]
            finish_normals(summed, normals, self._scratch[:, :count])
            for d in range(3):
                out[vertices, d] = normals[d]
