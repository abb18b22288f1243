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

#: The components of a skinned vector, in the order in which `finish_normals` takes them: y, z, x, y.
PLANES = [1, 2, 0, 1]
#: Squared lengths below this are a squashed normal, not a direction: float32 has nothing left to normalise.
_NOTHING = np.float32(1e-30)
_SIGN = np.int32(-(2**31))
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
    """Unit normals (3, n) of skinned frames (3 vectors, ``PLANES``, n); 0 where there is no direction.

    ``scratch`` (3, n) holds intermediate results; all float32.
    """
    first, second, linear = skinned[:, :4]
    np.multiply(first[:3], second[1:], out=out)
    np.multiply(first[1:], second[:3], out=scratch)
    np.subtract(out, scratch, out=out)
    length, orientation, product = scratch
    np.einsum("dn,dn->n", out, out, out=length)
    np.einsum("dn,dn->n", out[:2], linear[2:], out=orientation)  # x and y
    np.multiply(out[2], linear[1], out=product)
    np.add(orientation, product, out=orientation)
    np.add(length, _NOTHING, out=length)  # a length of zero divides zeros: anything finite will do
    np.sqrt(length, out=length)
    np.divide(orientation, length, out=orientation)
    np.add(orientation, _FLAT, out=orientation)
    # The length gets the sign of the determinant, by its bit: copysign takes twice as long.
    bits, signs = length.view(np.int32), orientation.view(np.int32)
    np.bitwise_and(signs, _SIGN, out=signs)
    np.bitwise_or(bits, signs, out=bits)
    np.divide(out, length, out=out)
