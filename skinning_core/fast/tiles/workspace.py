"""A workspace skins one range of a mesh in given buffers: a frame allocates nothing.

``Workspace`` is the protocol of positions (here), normals and moving vectors. A frame of positions is one gather of the
joints' matrices, one kernel call per bucket, and one gather into the file's order: four to eight NumPy calls for real
characters of 2,000 to 100,000 vertices.

``VertexOrder`` is the last gather. If each vertex is one piece, one flat gather interleaves the planes and restores
the order. If rare joint sets were cut (see ``joint_sets.py``), a vertex's pieces are added up. They lie far apart:
planes would cost a cache miss for each number, rows of four numbers cost one per piece, and NumPy copies items of 16 or
32 bytes without a function call.

All ranges and parts of a model take turns in one ``Scratch``: 400 small parts need no more of it than one.

Shapes: F frames, J matrices in a table, D components, V vertices, R tile rows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Protocol

import numpy as np

from ...model import Float
from .kernels import matmul_kernel, usual_kernel
from .layout import Tiles, aligned
from .tuning import Tuning


class Scratch:
    """Memory that workspaces of one thread use in turn. None finds there what it left."""

    def __init__(self) -> None:
        self._memory: dict[tuple[str, type], Float] = {}

    def array(self, name: str, dtype: type[np.floating], *shape: int) -> Float:
        """An array of any shape, such as (F, 3, R). All of one name share memory."""
        key, size = (name, dtype), math.prod(shape)
        memory = self._memory.get(key)
        if memory is None or memory.size < size:  # doubled: all before take no more than the last
            self._memory[key] = memory = aligned(dtype, max(size, 0 if memory is None else 2 * memory.size))
        return memory[:size].reshape(shape)


class Workspace(Protocol):
    """Skins frames of one range of vertices, for one thread at a time."""

    def skin(self, tables: Float, out: Float) -> None:
        """Tables (F, 3, J, D), C-contiguous, to out (F, V, 3)."""


class TakingWorkspace(Workspace, Protocol):
    """A workspace whose vectors can be replaced."""

    def take(self, vectors: Float) -> None:
        """Skin these vectors (V, D) from now on."""


class PositionWorkspace:
    """Skins positions, up to ``frames`` frames at a time."""

    def __init__(self, tiles: Tiles, tuning: Tuning, scratch: Scratch, *, frames: int = 1) -> None:
        self._tiles = tiles
        self._kernel = tuning.kernel or usual_kernel()
        size = 3 * np.dtype(tuning.dtype).itemsize
        self._frames = min(frames, frames_of_a_block(tiles, size * tiles.rows, tuning))
        # BLAS makes four rows in less time than three (1.7 against 1.85 ns per vertex), so one frame gets a fourth, 0.
        self._high = 4 if self._frames == 1 and self._kernel is matmul_kernel else self._frames * 3
        self._table = scratch.array("table", tuning.dtype, self._high, len(tiles.table_joints), tiles.components)
        self._planes = scratch.array("planes", tuning.dtype, self._high, tiles.rows)
        self._calls = [
            (matrices, coefficients, self._planes[:, rows].reshape(self._high, len(coefficients), -1))
            for rows, matrices, coefficients in kernel_arguments(tiles, self._table, tiles.rows)
        ]
        self._order = vertex_order(tiles, tuning, scratch)

    def skin(self, tables: Float, out: Float) -> None:
        """Tables (F, 3, J, D), C-contiguous, to out (F, V, 3)."""
        for begin in range(0, len(tables), self._frames):
            block = tables[begin : begin + self._frames]
            self._product(block.reshape(-1, *block.shape[2:]))
            planes = self._planes[: 3 * len(block)].reshape(len(block), 3, -1)
            self._order.write(planes, out[begin : begin + len(block)])

    def _product(self, table: Float) -> None:
        # mode="wrap" (indices are in range) lets take write straight into the buffer; the default makes a copy first.
        np.take(table, self._tiles.table_joints, axis=1, out=self._table[: len(table)], mode="wrap")
        high = len(table) if self._frames > 1 else self._high
        self._table[len(table) : high] = 0.0
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
        if out.flags.c_contiguous:  # all frames in one call, which matters if a mesh is small
            np.take(planes.reshape(len(planes), -1), self._flat, axis=1, out=out.reshape(len(out), -1), mode="wrap")
            return
        for frame, vertices in zip(planes, out):
            np.take(frame.reshape(-1), self._flat, out=vertices.reshape(-1), mode="wrap")


class SummedPieces:
    """Vertices are sums of pieces: buffers for ``vectors`` vectors of ``high`` (at most 4) numbers each."""

    def __init__(self, tiles: Tiles, tuning: Tuning, scratch: Scratch, *, high: int = 3, vectors: int = 1) -> None:
        self._tiles, self._high, self._chunk = tiles, high, max(min(tuning.summed_vertices, tiles.vertex_count), 1)
        self._rows = scratch.array("rows", tuning.dtype, vectors, tiles.rows + 1, 4)
        self._pieces = scratch.array("pieces", tuning.dtype, vectors, len(tiles.places), self._chunk, 4)

    def write(self, planes: Float, out: Float) -> None:
        """From planes (F, 3, R) to vertices (F, V, 3)."""
        for frame, skinned in zip(planes, out):
            for vertices, summed in self.chunks(frame[None]):
                for d in range(3):
                    skinned[vertices, d] = summed[0, d]

    def chunks(self, planes: Float) -> Iterator[tuple[slice, Float]]:
        """Sums of planes (S, H, R), a few thousand vertices at a time: their slice, and their sums (S, H, n).

        S is at most ``vectors``, H is ``high``. The sums are a view that the next chunk overwrites, with room for all
        ``vectors``; only the first S are written.
        """
        for rows, vector in zip(self._rows, planes):
            for d in range(self._high):
                rows[:-1, d] = vector[d]
            rows[-1] = 0.0  # "no such piece"
        for begin in range(0, self._tiles.vertex_count, self._chunk):
            vertices = slice(begin, min(begin + self._chunk, self._tiles.vertex_count))
            pieces = self._pieces[:, :, : vertices.stop - begin]
            for rows, vector in zip(self._rows, pieces[: len(planes)]):
                for piece, places in zip(vector, self._tiles.places):
                    np.take(rows, places[vertices], axis=0, out=piece, mode="wrap")
                for piece in vector[1:]:
                    np.add(vector[0], piece, out=vector[0])
            yield vertices, pieces[:, 0, :, : self._high].swapaxes(1, 2)


def vertex_order(tiles: Tiles, tuning: Tuning, scratch: Scratch) -> VertexOrder:
    """The cheaper way back to the file's order, if there is a choice."""
    return OnePiece(tiles) if len(tiles.places) == 1 else SummedPieces(tiles, tuning, scratch)


def kernel_arguments(tiles: Tiles, table: Float, most_rows: int) -> Iterator[tuple[slice, Float, Float]]:
    """For each kernel call: its rows, matrices and coefficients.

    A call has at most ``most_rows`` rows, but at least one tile. Matrices (H, C, K * D) are views of the table (H,
    joints of all buckets, D); coefficients are (C, K * D, T).
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


def frames_of_a_block(tiles: Tiles, frame_bytes: int, tuning: Tuning) -> int:
    """Frames of one product: enough to fill it, but not too many for OpenBLAS and the cache.

    frame_bytes: the buffers of one frame.
    """
    largest = max((b.coefficients[0].size for b in tiles.buckets), default=1)
    by_product = tuning.product_size // (largest * 4)
    by_cache = tuning.block_bytes // max(frame_bytes, 1)
    return max(min(by_product, by_cache, tuning.block_frames), 1)
