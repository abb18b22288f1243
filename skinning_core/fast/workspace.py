"""A workspace skins one range of a mesh and owns every buffer for it, so that a frame allocates nothing.

``Workspace`` is the protocol: positions (here), normals and morphed positions are three implementations. A frame of
positions is one gather of the joints' matrices, one kernel call per bucket, and one gather that brings rows of tiles
into the file's order: for real characters of 2,000 to 100,000 vertices four to eight NumPy calls in all.

``VertexOrder`` is that last gather. Where each vertex is one piece, a single flat gather both interleaves the planes
and restores the file's order. Where rare joint sets were cut (see ``joint_sets.py``), the pieces of a vertex are added
up. They lie far apart: planes would cost a cache miss for each number of a piece, rows of 16 bytes cost one per piece,
and NumPy copies 16-byte items without a function call.

Shapes: F frames, J matrices in a table, D components, V vertices, R tile rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from ..model import Float
from .kernels import Kernel, fastest_kernel, matmul_kernel
from .tiles import Tiles, aligned_zeros
from .tuning import TUNING, Tuning


class Workspace(Protocol):
    """Skins frames of one range of vertices. It belongs to one thread at a time."""

    def skin(self, tables: Float, out: Float) -> None:
        """Skin F frames: tables (F, 3, J, D) float32 C-contiguous, written to out (F, V, 3) float32."""


class PositionWorkspace:
    """Skins positions, up to ``frames`` frames at a time."""

    def __init__(self, tiles: Tiles, *, frames: int = 1, kernel: Kernel | None = None, tuning: Tuning = TUNING) -> None:
        self._tiles = tiles
        self._kernel = kernel or fastest_kernel()
        self._frames = min(frames, frames_of_a_block(tiles, 12 * tiles.rows, tuning))
        # BLAS makes four rows in less time than three (1.7 against 1.85 ns per vertex), so one frame gets a fourth, 0.
        self._high = 4 if self._frames == 1 and self._kernel is matmul_kernel else self._frames * 3
        self._table = aligned_zeros(self._high, len(tiles.table_joints), tiles.components)
        self._planes = aligned_zeros(self._high, tiles.rows)
        self._calls = [
            (matrices, coefficients, self._planes[:, rows].reshape(self._high, len(coefficients), -1))
            for rows, matrices, coefficients in kernel_arguments(tiles, self._table, tiles.rows)
        ]
        self._order = vertex_order(tiles, tuning)

    def skin(self, tables: Float, out: Float) -> None:
        """Skin F frames: tables (F, 3, J, D) float32 C-contiguous, written to out (F, V, 3) float32."""
        for begin in range(0, len(tables), self._frames):
            block = tables[begin : begin + self._frames]
            self._product(block.reshape(-1, *block.shape[2:]))
            planes = self._planes[: 3 * len(block)].reshape(len(block), 3, -1)
            self._order.write(planes, out[begin : begin + len(block)])

    def _product(self, table: Float) -> None:
        # mode="wrap" (indices are in range) lets take write straight into the buffer; the default makes a copy first.
        np.take(table, self._tiles.table_joints, axis=1, out=self._table[: len(table)], mode="wrap")
        high = len(table) if self._frames > 1 else self._high
        for matrices, coefficients, planes in self._calls:
            self._kernel(matrices[:high], coefficients, planes[:high])


class VertexOrder(Protocol):
    """Brings skinned rows into the order of the file's vertices."""

    def write(self, planes: Float, out: Float) -> None:
        """From planes (F, 3, R), C-contiguous, to vertices (F, V, 3)."""


class OnePiece:
    """Every vertex is one row: a flat gather from the raveled planes."""

    def __init__(self, tiles: Tiles) -> None:
        self._flat = tiles.interleaved

    def write(self, planes: Float, out: Float) -> None:
        """From planes (F, 3, R), C-contiguous, to vertices (F, V, 3), each frame C-contiguous."""
        if out.flags.c_contiguous:  # all frames in one call, which matters where a mesh is small
            np.take(planes.reshape(len(planes), -1), self._flat, axis=1, out=out.reshape(len(out), -1), mode="wrap")
            return
        for frame, vertices in zip(planes, out):
            np.take(frame.reshape(-1), self._flat, out=vertices.reshape(-1), mode="wrap")


