"""Skinning a mesh whose vertices change with time (morph targets), with tiles whose coefficients are written anew.

The coefficients of a tile are weight times vector. The weights stay, so they are kept in tiles of their own; a frame
with new morph weights multiplies them by its vectors. That costs some 20 ns a vertex, still a fraction of gathering
matrices; frames that repeat the morph weights of the last one pay nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from ..model import Float, Float64, Int
from .kernels import Kernel
from .normal_workspace import NormalWorkspace
from .tile_workspace import TileWorkspace
from .tiles import Tiles, build_tiles

#: vectors(base (V, 3) float64) -> (V, S, D): what is skinned of a morphed attribute.
Vectors = Callable[[Float64], Float]


class MorphSkinner:
    """Skins frames of one morphed attribute: base (V, 3) plus displacements (M, V, 3) times weights."""

    def __init__(
        self,
        base: Float64,
        displacements: Float,
        joints: Int,
        weights: Float64,
        joint_count: int,
        vectors: Vectors,
        *,
        workspace: type[TileWorkspace] | type[NormalWorkspace] = TileWorkspace,
        kernel: Kernel | None = None,
    ) -> None:
        self._base = base
        self._displacements = displacements.reshape(len(displacements), -1).astype(np.float64)
        self._vectors = vectors
        ones = np.ones((len(base), 1, 1), np.float32)
        self._weights = build_tiles(ones, joints, weights, joint_count, share_equal=False)
        self._vertex_of_row = _vertex_of_row(self._weights)
        self._tiles = _writable(self._weights, *vectors(base).shape[1:])
        self._workspace = workspace(self._tiles, kernel=kernel)
        self._written: Float64 | None = None

    def skin(self, tables: Float, morph_weights: Float64) -> Float:
        """(F, V, 3) float32 of tables (F, 3, J, D) float32 and morph weights (F, M)."""
        out = np.empty((len(tables), len(self._base), 3), np.float32)
        for frame, weights in enumerate(morph_weights[:, : len(self._displacements)]):
            if self._written is None or not np.array_equal(weights, self._written):
                self._write(weights)
            self._workspace.skin(tables[frame : frame + 1], out[frame : frame + 1])
        return out

    def _write(self, weights: Float64) -> None:
        """New coefficients: weights of the tiles times the morphed vectors of their rows."""
        morphed = self._base + (weights @ self._displacements).reshape(-1, 3)
        vectors = self._vectors(morphed).astype(np.float32)[self._vertex_of_row]
        for bucket, weight in zip(self._tiles.buckets, self._weights.buckets):
            _, tiles, _, components, rows = bucket.coefficients.shape
            of_bucket = vectors[bucket.first_row : bucket.first_row + bucket.rows]
            planes = of_bucket.reshape(tiles, rows, -1, components).transpose(2, 0, 3, 1)
            np.multiply(weight.coefficients, planes[:, :, None], out=bucket.coefficients)
        self._written = weights.copy()


def _vertex_of_row(tiles: Tiles) -> Int:
    """(R,) the vertex in each tile row; 0 in padding rows, where the weights are zero."""
    out = np.zeros(tiles.rows + 1, np.intp)
    one = len(tiles.gathers) == 1
    for gather in tiles.gathers:
        out[gather[::3] if one else gather] = np.arange(tiles.vertex_count)
    return out[:-1]


def _writable(weights: Tiles, vectors: int, components: int) -> Tiles:
    """The same tiles with room for (S, D) vectors."""
    buckets = []
    for bucket in weights.buckets:
        _, tiles, size, _, rows = bucket.coefficients.shape
        room = np.zeros((vectors, tiles, size, components, rows), np.float32)
        buckets.append(dataclasses.replace(bucket, coefficients=room))
    return dataclasses.replace(weights, buckets=tuple(buckets), vectors=vectors, components=components)
