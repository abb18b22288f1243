"""Normals at many times, by the inverse transpose or as directions.

A blended matrix is not a few numbers side by side but one number in each of as many planes, each (times, n): every
operation of a formula then runs along thousands of numbers, and all planes of a block stay in the cache. Of vertices
that have not only their joints but also all weights in common, it is computed once.

A cofactor is a product less a product. With rows and columns in the order 1, 2, 0, 1, all nine are the planes of one
corner times those of the opposite one, less the other two corners': three calls in place of ``numpy.cross``.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from ...model import Float, Float64, Int
from ..linear import brought_near_one
from .arrangement import COMMON, Arrangement, Sets
from .blocks import BLOCK, TIMES, arranged_planes, collected, vertex_blocks, within

#: The order of rows and columns for cofactors: 1, 2, 0, and 1 once more.
_CYCLE = [1, 2, 0, 1]


def skin_normals_at_once(
    skin_palette: Float64, normals: Float, mesh: Sequence[Arrangement], *, inverse_transpose: bool = True
) -> Float64:
    """(T, V, 3) unit normals by either rule, as ``linear.skin_normals`` gives them.

    skin_palette: (T, J, 3, 4), mesh space to world. normals: (T or 1, V, 3), mesh space.
    """
    out = np.empty((len(skin_palette), *normals.shape[1:]))
    matrices = brought_near_one(skin_palette[..., :3], axis=(-3, -2, -1))
    if inverse_transpose:
        matrices = matrices[..., _CYCLE, :][..., _CYCLE]
    joint_count, *shape = matrices.shape[1:]
    scratch = np.empty((3, 16 * BLOCK))
    for arrangement in mesh:
        source = arranged_planes(normals, arrangement)
        for times, planes in collected(out, arrangement.order, TIMES):
            # (J, R * C * t): the numbers of a joint are fetched as one run, times innermost.
            table = matrices[times].transpose(1, 2, 3, 0).reshape(joint_count, -1)
            for begin, end in vertex_blocks(0, arrangement, len(planes)):
                first, last = int(arrangement.blend[begin]), int(arrangement.blend[end - 1]) + 1
                blended = scratch[0, : table.shape[1] * (last - first)].reshape(-1, last - first)
                _blend(arrangement.blends, first, last, table, blended)
                linear = blended.reshape(*shape, -1, last - first)
                if inverse_transpose:
                    linear = _cofactors(linear, scratch[1:])
                at_times = source[:, times if len(normals) > 1 else slice(None), begin:end]
                _carry(linear, at_times, arrangement.blend[begin:end] - first, scratch[2], planes[..., begin:end])
    return out


def _blend(sets: Sets, begin: int, end: int, table: Float64, out: Float64) -> None:
    """Write blends ``begin`` to ``end`` of table (J, H) to ``out`` (H, m)."""
    if begin < sets.common:
        for joints, weights, places in within(sets, begin, end):
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
    if count * COMMON <= vertices and normals.shape[1] == 1:
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
