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
from ..skin.linear import unit_vectors
from .kernels import Kernel
from .normals import NormalWorkspace, normal_tiles
from .tiles import Tiles, build_tiles, homogeneous
from .workspace import TileWorkspace


class MorphSkinner:
    """Skins frames of an attribute (V, 3) with displacements (M, V, 3); what is skinned, its two kinds say."""

    _workspace: TileWorkspace | NormalWorkspace

    def __init__(self, base: Float64, displacements: Float) -> None:
        self._base = base
        self._displacements = displacements.reshape(len(displacements), -1).astype(np.float64)
        self._last: Float64 | None = None

    def skin(self, tables: Float, morph_weights: Float64) -> Float:
        """(F, V, 3) float32 of tables (F, 3, J, D) float32 and morph weights (F, M)."""
        out = np.empty((len(tables), len(self._base), 3), np.float32)
        for frame, weights in enumerate(morph_weights[:, : len(self._displacements)]):
            if self._last is None or not np.array_equal(weights, self._last):
                self._take(self._base + (weights @ self._displacements).reshape(-1, 3))
                self._last = weights.copy()
            self._workspace.skin(tables[frame : frame + 1], out[frame : frame + 1])
        return out

    def _take(self, vectors: Float64) -> None:
        """Make these (V, 3) what the workspace skins from now on."""
        raise NotImplementedError


class MorphPositionSkinner(MorphSkinner):
    """Skins frames of morphed positions."""

    def __init__(
        self,
        base: Float64,
        displacements: Float,
        joints: Int,
        weights: Float64,
        joint_count: int,
        *,
        kernel: Kernel | None = None,
    ) -> None:
        super().__init__(base, displacements)
        self._weights = build_tiles(
            np.ones((len(base), 1), np.float32), joints, weights, joint_count, share_equal=False
        )
        self._vertex_of_row = _vertex_of_row(self._weights)
        self._tiles = _writable(self._weights, components=4)
        self._workspace = TileWorkspace(self._tiles, kernel=kernel)

    def _take(self, vectors: Float64) -> None:
        """New coefficients: weights of the tiles times the positions (x, y, z, 1) of their rows."""
        positions = homogeneous(vectors)[self._vertex_of_row]
        for bucket, weight in zip(self._tiles.buckets, self._weights.buckets):
            tiles, _, components, rows = bucket.coefficients.shape
            of_bucket = positions[bucket.first_row : bucket.first_row + bucket.rows]
            planes = of_bucket.reshape(tiles, rows, components).transpose(0, 2, 1)
            np.multiply(weight.coefficients, planes[:, None], out=bucket.coefficients)


class MorphNormalSkinner(MorphSkinner):
    """Skins frames of morphed normals."""

    _workspace: NormalWorkspace

    def __init__(
        self,
        base: Float64,
        displacements: Float,
        joints: Int,
        weights: Float64,
        joint_count: int,
        *,
        kernel: Kernel | None = None,
    ) -> None:
        super().__init__(base, displacements)
        tiles = normal_tiles(base, joints, weights, joint_count, share_equal=False)
        self._workspace = NormalWorkspace(tiles, kernel=kernel)

    def _take(self, vectors: Float64) -> None:
        self._workspace.set_normals(unit_vectors(vectors))


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
