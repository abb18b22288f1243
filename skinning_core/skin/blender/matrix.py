"""4x4 float32 matrices as Blender multiplies and inverts them: the same operations, rounded in the same order.

Shapes: (..., 4, 4), ``M[row, col]``, column vectors, any spaces.

Blender on x86-64 sums a product pairwise (SSE), and inverts with Eigen's 4x4 kernel by the adjugates of 2x2 blocks.
NumPy's own agree to a few units in the last place, which is not enough for a replica to the last bit.

Source: Blender's ``mul_m4_m4m4`` (math_matrix) and Eigen 3.4 ``InverseSize4.h``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Float32 = NDArray[np.float32]

#: Signs of the adjugate of a 2x2 block, stored as (00, 01, 10, 11).
_ADJUGATE_SIGNS = np.array([1.0, -1.0, -1.0, 1.0], np.float32)


def product_4x4(a: Float32, b: Float32) -> Float32:
    """(..., 4, 4) of a and b (..., 4, 4): b first, then a. Terms are summed as (0 + 1) + (2 + 3)."""
    term = a[..., :, :, None] * b[..., None, :, :]
    return (term[..., 0, :] + term[..., 1, :]) + (term[..., 2, :] + term[..., 3, :])


def inverse_4x4(matrix: Float32) -> Float32:
    """(..., 4, 4) inverse by 2x2 blocks; not finite if the matrix is singular.

    Eigen reads Blender's memory, column after column: the blocks are the transpose's.
    """
    m = np.swapaxes(matrix, -1, -2)
    a, b, c, d = (_flat(m[..., r : r + 2, k : k + 2]) for r in (0, 2) for k in (0, 2))
    ab, dc = _adjugate_times(a, b), _adjugate_times(d, c)
    det_a, det_b, det_c, det_d = (_determinant(block) for block in (a, b, c, d))
    trace = dc[..., [0, 2, 1, 3]] * ab
    trace = (trace[..., 0] + trace[..., 2]) + (trace[..., 1] + trace[..., 3])
    determinant = (det_a * det_d + det_b * det_c) - trace
    factor = (np.float32(1.0) / determinant)[..., None] * _ADJUGATE_SIGNS
    inverse_a = (a * det_d[..., None] - _times(b, dc)) * factor
    inverse_b = (c * det_b[..., None] - _times_adjugate(d, ab)) * factor
    inverse_c = (b * det_c[..., None] - _times_adjugate(a, dc)) * factor
    inverse_d = (d * det_a[..., None] - _times(c, ab)) * factor
    out = np.empty_like(m)
    for first, second, row in ((inverse_a, inverse_b, 0), (inverse_c, inverse_d, 2)):
        out[..., row, :] = np.stack([first[..., 3], first[..., 1], second[..., 3], second[..., 1]], axis=-1)
        out[..., row + 1, :] = np.stack([first[..., 2], first[..., 0], second[..., 2], second[..., 0]], axis=-1)
    return np.swapaxes(out, -1, -2).copy()


def _flat(block: Float32) -> Float32:
    """(..., 4) of a 2x2 block: 00, 01, 10, 11."""
    return block.reshape(*block.shape[:-2], 4)


def _determinant(m: Float32) -> Float32:
    return m[..., 3] * m[..., 0] - m[..., 1] * m[..., 2]


def _adjugate_times(m: Float32, n: Float32) -> Float32:
    """(..., 4) adj(m) n of 2x2 blocks."""
    return m[..., [3, 3, 0, 0]] * n - m[..., [1, 1, 2, 2]] * n[..., [2, 3, 0, 1]]


def _times(m: Float32, n: Float32) -> Float32:
    """(..., 4) m n of 2x2 blocks."""
    return m[..., [0, 0, 2, 2]] * n[..., [0, 1, 0, 1]] + m[..., [1, 1, 3, 3]] * n[..., [2, 3, 2, 3]]


def _times_adjugate(m: Float32, n: Float32) -> Float32:
    """(..., 4) m adj(n) of 2x2 blocks."""
    return m * n[..., [3, 0, 3, 0]] - m[..., [1, 0, 3, 2]] * n[..., [2, 1, 2, 1]]
