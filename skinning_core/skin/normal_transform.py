"""Unit normals of blended matrices, for thousands of vertices at a time in float32.

A normal stays perpendicular to a surface under the inverse transpose of the blended matrix B. That is the cofactor
matrix of B divided by its determinant; only the direction counts, so cof(B) n and the determinant's sign are enough.
With the columns a, b, c of B

    cof(B) n = n_x (b x c) + n_y (c x a) + n_z (a x b),    det(B) = a . (b x c)

Each column comes as four planes, in the order y, z, x, y. A cross product (y z' - z y', z x' - x z', x y' - y x') is
then the first three planes of one times the last three of the other, less the same the other way round: three NumPy
calls instead of nine.
"""

from __future__ import annotations

import numpy as np

from ..model import Float

#: The components of a column, in the order of its planes.
PLANES = [1, 2, 0, 1]
#: Planes of intermediate results that `transform_normals` needs.
SCRATCH = 7

#: Squared lengths below this are a squashed normal, not a direction: float32 has nothing left to normalise.
_NOTHING = np.float32(1e-30)
#: A determinant this small is zero with the noise of float32, and counts as positive, as zero does.
_FLAT = np.float32(1e-6)
_SIGN = np.int32(-(2**31))


def transform_normals(columns: Float, normals: Float, out: Float, scratch: Float) -> None:
    """Unit normals, written to ``out`` (3, n); 0 where there is no direction.

    columns: (3, ``PLANES``, n) of B; normals: (3, n) unit vectors; scratch: (``SCRATCH``, n); all float32.
    """
    a, b, c = columns
    term, product, determinant = scratch[:3], scratch[3:6], scratch[6]
    length, orientation, _ = product
    _cross(b, c, out, product)
    np.einsum("dn,dn->n", out[:2], a[2:], out=determinant)  # x and y of a . (b x c)
    np.multiply(out[2], a[1], out=orientation)
    np.add(determinant, orientation, out=determinant)
    np.multiply(out, normals[0], out=out)
    for first, second, part in ((c, a, normals[1]), (a, b, normals[2])):
        _cross(first, second, term, product)
        np.multiply(term, part, out=term)
        np.add(out, term, out=out)
    np.einsum("dn,dn->n", out, out, out=length)
    np.add(length, _NOTHING, out=length)  # a length of zero divides zeros: anything finite will do
    np.sqrt(length, out=length)
    np.divide(determinant, length, out=orientation)
    np.add(orientation, _FLAT, out=orientation)
    # The length gets the sign of the determinant, by its bit: copysign takes twice as long.
    bits, signs = length.view(np.int32), orientation.view(np.int32)
    np.bitwise_and(signs, _SIGN, out=signs)
    np.bitwise_or(bits, signs, out=bits)
    np.divide(out, length, out=out)


def _cross(one: Float, other: Float, out: Float, product: Float) -> None:
    """The cross product, x, y, z (3, n), of vectors whose planes are y, z, x, y (4, n)."""
    np.multiply(one[:3], other[1:], out=out)
    np.multiply(one[1:], other[:3], out=product)
    np.subtract(out, product, out=out)
