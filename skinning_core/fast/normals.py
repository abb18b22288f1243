"""Skinning the normals of one range of a mesh: blended 3x3 matrices by the same products, then unit normals of them.

A normal stays perpendicular to a surface under the inverse transpose of the blended matrix B. That is the cofactor
matrix of B divided by its determinant; only the direction counts, so cof(B) n and the determinant's sign are enough.
With the columns a, b, c of B

    cof(B) n = n_x (b x c) + n_y (c x a) + n_z (a x b),    det(B) = a . (b x c)

A cross product is (y z' - z y', z x' - x z', x y' - y x'). With planes in the order y, z, x, y it is the first three of
one vector times the last three of the other, minus the last three of the one times the first three of the other. With
columns in the order b, c, a, b the three cross products are, likewise, those of the first three columns with the last
three. So all nine numbers, each a difference of two products, take three NumPy calls.

The coefficients of a tile are the weights alone: ``table (16, K) @ weights (K, T)`` blends the matrices of T vertices.
What ``transform_normals`` makes of their sixteen planes never leaves the cache: some thousand rows are blended and
turned into normals before the next. Carrying two tangents and the normal through the tiles, as positions are, would
need less arithmetic after the product, but nine times as many bytes of coefficients, and for a large mesh it is reading
these that takes the time.

Shapes: F frames, J matrices in a table, V vertices, R tile rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..model import Bool, Float, Float64, Int
from ..skin.linear import brought_near_one, unit_vectors
from .kernels import Kernel, fastest_kernel, matmul_kernel
from .tiles import Tiles, aligned_zeros, build_tiles
from .tuning import TUNING, Tuning
from .workspace import OnePiece, SummedPieces, frames_of_a_block, kernel_arguments

#: The order of a matrix's columns, and of the numbers of each: y, z, x and y once more.
CYCLE = [1, 2, 0, 1]
#: Planes of intermediate results that `transform_normals` needs.
SCRATCH = 18

#: A squared length below this is that of a squashed normal, not a direction: float32 has nothing left to normalise.
_NOTHING = np.float32(1e-30)
#: A determinant this small is zero up to float32's rounding, and counts as positive, as zero does.
_FLAT = np.float32(1e-6)
_SIGN = np.int32(-(2**31))
#: The columns of a matrix (and the rows of each), and all its numbers: table rows and result planes of one frame.
_SIDE, _HIGH = len(CYCLE), len(CYCLE) ** 2


#: Joints this much smaller than the largest one leave normals that are not unit; squared twice they reach ``_NOTHING``.
_WIDE = np.float32(2.0**-16)
#: Shorter than this, what is left of a normal has no digits.
_LOST = 1e-18


@dataclass(frozen=True, eq=False)
class NormalTiles:
    """A mesh whose normals are to be skinned."""

    weights: Tiles  # vectors of one component: 1
    normals: Float  # (V, 3) float32, unit length or 0

    @property
    def vertex_count(self) -> int:
        """V."""
        return self.weights.vertex_count


def normal_tiles(
    normals: Float,
    joints: Int,
    weights: Float64,
    joint_count: int,
    *,
    share_equal: bool = True,
    tuning: Tuning = TUNING,
) -> NormalTiles:
    """Tiles that skin the normals of a mesh.

    Parameters
    ----------
    normals : (V, 3) of any length
    joints, weights : (V, I) influences, as ``build_tiles`` takes them
    joint_count : every joint is less
    share_equal : vertices with equal normals and influences are skinned once
    """
    ones = np.ones((len(normals), 1), np.float32)
    unit = unit_vectors(normals.astype(np.float64)).astype(np.float32)
    tiles = build_tiles(ones, joints, weights, joint_count, share_equal=share_equal, apart=unit, tuning=tuning)
    return NormalTiles(tiles, unit)


class NormalWorkspace:
    """A ``Workspace`` that skins normals, up to ``frames`` frames at a time."""

    def __init__(
        self, mesh: NormalTiles, *, frames: int = 1, kernel: Kernel | None = None, tuning: Tuning = TUNING
    ) -> None:
        tiles = self._tiles = mesh.weights
        self._kernel = kernel or fastest_kernel()
        self._sum = SummedPieces(tiles, _SIDE, _SIDE, tuning) if len(tiles.places) > 1 else None
        largest = max((b.coefficients.shape[3] for b in tiles.buckets), default=0)
        chunk = tiles.rows if self._sum else min(max(tuning.normal_rows, largest), tiles.rows)
        self._frames = min(frames, frames_of_a_block(tiles, 12 * tiles.rows + 4 * _HIGH * chunk, tuning))
        self._at_once = max(tuning.normal_rows, chunk)  # rows times frames
        high = self._frames * _HIGH
        self._table = aligned_zeros(high, len(tiles.table_joints), 1)
        self._planes = aligned_zeros(high, chunk + tuning.plane_gap)
        self._normals = aligned_zeros(3, tiles.vertex_count if self._sum else tiles.rows)
        self._finished = aligned_zeros(self._frames, 3, self._normals.shape[1])
        most = tuning.summed_vertices if self._sum else min(self._at_once, chunk * self._frames)
        self._scratch = aligned_zeros(SCRATCH, most + tuning.plane_gap)
        self._chunks = list(self._chunks_of(chunk))
        self._order = None if self._sum else OnePiece(tiles)
        self.take(mesh.normals)

    def _chunks_of(self, most_rows: int) -> Iterator[tuple[slice, list[tuple[Float, Float, Float]]]]:
        """Rows that fit the planes together, and the kernel calls that fill them."""
        first, last = 0, 0
        calls: list[tuple[Float, Float, Float]] = []
        for rows, matrices, weights in kernel_arguments(self._tiles, self._table, most_rows):
            if rows.stop - first > most_rows:
                yield slice(first, last), calls
                first, calls = rows.start, []
            planes = self._planes[:, rows.start - first : rows.stop - first]
            calls.append((matrices, weights, planes.reshape(len(planes), len(weights), -1)))
            last = rows.stop
        yield slice(first, last), calls

    def take(self, vectors: Float) -> None:
        """Skin these unit normals (V, 3) from now on."""
        places = slice(None) if self._sum else self._tiles.places[0]
        self._normals[:, places] = vectors.T

    def skin(self, tables: Float, out: Float) -> None:
        """Normals of F frames: tables (F, 3, J, 3) float32, written to out (F, V, 3) float32."""
        for begin in range(0, len(tables), self._frames):
            block, wide = _in_range(tables[begin : begin + self._frames])
            high = len(block) * _HIGH
            # In the order columns, rows, frames, so that one matrix entry over all frames is one run of planes.
            table = block.transpose(3, 1, 0, 2)[CYCLE][:, CYCLE].reshape(high, -1, 1)
            np.take(table, self._tiles.table_joints, axis=1, out=self._table[:high], mode="wrap")
            matrices = self._planes[:high].reshape(_SIDE, _SIDE, len(block), -1)
            for rows, calls in self._chunks:
                for joints, weights, planes in calls:
                    self._blend(joints[:high], weights, planes[:high])
                if self._sum is None:
                    self._finish(matrices, rows)
            skinned = out[begin : begin + len(block)]
            self._vertices(matrices, skinned)
            for frame in np.flatnonzero(wide):
                skinned[frame] = _unit_or_zero(skinned[frame])

    def _blend(self, matrices: Float, weights: Float, planes: Float) -> None:
        if self._kernel is matmul_kernel:
            self._kernel(matrices, weights, planes)
            return
        # Every row costs this kernel the same, so the planes that occur twice are copied instead of computed.
        column = len(planes) // _SIDE
        row = column // _SIDE
        for y in range(0, 3 * column, column):
            self._kernel(matrices[y : y + 3 * row], weights, planes[y : y + 3 * row])
            planes[y + 3 * row : y + column] = planes[y : y + row]
        planes[3 * column :] = planes[:column]

    def _finish(self, matrices: Float, rows: slice) -> None:
        """Compute the normals of ``rows`` from their blends (4, 4, F, chunk), for some frames at a time."""
        count = rows.stop - rows.start
        step = max(self._at_once // max(count, 1), 1)
        for begin in range(0, matrices.shape[2], step):
            blends = matrices[:, :, begin : begin + step, :count]
            frames = blends.shape[2]
            finished = self._finished[begin : begin + frames, :, rows].transpose(1, 0, 2)
            scratch = self._scratch[:, : frames * count].reshape(SCRATCH, frames, count)
            transform_normals(blends, self._normals[:, None, rows], finished, scratch)

    def _vertices(self, matrices: Float, out: Float) -> None:
        """Write the file's vertices (F, V, 3) from finished rows or, where pieces are added up, from the blends."""
        if self._order is not None:
            self._order.write(self._finished[: len(out)], out)
        if self._sum is None:
            return
        for frame, skinned in enumerate(out):
            for vertices, blends in self._sum.chunks(matrices[:3, :, frame, : self._tiles.rows]):
                blends[3] = blends[0]
                normals = self._finished[frame, :, None, vertices]
                scratch = self._scratch[:, None, : vertices.stop - vertices.start]
                transform_normals(blends[:, :, None], self._normals[:, None, vertices], normals, scratch)
                for d in range(3):
                    skinned[vertices, d] = normals[d, 0]


