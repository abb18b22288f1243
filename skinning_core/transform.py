"""Rotations, scales and translations as arrays: quaternions and affine 3x4 matrices.

All functions take any leading axes and work on the last one or two. Quaternions are ``xyzw``; affine matrices
``(..., 3, 4)`` act on column vectors, so ``multiply(a, b)`` applies b first. All results are float64.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .model import Float64

#: At a smaller 1 - |cos|, slerp and lerp agree to the last bit of a float64 (their difference grows as angle^3).
_PARALLEL = 1e-14

#: Squared lengths above this and below its inverse lose nothing to under- or overflow.
_SMALL_SQUARE = 1e-200

#: Points under one matrix that are moved together, so that they stay in the cache.
_BLOCK = 1 << 13

#: Columns whose products differ from a rotation's by less need no polar decomposition.
_ORTHOGONAL = 1e-12


def identity(*leading: int) -> Float64:
    """(*leading, 3, 4) identity matrices.

    >>> identity().tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]
    """
    out = np.zeros((*leading, 12))
    out[..., ::5] = 1.0
    return out.reshape(*leading, 3, 4)


def unit_quaternions(quaternion: ArrayLike) -> Float64:
    """(..., 4) unit quaternions; the zero quaternion, which is no rotation, becomes the identity.

    >>> unit_quaternions([[0.0, 3.0, 0.0, 4.0], [0.0, 0.0, 0.0, 0.0]]).tolist()
    [[0.0, 0.6, 0.0, 0.8], [0.0, 0.0, 0.0, 1.0]]
    """
    q = np.asarray(quaternion, np.float64)
    square = np.einsum("...c,...c->...", q, q)[..., None]
    if ((square > _SMALL_SQUARE) & (square < 1.0 / _SMALL_SQUARE)).all():
        result: Float64 = q / np.sqrt(square)
        return result
    # Dividing by the largest component first keeps squares of tiny or huge numbers from under- or overflowing.
    largest = np.abs(q).max(axis=-1, keepdims=True)
    safe = largest > 0.0
    scaled = q / np.where(safe, largest, 1.0)
    unit = scaled / np.linalg.norm(np.where(safe, scaled, 1.0), axis=-1, keepdims=True)
    return np.where(safe, unit, np.array([0.0, 0.0, 0.0, 1.0]))


def quaternion_product(a: ArrayLike, b: ArrayLike) -> Float64:
    """(..., 4) Hamilton product: the rotation b followed by the rotation a.

    >>> half_turn_about_x, half_turn_about_y = [1.0, 0, 0, 0], [0.0, 1, 0, 0]
    >>> quaternion_product(half_turn_about_x, half_turn_about_y).tolist()  # a half turn about z
    [0.0, 0.0, 1.0, 0.0]
    """
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    (ax, ay, az, aw), (bx, by, bz, bw) = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        axis=-1,
    )


def rotation_matrix(quaternion: ArrayLike) -> Float64:
    """(..., 3, 3) rotation of (..., 4) unit quaternions.

    One that is not unit gives the matrix that most engines would use (1 - 2(yy + zz), ...), which is no rotation.

    >>> rotation_matrix([0.0, 0.0, 1.0, 0.0]).tolist()  # a half turn about z
    [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    x, y, z, w = np.moveaxis(np.asarray(quaternion, np.float64), -1, 0)
    out = np.empty((*x.shape, 3, 3))
    out[..., 0, 0] = 1.0 - 2.0 * (y * y + z * z)
    out[..., 0, 1] = 2.0 * (x * y - w * z)
    out[..., 0, 2] = 2.0 * (x * z + w * y)
    out[..., 1, 0] = 2.0 * (x * y + w * z)
    out[..., 1, 1] = 1.0 - 2.0 * (x * x + z * z)
    out[..., 1, 2] = 2.0 * (y * z - w * x)
    out[..., 2, 0] = 2.0 * (x * z - w * y)
    out[..., 2, 1] = 2.0 * (y * z + w * x)
    out[..., 2, 2] = 1.0 - 2.0 * (x * x + y * y)
    return out


def _products_of_rotation() -> Float64:
    """(9, 16) linear map from a rotation R, row by row, to 4 q q^T - 1, with q = xyzw the quaternion of R."""
    out = np.zeros((3, 3, 4, 4))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out[i, i, range(4), range(4)] = [1.0 if c in (i, 3) else -1.0 for c in range(4)]
        out[i, j, i, j] = out[i, j, j, i] = out[j, i, i, j] = out[j, i, j, i] = 1.0
        out[k, j, i, 3] = out[k, j, 3, i] = 1.0
        out[j, k, i, 3] = out[j, k, 3, i] = -1.0
    return out.reshape(9, 16)


_PRODUCTS = _products_of_rotation()
_ONES = np.eye(4).ravel()


def quaternion_from_matrix(matrix: ArrayLike) -> Float64:
    """(..., 4) unit quaternions of (..., 3, 3) rotations.

    All products of two components are linear in the rotation. The row of the largest square is the quaternion times
    four times that component, and loses nothing to cancellation (Shepperd's method).
    """
    m = np.asarray(matrix, np.float64)
    products = m.reshape(-1, 9) @ _PRODUCTS + _ONES
    largest = products[:, ::5].argmax(axis=1)  # the diagonal of each 4 x 4
    rows = products.reshape(-1, 4, 4)[np.arange(len(products)), largest]
    return unit_quaternions(rows.reshape(*m.shape[:-2], 4))


def compose(translation: ArrayLike, rotation: ArrayLike, scale: ArrayLike) -> Float64:
    """(..., 3, 4) matrices T * R * S: scale first, then rotation, then translation (specification 3.5.3).

    Parameters
    ----------
    translation : (..., 3)
    rotation : (..., 4) xyzw, used as it is: see ``rotation_matrix``
    scale : (..., 3)

    >>> apply_to_points(compose([10.0, 0, 0], [0.0, 0, 1, 0], [2.0, 2, 2]), [[1.0, 0, 0]]).tolist()
    [[8.0, 0.0, 0.0]]
    """
    linear = rotation_matrix(rotation) * np.asarray(scale, np.float64)[..., None, :]
    moved = np.asarray(translation, np.float64)
    out = np.empty((*np.broadcast_shapes(linear.shape[:-2], moved.shape[:-1]), 3, 4))
    out[..., :3] = linear
    out[..., 3] = moved
    return out


def multiply(a: ArrayLike, b: ArrayLike) -> Float64:
    """(..., 3, 4) product of affine matrices: b first, then a.

    >>> moved = compose([1.0, 0, 0], [0.0, 0, 0, 1], [1.0, 1, 1])
    >>> doubled = compose([0.0, 0, 0], [0.0, 0, 0, 1], [2.0, 2, 2])
    >>> multiply(doubled, moved)[:, 3].tolist(), multiply(moved, doubled)[:, 3].tolist()
    ([2.0, 0.0, 0.0], [1.0, 0.0, 0.0])
    """
    a = np.asarray(a, np.float64)
    out = a[..., :3] @ np.asarray(b, np.float64)
    out[..., 3] += a[..., 3]
    return out


def inverse(matrix: ArrayLike) -> Float64:
    """(..., 3, 4) inverse of affine matrices. Raises ``numpy.linalg.LinAlgError`` if one is singular.

    >>> inverse(compose([4.0, 0, 0], [0.0, 0, 0, 1], [2.0, 2, 2]))[0].tolist()
    [0.5, 0.0, 0.0, -2.0]
    """
    m = np.asarray(matrix, np.float64)
    linear = np.linalg.inv(m[..., :3])
    return np.concatenate([linear, -(linear @ m[..., 3:])], axis=-1)


def apply_to_points(matrix: ArrayLike, points: ArrayLike) -> Float64:
    """(..., V, 3) points under (..., 3, 4) matrices: one matrix for V points.

    >>> apply_to_points(compose([0.0, 1, 0], [0.0, 0, 0, 1], [1.0, 1, 1]), [[0.0, 0, 0], [5.0, 0, 0]]).tolist()
    [[0.0, 1.0, 0.0], [5.0, 1.0, 0.0]]
    """
    m = np.asarray(matrix, np.float64)
    return np.asarray(points, np.float64) @ np.swapaxes(m[..., :3], -1, -2) + m[..., None, :, 3]


def move_points(matrices: ArrayLike, points: ArrayLike) -> Float64:
    """(..., 3) points, each under its own (..., 3, 4) matrix.

    >>> move_points(np.stack([np.eye(3, 4), 2 * np.eye(3, 4)]), [[1.0, 1, 1], [1.0, 1, 1]]).tolist()
    [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]
    """
    m, p = np.asarray(matrices, np.float64), np.asarray(points, np.float64)
    if m.shape == (3, 4) and p.size > _BLOCK:
        return _moved_together(m, p)
    # Column by column, along all matrices at once: a quarter of the time of sums over three numbers.
    moved: Float64 = m[..., 0] * p[..., 0, None]
    moved += m[..., 1] * p[..., 1, None]
    moved += m[..., 2] * p[..., 2, None]
    moved += m[..., 3]
    return moved


def _moved_together(matrix: Float64, points: Float64) -> Float64:
    """``move_points`` of many points (..., 3) under one matrix: 9 ns a point instead of 27 to 46, the same bits."""
    moved = np.empty(points.shape)
    source, target = points.reshape(-1, 3), moved.reshape(-1, 3)
    for start in range(0, len(source), _BLOCK):
        x, y, z = np.ascontiguousarray(source[start : start + _BLOCK].T)
        for axis, (by_x, by_y, by_z, shift) in enumerate(matrix.tolist()):
            along = by_x * x
            along += by_y * y
            along += by_z * z
            np.add(along, shift, out=target[start : start + _BLOCK, axis])
    return moved


def as_4x4(matrix: Float64) -> Float64:
    """(..., 4, 4) of (..., 3, 4): the last row (0, 0, 0, 1) written out."""
    out = np.zeros((*matrix.shape[:-2], 4, 4), matrix.dtype)
    out[..., :3, :] = matrix
    out[..., 3, 3] = 1.0
    return out


def decompose(matrix: ArrayLike) -> tuple[Float64, Float64, Float64]:
    """Translation (..., 3), rotation (..., 4) and scale (..., 3) nearest to (..., 3, 4) matrices.

    Exact if the matrix is a TRS product. A mirrored matrix gets its minus sign on the x scale. Without orthogonal
    columns (shear) the rotation is the nearest one of the normalised columns (polar decomposition), and the shear is
    lost. If a column is zero, any rotation that fits the others is as good as another.

    >>> translation, rotation, scale = decompose(compose([1.0, 2, 3], [0.0, 0, 1, 0], [1.0, 1, 2]))
    >>> translation.tolist(), rotation.tolist(), scale.tolist()
    ([1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 0.0], [1.0, 1.0, 2.0])
    """
    m = np.asarray(matrix, np.float64)
    linear = m[..., :3]
    scale = np.sqrt(np.einsum("...rc,...rc->...c", linear, linear))
    scale[..., 0] = np.where(np.linalg.det(linear) < 0.0, -scale[..., 0], scale[..., 0])
    columns = linear / np.where(scale == 0.0, 1.0, scale)[..., None, :]
    slant = columns.swapaxes(-1, -2) @ columns - np.eye(3)
    if np.abs(slant).max(initial=0.0) > _ORTHOGONAL:
        u, _, vt = np.linalg.svd(columns)
        u[..., :, 2] *= np.linalg.det(u @ vt)[..., None]
        columns = u @ vt
    return m[..., 3].copy(), quaternion_from_matrix(columns), scale


def slerp(a: ArrayLike, b: ArrayLike, u: ArrayLike) -> Float64:
    """(..., 4) spherical interpolation from a to b along the short path (specification, appendix C.4).

    Quaternions are used as stored; the caller normalises the result.

    Parameters
    ----------
    a, b : (..., 4) quaternions xyzw
    u : (...,) from 0, which gives a, to 1, which gives b

    >>> np.round(slerp([0.0, 0, 0, 1], [0.0, 0, 1, 0], 0.5), 3).tolist()  # halfway to a half turn about z
    [0.0, 0.0, 0.707, 0.707]
    """
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    u = np.asarray(u, np.float64)[..., None]
    cosine = np.sum(a * b, axis=-1, keepdims=True)
    sign = np.where(cosine < 0.0, -1.0, 1.0)
    cosine = np.minimum(np.abs(cosine), 1.0)
    parallel = 1.0 - cosine < _PARALLEL
    angle = np.arccos(np.where(parallel, 0.0, cosine))
    sine = np.sin(angle)
    from_a = np.where(parallel, 1.0 - u, np.sin((1.0 - u) * angle) / sine)
    from_b = np.where(parallel, u, np.sin(u * angle) / sine)
    result: Float64 = from_a * a + sign * from_b * b
    return result
