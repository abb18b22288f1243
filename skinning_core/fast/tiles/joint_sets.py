"""Which vertices share which joints: grouped, one small matrix product skins many of them.

A *piece* is a part of a vertex's influences: its joints, ascending, and their weights. Usually a vertex is one piece.
Three steps make joint sets common::

    vertex  joints      (1) group              (2) merge              (3) cut

       0    2 3 4 .     {2 3 4}    898 pieces  {2 3 4}    900 pieces  common: stays as it is
       1    2 3 . .     {2 3}        2 pieces  part of {2 3 4}
       2    1 5 6 8     {1 5 6 8}    1 piece   {1 5 6 8}    1 piece   rare: vertex 2 becomes  1 5 . .
       :                                                              and  6 8 . .  which begin again at (1)

1. *Group*: pieces with the same joints form a set.
2. *Merge*: a small set joins a larger one if their common tile costs less than two padded ones.
3. *Cut*: pieces of sets that are still rare would fill tiles with padding. Their halves go through the same steps, and
   the skinned vertex is their sum, because linear blend skinning is linear in the influences.

Shapes: P pieces, I influences, S sets. Unused slots hold the joint ``absent`` (one past the last) and weight 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ...model import Bool, Float64, Int
from .tuning import SINGLE, Tuning


@dataclass(frozen=True, eq=False)
class Binding:
    """Which joints the vertices of a mesh follow, by which weights and tuning."""

    joints: Int  # (V, I) each less than ``joint_count``
    weights: Float64  # (V, I) used as they are
    joint_count: int
    tuning: Tuning = SINGLE

    def of(self, vertices: Int | slice) -> Binding:
        """The same for some vertices: indices (n,), or a slice."""
        return replace(self, joints=self.joints[vertices], weights=self.weights[vertices])


@dataclass(frozen=True, eq=False)
class Pieces:
    """Influences of vertices, cut into pieces and sorted into joint sets."""

    owner: Int  # (P,) vertex
    joints: Int  # (P, I) ascending; ``absent`` if unused
    weights: Float64  # (P, I)
    set_of: Int  # (P,) index into ``sets``
    sets: tuple[Int, ...]  # per set: its joints, ascending; pieces of a merged set may use fewer
    absent: int

    @cached_property
    def counts(self) -> Int:
        """(S,) pieces of each set."""
        return np.bincount(self.set_of, minlength=len(self.sets))


def tile_cost(rows: ArrayLike, joints: ArrayLike, tile: ArrayLike, tuning: Tuning) -> Float64:
    """Nanoseconds of ``rows`` vertices with ``joints`` joints in tiles of ``tile`` rows; shapes as they combine.

    A partly filled tile is computed whole: a call (``tile_call``), 0.33 ns per row to write it, and 0.5 ns per row and
    joint to read its coefficients and multiply. Only the proportions matter.
    """
    tile = np.asarray(tile)
    result: Float64 = np.ceil(np.asarray(rows) / tile) * (
        tuning.tile_call + tile * (0.33 + 0.5 * np.asarray(joints, np.float64))
    )
    return result


def common_pieces(binding: Binding) -> Pieces:
    """(V, I) influences sorted into common joint sets; vertices of rare sets become several pieces."""
    vertices, joint_count, tuning = len(binding.joints), binding.joint_count, binding.tuning
    owner: Int = np.arange(vertices)
    joints, weights = ascending(binding.joints, binding.weights, joint_count)
    settled = [(owner[:0], joints[:0], weights[:0], owner[:0])]
    sets: list[Int] = []
    while len(owner):
        set_of, members, counts = joint_sets(joints, joint_count)
        if len(settled) == 1 and vertices <= tuning.tile_sizes[-1]:
            together = _all_in_one(joints, members, counts, joint_count)
            if len(together) < len(members):
                set_of, members, counts = np.zeros(vertices, np.intp), together, np.array([vertices])
        into, merged = merged_sets(members, counts, tuning)
        rows = np.bincount(into[set_of], minlength=len(merged))
        common = rows >= min(tuning.rare, vertices)
        if len(settled) == 1 and _padding(rows[~common], merged, common, tuning) <= tuning.summing * vertices:
            common[:] = True  # tiles that are mostly padding cost less here than adding up pieces
        number, kept_sets = _settled(members, merged, into, common)
        kept = number[set_of] >= 0
        settled.append((owner[kept], joints[kept], weights[kept], number[set_of[kept]] + len(sets)))
        sets += kept_sets
        owner, joints, weights = halves(owner[~kept], joints[~kept], weights[~kept], joint_count)
    columns = [np.concatenate(column) for column in zip(*settled)]
    return Pieces(columns[0], columns[1], columns[2], columns[3], tuple(sets), joint_count)


def ascending(joints: Int, weights: Float64, absent: int) -> tuple[Int, Float64]:
    """The same (V, I) influences in a form that can be compared.

    No influence has weight 0, no joint is named twice, and joints ascend, followed by ``absent`` with weight 0. A
    vertex without weight keeps one influence, weight 0 on joint 0, because it has to be somewhere.
    """
    used = np.where(weights != 0.0, joints.astype(np.int64), absent)  # bytes could not hold ``absent``
    order = np.argsort(used, axis=1, kind="stable")
    j, w = np.take_along_axis(used, order, axis=1), np.take_along_axis(weights, order, axis=1)
    repeated = (j[:, 1:] == j[:, :-1]) & (j[:, 1:] != absent)
    if repeated.any():
        for i in range(j.shape[1] - 1, 0, -1):
            again = repeated[:, i - 1]
            w[again, i - 1] += w[again, i]
            j[again, i], w[again, i] = absent, 0.0
        return ascending(j, w, absent)  # once more, to close the gaps of repeated joints
    j[:, 0] = np.where(j[:, 0] == absent, 0, j[:, 0])
    return j, w


def joint_sets(joints: Int, absent: int) -> tuple[Int, list[Int], Int]:
    """Step 1: group pieces by joints (P, I) in the form of ``ascending``.

    Returns the set of each piece (P,), the joints of each set, and the pieces in each set (S,).
    """
    key = np.zeros(len(joints), np.int64)
    bound = 1
    for column in joints.T:
        if bound > 2**62 // (absent + 1):  # the number would overflow: renumber those that occur
            distinct, key = np.unique(key, return_inverse=True)
            bound = len(distinct)
        key = key * (absent + 1) + column
        bound *= absent + 1
    _, first, set_of, counts = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    return set_of, [row[row != absent] for row in joints[first]], counts


def merged_sets(members: list[Int], counts: Int, tuning: Tuning = SINGLE) -> tuple[Int, list[Int]]:
    """Step 2: merge sets greedily, the smallest first.

    ``members``: joints of each set; ``counts`` (S,): its pieces. Returns each set's merged set (S,), and its joints.
    """
    into = np.arange(len(members))
    if not 1 < len(members) <= tuning.merge_limit:
        return into, members
    width = max(int(m[-1]) for m in members) + 1
    inside = np.zeros((len(members), width), np.float32)
    for s, m in enumerate(members):
        inside[s, m] = 1.0
    rows, sizes = counts.astype(np.float64), inside.sum(axis=1)
    cost = best_cost(rows, sizes, tuning)
    for s in np.argsort(counts, kind="stable").tolist():
        union = sizes + sizes[s] - inside @ inside[s]
        gain = cost + cost[s] - best_cost(rows + rows[s], union, tuning)
        gain[(rows == 0) | (union > np.maximum(tuning.merged_joints, sizes))] = -np.inf
        gain[s] = -np.inf
        best = int(np.argmax(gain))
        if gain[best] > 0.0:
            into[into == s] = best
            inside[best] = np.maximum(inside[best], inside[s])
            rows[best] += rows[s]
            sizes[best] = union[best]
            cost[best] = best_cost(rows[best], sizes[best], tuning)
            rows[s] = 0.0
    kept, renumbered = np.unique(into, return_inverse=True)
    return renumbered, [np.flatnonzero(inside[s]) for s in kept.tolist()]


def best_cost(rows: Float64, joints: Float64, tuning: Tuning = SINGLE) -> Float64:
    """(n,) cost of sets with ``rows`` (n,) and ``joints`` (n,), in the better of a small and a larger tile."""
    small, larger = tuning.tile_sizes[:3:2]
    return np.minimum(tile_cost(rows, joints, small, tuning), tile_cost(rows, joints, larger, tuning))


def _all_in_one(joints: Int, members: list[Int], counts: Int, absent: int) -> list[Int]:
    """All joints of (V, I) influences as one set, if its tiles cost no more.

    The sets of a hundred vertices have two or three each, whose tiles would be mostly padding.
    """
    used = np.unique(joints[joints != absent])
    apart = best_cost(counts.astype(np.float64), np.array([len(m) for m in members], np.float64))
    together = best_cost(np.array([len(joints)], np.float64), np.array([len(used)], np.float64))
    return [used] if together[0] <= apart.sum() else members


def _padding(rows: Int, merged: list[Int], common: Bool, tuning: Tuning) -> float:
    """Nanoseconds of the rare sets' tiles; ``rows`` counts the pieces of those alone."""
    sizes = [len(m) for m, is_common in zip(merged, common.tolist()) if not is_common]
    return float(best_cost(rows.astype(np.float64), np.array(sizes, np.float64), tuning).sum())