class SummedPieces:
    """Vertices are sums of pieces: buffers to add up ``vectors`` vectors of ``high`` (at most 4) numbers each."""

    def __init__(self, tiles: Tiles, high: int = 3, vectors: int = 1, tuning: Tuning = TUNING) -> None:
        self._tiles, self._high, self._chunk = tiles, high, tuning.summed_vertices
        self._rows = np.zeros((vectors, tiles.rows + 1, 4), np.float32)  # the last row stays 0, for "no such piece"
        self._pieces = np.zeros((vectors, len(tiles.places), self._chunk, 4), np.float32)

    def write(self, planes: Float, out: Float) -> None:
        """From planes (F, 3, R) to vertices (F, V, 3)."""
        for frame, skinned in zip(planes, out):
            for vertices, summed in self.chunks(frame[None]):
                for d in range(3):
                    skinned[vertices, d] = summed[0, d]

    def chunks(self, planes: Float) -> Iterator[tuple[slice, Float]]:
        """The sums of planes (S, H, R), for a few thousand vertices at a time: their slice, and their sums (S, H, n).

        S is at most ``vectors``, H is ``high``. The sums are a view of a buffer that the next chunk overwrites; it has
        room for all ``vectors``, of which only the first S are written.
        """
        for rows, vector in zip(self._rows, planes):
            for d in range(self._high):
                rows[:-1, d] = vector[d]
        for begin in range(0, self._tiles.vertex_count, self._chunk):
            vertices = slice(begin, min(begin + self._chunk, self._tiles.vertex_count))
            pieces = self._pieces[:, :, : vertices.stop - begin]
            for rows, vector in zip(self._rows, pieces[: len(planes)]):
                for piece, places in zip(vector, self._tiles.places):
                    target = piece.view(np.complex128)[:, 0]
                    np.take(rows.view(np.complex128)[:, 0], places[vertices], out=target, mode="wrap")
                for piece in vector[1:]:
                    np.add(vector[0], piece, out=vector[0])
            yield vertices, pieces[:, 0, :, : self._high].swapaxes(1, 2)


def vertex_order(tiles: Tiles, tuning: Tuning = TUNING) -> VertexOrder:
    """The cheaper of the two ways back to the file's order, where there is a choice."""
    return OnePiece(tiles) if len(tiles.places) == 1 else SummedPieces(tiles, tuning=tuning)


def kernel_arguments(tiles: Tiles, table: Float, most_rows: int) -> Iterator[tuple[slice, Float, Float]]:
    """For each kernel call: its rows, matrices and coefficients.

    A call has at most ``most_rows`` rows, but always at least one tile. Matrices (H, C, K * D) are views of the table
    (H, joints of all buckets, D); coefficients are (C, K * D, T).
    """
    begin = 0
    for bucket in tiles.buckets:
        count, size, components, tile = bucket.coefficients.shape
        step = max(most_rows // tile, 1)
        for first in range(0, count, step):
            coefficients = bucket.coefficients[first : first + step]
            called = len(coefficients)
            place = begin + first * size
            matrices = table[:, place : place + called * size].reshape(len(table), called, size * components)
            row = bucket.first_row + first * tile
            yield slice(row, row + called * tile), matrices, coefficients.reshape(called, size * components, tile)
        begin += count * size


def frames_of_a_block(tiles: Tiles, frame_bytes: int, tuning: Tuning = TUNING) -> int:
    """How many frames one product should take: enough to fill it, but no more than OpenBLAS and the cache handle well.

    frame_bytes: the bytes that the buffers of one frame take.
    """
    largest = max((b.coefficients[0].size for b in tiles.buckets), default=1)
    by_product = tuning.product_size // (largest * 4)
    by_cache = tuning.block_bytes // max(frame_bytes, 1)
    return max(min(by_product, by_cache, tuning.block_frames), 1)
