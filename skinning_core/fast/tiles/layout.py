"""Tiles: vertices that share their joints, a few hundred skinned by one small matrix product.

Linear blend skinning of a vertex is ``sum_k w_k M_k (x, y, z, 1)``: linear in the joints' matrices. T vertices with the
same K joints are one product ``table (3, 4K) @ coefficients (4K, T)``. The coefficients ``w_k * (x, y, z, 1)`` never
change, and matrices are gathered once per tile, not per vertex.

Why this layout:

* Coefficients are *K-major*: (4K, T), T contiguous. The product's long axis is then the vertices, and the vector unit
  works on whole registers of them; (T, 4K) @ (4K, 3) would waste it on rows of three numbers.
* So the result is three planes x, y, z of R rows (all tile rows, padding included). A vertex is one row or, if it was
  cut, the sum of several; equal vertices share rows.
* Arrays begin at a cache line: loading a vector register across two lines costs two loads.
* Tiles of equal K lie in one *bucket*, which one NumPy call computes. A model has two to six buckets.

Vectors of D components take a table of (rows, D) matrices: D = 4 for positions (x, y, z, 1). With D = 1, vectors of 1,
the coefficients are the weights, and the product blends the matrices, as normals need it.

Shapes: J matrices in a table, V vertices, R rows, C tiles of a bucket.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...model import Float, Float64, Int
from .joint_sets import Binding, Pieces, common_pieces, tile_cost
from .kernels import shares_of
from .tuning import Tuning

#: Bytes of a cache line, and of the widest vector register.
LINE = 64


@dataclass(frozen=True, eq=False)
class Bucket:
    """C tiles of T rows, all with K joints."""

    coefficients: Float  # (C, K, D, T): weight times component; 0 in padding rows
    joints: Int  # (C, K) intp: index into the table
    first_row: int

    @property
    def rows(self) -> int:
        """Rows of the result, padding included."""
        return int(self.coefficients.shape[0] * self.coefficients.shape[3])


@dataclass(frozen=True, eq=False)
class Tiles:
    """A mesh, ready to be skinned by any number of tables."""

    buckets: tuple[Bucket, ...]
    table_joints: Int  # (sum of C * K,) intp: the joints of all buckets
    places: tuple[Int, ...]  # per piece (V,) intp: the row of each vertex; R if it has none
    rows: int  # R: the rows of all buckets, and a few unused ones
    components: int  # D
    vertex_count: int

    @cached_property
    def vertex_of_row(self) -> Int:
        """(R,) the vertex in each row; 0 in padding rows, whose coefficients are zero."""
        out = np.zeros(self.rows + 1, np.intp)
        for places in self.places:
            out[places] = np.arange(self.vertex_count)
        return out[:-1]

    @cached_property
    def interleaved(self) -> Int:
        """(V * 3,) places of x, y, z of each vertex's first piece in raveled planes (3, R); shared by workspaces."""
        return (self.places[0][:, None] + np.arange(3) * self.rows).ravel()


def build_tiles(vectors: Float, binding: Binding, *, share_equal: bool = True, apart: Float | None = None) -> Tiles:
    """Tiles of a mesh, in 0.5 to 1 microsecond per vertex, once.

    Coefficients are computed in float64 and stored in the tuning's element type.

    Parameters
    ----------
    vectors : (V, D) what the matrices are applied to
    share_equal : vertices with equal vectors, joints and weights are skinned once
    apart : (V, n) a further property that must be equal for that
    """
    joints, weights, tuning = binding.joints, binding.weights, binding.tuning
    everyone = np.arange(len(vectors))
    columns = (vectors, joints, weights) if apart is None else (vectors, joints, weights, apart)
    representative, row_of = distinct_rows(*columns) if share_equal else (everyone, everyone)
    vectors = vectors[representative]
    pieces = common_pieces(binding.of(representative))
    sizes = np.array([len(s) for s in pieces.sets], np.intp)
    row_of_piece = np.empty(len(pieces.owner), np.intp)
    buckets: list[Bucket] = []
    rows = 0
    for size in np.unique(sizes).tolist():
        for sets in _alike(np.flatnonzero(sizes == size), pieces.counts, size, tuning):
            chosen = np.flatnonzero(np.isin(pieces.set_of, sets))
            bucket, row_of_piece[chosen] = _bucket(pieces, chosen, sets, vectors, rows, tuning)
            buckets.append(bucket)
            rows += bucket.rows
    rows += tuning.plane_gap
    return Tiles(
        tuple(buckets),
        np.concatenate([b.joints.ravel() for b in buckets] or [np.zeros(0, np.intp)]),
        _places(pieces.owner, row_of_piece, row_of, rows),
        rows,
        vectors.shape[1],
        len(row_of),
    )


