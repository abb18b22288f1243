"""Skinning the normals of one range of a mesh: 3x3 matrices blended by the same products, then unit normals.

A normal stays perpendicular to a surface under the inverse transpose of the blended matrix B: the cofactor matrix
divided by the determinant. Only direction counts, so cof(B) n and the determinant's sign are enough. With the columns
a, b, c of B

    cof(B) n = n_x (b x c) + n_y (c x a) + n_z (a x b),    det(B) = a . (b x c)

A cross product is (y z' - z y', z x' - x z', x y' - y x'). With planes in the order y, z, x, y it is the first three of
one vector times the last three of the other, minus the last three of the one times the first three of the other. With
columns in the order b, c, a, b the three cross products are, likewise, those of the first three columns with the last
three. So all nine numbers, each a difference of two products, take three NumPy calls.

The coefficients of a tile are the weights alone: ``table (16, K) @ weights (K, T)`` blends the matrices of T vertices.
Their sixteen planes never leave the cache: some thousand rows are blended and become normals before the next. Skinning
two tangents and the normal as positions would need less arithmetic, but nine times as many bytes of coefficients, and
reading these is what takes the time of a large mesh.

Shapes: F frames, J matrices in a table, V vertices, R tile rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...model import Bool, Float, Float64
from ...skin.linear import brought_near_one
from .joint_sets import Binding
from .kernels import matmul_kernel, usual_kernel
from .layout import Tiles, aligned, build_tiles, distinct_rows
from .tuning import Tuning
from .workspace import OnePiece, Scratch, SummedPieces, frames_of_a_block, kernel_arguments

#: The order of a matrix's columns, and of the numbers of each: y, z, x and y once more.
CYCLE = [1, 2, 0, 1]
#: Planes of intermediate results that `transform_normals` needs.
SCRATCH = 18
#: The columns of a matrix, and the rows of each.
_SIDE = len(CYCLE)
#: All numbers of a matrix: table rows and result planes of one frame.
_HIGH = len(CYCLE) ** 2


@dataclass(frozen=True)
class _Range:
    """The ends of an element type's range."""

    nothing: float  # a smaller squared length leaves nothing to normalise
    flat: float  # a determinant this small is zero up to rounding, and counts as positive, as zero does
    wide: float  # joints this much smaller than the largest leave normals that are not unit: near nothing at power four
    lost: float  # a shorter rest of a normal has no digits
    bits: type[np.signedinteger]  # of the same size
    sign: int  # the bit of the sign


_RANGES = {
    np.float32: _Range(1e-30, 2.0**-22, 2.0**-16, 1e-18, np.int32, -(2**31)),
    np.float64: _Range(1e-300, 0.0, 2.0**-200, 1e-140, np.int64, -(2**63)),
}


@dataclass(frozen=True, eq=False)
class NormalTiles:
    """A mesh whose normals are to be skinned."""

    weights: Tiles  # vectors of one component: 1
    normals: Float  # (V, 3); in float32 of length one or 0
    shared: bool = False  # a row serves all vertices of equal influences, whatever their normals


def normal_tiles(
    normals: Float, binding: Binding, weights: Tiles | None = None, *, moving: bool = False
) -> NormalTiles:
    """Tiles that skin the normals (V, 3) of a mesh, in float32 of length one or 0.

    If there are few distinct blends, a row is one blend: its cofactors are computed once. Otherwise ``weights`` are
    used (no vertices share a row) or, without them, vertices with equal normals share a row.
    """
    ones, normals = np.ones((len(normals), 1)), normals.astype(binding.tuning.dtype)
    blends, _ = distinct_rows(binding.joints, binding.weights)
    if len(blends) * binding.tuning.shared_blend <= len(normals):
        of_blends = build_tiles(ones, binding)
        if len(of_blends.places) == 1:
            return NormalTiles(of_blends, normals, shared=True)
    if weights is None:
        weights = build_tiles(ones, binding, share_equal=not moving, apart=normals)
    return NormalTiles(weights, normals)


