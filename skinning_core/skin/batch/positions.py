"""Positions at many times: one matrix product for the vertices of a set at a block of times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...model import Float, Float64, Int
from .arrangement import Arrangement, Sets
from .blocks import TIMES, arranged_planes, collected, vertex_blocks, within

#: The times of a block whose vertices no morph target moves: the more, the longer are the products.
_TIMES_AT_REST = 48
#: Multiply-adds of one product at most: beyond some 800,000 OpenBLAS would start threads that wait for each other.
_PRODUCT = 800_000


@dataclass(frozen=True, eq=False)
class ArrangedProducts:
    """The products that move the common sets of positions at rest: all of them but the matrices."""

    joints: Int  # (J,) whose matrices the products take, set by set
    #: Rows of these matrices (4 J, 3 t), positions times each weight (4 K, n), places of the result.
    factors: tuple[tuple[slice, Float64, slice], ...]


@dataclass(frozen=True, eq=False)
class ArrangedPositions:
    """Positions as they are arranged: what the products of skinning need of a mesh and no time changes."""

    arrangement: Arrangement
    source: Float64  # (T or 1, 4, V) positions and a row of ones
    at_rest: ArrangedProducts | None  # None: they are other positions at each time


def arranged_positions(positions: Float, mesh: Sequence[Arrangement]) -> tuple[ArrangedPositions, ...]:
    """Positions (T or 1, V, 3) in mesh space, ready to be skinned; those at rest (1) are worth being kept."""
    regions = []
    for arrangement in mesh:
        source = np.ones((len(positions), 4, len(arrangement.vertices)))
        source[:, :3] = arranged_planes(positions, arrangement).transpose(1, 0, 2)
        at_rest = _products(arrangement.sets, source[0]) if len(source) == 1 else None
        regions.append(ArrangedPositions(arrangement, source, at_rest))
    return tuple(regions)


def skin_positions_at_once(skin_palette: Float64, mesh: Sequence[ArrangedPositions]) -> Float64:
    """(T, V, 3) skinned positions, as ``linear.skin_positions`` gives them.

    skin_palette: (T, J, 3, 4), mesh space to world.
    """
    out = np.empty((len(skin_palette), mesh[-1].arrangement.region.stop, 3))
    for region in mesh:
        arrangement, products = region.arrangement, region.at_rest
        first = 0 if products is None else arrangement.sets.common
        for times, planes in collected(out, arrangement, TIMES if products is None else _TIMES_AT_REST):
            palette = skin_palette[times]
            if products is not None:
                left = palette[:, products.joints].transpose(1, 3, 0, 2).reshape(-1, 3 * len(palette))
                numbers = planes.reshape(left.shape[1], -1)
                for rows, right, places in products.factors:
                    np.matmul(left[rows].T, right, out=numbers[:, places])
            if first < len(arrangement.vertices):
                source = region.source[times if products is None else slice(None)]
                table = palette.transpose(1, 3, 0, 2).reshape(palette.shape[1], 4, len(source), -1)
                moved = planes.reshape(*table.shape[2:], -1)
                for begin, end in vertex_blocks(first, arrangement, len(planes)):
                    _move(arrangement.sets, begin, end, table, source, moved)
    return out


def _products(sets: Sets, source: Float64) -> ArrangedProducts:
    """``ArrangedPositions.at_rest`` of source (4, V)."""
    factors, row = [], 0
    for of_set in sets.sets:
        rows = slice(row, row + 4 * len(of_set.joints))
        length = max(_PRODUCT // (3 * _TIMES_AT_REST * (rows.stop - row)), 1)
        for begin in range(of_set.begin, of_set.end, length):
            places = slice(begin, min(begin + length, of_set.end))
            weights = of_set.weights[:, None, begin - of_set.begin : places.stop - of_set.begin]
            factors.append((rows, (source[:, places] * weights).reshape(rows.stop - row, -1), places))
        row = rows.stop
    return ArrangedProducts(
        np.concatenate([*(s.joints for s in sets.sets), np.zeros(0, np.intp)]).astype(np.intp), tuple(factors)
    )


def _move(sets: Sets, begin: int, end: int, table: Float64, source: Float64, out: Float64) -> None:
    """Write to out (s, t / s * 3, V) where vertices ``begin`` to ``end`` of source (s, 4, V) are moved.

    table: (J, 4, s, t / s * 3) of matrices. s is 1 where the source serves all times of a block, else t.
    """
    if begin < sets.common:
        for joints, weights, places in within(sets, begin, end):
            right = source[:, None, :, places] * weights[:, None]
            left = table[joints].reshape(-1, *table.shape[2:]).transpose(1, 2, 0)
            np.matmul(left, right.reshape(len(source), left.shape[2], -1), out=out[..., places])
        return
    rare = slice(begin - sets.common, end - sets.common)
    left = source[:, :, begin:end].transpose(0, 2, 1)[:, :, None] * sets.rare_weights[rare][:, :, None]
    matrices = table[sets.rare_joints[rare]].reshape(end - begin, -1, *table.shape[2:]).transpose(2, 0, 1, 3)
    moved = np.matmul(left.reshape(*left.shape[:2], 1, -1), matrices)
    out[..., begin:end] = moved[:, :, 0].transpose(0, 2, 1)