def empty_tiles(weights: Tiles, components: int) -> Tiles:
    """The same tiles for vectors of ``components`` numbers, coefficients not yet written."""
    buckets = []
    for bucket in weights.buckets:
        tiles, size, _, rows = bucket.coefficients.shape
        room = aligned(bucket.coefficients.dtype.type, tiles, size, components, rows)
        buckets.append(replace(bucket, coefficients=room))
    return replace(weights, buckets=tuple(buckets), components=components)


def write_vectors(tiles: Tiles, weights: Tiles, vectors: Float) -> None:
    """Write the coefficients of ``tiles`` (see ``empty_tiles``): weights times vectors (V, D)."""
    for bucket, weight in zip(tiles.buckets, weights.buckets):
        count, _, components, rows = bucket.coefficients.shape
        of_rows = vectors[weights.vertex_of_row[bucket.first_row : bucket.first_row + bucket.rows]]
        planes = of_rows.astype(bucket.coefficients.dtype).reshape(count, rows, components).transpose(0, 2, 1)
        np.multiply(weight.coefficients, planes[:, None], out=bucket.coefficients)


def homogeneous(points: Float) -> Float64:
    """(V, 4): x, y, z, 1."""
    out = np.ones((len(points), 4))
    out[:, :3] = points
    return out


