"""Unit normals of blended matrices, for thousands of vertices at a time in float32.

A normal stays perpendicular to a surface under the inverse transpose of the blended matrix B. That is the cofactor
matrix of B divided by its determinant; only the direction counts, so cof(B) n and the determinant's sign are enough.
With the columns a, b, c of B

    cof(B) n = n_x (b x c) + n_y (c x a) + n_z (a x b),    det(B) = a . (b x c)

A cross product is (y z' - z y', z x' - x z', x y' - y x'): with planes in the order y, z, x, y, the first three of one
vector times the last three of the other, less the same the other way round. With columns in the order b, c, a, b the
three cross products are, in the same way, those of the first three with the last three. So nine of them, each a product
less a product, are three NumPy calls.
"""

from __future__ import annotations

import numpy as np

from ..model import Float

#: The order of a matrix's columns, and of the planes of each: one after the other, and the first once more.
CYCLE = [1, 2, 0, 1]
#: Planes of intermediate results that `transform_normals` needs.
SCRATCH = 18

#: Squared lengths below this are a squashed normal, not a direction: float32 has nothing left to normalise.
_NOTHING = np.float32(1e-30)
#: A determinant this small is zero with the noise of float32, and counts as positive, as zero does.
_FLAT = np.float32(1e-6)
_SIGN = np.int32(-(2**31))


def transform_normals(matrices: Float, normals: Float, out: Float, scratch: Float) -> None:
    """Unit normals, written to ``out`` (3, n); 0 where there is no direction.

    matrices: (4, 4, n) columns and rows of B in the order of ``CYCLE``; normals: (3, n) unit vectors; scratch:
    (``SCRATCH``, n); all float32.
    """
    cofactors, products = scratch.reshape(2, 3, 3, -1)
    one, other, a = matrices[:3], matrices[1:], matrices[2]
    np.multiply(one[:, :3], other[:, 1:], out=cofactors)
    np.multiply(one[:, 1:], other[:, :3], out=products)
    np.subtract(cofactors, products, out=cofactors)
    determinant, length, orientation = products[0]
    np.einsum("dn,dn->n", cofactors[0, :2], a[2:], out=determinant)  # x and y of a . (b x c)
    np.multiply(cofactors[0, 2], a[1], out=length)
    np.add(determinant, length, out=determinant)
    np.multiply(cofactors, normals[:, None], out=cofactors)
    np.add(cofactors[0], cofactors[1], out=out)
    np.add(out, cofactors[2], out=out)
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
