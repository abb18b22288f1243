"""Tiles: vertices that share their joints, laid out so that one small matrix product skins a few hundred of them.

Linear blend skinning of a vertex is ``sum_k w_k M_k (x, y, z, 1)``: linear in the joints' matrices. For T vertices
with the same K joints it is one product ``table (3, 4K) @ coefficients (4K, T)`` where the coefficients
``w_k * (x, y, z, 1)`` never change. Nothing is gathered per vertex; the matrices are gathered once per tile.

Why this layout:

* The coefficients are *K-major*: (4K, T), T contiguous. The product's long axis is then the vertices, so that the
  vector unit works on whole registers of vertices; (T, 4K) @ (4K, 3) would waste it on a row of three numbers.
* The result is three planes x, y, z of R rows (R: all tile rows, padding included), for the same reason. One flat
  gather both interleaves the planes and restores the file's vertex order; vertices that are equal share a row.
* Tiles of equal K lie in one *bucket*, so that one NumPy call does them all. A model has two to six buckets.

Vectors of D components take any table of (rows, D) matrices: D = 4 for positions (x, y, z, 1); with D = 1, a vector of
1, the coefficients are the weights, and the product blends the matrices themselves: that is how normals begin.

Shapes: J matrices in a table, V vertices, R rows, C tiles of a bucket.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model import Float, Float64, Int
from .aligned import aligned_zeros
from .joint_sets import Pieces, common_pieces, tile_cost

#: Vertices of a range.
RANGE = 100_000
TILE_SIZES = (32, 64, 128, 256, 512)

#: Nanoseconds of the NumPy call that a bucket takes.
_CALL = 2000.0

#: Unused rows, one cache line, at the end of each plane: planes of whole pages would compete for the same places of the
#: cache when they are gathered (1.08 against 0.98 ns a vertex).
APART = 16


@dataclass(frozen=True, eq=False)
class Bucket:
    """C tiles of T rows, all with K joints."""

    coefficients: Float  # (C, K, D, T) float32: weight times component; 0 in padding rows
    joints: Int  # (C, K) intp: index into the table
    first_row: int

    @property
    def rows(self) -> int:
        """Rows of the result, padding included."""
        return self.coefficients.shape[0] * self.coefficients.shape[3]


@dataclass(frozen=True, eq=False)
class Tiles:
    """A mesh, ready to be skinned by any number of tables."""

    buckets: tuple[Bucket, ...]
    table_joints: Int  # (sum of C * K,) intp: the joints of all buckets, one after the other
    gathers: tuple[Int, ...]  # one: (V * 3,) intp into the raveled (3, R) planes; more: (V,) rows to add up, R: none
    rows: int  # R: those of all buckets, and a few unused ones
    components: int  # D
    vertex_count: int


def build_tiles(
    vectors: Float,
    joints: Int,
    weights: Float64,
    joint_count: int,
    *,
    share_equal: bool = True,
    apart: Float | None = None,
) -> Tiles:
    """Tiles of (V, D) vectors with (V, I) influences. About 0.5 to 1 microsecond a vertex, once.

    Weights are used as given; joints must be below ``joint_count``. Float32 inside. With ``share_equal``, vertices
    that are equal in all three are skinned once, but for those that ``apart`` (V, n) tells apart.
    """
    everyone = np.arange(len(vectors))
    columns = (vectors, joints, weights) if apart is None else (vectors, joints, weights, apart)
    representative, row_of = distinct_rows(*columns) if share_equal else (everyone, everyone)
    vectors = vectors[representative]
    pieces = common_pieces(joints[representative], weights[representative], joint_count)
    sizes = np.array([len(s) for s in pieces.sets], np.intp)
    row_of_piece = np.empty(len(pieces.owner), np.intp)
    buckets: list[Bucket] = []
    rows = 0
    for size in np.unique(sizes).tolist():
        for sets in _alike(np.flatnonzero(sizes == size), pieces.counts, size):
            chosen = np.flatnonzero(np.isin(pieces.set_of, sets))
            bucket, row_of_piece[chosen] = _bucket(pieces, chosen, sets, vectors, rows)
            buckets.append(bucket)
            rows += bucket.rows
    rows += APART
    return Tiles(
        tuple(buckets),
        np.concatenate([b.joints.ravel() for b in buckets] or [np.zeros(0, np.intp)]),
        tuple(_gathers(pieces.owner, row_of_piece, row_of, rows)),
        rows,
        vectors.shape[1],
        len(row_of),
    )


def homogeneous(points: Float) -> Float:
    """(V, 4) float32: x, y, z, 1."""
    out = np.ones((len(points), 4), np.float32)
    out[:, :3] = points
    return out


def range_ends(vertex_count: int) -> list[int]:
    """Where ranges of a mesh begin and end: 0, ..., V. Large meshes are cut so that threads can share one frame."""
    count = max(-(-vertex_count // RANGE), 1)
    return [vertex_count * i // count for i in range(count + 1)]


def distinct_rows(*columns: Float | Int) -> tuple[Int, Int]:
    """Indices (n,) of the first of each group of equal rows, ascending, and for each row (V,) its group.

    Equal means equal bits. Rows are compared by a 64-bit hash first; should two different rows ever share one, all
    rows stay separate, which costs time but not correctness.
    """
    count = len(columns[0])
    if not count:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    words = np.concatenate([np.ascontiguousarray(c).reshape(count, -1).view(np.uint8) for c in columns], axis=1)
    words = np.pad(words, ((0, 0), (0, -words.shape[1] % 8))).view(np.uint64)
    mixed = np.zeros(count, np.uint64)
    for column in words.T:
        mixed = (mixed ^ column) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    _, first, group = np.unique(mixed, return_index=True, return_inverse=True)
    if not np.array_equal(words[first[group]], words):
        return np.arange(count), np.arange(count)
    ascending = np.argsort(first)
    rank = np.empty(len(first), np.intp)
    rank[ascending] = np.arange(len(first))
    return first[ascending], rank[group]


def _alike(sets: Int, counts: Int, size: int) -> list[Int]:
    """The sets of one size, in two groups where small sets would otherwise lie in tiles made for large ones."""

    def cost(some: Int) -> float:
        return min(float(tile_cost(counts[some], size, t).sum()) for t in TILE_SIZES)

    divisions = [[sets]]
    for limit in TILE_SIZES:
        large = counts[sets] > limit
        if large.any() and not large.all():
            divisions.append([sets[large], sets[~large]])
    return min(divisions, key=lambda groups: sum(map(cost, groups)) + _CALL * len(groups))


def _bucket(pieces: Pieces, chosen: Int, sets: Int, vectors: Float, first_row: int) -> tuple[Bucket, Int]:
    """Lay the ``chosen`` pieces, those of the ``sets`` of one size, out in tiles. Also: the row of each piece."""
    counts = pieces.counts[sets]
    size = len(pieces.sets[sets[0]])
    tile = min(TILE_SIZES, key=lambda t: float(tile_cost(counts, size, t).sum()))
    tiles_of_set = -(-counts // tile)
    first_tile = np.cumsum(tiles_of_set) - tiles_of_set
    joints = np.stack([pieces.sets[s] for s in sets.tolist()]).astype(np.intp)
    # Within its set a piece keeps the order of the vertices, so that the final gather reads nearly in sequence.
    local = np.searchsorted(sets, pieces.set_of[chosen])
    order = np.lexsort((pieces.owner[chosen], local))
    rank = np.empty(len(chosen), np.intp)
    rank[order] = np.arange(len(chosen)) - np.repeat(np.cumsum(counts) - counts, counts)
    row = first_tile[local] * tile + rank
    coefficients = aligned_zeros(int(tiles_of_set.sum()), size, vectors.shape[1], tile)
    _write_coefficients(coefficients, joints, local, row, pieces, chosen, vectors)
    return Bucket(coefficients, np.repeat(joints, tiles_of_set, axis=0), first_row), row + first_row


def _write_coefficients(
    out: Float, joints: Int, local: Int, row: Int, pieces: Pieces, chosen: Int, vectors: Float
) -> None:
    """Write weight times vector of each piece into its row and, per joint, the joint's place in the set."""
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


def _gathers(owner: Int, row: Int, row_of: Int, rows: int) -> list[Int]:
    """Where each vertex finds its piece, or its first, second, ... piece."""
    order = np.argsort(owner, kind="stable")
    owner, row = owner[order], row[order]
    nth = np.arange(len(owner)) - np.searchsorted(owner, owner)
    pieces = int(nth.max(initial=0)) + 1
    table = np.full((pieces, int(owner.max(initial=-1)) + 1), rows, np.intp)
    table[nth, owner] = row
    found = table[:, row_of]
    if pieces == 1:
        return [(found[0, :, None] + np.arange(3) * rows).ravel()]
    return list(found)
