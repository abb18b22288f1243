"""Linear blend skinning as the reference does it: blend the joints' matrices, then move the vertex once. Float64.

p' = (sum of w_i * S_i) p over all influences of the vertex (specification 3.7.3.3). S is the skin palette: for each
joint, the matrix from mesh space (at bind) to the world. Nothing here is made fast: ``fast.tiles`` computes the same to
the last digits at many times at once.
"""

from __future__ import annotations

from typing import TypeVar, cast

import numpy as np

from ..model import Float, Float64, Int, Skin
from ..transform import move_points, multiply

_Array = TypeVar("_Array", bound=Float)


def skin_palette_of(world: Float64, skin: Skin) -> Float64:
    """(..., J, 3, 4) world matrix of each joint times its inverse bind matrix (specification 3.7.3.3).

    ``world``: (..., N, 3, 4) matrices of all nodes, the palette. The skinned mesh's own node plays no part.

    >>> world = np.stack([np.eye(3, 4), np.eye(3, 4)])
    >>> world[1, :, 3] = 0, 1, 0  # the joint stands one metre up
    >>> bind = np.eye(3, 4)[None].copy()
    >>> bind[0, :, 3] = 0, -1, 0  # and stood there when the mesh was bound
    >>> skin_palette_of(world, Skin("arm", np.array([1]), bind))[0, :, 3].tolist()  # so the mesh does not move
    [0.0, 0.0, 0.0]
    """
    return multiply(world[..., skin.joints, :, :], skin.inverse_bind)


def blended_matrices(skin_palette: Float64, joints: Int, weights: Float) -> Float64:
    """(V, 3, 4) weighted sum of the matrices that each vertex follows.

    Parameters
    ----------
    skin_palette : (J, 3, 4)
    joints : (V, I) indices into the skin palette
    weights : (V, I)

    >>> both = np.stack([np.eye(3, 4), 3 * np.eye(3, 4)])
    >>> blended_matrices(both, np.array([[0, 1]]), np.array([[0.5, 0.5]]))[0].tolist()
    [[2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0]]
    """
    blended = np.zeros((len(joints), 3, 4))
    for slot in range(joints.shape[1]):
        blended += weights[:, slot, None, None] * skin_palette[joints[:, slot]]
    return blended


def skin_positions(skin_palette: Float64, positions: Float, joints: Int, weights: Float) -> Float64:
    """(T, V, 3) skinned positions in the world.

    Parameters
    ----------
    skin_palette : (T, J, 3, 4) mesh space -> world, one palette per time
    positions : (T or 1, V, 3) mesh space, with morph targets applied; one row serves all times
    joints : (V, I) indices into the skin palette
    weights : (V, I), used as they are
    """
    out = np.empty((len(skin_palette), *positions.shape[1:]))
    for t, matrices in enumerate(skin_palette):
        source = positions[min(t, len(positions) - 1)]
        out[t] = move_points(blended_matrices(matrices, joints, weights), source)
    return out


def skin_normals(
    skin_palette: Float64, normals: Float, joints: Int, weights: Float, *, inverse_transpose: bool = True
) -> Float64:
    """(T, V, 3) unit normals in the world; 0 if the blended matrix squashes one to nothing.

    Parameters
    ----------
    skin_palette : (T, J, 3, 4) mesh space -> world, one palette per time
    normals : (T or 1, V, 3) mesh space; one row serves all times
    joints : (V, I) indices into the skin palette
    weights : (V, I)
    inverse_transpose : keeps a normal perpendicular to its surface under non-uniform scale; without it, a normal is
        carried as a direction (w = 0), as most engines do
    """
    out = np.empty((len(skin_palette), *normals.shape[1:]))
    for t, matrices in enumerate(skin_palette):
        source = normals[min(t, len(normals) - 1)]
        linear = blended_matrices(matrices, joints, weights)[..., :3]
        out[t] = carry_normals(linear, source, inverse_transpose=inverse_transpose)
    return out


def carry_normals(linear: Float64, normals: Float, *, inverse_transpose: bool = True) -> Float64:
    """(V, 3) unit normals under (V or 1, 3, 3) linear maps; ``inverse_transpose``: see ``skin_normals``.

    A slope of 45 degrees, squeezed to half its width, becomes steeper, and its normal flatter:

    >>> squeezed = np.diag([0.5, 1.0, 1.0])[None]
    >>> np.round(carry_normals(squeezed, np.array([[1.0, 1.0, 0.0]])), 3).tolist()
    [[0.894, 0.447, 0.0]]
    """
    linear = brought_near_one(linear, axis=(-2, -1))
    matrix = cofactor(linear) if inverse_transpose else linear
    return unit_vectors(np.einsum("...rc,...c->...r", matrix, normals.astype(np.float64)))


def unit_vectors(vectors: _Array) -> _Array:
    """(..., 3) vectors of length one; a vector without a direction stays 0.

    >>> unit_vectors(np.array([[0.0, 3.0, 4.0], [0.0, 0.0, 0.0]])).tolist()
    [[0.0, 0.6, 0.8], [0.0, 0.0, 0.0]]
    """
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return cast(_Array, np.where(length > 0.0, vectors / np.where(length > 0.0, length, 1.0), 0.0))


def brought_near_one(linear: _Array, axis: tuple[int, ...]) -> _Array:
    """Matrices times powers of two: the largest entry along ``axis`` lies between a half and one.

    A normal keeps its direction and all digits. Without this, cofactors, their squares and determinants of very small
    or large matrices would leave the range of floating-point numbers.

    >>> brought_near_one(np.array([[[6.0, 0.0], [0.0, 1.0]]]), axis=(-2, -1)).tolist()
    [[[0.75, 0.0], [0.0, 0.125]]]
    """
    largest = np.abs(linear).max(axis=axis, keepdims=True, initial=0.0)
    return cast(_Array, np.ldexp(linear, -np.frexp(largest)[1]))


def cofactor(linear: Float64) -> Float64:
    """(..., 3, 3) inverse transpose times |determinant|: the same direction for normals, without a division by zero."""
    rows = np.moveaxis(linear, -2, 0)
    cross = np.stack([np.cross(rows[1], rows[2]), np.cross(rows[2], rows[0]), np.cross(rows[0], rows[1])], axis=-2)
    determinant = np.einsum("...c,...c->...", rows[0], cross[..., 0, :])
    return cross * np.where(determinant < 0.0, -1.0, 1.0)[..., None, None]
