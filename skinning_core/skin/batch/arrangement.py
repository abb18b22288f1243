"""The vertices of a mesh, arranged so that one matrix product skins many of them.

Vertices that follow the same joints stand together, the right side of one product. Those whose joints hardly any other
vertex follows are *rare* and stand last. Many vertices have not only their joints but also all weights in common (most
of those that follow one joint do): such a *blend* is computed once for all of them where the blended matrix is needed.

A large mesh is arranged in regions. The vertices of a region follow each other in the file, so that what is computed of
it stays in the cache until it has been brought into the file's order. That is of use where vertices of the same joints
mostly stand near each other, as they do in almost every mesh; where they do not, the whole mesh is one region.

Shapes: V vertices, I influences, K joints of a set, n vertices of a block.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from ...model import Bool, Float, Float64, Int

#: Vertices of a region: 16 times of their positions take 3 MB.
REGION = 8192
#: Sets of fewer vertices than this on average make products so short that calling them costs more than regions save.
SHORTEST = 32.0
#: A set of joints with fewer vertices is not worth a product of its own, and neither is a blend.
COMMON = 8


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

    @property
    def products(self) -> int:
        """How many matrix products move what is in these sets."""
        return len(self.sets) + len(self.rare_joints)


@dataclass(frozen=True, eq=False)
class FileOrder:
    """How planes of numbers become the vertices of a region in the file's order."""

    region: slice  # of the mesh's vertices, V of them
    width: int  # numbers of a plane
    places: Int  # (V * 3,) where x, y, z of each vertex of the region stand in three planes


def file_order(region: slice, places: Int, width: int) -> FileOrder:
    """The order of a region whose vertices stand at places (V,) in planes of ``width``."""
    return FileOrder(region, width, (places[:, None] + np.arange(3) * width).ravel())


@dataclass(frozen=True, eq=False)
class Arrangement:
    """A region of a mesh: V vertices that follow each other in the file, arranged by their joints, then by weights."""

    order: FileOrder  # of planes (3, V) of arranged vertices
    vertices: Int  # (V,) of the mesh
    sets: Sets  # of arranged vertices
    blends: Sets  # of the distinct blends, in the same order
    blend: Int  # (V,) which of these each arranged vertex follows, ascending


def arranged(
    joints: Int, weights: Float, *, region: int = REGION, shortest: float = SHORTEST
) -> tuple[Arrangement, ...]:
    """Arrange vertices with joints and weights (V, I): once per mesh, about half a microsecond per vertex.

    In regions of ``region`` vertices, unless their sets would have fewer than ``shortest`` vertices on average: then
    the whole mesh is one.
    """
    joints, weights = _used_last(joints, weights)
    count = len(joints)
    bounds = np.linspace(0, count, max(round(count / region), 1) + 1).astype(int).tolist()
    if len(bounds) > 2:
        regions = tuple(_region(joints, weights, slice(*ends)) for ends in itertools.pairwise(bounds))
        if sum(of_region.sets.products for of_region in regions) * shortest <= count:
            return regions
    return (_region(joints, weights, slice(0, count)),)


def _region(joints: Int, weights: Float64, region: slice) -> Arrangement:
    """The arrangement of a region of vertices with joints and weights (V, I) as ``_used_last`` gives them."""
    joints, weights = joints[region], weights[region]
    order = np.lexsort([*weights.T, *joints.T])
    starts = np.append(True, _changes(joints[order]))[: len(order)]
    lengths = np.diff(np.append(np.flatnonzero(starts), len(order)))
    rare = lengths < COMMON
    order = order[np.argsort(np.repeat(rare, lengths), kind="stable")]
    joints, weights = joints[order], weights[order]
    first = np.append(True, _changes(joints) | _changes(weights))[: len(order)]
    begins = np.append(0, np.cumsum(lengths[~rare]))
    places = np.empty(len(order), np.intp)
    places[order] = np.arange(len(order))
    return Arrangement(
        order=file_order(region, places, len(order)),
        vertices=order + region.start,
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
