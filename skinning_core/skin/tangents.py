"""Normals by the inverse transpose, skinned as fast as positions: as the cross product of two skinned tangents.

A normal stays perpendicular to a surface under the inverse transpose of the blended matrix B. That is the cofactor
matrix of B divided by its determinant; only the direction counts, so cof(B) n and the determinant's sign are enough.
Computing B per vertex would cost nine numbers a vertex and forty operations on them. But for any two vectors

    cof(B) (t1 x t2) = (B t1) x (B t2)

so with two tangents of cross product n, fixed once, three ordinary skinned vectors do: B t1 and B t2 give the normal,
and det(B) n.n = (B n) . (cof(B) n) its sign.
"""

from __future__ import annotations

import numpy as np

from ..model import Float, Float64

#: Squared lengths below this are a squashed normal, not a direction: float32 has nothing left to normalise.
_NOTHING = np.float32(1e-30)
#: A determinant this small is zero with the noise of float32, and counts as positive, as zero does.
_FLAT = np.float32(1e-6)


def tangent_frames(normals: Float) -> Float64:
    """(V, 3, 3): per vertex two unit tangents t1, t2 with t1 x t2 = n, and the unit normal n; zeros where n is zero.

    The branch-free construction of Duff et al., "Building an Orthonormal Basis, Revisited" (JCGT 2017).
    """
    length = np.linalg.norm(normals.astype(np.float64), axis=1, keepdims=True)
    x, y, z = (normals / np.where(length > 0.0, length, 1.0)).T
    sign = np.where(z < 0.0, -1.0, 1.0)
    a = -1.0 / (sign + z)
    b = x * y * a
    frames = np.stack([1.0 + sign * x * x * a, sign * b, -sign * x, b, sign + y * y * a, -y, x, y, z], axis=1)
    frames[length[:, 0] == 0.0] = 0.0
    return frames.reshape(-1, 3, 3)


def finish_normals(skinned: Float, out: Float, scratch: Float) -> None:
    """Unit normals (3, n) of skinned frames (3 vectors, 3 components, n); 0 where there is no direction.

    ``scratch`` (2, n) holds intermediate results; all float32.
    """
    first, second, linear = skinned
    for d in range(3):
        s, t = (d + 1) % 3, (d + 2) % 3
        np.multiply(first[s], second[t], out=out[d])
        np.multiply(first[t], second[s], out=scratch[0])
        np.subtract(out[d], scratch[0], out=out[d])
    length, orientation = scratch
    np.einsum("dn,dn->n", out, out, out=length)
    np.einsum("dn,dn->n", out, linear, out=orientation)
    np.maximum(length, _NOTHING, out=length)  # a length of zero divides zeros: anything finite will do
    np.sqrt(length, out=length)
    np.divide(orientation, length, out=orientation)
    np.add(orientation, _FLAT, out=orientation)
    np.copysign(length, orientation, out=length)
    np.divide(out, length, out=out)
