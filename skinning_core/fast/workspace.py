"""Skinning one mesh of tiles: a workspace that owns every buffer, so that a frame allocates nothing.

Per block of frames: one gather of the joints' matrices, one kernel call per bucket; per frame: one gather of the
result. For real characters of 2k to 100k vertices that is four to eight NumPy calls in all.

Shapes: F frames, J matrices in a table, D components, V vertices, R tile rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..model import Float
from .aligned import aligned_zeros
from .kernels import OPENBLAS_SMALL, Kernel, fastest_kernel, matmul_kernel
from .pieces_sum import PiecesSum
from .tiles import Tiles

#: The planes of a block of frames stay about this small, to be gathered from the cache.
_BLOCK_BYTES = 6 << 20
#: More frames than this in one product win nothing.
_BLOCK_FRAMES = 32


class TileWorkspace:
    """Buffers for one ``Tiles`` and one thread, for up to ``frames`` frames at a time."""

    def __init__(self, tiles: Tiles, *, frames: int = 1, kernel: Kernel | None = None) -> None:
        self.tiles = tiles
        self.kernel = kernel or fastest_kernel()
        self.frames = min(frames, frames_of_a_block(tiles, 12 * tiles.rows))
        # BLAS makes four rows in less time than three (1.7 against 1.85 ns a vertex): of one frame, the fourth is zero.
        self._high = 4 if self.frames == 1 and self.kernel is matmul_kernel else self.frames * 3
        self._table = aligned_zeros(self._high, len(tiles.table_joints), tiles.components)
        self._planes = aligned_zeros(self._high, tiles.rows)
        self._calls = [
            (matrices, coefficients, self._planes[:, rows].reshape(self._high, len(coefficients), -1))
            for rows, matrices, coefficients in kernel_arguments(tiles, self._table, tiles.rows)
        ]
        self._sum = PiecesSum(tiles, 3) if len(tiles.gathers) > 1 else None

    def skin(self, tables: Float, out: Float) -> None:
        """Skin F frames: tables (F, 3, J, D) float32 C-contiguous, written to out (F, V, 3) float32."""
        for begin in range(0, len(tables), self.frames):
            block = tables[begin : begin + self.frames]
            self._product(block.reshape(-1, *block.shape[2:]))
            for frame in range(len(block)):
                self._vertices(self._planes[frame * 3 : frame * 3 + 3], out[begin + frame])

    def _product(self, table: Float) -> None:
        # mode="wrap" (indices are in range) lets take write straight into the buffer; the default makes a copy first.
        np.take(table, self.tiles.table_joints, axis=1, out=self._table[: len(table)], mode="wrap")
        high = len(table) if self.frames > 1 else self._high
        for matrices, coefficients, planes in self._calls:
            self.kernel(matrices[:high], coefficients, planes[:high])

    def _vertices(self, planes: Float, out: Float) -> None:
        """From the planes (3, R) of one frame to the file's vertices (V, 3)."""
        if self._sum is None:
            np.take(planes.reshape(-1), self.tiles.gathers[0], out=out.reshape(-1), mode="wrap")
            return
        for vertices, summed in self._sum.chunks(planes[None]):
            for d in range(3):
                out[vertices, d] = summed[0, d]


def kernel_arguments(tiles: Tiles, table: Float, most_rows: int) -> Iterator[tuple[slice, Float, Float]]:
    """For each kernel call, of at most so many rows (but one tile): those rows, matrices and coefficients.

    Matrices (H, C, K * D) are views of the table (H, joints of all buckets, D), coefficients (C, K * D, T).
    """
    begin = 0
    for bucket in tiles.buckets:
        count, size, components, tile = bucket.coefficients.shape
        step = max(most_rows // tile, 1)
        for first in range(0, count, step):
            coefficients = bucket.coefficients[first : first + step]
            some = len(coefficients)
            place = begin + first * size
            matrices = table[:, place : place + some * size].reshape(len(table), some, size * components)
            row = bucket.first_row + first * tile
            yield slice(row, row + some * tile), matrices, coefficients.reshape(some, size * components, tile)
        begin += count * size


def frames_of_a_block(tiles: Tiles, frame_bytes: int) -> int:
    """How many frames one product should take: enough to fill it, not so many that OpenBLAS or the cache suffer.

    frame_bytes: those of the buffers of a frame.
    """
    largest = max((b.coefficients[0].size for b in tiles.buckets), default=1)
    by_product = OPENBLAS_SMALL // (largest * 4)
    by_cache = _BLOCK_BYTES // max(frame_bytes, 1)
    return max(min(by_product, by_cache, _BLOCK_FRAMES), 1)
