"""Positions at many times: one matrix product for the vertices of a set at a block of times.

Products of one shape are stacked and computed by one call. So the vertices of a set, or a share of a large one, stand
in a *tile* of one of a few sizes, which they fill up or nearly fill.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...model import Float, Float64, Int
from .arrangement import Arrangement, FileOrder, JointSet, Sets, file_order
from .blocks import TIMES, arranged_planes, collected, vertex_blocks, within

#: The times of a block whose vertices no morph target moves: the more, the longer are the products.
_TIMES_AT_REST = 48
#: Multiply-adds of one product at most: beyond some 800,000 OpenBLAS would start threads that wait for each other.
_PRODUCT = 800_000
#: Vertices that a tile may have: each set takes the smallest that holds it, so that about a tenth stays empty.
_TILE_SIZES = np.array([*range(8, 64, 8), *range(64, 160, 16), *range(160, 320, 32)])


@dataclass(frozen=True, eq=False)
class StackedProducts:
    """Products of one shape, which NumPy computes in one call: S tiles of n vertices that follow K joints each."""

    joints: Int  # (S, K)
    right: Float64  # (S, 4 K, n) positions times each weight; 0 where a set does not fill its last tile
    places: slice  # (S * n) in the planes


@dataclass(frozen=True, eq=False)
class ArrangedProducts:
    """The products that move the common sets of positions at rest: all of them but the matrices.

    The planes of the result have the tiles first, then the rare vertices of the arrangement.
    """

    stacks: tuple[StackedProducts, ...]
    common: int  # places that the tiles take
    order: FileOrder  # of the planes


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
        at_rest = _products(arrangement, source[0]) if len(source) == 1 else None
        regions.append(ArrangedPositions(arrangement, source, at_rest))
    return tuple(regions)


def skin_positions_at_once(skin_palette: Float64, mesh: Sequence[ArrangedPositions]) -> Float64:
    """(T, V, 3) skinned positions, as ``linear.skin_positions`` gives them.

    skin_palette: (T, J, 3, 4), mesh space to world.
    """
    out = np.empty((len(skin_palette), mesh[-1].arrangement.order.region.stop, 3))
    for region in mesh:
        if region.at_rest is None:
            _at_times(skin_palette, region, out)
        else:
            _at_rest(skin_palette, region, region.at_rest, out)
    return out


def _at_rest(skin_palette: Float64, region: ArrangedPositions, products: ArrangedProducts, out: Float64) -> None:
    """Write to out (T, V, 3) the positions of a region that no morph target moves."""
    arrangement = region.arrangement
    for times, planes in collected(out, products.order, _TIMES_AT_REST):
        palette = skin_palette[times]
        numbers = planes.reshape(3 * len(palette), -1)
        for stack in products.stacks:
            left = palette[:, stack.joints].transpose(1, 2, 4, 0, 3).reshape(len(stack.joints), -1, len(numbers))
            to = numbers[:, stack.places].reshape(len(numbers), len(stack.joints), -1)
            np.matmul(left.transpose(0, 2, 1), stack.right, out=to.transpose(1, 0, 2))
        if arrangement.sets.common < len(arrangement.vertices):
            table = palette.transpose(1, 3, 0, 2).reshape(palette.shape[1], 4, 1, -1)
            shifted = numbers[None, :, products.common - arrangement.sets.common :]
            for begin, end in vertex_blocks(arrangement.sets.common, arrangement, len(planes)):
                _move(arrangement.sets, begin, end, table, region.source, shifted)


def _at_times(skin_palette: Float64, region: ArrangedPositions, out: Float64) -> None:
    """Write to out (T, V, 3) the positions of a region that stands elsewhere at each time."""
    arrangement = region.arrangement
    for times, planes in collected(out, arrangement.order, TIMES):
        palette = skin_palette[times]
        table = palette.transpose(1, 3, 0, 2).reshape(palette.shape[1], 4, len(palette), -1)
        for begin, end in vertex_blocks(0, arrangement, len(planes)):
            _move(arrangement.sets, begin, end, table, region.source[times], planes)


def _products(arrangement: Arrangement, source: Float64) -> ArrangedProducts:
    """``ArrangedPositions.at_rest`` of source (4, V)."""
    sets, count = arrangement.sets, len(arrangement.vertices)
    place = np.empty(count, np.intp)  # in the planes, of each arranged vertex
    alike: dict[tuple[int, int], list[JointSet]] = {}
    for of_set in sets.sets:
        alike.setdefault((len(of_set.joints), _tile_size(of_set)), []).append(of_set)
    stacks, end = [], 0
    for (_, size), together in alike.items():
        stacks.append(_stacked(together, size, source, place, end))
        end = stacks[-1].places.stop
    place[sets.common :] = end + np.arange(count - sets.common)
    order = file_order(arrangement.order.region, place[arrangement.order.places[::3]], end + count - sets.common)
    return ArrangedProducts(tuple(stacks), end, order)


def _tile_size(of_set: JointSet) -> int:
    """How many vertices the tiles of a set have: all of its vertices, or an even share of them."""
    most = _PRODUCT // (3 * _TIMES_AT_REST * 4 * len(of_set.joints))
    sizes = _TILE_SIZES[: max(np.searchsorted(_TILE_SIZES, most, side="right"), 1)]
    length = of_set.end - of_set.begin
    share = -(-length // -(-length // int(sizes[-1])))
    return int(sizes[np.searchsorted(sizes, share)])


def _stacked(alike: Sequence[JointSet], size: int, source: Float64, place: Int, begin: int) -> StackedProducts:
    """Tiles of ``size`` of sets with equally many joints, in the planes from ``begin`` on; writes ``place`` (V,)."""
    lengths, width = np.array([of_set.end - of_set.begin for of_set in alike]), 4 * len(alike[0].joints)
    counts = -(-lengths // size)
    first = np.cumsum(counts) - counts
    right = np.zeros((width, int(counts.sum()) * size))
    for of_set, tile in zip(alike, first.tolist(), strict=True):
        at = slice(tile * size, tile * size + of_set.end - of_set.begin)
        weighted = source[:, of_set.begin : of_set.end] * of_set.weights[:, None]
        right[:, at] = weighted.reshape(width, -1)
        place[of_set.begin : of_set.end] = begin + np.arange(at.start, at.stop)
    joints = np.array([of_set.joints for of_set in alike], np.intp).repeat(counts, axis=0)
    tiled = np.ascontiguousarray(right.reshape(width, -1, size).transpose(1, 0, 2))
    return StackedProducts(joints, tiled, slice(begin, begin + right.shape[1]))


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
