"""Skinning one mesh of tiles: a workspace that owns every buffer, so that a frame allocates nothing.

Per block of frames: one gather of the joints' matrices, one kernel call per bucket; per frame: one gather of the
result. For real characters of 2k to 100k vertices that is four to eight NumPy calls in all.

Shapes: F frames, J matrices in a table, D components, S vectors of a vertex, V vertices, R tile rows.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..model import Float
from .aligned import aligned_zeros
from .kernels import OPENBLAS_SMALL, Kernel, fastest_kernel, matmul_kernel
from .tiles import Tiles

#: finish(skinned (S, 3, n), out (3, n), scratch (2, n)): what becomes of the S skinned vectors of n vertices.
Finish = Callable[[Float, Float, Float], None]

#: The planes of a block of frames stay about this small, to be gathered from the cache.
_BLOCK_BYTES = 6 << 20
#: More frames than this in one product win nothing.
_BLOCK_FRAMES = 32
#: Rows or vertices at a time where arithmetic follows; what it touches stays in the second-level cache.
_CHUNK = 8192


class TileWorkspace:
    """Buffers for one ``Tiles`` and one thread, for up to ``frames`` frames at a time.

    ``finish`` makes one vector of the S skinned ones; it is needed where S is not 1.
    """

    def __init__(
        self, tiles: Tiles, *, frames: int = 1, kernel: Kernel | None = None, finish: Finish | None = None
    ) -> None:
        self.tiles = tiles
        self.kernel = kernel or fastest_kernel()
        self.finish = finish
        self.frames = min(frames, frames_of_a_block(tiles))
        # BLAS makes four rows in less time than three (1.7 against 1.85 ns a vertex): of one frame, the fourth is zero.
        self._high = 4 if self.frames == 1 and self.kernel is matmul_kernel else self.frames * 3
        self._table = aligned_zeros(self._high, len(tiles.table_joints), tiles.components)
        self._planes = aligned_zeros(tiles.vectors, self._high, tiles.rows)
        self._calls = self._kernel_arguments()
        self._scratch = np.zeros((2, _CHUNK), np.float32)
        pieces = len(tiles.gathers)
        if pieces > 1:
            self._rows = np.zeros((tiles.vectors, tiles.rows + 1, 4), np.float32)  # last row 0: "no such piece"
            self._pieces = np.zeros((tiles.vectors, pieces, _CHUNK, 4), np.float32)
            self._finished = np.zeros((3, _CHUNK), np.float32)
        elif finish:
            self._finished = np.zeros((3, tiles.rows), np.float32)

    def _kernel_arguments(self) -> list[tuple[Float, Float, Float]]:
        """Views of the table, the coefficients and the planes for each kernel call."""
        calls = []
        begin, high = 0, self._high
        for bucket in self.tiles.buckets:
            _, count, size, components, tile = bucket.coefficients.shape
            table = self._table[:, begin : begin + count * size].reshape(high, count, size * components)
            for vector, planes in zip(bucket.coefficients, self._planes):
                out = planes[:, bucket.first_row : bucket.first_row + bucket.rows].reshape(high, count, tile)
                calls.append((table, vector.reshape(count, size * components, tile), out))
            begin += count * size
        return calls

    def skin(self, tables: Float, out: Float) -> None:
        """Skin F frames: tables (F, 3, J, D) float32 C-contiguous, written to out (F, V, 3) float32."""
        for begin in range(0, len(tables), self.frames):
            block = tables[begin : begin + self.frames]
            self._product(block.reshape(-1, *block.shape[2:]))
            for frame in range(len(block)):
                self._vertices(self._planes[:, frame * 3 : frame * 3 + 3], out[begin + frame])

    def _product(self, table: Float) -> None:
        # mode="wrap" (indices are in range) lets take write straight into the buffer; the default makes a copy first.
        np.take(table, self.tiles.table_joints, axis=1, out=self._table[: len(table)], mode="wrap")
        high = len(table) if self.frames > 1 else self._high
        for matrices, coefficients, planes in self._calls:
            self.kernel(matrices[:high], coefficients, planes[:high])

    def _vertices(self, planes: Float, out: Float) -> None:
        """From the planes (S, 3, R) of one frame to the file's vertices (V, 3)."""
        if len(self.tiles.gathers) > 1:
            self._sum_pieces(planes, out)
            return
        result = planes[0]
        if self.finish:
            result = self._finished
            for begin in range(0, self.tiles.rows, _CHUNK):
                chunk = slice(begin, min(begin + _CHUNK, self.tiles.rows))
                self.finish(planes[:, :, chunk], result[:, chunk], self._scratch[:, : chunk.stop - begin])
        np.take(result.reshape(-1), self.tiles.gathers[0], out=out.reshape(-1), mode="wrap")

    def _sum_pieces(self, planes: Float, out: Float) -> None:
        """Add up the pieces of each vertex.

        The pieces of a vertex lie far apart. Planes would cost three cache misses a piece; rows of 16 bytes cost one,
        and NumPy copies 16-byte items without a call.
        """
        for rows, vector in zip(self._rows, planes):
            for d in range(3):
                rows[:-1, d] = vector[d]
        for begin in range(0, len(out), _CHUNK):
            chunk = out[begin : begin + _CHUNK]
            pieces = self._pieces[:, :, : len(chunk)]
            for rows, vector in zip(self._rows, pieces):
                for piece, gather in zip(vector, self.tiles.gathers):
                    target = piece.view(np.complex128)[:, 0]
                    np.take(rows.view(np.complex128)[:, 0], gather[begin : begin + _CHUNK], out=target, mode="wrap")
                for piece in vector[1:]:
                    np.add(vector[0], piece, out=vector[0])
            result = pieces[:, 0, :, :3].swapaxes(1, 2)
            if self.finish:
                finished = self._finished[:, : len(chunk)]
                self.finish(result, finished, self._scratch[:, : len(chunk)])
                result = finished[None]
            for d in range(3):
                chunk[:, d] = result[0, d]


def frames_of_a_block(tiles: Tiles) -> int:
    """How many frames one product should take: enough to fill it, not so many that OpenBLAS or the cache suffer."""
    largest = max((b.coefficients[0, 0].size for b in tiles.buckets), default=1)
    by_product = OPENBLAS_SMALL // (largest * 3)
    by_cache = _BLOCK_BYTES // (12 * tiles.vectors * max(tiles.rows, 1))
    return max(min(by_product, by_cache, _BLOCK_FRAMES), 1)