def ranges_of(vertex_count: int, tuning: Tuning) -> list[slice]:
    """The ranges of vertices into which a mesh is cut; threads share one frame of a large mesh by them."""
    count = max(-(-vertex_count // tuning.range_vertices), 1)
    return shares_of(vertex_count, count)


def aligned(dtype: type[np.floating], *shape: int) -> Float:
    """Memory of any shape, such as (C, K, D, T), that begins at a multiple of 64 bytes; NumPy promises 16."""
    size = np.dtype(dtype).itemsize * math.prod(shape)
    memory = np.empty(size + LINE, np.uint8)
    begin = -memory.ctypes.data % LINE
    return memory[begin : begin + size].view(dtype).reshape(shape)


def distinct_rows(*columns: Float | Int) -> tuple[Int, Int]:
    """Indices (n,) of the first of each group of equal rows, ascending, and for each row (V,) its group.

    Equal means equal bits. A 64-bit hash is compared first; if different rows ever share one, all rows stay separate,
    which costs time, not correctness.
    """
    count = len(columns[0])
    if not count:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    words = [word for column in columns for word in _words(column)]
    mixed = np.zeros(count, np.uint64)
    for word in words:
        mixed ^= word
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    _, first, group = np.unique(mixed, return_index=True, return_inverse=True)
    alike = first[group]
    if not all(np.array_equal(word.take(alike), word) for word in words):
        return np.arange(count), np.arange(count)
    ascending = np.argsort(first)
    rank = np.empty(len(first), np.intp)
    rank[ascending] = np.arange(len(first))
    return first[ascending], rank[group]


def _words(column: Float | Int) -> NDArray[np.unsignedinteger[Any]]:
    """(n, V) bits of a row's n numbers, from (V, ...), one number of all rows after the other."""
    numbers = np.ascontiguousarray(column).reshape(len(column), -1)
    return np.ascontiguousarray(numbers.view(f"u{numbers.itemsize}").T)


def _alike(sets: Int, counts: Int, size: int, tuning: Tuning) -> list[Int]:
    """The sets of one size, in two groups if small sets would lie in tiles made for large ones."""
    costs, largest = _costs(counts[sets], size, tuning), counts[sets][:, None] > tuning.tile_sizes
    together, least = [sets], costs.sum(axis=0).min() + tuning.bucket_call
    for large in largest.T:
        if large.any() and not large.all():
            apart = sum(costs[group].sum(axis=0).min() + tuning.bucket_call for group in (large, ~large))
            if apart < least:
                together, least = [sets[large], sets[~large]], apart
    return together


def _costs(counts: Int, size: int, tuning: Tuning) -> Float64:
    """(n, tile sizes) costs of sets with ``counts`` (n,) pieces and ``size`` joints."""
    return tile_cost(counts[:, None], size, np.array(tuning.tile_sizes), tuning)


def _bucket(
    pieces: Pieces, chosen: Int, sets: Int, vectors: Float, first_row: int, tuning: Tuning
) -> tuple[Bucket, Int]:
    """Lay out the ``chosen`` pieces, all those of ``sets`` of one size, in tiles; also the row of each piece.

    Each set begins a new tile; its last one is filled up with zeros::

        set {2 3 4}            set {5 6 7}
        |tile 0     |tile 1....|tile 2  ..|     . padding
        row 0 ...   T          2 T              row of a piece = T * first tile of its set + its rank in the set
    """
    counts = pieces.counts[sets]
    size = len(pieces.sets[sets[0]])
    tile = tuning.tile_sizes[int(_costs(counts, size, tuning).sum(axis=0).argmin())]
    tiles_of_set = -(-counts // tile)
    first_tile = np.cumsum(tiles_of_set) - tiles_of_set
    joints = np.stack([pieces.sets[s] for s in sets.tolist()]).astype(np.intp)
    # A piece keeps the order of vertices within its set: the final gather then reads nearly in sequence.
    local = np.searchsorted(sets, pieces.set_of[chosen])
    order = np.lexsort((pieces.owner[chosen], local))
    rank = np.empty(len(chosen), np.intp)
    rank[order] = np.arange(len(chosen)) - np.repeat(np.cumsum(counts) - counts, counts)
    row = first_tile[local] * tile + rank
    coefficients = aligned(tuning.dtype, int(tiles_of_set.sum()), size, vectors.shape[1], tile)
    coefficients[:] = 0.0
    _write_coefficients(coefficients, joints, local, row, pieces, chosen, vectors)
    return Bucket(coefficients, np.repeat(joints, tiles_of_set, axis=0), first_row), row + first_row


def _write_coefficients(
    out: Float, joints: Int, local: Int, row: Int, pieces: Pieces, chosen: Int, vectors: Float
) -> None:
    """Write weight times vector of each chosen piece into ``out`` (C, K, D, T).

    joints: (S, K) of each set. local, row: (n,) set of each chosen piece, and its row within the bucket.
    """
    _, size, components, tile = out.shape
    flat = out.reshape(-1)
    base = (row // tile) * (size * components * tile) + row % tile
    sorted_keys = (np.arange(len(joints))[:, None] * (pieces.absent + 1) + joints).ravel()
    moved = vectors[pieces.owner[chosen]].astype(np.float64)
    for slot in range(pieces.joints.shape[1]):
        joint = pieces.joints[chosen, slot]
        used = np.flatnonzero(joint != pieces.absent)
        place = np.searchsorted(sorted_keys, local[used] * (pieces.absent + 1) + joint[used]) - local[used] * size
        at = base[used] + place * (components * tile)
        value = pieces.weights[chosen[used], slot, None] * moved[used]
        for d in range(components):
            flat[at + d * tile] = value[:, d]


def _places(owner: Int, row: Int, row_of: Int, rows: int) -> tuple[Int, ...]:
    """Per piece (V,): the row of each vertex's first, second, ... piece; ``rows`` if there is none."""
    order = np.argsort(owner, kind="stable")
    owner, row = owner[order], row[order]
    nth = np.arange(len(owner)) - np.searchsorted(owner, owner)
    table = np.full((int(nth.max(initial=0)) + 1, int(owner.max(initial=-1)) + 1), rows, np.intp)
    table[nth, owner] = row
    return tuple(table[:, row_of])
