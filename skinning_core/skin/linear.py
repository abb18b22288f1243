"""Linear blend skinning, the reference form: blend the joints' matrices, then transform the vertex once. Float64.

p' = (sum of w_i * M_i) p over all influences of the vertex (specification 3.7.3.3), with M the skin palette.
Nothing here is fast on purpose; ``tiles.py`` is. Vertices go in blocks only to bound the memory.
"""

from __future__ import annotations

import numpy as np

from ..model import Float, Float64, Int
from ..transform import move_points

_BLOCK = 16384  # vertices at a time: 16384 vertices x 12 numbers x 8 bytes x influences is a few MB


def blended_matrices(skin_palette: Float64, joints: Int, weights: Float) -> Float64:
    """(V, 3, 4) weighted sums of the matrices (J, 3, 4) of one skin palette."""
    blended = np.zeros((len(joints), 3, 4))
    for slot in range(joints.shape[1]):
        blended += weights[:, slot, None, None] * skin_palette[joints[:, slot]]
    return blended


def skin_positions(skin_palette: Float64, positions: Float, joints: Int, weights: Float) -> Float64:
    """(T, V, 3) skinned positions.

    skin_palette: (T, J, 3, 4), bind space to world. positions: (T or 1, V, 3), bind space. joints, weights: (V, I).
    """
    out = np.empty((len(skin_palette), *positions.shape[1:]))
    for t, matrices in enumerate(skin_palette):
        source = positions[min(t, len(positions) - 1)]
        for begin in range(0, len(source), _BLOCK):
            block = slice(begin, begin + _BLOCK)
            blended = blended_matrices(matrices, joints[block], weights[block])
            out[t, block] = move_points(blended, source[block])
    return out


def skin_normals(
    skin_palette: Float64, normals: Float, joints: Int, weights: Float, *, inverse_transpose: bool = True
) -> Float64:
    """(T, V, 3) unit normals; 0 where the blended matrix squashes the normal to nothing.

    With ``inverse_transpose`` (the right rule under non-uniform scale) a normal stays perpendicular to the surface;
    without it, it is carried along as if it were a direction (w = 0), as most engines do.
    """
    out = np.empty((len(skin_palette), *normals.shape[1:]))
    for t, matrices in enumerate(skin_palette):
        source = normals[min(t, len(normals) - 1)]
        for begin in range(0, len(source), _BLOCK):
            block = slice(begin, begin + _BLOCK)
            linear = blended_matrices(matrices, joints[block], weights[block])[..., :3]
            out[t, block] = carry_normals(linear, source[block], inverse_transpose=inverse_transpose)
    return out


def carry_normals(linear: Float64, normals: Float, *, inverse_transpose: bool = True) -> Float64:
    """(V, 3) unit normals under (V or 1, 3, 3) linear maps."""
    matrix = cofactor(linear) if inverse_transpose else linear
    return unit_vectors(np.einsum("...rc,...c->...r", matrix, normals.astype(np.float64)))


def unit_vectors(vectors: Float64) -> Float64:
    """(..., 3) of length one; 0 where a vector has no direction."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.where(length > 0.0, vectors / np.where(length > 0.0, length, 1.0), 0.0)


def cofactor(linear: Float64) -> Float64:
    """(..., 3, 3) inverse transpose times |determinant|: the same direction for normals, and no division by zero."""
    rows = np.moveaxis(linear, -2, 0)
    cross = np.stack([np.cross(rows[1], rows[2]), np.cross(rows[2], rows[0]), np.cross(rows[0], rows[1])], axis=-2)
    determinant = np.einsum("...c,...c->...", rows[0], cross[..., 0, :])
    return cross * np.where(determinant < 0.0, -1.0, 1.0)[..., None, None]
