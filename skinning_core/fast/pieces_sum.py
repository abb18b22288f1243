"""Adding up the pieces of each vertex, where rare joint sets were cut; see ``joint_sets.py``.

The pieces of a vertex lie far apart. Planes would cost a cache miss for each number of a piece; rows of 16 bytes cost
one, and NumPy copies 16-byte items without a call.

Shapes: S skinned vectors of a vertex, H planes of a vector (at most four), V vertices, R tile rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..model import Float
from .tiles import Tiles

#: Vertices at a time; what they touch stays in the second-level cache.
CHUNK = 8192


class PiecesSum:
    """Buffers for the sums of one ``Tiles``."""

    def __init__(self, tiles: Tiles, high: int, vectors: int = 1) -> None:
        self._tiles, self._high = tiles, high
        self._rows = np.zeros((vectors, tiles.rows + 1, 4), np.float32)  # last row 0: "no such piece"
        self._pieces = np.zeros((vectors, len(tiles.gathers), CHUNK, 4), np.float32)

    def chunks(self, planes: Float) -> Iterator[tuple[slice, Float]]:
        """Of planes (S, H, R): some vertices after the other, and their sums (S, H, n), overwritten by the next.

        Where the planes are of fewer vectors than there are buffers for, those that are left are not written.
        """
        for rows, vector in zip(self._rows, planes):
            for d in range(self._high):
                rows[:-1, d] = vector[d]
        for begin in range(0, self._tiles.vertex_count, CHUNK):
            vertices = slice(begin, min(begin + CHUNK, self._tiles.vertex_count))
            pieces = self._pieces[:, :, : vertices.stop - begin]
            for rows, vector in zip(self._rows, pieces[: len(planes)]):
                for piece, gather in zip(vector, self._tiles.gathers):
                    target = piece.view(np.complex128)[:, 0]
                    np.take(rows.view(np.complex128)[:, 0], gather[vertices], out=target, mode="wrap")
                for piece in vector[1:]:
                    np.add(vector[0], piece, out=vector[0])
            yield vertices, pieces[:, 0, :, : self._high].swapaxes(1, 2)
