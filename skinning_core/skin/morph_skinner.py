"""Skinning a mesh whose vertices change with time (morph targets).

The coefficients of a tile of positions are weight times position. The weights stay, so they are kept in tiles of their
own; a frame with new morph weights multiplies them by its positions. That costs some 20 ns a vertex, still a fraction
of gathering matrices. Tiles of normals hold weights alone, and only take new normals. Frames that repeat the morph
weights of the last one pay nothing.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ..model import Float, Float64, Int
from .kernels import Kernel
from .normal_workspace import NormalWorkspace, normal_tiles, unit_vectors
from .tile_workspace import TileWorkspace
from .tiles import Tiles, build_tiles


class Morphed:
    """An attribute (V, 3) with displacements (M, V, 3), and the morph weights that were asked for last."""

    def __init__(self, base: Float64, displacements: Float) -> None:
        self.base = base
        self._displacements = displacements.reshape(len(displacements), -1).astype(np.float64)
        self._last: Float64 | None = None

    def if_new(self, weights: Float64) -> Float64 | None:
        """(V, 3) under morph weights (M,); None where they are those of the last time."""
        weights = weights[: len(self._displacements)]
        if self._last is not None and np.array_equal(weights, self._last):
            return None
        self._last = weights.copy()
        return self.base + (weights @ self._displacements).reshape(-1, 3)


class MorphSkinner:
    """Skins frames of morphed positions."""

    def __init__(
        self,
        morphed: Morphed,
        joints: Int,
        weights: Float64,
        joint_count: int,
        *,
        kernel: Kernel | None = None,
    ) -> None:
        self._morphed = morphed
        ones = np.ones((len(morphed.base), 1), np.float32)
        self._weights = build_tiles(ones, joints, weights, joint_count, share_equal=False)
        self._vertex_of_row = _vertex_of_row(self._weights)
        self._tiles = _writable(self._weights, components=4)
        self._workspace = TileWorkspace(self._tiles, kernel=kernel)

    def skin(self, tables: Float, morph_weights: Float64) -> Float:
        """(F, V, 3) float32 of tables (F, 3, J, 4) float32 and morph weights (F, M)."""
        out = np.empty((len(tables), len(self._morphed.base), 3), np.float32)
        for frame, weights in enumerate(morph_weights):
            positions = self._morphed.if_new(weights)
            if positions is not None:
                self._write(positions)
            self._workspace.skin(tables[frame : frame + 1], out[frame : frame + 1])
        return out

    def _write(self, positions: Float64) -> None:
        """New coefficients: weights of the tiles times the positions (x, y, z, 1) of their rows."""
        vectors = np.ones((len(self._vertex_of_row), 4), np.float32)
        vectors[:, :3] = positions[self._vertex_of_row]
        for bucket, weight in zip(self._tiles.buckets, self._weights.buckets):
            tiles, _, components, rows = bucket.coefficients.shape
            of_bucket = vectors[bucket.first_row : bucket.first_row + bucket.rows]
            planes = of_bucket.reshape(tiles, rows, components).transpose(0, 2, 1)
            np.multiply(weight.coefficients, planes[:, None], out=bucket.coefficients)


class MorphNormalSkinner:
    """Skins frames of morphed normals."""

    def __init__(
        self,
        morphed: Morphed,
        joints: Int,
        weights: Float64,
        joint_count: int,
        *,
        kernel: Kernel | None = None,
    ) -> None:
        self._morphed = morphed
        tiles = normal_tiles(morphed.base, joints, weights, joint_count, share_equal=False)
        self._workspace = NormalWorkspace(tiles, kernel=kernel)

    def skin(self, tables: Float, morph_weights: Float64) -> Float:
        """(F, V, 3) float32 of tables (F, 3, J, 3) float32 and morph weights (F, M)."""
        out = np.empty((len(tables), len(self._morphed.base), 3), np.float32)
        for frame, weights in enumerate(morph_weights):
            normals = self._morphed.if_new(weights)
            if normals is not None:
                self._workspace.set_normals(unit_vectors(normals))
            self._workspace.skin(tables[frame : frame + 1], out[frame : frame + 1])
        return out


def _vertex_of_row(tiles: Tiles) -> Int:
    """(R,) the vertex in each tile row; 0 in padding rows, where the weights are zero."""
    out = np.zeros(tiles.rows + 1, np.intp)
    one = len(tiles.gathers) == 1
    for gather in tiles.gathers:
        out[gather[::3] if one else gather] = np.arange(tiles.vertex_count)
    return out[:-1]


def _writable(weights: Tiles, components: int) -> Tiles:
    """The same tiles with room for vectors of so many components."""
    buckets = []
    for bucket in weights.buckets:
        tiles, size, _, rows = bucket.coefficients.shape
        room = np.zeros((tiles, size, components, rows), np.float32)
        buckets.append(dataclasses.replace(bucket, coefficients=room))
    return dataclasses.replace(weights, buckets=tuple(buckets), components=components)
