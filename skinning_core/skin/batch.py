"""Linear blend skinning at many times at once: the formulas of ``linear``, laid out for the machine. Float64.

``linear`` is the form to read, and this one is judged by it: tests compare them to the last digits of a float64. The
formulas are the same: blend the joints' matrices, then move the vertex by the result. What differs is the layout:

* Vertices that follow the same joints are blended together. For a block of times that is one product,
  ``matrices (numbers x times, K) @ weights (K, n)``, for which each joint's matrices are fetched once per set.
* A blended matrix is not a few numbers side by side but one number in each of as many *planes*, each (times, n): every
  operation of a formula then runs along thousands of numbers. All planes of a block stay in the cache.
* A cofactor is a product less a product. With rows and columns in the order 1, 2, 0, 1, all nine are the planes of one
  corner times those of the opposite one, less the other two corners': three calls in place of ``numpy.cross``.

Shapes: T times, J joints, V vertices, I influences, K joints of a set, n vertices of a block, t times of a block.
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
#: A set of joints with fewer vertices is not worth a product of its own.
_COMMON = 8
#: The order of rows and columns for cofactors: 1, 2, 0, and 1 once more.
_CYCLE = [1, 2, 0, 1]


@dataclass(frozen=True, eq=False)
class JointSet:
    """Arranged vertices ``begin`` to ``end``, which follow the same joints."""

    begin: int
    end: int
    joints: Int  # (K,)
    weights: Float64  # (K, end - begin)


@dataclass(frozen=True, eq=False)
class Arrangement:
    """The vertices of a mesh, arranged by the joints that they follow: those of common sets first, then rare ones."""

    vertices: Int  # (V,) of the mesh
    common: int  # how many of them are in ``sets``
    sets: tuple[JointSet, ...]
    ends: tuple[int, ...]  # of the sets
    rare_joints: Int  # (V - common, I)
    rare_weights: Float64  # (V - common, I)


def arranged(joints: Int, weights: Float) -> Arrangement:
    """Arrange vertices with joints and weights (V, I): once per mesh, about 0.3 microseconds per vertex."""
    joints, weights = _used_last(joints, weights)
    order = np.lexsort(joints.T)
    changes = (joints[order[1:]] != joints[order[:-1]]).any(axis=1)
    lengths = np.diff(np.append(np.flatnonzero(changes) + 1, len(order)), prepend=0)
    rare = lengths < _COMMON
    order = order[np.argsort(np.repeat(rare, lengths), kind="stable")]
    joints, weights = joints[order], weights[order]
    # At least two joints in a set, one of weight 0: NumPy leaves products of one column to a slow loop.
    count = np.maximum((joints >= 0).sum(axis=1), 2)
    joints = np.where(joints < 0, np.maximum(joints[:, -1:], 0), joints)  # with weight 0, any of its joints will do
    ends = tuple(np.cumsum(lengths[~rare]).tolist())
    sets = tuple(
        JointSet(begin, end, joints[begin, -count[begin] :], weights[begin:end, -count[begin] :].T.copy())
        for begin, end in itertools.pairwise([0, *ends])
    )
    common = ends[-1] if ends else 0
    return Arrangement(order, common, sets, ends, joints[common:], weights[common:])


def _used_last(joints: Int, weights: Float) -> tuple[Int, Float64]:
    """Joints (V, 2 or I), first -1 for those of weight 0, then the others in ascending order, and their weights."""
    spare = ((0, 0), (max(2 - joints.shape[1], 0), 0))
    padded = np.pad(weights.astype(np.float64), spare)
    used = np.where(padded != 0.0, np.pad(joints.astype(np.int32), spare), -1)
    slots = np.argsort(used, axis=1, kind="stable")
    return np.take_along_axis(used, slots, axis=1), np.take_along_axis(padded, slots, axis=1)


def skin_positions_at_once(skin_palette: Float64, positions: Float, arrangement: Arrangement) -> Float64:
    """(T, V, 3) skinned positions, as ``linear.skin_positions`` gives them.

    skin_palette: (T, J, 3, 4), mesh space to world. positions: (T or 1, V, 3), mesh space.
    """
    out = np.empty((len(skin_palette), *positions.shape[1:]))
    source = _planes(positions, arrangement)
    for times, places, blended in _blended(skin_palette, arrangement):
        moved = np.einsum("rctn,ctn->rtn", blended[:, :3], _at(source, times, places))
        moved += blended[:, 3]
        _write(moved, out[times], arrangement.vertices[places])
    return out


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
    scratch = np.empty((2, 9 * _BLOCK))
    source = _planes(normals, arrangement)
    for times, places, blended in _blended(matrices, arrangement):
        if inverse_transpose:
            blended, mirrored = _cofactors(blended, scratch)
        carried = np.einsum("rctn,ctn->rtn", blended, _at(source, times, places))
        if inverse_transpose:
            np.negative(carried, out=carried, where=mirrored)
        _write(_unit(carried), out[times], arrangement.vertices[places])
    return out


def _cofactors(blended: Float64, scratch: Float64) -> tuple[Float64, Bool]:
    """Cofactors (3, 3, t, n) of matrices (4, 4, t, n) in the order of ``_CYCLE``; where (t, n) they mirror."""
    shape = (3, 3, *blended.shape[2:])
    size = 9 * blended[0, 0].size
    cofactors, products = scratch[0, :size].reshape(shape), scratch[1, :size].reshape(shape)
    np.multiply(blended[:3, :3], blended[1:, 1:], out=cofactors)
    np.multiply(blended[:3, 1:], blended[1:, :3], out=products)
    np.subtract(cofactors, products, out=cofactors)
    # The determinant along row 0, which stands third: columns 0 and 1 stand last, column 2 before them.
    determinant = np.einsum("ctn,ctn->tn", cofactors[0, :2], blended[2, 2:])
    determinant += cofactors[0, 2] * blended[2, 1]
    return cofactors, determinant < 0.0


def _unit(vectors: Float64) -> Float64:
    """Vectors (3, t, n) of length one, in place; 0 stays 0."""
    length = np.sqrt(np.einsum("rtn,rtn->tn", vectors, vectors))
    length[length == 0.0] = 1.0
    return np.divide(vectors, length, out=vectors)


def _planes(vectors: Float, arrangement: Arrangement) -> Float64:
    """(3, T or 1, V) planes of vectors (T or 1, V, 3), the vertices as they are arranged."""
    return np.ascontiguousarray(vectors[:, arrangement.vertices].transpose(2, 0, 1), np.float64)


def _at(planes: Float64, times: slice, places: slice) -> Float64:
    """(3, t or 1, n) of planes (3, T or 1, V)."""
    return planes[:, times if planes.shape[1] > 1 else slice(None), places]


def _write(planes: Float64, out: Float64, vertices: Int) -> None:
    """Planes (3, t, n) into ``out`` (t, V, 3) at those vertices."""
    for axis in range(3):
        out[:, vertices, axis] = planes[axis]


def _blended(matrices: Float64, arrangement: Arrangement) -> Iterator[tuple[slice, slice, Float64]]:
    """For each block: its times, its places in the arrangement, and its blended matrices (R, C, t, n).

    The next block overwrites them.

    matrices: (T, J, R, C).
    """
    count, joint_count, *shape = matrices.shape
    together = max(min(count, _TIMES), 1)
    spans = [slice(t, min(t + together, count)) for t in range(0, count, together)]
    # (J, R * C * t) per block of times: a joint's numbers are fetched as one run, times innermost.
    tables = [matrices[s].transpose(1, 2, 3, 0).reshape(joint_count, -1) for s in spans]
    memory = np.empty(shape[0] * shape[1] * _BLOCK)
    for begin, end in _blocks(arrangement, _BLOCK // together):
        for times, table in zip(spans, tables):
            planes = memory[: table.shape[1] * (end - begin)].reshape(-1, end - begin)
            if begin < arrangement.common:
                _blend_sets(arrangement, begin, end, table, planes)
            else:
                _blend_rare(arrangement, begin, end, table, planes)
            yield times, slice(begin, end), planes.reshape(*shape, -1, end - begin)


def _blocks(arrangement: Arrangement, most: int) -> Iterator[tuple[int, int]]:
    """Where blocks of up to ``most`` vertices begin and end; a block's vertices are all in common sets or all rare."""
    common, count = arrangement.common, len(arrangement.vertices)
    for first, last in ((0, common), (common, count)):
        for begin in range(first, last, most):
            yield begin, min(begin + most, last)


def _blend_sets(arrangement: Arrangement, begin: int, end: int, table: Float64, out: Float64) -> None:
    """Write the blends of table (J, H) for vertices ``begin`` to ``end`` to ``out`` (H, n): one product per set."""
    for of_set in arrangement.sets[bisect_right(arrangement.ends, begin) :]:
        first, last = max(of_set.begin, begin), min(of_set.end, end)
        if first >= last:
            break
        weights = of_set.weights[:, first - of_set.begin : last - of_set.begin]
        np.matmul(table[of_set.joints].T, weights, out=out[:, first - begin : last - begin])


def _blend_rare(arrangement: Arrangement, begin: int, end: int, table: Float64, out: Float64) -> None:
    """The same for vertices that follow joints of their own: one product per vertex."""
    rare = slice(begin - arrangement.common, end - arrangement.common)
    weights, joints = arrangement.rare_weights[rare], arrangement.rare_joints[rare]
    out[:] = np.matmul(weights[:, None], table[joints])[:, 0].T