def _settled(members: list[Int], merged: list[Int], into: Int, common: Bool) -> tuple[Int, list[Int]]:
    """Which sets need no cut: those with a common merged set, and single joints, unmerged.

    Returns the number of each set (S,) among the settled ones, -1 if its pieces are to be cut, and their joints.
    """
    single = np.array([len(m) == 1 for m in members]) & ~common[into]
    number = np.where(common, np.cumsum(common) - 1, -1)[into]
    number[single] = common.sum() + np.arange(single.sum())
    settled = [m for m, keep in zip(merged, common.tolist()) if keep]
    return number, settled + [m for m, keep in zip(members, single.tolist()) if keep]


def halves(owner: Int, joints: Int, weights: Float64, absent: int) -> tuple[Int, Int, Float64]:
    """Step 3: cut each piece into the first and the second half of its joints: (2 P,), (2 P, I), (2 P, I).

    Parameters
    ----------
    owner : (P,) the vertex of each piece
    joints : (P, I) ascending; ``absent`` if unused
    weights : (P, I)
    absent : the joint of unused slots
    """
    used = (joints != absent).sum(axis=1)
    slot = np.arange(joints.shape[1])
    first = slot < ((used + 1) // 2)[:, None]
    parts = [(np.where(half, joints, absent), np.where(half, weights, 0.0)) for half in (first, ~first)]
    j, w = (np.concatenate(column) for column in zip(*parts))
    order = np.argsort(j, axis=1, kind="stable")
    return np.tile(owner, 2), np.take_along_axis(j, order, axis=1), np.take_along_axis(w, order, axis=1)
