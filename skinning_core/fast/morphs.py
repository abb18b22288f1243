"""Skinning a mesh whose vertices change with time (morph targets).

A workspace that can *take* other vectors skins one frame after the other. Tiles of normals hold weights alone, and
only take new normals. The coefficients of a tile of positions are weight times position: the weights are kept in tiles
of their own, and a frame with new morph weights multiplies them by its positions. That costs some 20 ns per vertex,
still a fraction of gathering matrices. Frames that repeat the morph weights of the last one pay nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Protocol

import numpy as np

from ..model import Float, Float64, Int
from ..skin.linear import unit_vectors
from .kernels import Kernel
from .normals import NormalWorkspace, normal_tiles
from .tiles import Tiles, build_tiles, homogeneous
from .tuning import TUNING, Tuning
from .workspace import PositionWorkspace, Workspace


class MorphWorkspace(Workspace, Protocol):
    """A workspace whose vectors can be replaced."""

    def take(self, vectors: Float) -> None:
        """Skin these vectors (V, 3) from now on."""


class MorphSkinner:
    """Skins frames of an attribute that morph targets change.

    Parameters
    ----------
    base : (V, 3) the attribute as the file stores it
    displacements : (M, V, 3) of the morph targets
    workspace : skins the morphed vectors
    finished : applied to the morphed vectors (V, 3) before they are skinned
    """

    def __init__(
        self,
        base: Float64,
        displacements: Float,
        workspace: MorphWorkspace,
        finished: Callable[[Float64], Float64] = lambda vectors: vectors,
    ) -> None:
        self._base, self._workspace, self._finished = base, workspace, finished
        self._displacements = displacements.reshape(len(displacements), -1).astype(np.float64)
        self._last: Float64 | None = None

    def skin(self, tables: Float, morph_weights: Float64) -> Float:
        """(F, V, 3) float32 of tables (F, 3, J, D) float32 and morph weights (F, M)."""
        out = np.empty((len(tables), len(self._base), 3), np.float32)
        for frame, weights in enumerate(morph_weights[:, : len(self._displacements)]):
            if self._last is None or not np.array_equal(weights, self._last):
                vectors = self._base + (weights @ self._displacements).reshape(-1, 3)
                self._workspace.take(self._finished(vectors))
                self._last = weights.copy()
            self._workspace.skin(tables[frame : frame + 1], out[frame : frame + 1])
        return out


class MorphPositionWorkspace:
    """A ``MorphWorkspace`` that skins positions (V, 3), with influences of (V, I) joints and weights.

    directions: the vectors have no translation, and the tables no fourth column.
    """

    def __init__(
        self,
        joints: Int,
        weights: Float64,
        joint_count: int,
        *,
        directions: bool = False,
        kernel: Kernel | None = None,
        tuning: Tuning = TUNING,
    ) -> None:
        self._directions = directions
        ones = np.ones((len(joints), 1), np.float32)
        self._weights = build_tiles(ones, joints, weights, joint_count, share_equal=False, tuning=tuning)
        self._vertex_of_row = _vertex_of_row(self._weights)
        self._tiles = _writable(self._weights, components=3 if directions else 4)
        self._positions = PositionWorkspace(self._tiles, kernel=kernel, tuning=tuning)

    def take(self, vectors: Float) -> None:
        """Compute new coefficients: the tiles' weights times the positions (x, y, z, 1) of their rows, from (V, 3)."""
        positions = (vectors if self._directions else homogeneous(vectors))[self._vertex_of_row]
        for bucket, weight in zip(self._tiles.buckets, self._weights.buckets):
            tiles, _, components, rows = bucket.coefficients.shape
            of_bucket = positions[bucket.first_row : bucket.first_row + bucket.rows]
            planes = of_bucket.reshape(tiles, rows, components).transpose(0, 2, 1)
            np.multiply(weight.coefficients, planes[:, None], out=bucket.coefficients)

    def skin(self, tables: Float, out: Float) -> None:
        """Skin F frames: tables (F, 3, J, 4 or 3) float32 C-contiguous, written to out (F, V, 3) float32."""
        self._positions.skin(tables, out)


def morph_positions(
    base: Float64,
    displacements: Float,
    joints: Int,
    weights: Float64,
    joint_count: int,
    *,
    kernel: Kernel | None = None,
    tuning: Tuning = TUNING,
) -> MorphSkinner:
    """The skinner of positions that morph targets change.

    Parameters
    ----------
    base : (V, 3) positions as the file stores them
    displacements : (M, V, 3) of the morph targets
    joints, weights : (V, I) influences, used as they are
    joint_count : every joint is less
    kernel : None chooses the fastest
    """
    workspace = MorphPositionWorkspace(joints, weights, joint_count, kernel=kernel, tuning=tuning)
    return MorphSkinner(base, displacements, workspace)


def morph_directions(
    base: Float64,
    displacements: Float,
    joints: Int,
    weights: Float64,
    joint_count: int,
    *,
    kernel: Kernel | None = None,
    tuning: Tuning = TUNING,
) -> MorphSkinner:
    """The skinner of normals (V, 3) that morph targets change, carried as directions; unit only before they are."""
    workspace = MorphPositionWorkspace(joints, weights, joint_count, directions=True, kernel=kernel, tuning=tuning)
    return MorphSkinner(base, displacements, workspace, unit_vectors)


def morph_normals(
    base: Float64,
    displacements: Float,
    joints: Int,
    weights: Float64,
    joint_count: int,
    *,
    kernel: Kernel | None = None,
    tuning: Tuning = TUNING,
) -> MorphSkinner:
    """The skinner of normals (V, 3) that morph targets change; parameters as those of ``morph_positions``."""
    tiles = normal_tiles(base, joints, weights, joint_count, share_equal=False, tuning=tuning)
    workspace = NormalWorkspace(tiles, kernel=kernel, tuning=tuning)
    return MorphSkinner(base, displacements, workspace, unit_vectors)


def _vertex_of_row(tiles: Tiles) -> Int:
    """(R,) the vertex in each tile row; 0 in padding rows, where the weights are zero."""
    out = np.zeros(tiles.rows + 1, np.intp)
    for places in tiles.places:
        out[places] = np.arange(tiles.vertex_count)
    return out[:-1]


def _writable(weights: Tiles, components: int) -> Tiles:
    """The same tiles with space for vectors of ``components`` numbers."""
    buckets = []
    for bucket in weights.buckets:
        tiles, size, _, rows = bucket.coefficients.shape
        room = np.zeros((tiles, size, components, rows), np.float32)
        buckets.append(dataclasses.replace(bucket, coefficients=room))
    return dataclasses.replace(weights, buckets=tuple(buckets), components=components)