def _in_range(tables: Float) -> tuple[Float, Bool]:
    """Tables (F, 3, J, 3) brought near one where they are far from it; (F,) whether some joints are still too small.

    Lengths of normals are fourth powers of a joint's scale, which leave the range of float32 early.
    """
    squares = np.einsum("fajb,fajb->fj", tables, tables)
    # Nearly all characters are within range and return here.
    if squares.size and squares.min() > _WIDE**2 and squares.max() < 1.0 / _WIDE**2:
        return tables, np.zeros(len(tables), bool)
    tables = brought_near_one(tables, axis=(1, 2, 3))
    sizes = np.abs(tables).max(axis=(1, 3), initial=0.0)
    return tables, ((sizes > 0.0) & (sizes < _WIDE)).any(axis=1)


def _unit_or_zero(normals: Float) -> Float64:
    """(V, 3) normals of length one where they still have a direction, else 0."""
    length = np.linalg.norm(normals.astype(np.float64), axis=1, keepdims=True)
    known = length > _LOST
    return np.where(known, normals / np.where(known, length, 1.0), 0.0)


def transform_normals(matrices: Float, normals: Float, out: Float, scratch: Float) -> None:
    """Unit normals by the inverse transpose, written to ``out`` (3, F, n); 0 where there is no direction.

    Parameters
    ----------
    matrices : (4, 4, F, n) float32 columns and rows of the blended matrices B, in the order of ``CYCLE``
    normals : (3, 1, n) float32 unit vectors
    out : (3, F, n) float32, written
    scratch : (``SCRATCH``, F, n) float32, overwritten
    """
    cofactors, products = scratch.reshape(2, 3, 3, *scratch.shape[1:])
    columns, next_columns, a = matrices[:3], matrices[1:], matrices[2]
    np.multiply(columns[:, :3], next_columns[:, 1:], out=cofactors)
    np.multiply(columns[:, 1:], next_columns[:, :3], out=products)
    np.subtract(cofactors, products, out=cofactors)
    determinant, length, orientation = products[0]
    np.einsum("dfn,dfn->fn", cofactors[0, :2], a[2:], out=determinant)  # x and y of a . (b x c)
    np.multiply(cofactors[0, 2], a[1], out=length)
    np.add(determinant, length, out=determinant)
    np.multiply(cofactors, normals[:, None], out=cofactors)
    np.add(cofactors[0], cofactors[1], out=out)
    np.add(out, cofactors[2], out=out)
    np.einsum("dfn,dfn->fn", out, out, out=length)
    np.add(length, _NOTHING, out=length)  # a length of zero divides zeros only: any finite one will do
    np.sqrt(length, out=length)
    np.divide(determinant, length, out=orientation)
    np.add(orientation, _FLAT, out=orientation)
    # The length is given the determinant's sign by copying its bit: copysign takes twice as long.
    bits, signs = length.view(np.int32), orientation.view(np.int32)
    np.bitwise_and(signs, _SIGN, out=signs)
    np.bitwise_or(bits, signs, out=bits)
    np.divide(out, length, out=out)
