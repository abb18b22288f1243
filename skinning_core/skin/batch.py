"""Linear blend skinning at many times at once: the formulas of ``linear``, laid out for the machine. Float64.

``linear`` is the form to read, and this one is judged by it: tests compare them to the last digits of a float64. The
formulas are the same; what differs is the layout:

* Vertices that follow the same joints are worked on together. What moves them, ``sum_k w_k M_k (x, y, z, 1)``, is one
  product for a block of times, ``matrices (numbers x times, 4 K) @ (4 K, n)``, whose right side, weight times position,
  has no time in it.
* A normal needs the blended matrix itself, for its cofactors. Many vertices have not only their joints but also all
  weights in common (most of those that follow one joint do): such a *blend* is computed once for all of them.
* A blended matrix is not a few numbers side by side but one number in each of as many *planes*, each (times, n): every
  operation of a formula then runs along thousands of numbers. All planes of a block stay in the cache.
* A cofactor is a product less a product. With rows and columns in the order 1, 2, 0, 1, all nine are the planes of one
  corner times those of the opposite one, less the other two corners': three calls in place of ``numpy.cross``.
* Results are collected in planes too, and one ``take`` for each block of times brings them into the file's order.

Shapes: T times, J joints, V vertices, I influences, B blends, K joints of a set, n vertices, m blends and t times of a
block.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..model import Bool, Float, Float64, Int
from .linear import brought_near_one

#: The times of a block, and its vertices multiplied by times: more do not fit into the second-level cache, fewer do not
#: outweigh the cost of the calls. (Not powers of two: planes whole pages apart would compete for the same cache lines.)
_TIMES, _BLOCK = 16, 8064
#: The times of a block whose vertices no morph target moves: the more, the longer are the products.
_TIMES_AT_REST = 48
#: Multiply-adds of one product at most: beyond some 800,000 OpenBLAS would start threads that wait for each other.
_PRODUCT = 800_000
#: Vertices multiplied by times, at most, that are collected before they are brought into the file's order: planes of 32
#: MB, which are memory that NumPy need not ask the system for. But never fewer than a few times, whatever the mesh.
_COLLECTED, _FEW_TIMES = 1_300_000, 4
#: A set of joints with fewer vertices is not worth a product of its own, and neither is a blend.
_COMMON = 8
#: The order of rows and columns for cofactors: 1, 2, 0, and 1 once more.
_CYCLE = [1, 2, 0, 1]


@dataclass(frozen=True, eq=False)
class JointSet:
    """Things ``begin`` to ``end`` of an arrangement, which follow the same joints."""

    begin: int
    end: int
    joints: Int  # (K,)
    weights: Float64  # (K, end - begin)


@dataclass(frozen=True, eq=False)
class Sets:
    """Vertices, or blends, by the joints that they follow: those of common sets first, then rare ones."""

    common: int  # how many of them are in ``sets``
    sets: tuple[JointSet, ...]
    ends: tuple[int, ...]  # of the sets
    rare_joints: Int  # (n, I)
    rare_weights: Float64  # (n, I)


@dataclass(frozen=True, eq=False)
class Arrangement:
    """The vertices of a mesh, arranged by the joints that they follow, then by their weights."""

    vertices: Int  # (V,) of the mesh
    in_file_order: Int  # (V * 3,) where x, y, z of each vertex of the mesh stand in planes (3, V) of arranged vertices
    sets: Sets  # of arranged vertices
    blends: Sets  # of the distinct blends, in the same order
    blend: Int  # (V,) which of these each arranged vertex follows, ascending


def arranged(joints: Int, weights: Float) -> Arrangement:
    """Arrange vertices with joints and weights (V, I): once per mesh, about half a microsecond per vertex."""
    joints, weights = _used_last(joints, weights)
    order = np.lexsort([*weights.T, *joints.T])
    starts = np.append(True, _changes(joints[order]))[: len(order)]
    lengths = np.diff(np.append(np.flatnonzero(starts), len(order)))
    rare = lengths < _COMMON
    order = order[np.argsort(np.repeat(rare, lengths), kind="stable")]
    joints, weights = joints[order], weights[order]
    first = np.append(True, _changes(joints) | _changes(weights))[: len(order)]
    begins = np.append(0, np.cumsum(lengths[~rare]))
    places = np.empty(len(order), np.intp)
    places[order] = np.arange(len(order))
    return Arrangement(
        vertices=order,
        in_file_order=(places[:, None] + np.arange(3) * len(order)).ravel(),
        sets=_sets(joints, weights, begins),
        blends=_sets(joints[first], weights[first], np.append(0, np.cumsum(first))[begins]),
        blend=np.cumsum(first) - 1,
    )


def _changes(rows: Int | Float64) -> Bool:
    """(n - 1,) whether each row but the first differs from the one before."""
    return np.asarray((rows[1:] != rows[:-1]).any(axis=1))


def _used_last(joints: Int, weights: Float) -> tuple[Int, Float64]:
    """Joints (V, 2 or I), first -1 for those of weight 0, then the others in ascending order, and their weights."""
    spare = ((0, 0), (max(2 - joints.shape[1], 0), 0))
    padded = np.pad(weights.astype(np.float64), spare)
    used = np.where(padded != 0.0, np.pad(joints.astype(np.int32), spare), -1)
    slots = np.argsort(used, axis=1, kind="stable")
    return np.take_along_axis(used, slots, axis=1), np.take_along_axis(padded, slots, axis=1)


def _sets(joints: Int, weights: Float64, begins: Int) -> Sets:
    """Sets of arranged joints and weights (n, I); begins: where each begins, then where the last one ends."""
    # At least two joints in a set, one of weight 0: NumPy leaves products of one column to a slow loop.
    count = np.maximum((joints >= 0).sum(axis=1), 2)
    joints = np.where(joints < 0, np.maximum(joints[:, -1:], 0), joints)  # with weight 0, any of its joints will do
    sets = tuple(
        JointSet(begin, end, joints[begin, -count[begin] :], weights[begin:end, -count[begin] :].T.copy())
        for begin, end in itertools.pairwise(begins.tolist())
    )
    common = int(begins[-1])
    return Sets(common, sets, tuple(begins[1:].tolist()), joints[common:], weights[common:])


@dataclass(frozen=True, eq=False)
class ArrangedPositions:
    """Positions as they are arranged: what the products of skinning need of a mesh and no time changes."""

    arrangement: Arrangement
    source: Float64  # (T or 1, 4, V) positions and a row of ones
    #: Of positions at rest, pieces of the common sets: joints (K,), positions times each weight (4 K, n), places.
    weighted: tuple[tuple[Int, Float64, slice], ...]


def arranged_positions(positions: Float, arrangement: Arrangement) -> ArrangedPositions:
    """Positions (T or 1, V, 3) in mesh space, ready to be skinned; those at rest (1) are worth being kept."""
    source = np.ones((len(positions), 4, len(arrangement.vertices)))
    source[:, :3] = _planes(positions, arrangement).transpose(1, 0, 2)
    return ArrangedPositions(arrangement, source, _weighted(arrangement.sets, source[0]) if len(source) == 1 else ())


def skin_positions_at_once(skin_palette: Float64, mesh: ArrangedPositions) -> Float64:
    """(T, V, 3) skinned positions, as ``linear.skin_positions`` gives them.

    skin_palette: (T, J, 3, 4), mesh space to world.
    """
    arrangement, at_rest = mesh.arrangement, len(mesh.source) == 1
    out = np.empty((len(skin_palette), len(arrangement.vertices), 3))
    first = arrangement.sets.common if at_rest else 0
    for times, collected in _collected(out, arrangement, _TIMES_AT_REST if at_rest else _TIMES):
        source = mesh.source if at_rest else mesh.source[times]
        table = skin_palette[times].transpose(1, 3, 0, 2).reshape(skin_palette.shape[1], 4, len(source), -1)
        moved = collected.reshape(*table.shape[2:], -1)
        for joints, right, places in mesh.weighted:
            left = table[joints].reshape(len(right), -1).T
            np.matmul(left, right, out=moved[0, :, places])
        for begin, end in _blocks(first, arrangement, len(collected)):
            _move(arrangement.sets, begin, end, table, source, moved)
    return out


def _weighted(sets: Sets, source: Float64) -> tuple[tuple[Int, Float64, slice], ...]:
    """``ArrangedPositions.weighted`` of source (4, V)."""
    pieces = []
    for of_set in sets.sets:
        length = max(_PRODUCT // (3 * _TIMES_AT_REST * 4 * len(of_set.joints)), 1)
        for begin in range(of_set.begin, of_set.end, length):
            places = slice(begin, min(begin + length, of_set.end))
            weights = of_set.weights[:, None, begin - of_set.begin : places.stop - of_set.begin]
            right = source[:, places] * weights
            pieces.append((of_set.joints, right.reshape(-1, right.shape[2]), places))
    return tuple(pieces)


def _move(sets: Sets, begin: int, end: int, table: Float64, source: Float64, out: Float64) -> None:
    """Write to out (s, t / s * 3, V) where vertices ``begin`` to ``end`` of source (s, 4, V) are moved.

    table: (J, 4, s, t / s * 3) of matrices. s is 1 where the source serves all times of a block, else t.
    """
    if begin < sets.common:
        for joints, weights, places in _within(sets, begin, end):
            right = source[:, None, :, places] * weights[:, None]
            left = table[joints].reshape(-1, *table.shape[2:]).transpose(1, 2, 0)
            np.matmul(left, right.reshape(len(source), left.shape[2], -1), out=out[..., places])
        return
    rare = slice(begin - sets.common, end - sets.common)
    left = source[:, :, begin:end].transpose(0, 2, 1)[:, :, None] * sets.rare_weights[rare][:, :, None]
    matrices = table[sets.rare_joints[rare]].reshape(end - begin, -1, *table.shape[2:]).transpose(2, 0, 1, 3)
    moved = np.matmul(left.reshape(*left.shape[:2], 1, -1), matrices)
    out[..., begin:end] = moved[:, :, 0].transpose(0, 2, 1)


def skin_normals_at_once(
    skin_palette: Float64, normals: Float, arrangement: Arrangement, *, inverse_transpose: bool = True
) -> Float64:
    """(T, V, 3) unit normals by either rule, as ``linear.skin_normals`` gives them.

    skin_palette: (T, J, 3, 4), mesh space to world. normals: (T or 1, V, 3), mesh space.
    """
    out = np.empty((len(skin_palette), *normals.shape[1:]))
    matrices = brought_near_one(skin_palette[..., :3], axis=(-3, -2, -1))
    if inverse_transpose:
        matrices = matrices[..., _CYCLE, :][..., _CYCLE]
    joint_count, *shape = matrices.shape[1:]
    scratch = np.empty((3, 16 * _BLOCK))
    source = _planes(normals, arrangement)
    for times, collected in _collected(out, arrangement, _TIMES):
        # (J, R * C * t): the numbers of a joint are fetched as one run, times innermost.
        table = matrices[times].transpose(1, 2, 3, 0).reshape(joint_count, -1)
        for begin, end in _blocks(0, arrangement, len(collected)):
            first, last = int(arrangement.blend[begin]), int(arrangement.blend[end - 1]) + 1
            blended = scratch[0, : table.shape[1] * (last - first)].reshape(-1, last - first)
            _blend(arrangement.blends, first, last, table, blended)
            linear = blended.reshape(*shape, -1, last - first)
            if inverse_transpose:
                linear = _cofactors(linear, scratch[1:])
            at_times = source[:, times if len(normals) > 1 else slice(None), begin:end]
            _carry(linear, at_times, arrangement.blend[begin:end] - first, scratch[2], collected[..., begin:end])
    return out


def _blend(sets: Sets, begin: int, end: int, table: Float64, out: Float64) -> None:
    """Write blends ``begin`` to ``end`` of table (J, H) to ``out`` (H, m)."""
    if begin < sets.common:
        for joints, weights, places in _within(sets, begin, end):
            np.matmul(table[joints].T, weights, out=out[:, places.start - begin : places.stop - begin])
        return
    rare = slice(begin - sets.common, end - sets.common)
    out[:] = np.matmul(sets.rare_weights[rare][:, None], table[sets.rare_joints[rare]])[:, 0].T


def _cofactors(blended: Float64, scratch: Float64) -> Float64:
    """Cofactors (3, 3, t, m) of matrices (4, 4, t, m) in the order of ``_CYCLE``, negative where those mirror."""
    shape = (3, 3, *blended.shape[2:])
    size = 9 * blended[0, 0].size
    cofactors, products = scratch[0, :size].reshape(shape), scratch[1, :size].reshape(shape)
    np.multiply(blended[:3, :3], blended[1:, 1:], out=cofactors)
    np.multiply(blended[:3, 1:], blended[1:, :3], out=products)
    np.subtract(cofactors, products, out=cofactors)
    # The determinant along row 0, which stands third: columns 0 and 1 stand last, column 2 before them.
    determinant = np.einsum("ctm,ctm->tm", cofactors[0, :2], blended[2, 2:])
    determinant += cofactors[0, 2] * blended[2, 1]
    mirrored = determinant < 0.0
    if mirrored.any():
        np.negative(cofactors, out=cofactors, where=mirrored)
    return cofactors


def _carry(linear: Float64, normals: Float64, blend: Int, scratch: Float64, out: Float64) -> None:
    """Write to out (t, 3, n) the unit vectors of normals (3, t or 1, n) under matrices (3, 3, t, m).

    blend: (n,) which of the m matrices each normal follows, ascending.
    """
    times, count, vertices = *linear.shape[2:], len(blend)
    if count * _COMMON <= vertices and normals.shape[1] == 1:
        carried = scratch[: 3 * times * vertices].reshape(3, times, vertices)
        ends = np.searchsorted(blend, np.arange(count + 1)).tolist()
        for k, (begin, end) in enumerate(itertools.pairwise(ends)):
            left = linear[..., k].transpose(0, 2, 1).reshape(3 * times, 3)
            np.matmul(left, normals[:, 0, begin:end], out=carried.reshape(3 * times, -1)[:, begin:end])
    else:
        if count < vertices:
            expanded = scratch[: 9 * times * vertices].reshape(9 * times, vertices)
            np.take(linear.reshape(9 * times, count), blend, axis=1, out=expanded, mode="wrap")
            linear = expanded.reshape(3, 3, times, vertices)
        carried = np.einsum("rctn,ctn->rtn", linear, normals)
    length = np.sqrt(np.einsum("rtn,rtn->tn", carried, carried))
    length[length == 0.0] = 1.0  # 0 stays 0
    np.divide(carried.transpose(1, 0, 2), length[:, None], out=out)


def _planes(vectors: Float, arrangement: Arrangement) -> Float64:
    """(3, T or 1, V) planes of vectors (T or 1, V, 3), the vertices as they are arranged."""
    return np.ascontiguousarray(vectors[:, arrangement.vertices].transpose(2, 0, 1), np.float64)


def _collected(out: Float64, arrangement: Arrangement, most: int) -> Iterator[tuple[slice, Float64]]:
    """Blocks of ``most`` times or fewer, each with planes (t, 3, V); what is in them then goes to ``out`` (T, V, 3)."""
    count, vertices = out.shape[:2]
    together = max(min(most, count, max(_COLLECTED // max(vertices, 1), _FEW_TIMES)), 1)
    together = -(-count // max(-(-count // together), 1))  # the same number of blocks, none much shorter than others
    memory = np.empty((together, 3, vertices))
    for begin in range(0, count, max(together, 1)):
        times = slice(begin, min(begin + together, count))
        planes = memory[: times.stop - begin]
        yield times, planes
        flat = planes.reshape(len(planes), -1)
        np.take(flat, arrangement.in_file_order, axis=1, out=out[times].reshape(flat.shape), mode="wrap")


def _blocks(start: int, arrangement: Arrangement, times: int) -> Iterator[tuple[int, int]]:
    """Where blocks of vertices from ``start`` on begin and end; a block is all of common sets or all rare."""
    common, count = arrangement.sets.common, len(arrangement.vertices)
    length = max(_BLOCK // max(times, _TIMES), 1)
    for first, last in ((start, common), (max(start, common), count)):
        for begin in range(first, last, length):
            yield begin, min(begin + length, last)


def _within(sets: Sets, begin: int, end: int) -> Iterator[tuple[Int, Float64, slice]]:
    """Joints (K,), weights (K, n) and places of each set's share of what stands from ``begin`` to ``end``."""
    for of_set in sets.sets[bisect_right(sets.ends, begin) :]:
        first, last = max(of_set.begin, begin), min(of_set.end, end)
        if first >= last:
            break
        yield of_set.joints, of_set.weights[:, first - of_set.begin : last - of_set.begin], slice(first, last)