class NormalWorkspace:
    """A ``Workspace`` of normals, for up to ``frames`` frames at a time."""

    def __init__(self, mesh: NormalTiles, tuning: Tuning, scratch: Scratch, *, frames: int = 1) -> None:
        tiles, dtype = mesh.weights, tuning.dtype
        self._tiles, self._range = tiles, _RANGES[dtype]
        self._kernel = tuning.kernel or usual_kernel()
        summed = len(tiles.places) > 1
        self._sum = SummedPieces(tiles, tuning, scratch, high=_SIDE, vectors=_SIDE) if summed else None
        largest = max((b.coefficients.shape[3] for b in tiles.buckets), default=0)
        by_vertex = summed or mesh.shared
        chunk = tiles.rows if by_vertex else min(max(tuning.normal_rows, largest), tiles.rows)
        size = np.dtype(dtype).itemsize
        self._frames = min(frames, frames_of_a_block(tiles, size * (3 * tiles.rows + _HIGH * chunk), tuning))
        self._at_once = max(tuning.normal_rows, chunk)  # rows times frames
        high = self._frames * _HIGH
        self._table = scratch.array("table", dtype, high, len(tiles.table_joints), 1)
        self._planes = scratch.array("planes", dtype, high, chunk + tuning.plane_gap)
        self._normals = aligned(dtype, 3, tiles.vertex_count if by_vertex else tiles.rows)
        self._normals[:] = 0.0
        self._finished = scratch.array("finished", dtype, self._frames, 3, self._normals.shape[1])
        most = tuning.summed_vertices if self._sum else min(self._at_once, chunk * self._frames)
        self._scratch = scratch.array("products", dtype, SCRATCH, most + tuning.plane_gap)
        self._step = max(min(tuning.summed_vertices, tiles.vertex_count), 1)
        # Frames whose vertices are fetched together: a NumPy call costs as much as a thousand of these.
        self._fetched = max(min(tuning.summed_vertices // self._step, most // max(chunk, 1), self._frames), 1)
        self._gathered = scratch.array("gathered", dtype, 12 * self._step * self._fetched if mesh.shared else 0)
        self._chunks = list(self._chunks_of(chunk))
        self._order = None if by_vertex else OnePiece(tiles)
        self.take(mesh.normals)

    def _chunks_of(self, most_rows: int) -> Iterator[tuple[slice, list[tuple[Float, Float, Float]]]]:
        """Rows that fit the planes together, and their kernel calls."""
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
        """Skin these normals (V, 3) from now on."""
        places = self._tiles.places[0] if self._order else slice(None)
        self._normals[:, places] = vectors.T

    def skin(self, tables: Float, out: Float) -> None:
        """Normals of F frames: tables (F, 3, J, 3), written to out (F, V, 3)."""
        for begin in range(0, len(tables), self._frames):
            block, wide = _in_range(tables[begin : begin + self._frames], self._range.wide)
            high = len(block) * _HIGH
            # Columns, rows, frames: one matrix entry over all frames is one run of planes.
            table = block.transpose(3, 1, 0, 2)[CYCLE][:, CYCLE].reshape(high, -1, 1)
            np.take(table, self._tiles.table_joints, axis=1, out=self._table[:high], mode="wrap")
            matrices = self._planes[:high].reshape(_SIDE, _SIDE, len(block), -1)
            for rows, calls in self._chunks:
                for joints, weights, planes in calls:
                    self._blend(joints[:high], weights, planes[:high])
                if self._order:
                    self._finish(matrices, rows)
            skinned = out[begin : begin + len(block)]
            self._vertices(matrices, skinned)
            for frame in np.flatnonzero(wide):
                skinned[frame] = _unit_or_zero(skinned[frame], self._range.lost)

    def _blend(self, matrices: Float, weights: Float, planes: Float) -> None:
        if self._kernel is matmul_kernel:
            self._kernel(matrices, weights, planes)
            return
        # Every row costs this kernel the same, so planes that occur twice are copied.
        column = len(planes) // _SIDE
        row = column // _SIDE
        for y in range(0, 3 * column, column):
            self._kernel(matrices[y : y + 3 * row], weights, planes[y : y + 3 * row])
            planes[y + 3 * row : y + column] = planes[y : y + row]
        planes[3 * column :] = planes[:column]

    def _finish(self, matrices: Float, rows: slice) -> None:
        """Normals of ``rows`` from their blends (4, 4, F, chunk), some frames at a time."""
        count = rows.stop - rows.start
        step = max(self._at_once // max(count, 1), 1)
        for begin in range(0, matrices.shape[2], step):
            blends = matrices[:, :, begin : begin + step, :count]
            frames = blends.shape[2]
            finished = self._finished[begin : begin + frames, :, rows].transpose(1, 0, 2)
            scratch = self._scratch[:, : frames * count].reshape(SCRATCH, frames, count)
            transform_normals(blends, self._normals[:, None, rows], finished, scratch)

    def _vertices(self, matrices: Float, out: Float) -> None:
        """Write the file's vertices (F, V, 3) from finished rows, or from blends if rows are no vertices."""
        if self._order is not None:
            self._order.write(self._finished[: len(out)], out)
        elif self._sum is not None:
            for frame, skinned in enumerate(out):
                for vertices in self._summed(matrices[:3, :, frame, : self._tiles.rows], frame):
                    for d in range(3):
                        skinned[vertices, d] = self._finished[frame, d, vertices]
        else:
            for begin in range(0, len(out), self._fetched):
                frames = slice(begin, min(begin + self._fetched, len(out)))
                for vertices in self._shared_rows(matrices[:, :, frames], frames):
                    for d in range(3):
                        out[frames, vertices, d] = self._finished[frames, d, vertices]

    def _summed(self, matrices: Float, frame: int) -> Iterator[slice]:
        """Finish a frame's vertices, some at a time, from blends (3, 4, R) of pieces, which are added up."""
        assert self._sum is not None
        for vertices, blends in self._sum.chunks(matrices):
            blends[3] = blends[0]
            scratch = self._scratch[:, None, : vertices.stop - vertices.start]
            finished = self._finished[frame, :, None, vertices]
            transform_normals(blends[:, :, None], self._normals[:, None, vertices], finished, scratch)
            yield vertices

    def _shared_rows(self, matrices: Float, frames: slice) -> Iterator[slice]:
        """The same of some frames, from blends (4, 4, F, R) that several vertices follow."""
        count, rows = self._tiles.vertex_count, sum(bucket.rows for bucket in self._tiles.buckets)
        some = matrices.shape[2]
        planes = self._scratch.reshape(-1)[: SCRATCH * some * rows].reshape(SCRATCH, some, rows)
        _cofactors(matrices[..., :rows], planes.reshape(2, 3, 3, some, rows))
        for begin in range(0, count, self._step):
            vertices = slice(begin, min(begin + self._step, count))
            gathered = self._gathered[: 12 * some * (vertices.stop - begin)].reshape(12, some, -1)
            np.take(planes[:10], self._tiles.places[0][vertices], axis=2, out=gathered[:10], mode="wrap")
            finished = self._finished[frames, :, vertices].transpose(1, 0, 2)
            _carry(gathered[:9].reshape(3, 3, some, -1), gathered[9:], self._normals[:, None, vertices], finished)
            yield vertices


def _in_range(tables: Float, wide: float) -> tuple[Float, Bool]:
    """Tables (F, 3, J, 3) brought near one if far from it; (F,) whether some joints are still below ``wide``.

    Lengths of normals are fourth powers of a joint's scale, which leave float32's range early.
    """
    squares = np.einsum("fajb,fajb->fj", tables, tables)
    # Nearly all characters return here.
    if squares.size and squares.min() > wide**2 and squares.max() < 1.0 / wide**2:
        return tables, np.zeros(len(tables), bool)
    tables = brought_near_one(tables, axis=(1, 2, 3))
    sizes = np.abs(tables).max(axis=(1, 3), initial=0.0)
    return tables, ((sizes > 0.0) & (sizes < wide)).any(axis=1)


def _unit_or_zero(normals: Float, lost: float) -> Float64:
    """(V, 3) normals of length one if they still have a direction, else 0."""
    length = np.linalg.norm(normals.astype(np.float64), axis=1, keepdims=True)
    known = length > lost
    return np.where(known, normals / np.where(known, length, 1.0), 0.0)


def transform_normals(matrices: Float, normals: Float, out: Float, scratch: Float) -> None:
    """Unit normals by the inverse transpose, written to ``out`` (3, F, n); 0 without a direction.

    Parameters
    ----------
    matrices : (4, 4, F, n) columns and rows of the blended matrices B, in the order of ``CYCLE``
    normals : (3, 1, n) unit vectors; in float64, vectors of any length
    out : (3, F, n) written
    scratch : (``SCRATCH``, F, n) overwritten
    """
    two = scratch.reshape(2, 3, 3, *scratch.shape[1:])
    _cofactors(matrices, two)
    _carry(two[0], two[1, 0], normals, out)


def _cofactors(matrices: Float, scratch: Float) -> None:
    """The first step: cofactors (3, 3, F, n), by columns, then determinants (F, n). scratch: (2, 3, 3, F, n)."""
    cofactors, products = scratch
    columns, next_columns, a = matrices[:3], matrices[1:], matrices[2]
    np.multiply(columns[:, :3], next_columns[:, 1:], out=cofactors)
    np.multiply(columns[:, 1:], next_columns[:, :3], out=products)
    np.subtract(cofactors, products, out=cofactors)
    determinant, last = products[0, :2]
    np.einsum("dfn,dfn->fn", cofactors[0, :2], a[2:], out=determinant)  # x and y of a . (b x c)
    np.multiply(cofactors[0, 2], a[1], out=last)
    np.add(determinant, last, out=determinant)


def _carry(cofactors: Float, determinant: Float, normals: Float, out: Float) -> None:
    """The second step: unit normals from cofactors (3, 3, F, n), which are overwritten.

    determinant: (3, F, n) the determinants, and two planes to work in.
    """
    limits, (_, length, orientation) = _RANGES[out.dtype.type], determinant
    np.multiply(cofactors, normals[:, None], out=cofactors)
    np.add(cofactors[0], cofactors[1], out=out)
    np.add(out, cofactors[2], out=out)
    np.einsum("dfn,dfn->fn", out, out, out=length)
    np.add(length, limits.nothing, out=length)  # a length of zero divides zeros only: any finite one will do
    np.sqrt(length, out=length)
    np.divide(determinant[0], length, out=orientation)
    np.add(orientation, limits.flat, out=orientation)
    # The determinant's sign is copied as a bit: copysign takes twice as long.
    bits, signs = length.view(limits.bits), orientation.view(limits.bits)
    np.bitwise_and(signs, limits.sign, out=signs)
    np.bitwise_or(bits, signs, out=bits)
    np.divide(out, length, out=out)
