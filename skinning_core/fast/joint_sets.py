"""Which vertices share which joints: the grouping that lets one small matrix product skin many vertices at once.

A *piece* is a part of a vertex's influences: its joints, ascending, and their weights. Usually a vertex is one piece.
Vertices whose set of joints is rare would fill tiles with padding, so they are cut in halves until each half's set is
common; the skinned vertex is then the sum of its pieces, because linear blend skinning is linear in the influences.

Shapes: P pieces, I influences, S sets. Unused slots hold the joint ``absent`` (one past the last) and weight 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..model import Float64, Int

#: A set with fewer pieces than this is cut (measured: a cut costs one more gather, a tile of few rows its padding).
RARE = 16
#: Nanoseconds a vertex by which adding up pieces is slower than a plain gather, for all vertices of a mesh if for any.
SUMMING = 4.0
#: Greedy merging looks at every pair of sets; above this many sets nothing is common enough to be worth it.
MERGE_LIMIT = 1024
#: A merged set has at most this many joints.
MERGED_JOINTS = 8


@dataclass(frozen=True, eq=False)
class Pieces:
    """Influences of vertices, cut into pieces and sorted into joint sets."""

    owner: Int  # (P,) vertex
    joints: Int  # (P, I) ascending; ``absent`` where unused
    weights: Float64  # (P, I)
    set_of: Int  # (P,) index into ``sets``
    sets: tuple[Int, ...]  # per set: its joints, ascending; a merged set may have more than a piece uses
    absent: int

    @cached_property
    def counts(self) -> Int:
        """(S,) pieces of each set."""
        return np.bincount(self.set_of, minlength=len(self.sets))


def tile_cost(rows: ArrayLike, joints: ArrayLike, tile: int) -> Float64:
    """Nanoseconds that ``rows`` vertices with ``joints`` joints cost in tiles of ``tile`` rows.

    Every begun tile is computed whole: a call (about 45 ns), then 0.33 ns a row to write it and 0.5 ns a row and joint
    to read its coefficients and multiply. Only the proportions matter.
    """
    return np.ceil(np.asarray(rows) / tile) * (45.0 + tile * (0.33 + 0.5 * np.asarray(joints, np.float64)))


def common_pieces(joints: Int, weights: Float64, joint_count: int) -> Pieces:
    """Sort (V, I) influences into common joint sets, cutting vertices of rare sets into several pieces."""
    owner: Int = np.arange(len(joints))
    sorted_joints, sorted_weights = ascending(joints, weights, joint_count)
    done: list[tuple[Int, Int, Float64, Int]] = []
    sets: list[Int] = []
    while len(owner):
        set_of, members, counts = joint_sets(sorted_joints, joint_count)
        merged, merged_members = merged_sets(members, counts)
        rows = np.bincount(merged[set_of], minlength=len(merged_members))
        common = rows >= min(RARE, len(joints))
        sizes = np.array([len(m) for m in merged_members], np.float64)
        padded = best_cost(rows[~common].astype(np.float64), sizes[~common]).sum()
        if not done and padded <= SUMMING * len(joints):
            common[:] = True  # a few tiles that are mostly padding cost less than adding up pieces
        # Sets that merging did not make common stay what they were: single joints are settled, the others are cut.
        alone = np.array([len(m) == 1 for m in members]) & ~common[merged]
        settled = common[merged] | alone
        number = np.where(alone, np.cumsum(alone) - 1 + common.sum(), (np.cumsum(common) - 1)[merged]) + len(sets)
        sets += [m for m, keep in zip(merged_members, common.tolist()) if keep]
        sets += [m for m, keep in zip(members, alone.tolist()) if keep]
        keep = settled[set_of]
        done.append((owner[keep], sorted_joints[keep], sorted_weights[keep], number[set_of[keep]]))
        owner, sorted_joints, sorted_weights = halves(
            owner[~keep], sorted_joints[~keep], sorted_weights[~keep], joint_count
        )
    if not done:
        done.append((owner, sorted_joints, sorted_weights, owner))
    columns = [np.concatenate(column) for column in zip(*done)]
    return Pieces(columns[0], columns[1], columns[2], columns[3], tuple(sets), joint_count)


def ascending(joints: Int, weights: Float64, absent: int) -> tuple[Int, Float64]:
    """(V, I) influences with joints ascending, a joint named twice added up, and weight 0 as ``absent`` at the end."""
    used = np.where(weights != 0.0, joints, absent).astype(np.int64)
    order = np.argsort(used, axis=1, kind="stable")
    j, w = np.take_along_axis(used, order, axis=1), np.take_along_axis(weights, order, axis=1)
    repeated = (j[:, 1:] == j[:, :-1]) & (j[:, 1:] != absent)
    if repeated.any():
        for i in range(j.shape[1] - 1, 0, -1):
            again = repeated[:, i - 1]
            w[again, i - 1] += w[again, i]
            j[again, i], w[again, i] = absent, 0.0
        return ascending(j, w, absent)
    # A vertex without any weight still is somewhere: weight 0 on joint 0, a row of zeros.
    j[:, 0] = np.where(j[:, 0] == absent, 0, j[:, 0])
    return j, w


def joint_sets(joints: Int, absent: int) -> tuple[Int, list[Int], Int]:
    """Which set each piece has (P,), the sets' joints, and how many pieces have each (S,)."""
    key = np.zeros(len(joints), np.int64)
    bound = 1
    for column in joints.T:
        if bound > 2**62 // (absent + 1):  # the number would overflow: renumber what there is
            distinct, key = np.unique(key, return_inverse=True)
            bound = len(distinct)
        key = key * (absent + 1) + column
        bound *= absent + 1
    _, first, set_of, counts = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    return set_of, [row[row != absent] for row in joints[first]], counts


def merged_sets(members: list[Int], counts: Int) -> tuple[Int, list[Int]]:
    """Merge small sets into others where the union costs less than two padded tiles.

    Returns the new number of each set (S,) and the new sets. Greedy, smallest first.
    """
    number = np.arange(len(members))
    if not 1 < len(members) <= MERGE_LIMIT:
        return number, members
    width = max(int(m[-1]) for m in members) + 1
    inside = np.zeros((len(members), width), np.float32)
    for s, m in enumerate(members):
        inside[s, m] = 1.0
    rows, sizes = counts.astype(np.float64), inside.sum(axis=1)
    cost = best_cost(rows, sizes)
    for s in np.argsort(counts, kind="stable").tolist():
        union = sizes + sizes[s] - inside @ inside[s]
        gain = cost + cost[s] - best_cost(rows + rows[s], union)
        gain[(rows == 0) | (union > np.maximum(MERGED_JOINTS, sizes))] = -np.inf
        gain[s] = -np.inf
        into = int(np.argmax(gain))
        if gain[into] > 0.0:
            number[number == s] = into
            inside[into] = np.maximum(inside[into], inside[s])
            rows[into] += rows[s]
            sizes[into] = union[into]
            cost[into] = best_cost(rows[into], sizes[into])
            rows[s] = 0.0
    kept, renumbered = np.unique(number, return_inverse=True)
    return renumbered, [np.flatnonzero(inside[s]) for s in kept.tolist()]


def best_cost(rows: Float64, joints: Float64) -> Float64:
    """Cost with the better of a small and a large tile."""
    return np.minimum(tile_cost(rows, joints, 32), tile_cost(rows, joints, 128))


def halves(owner: Int, joints: Int, weights: Float64, absent: int) -> tuple[Int, Int, Float64]:
    """Cut each piece into its first and its second half of joints."""
    used = (joints != absent).sum(axis=1)
    slot = np.arange(joints.shape[1])
    first = slot < ((used + 1) // 2)[:, None]
    parts = [(np.where(half, joints, absent), np.where(half, weights, 0.0)) for half in (first, ~first)]
    j, w = (np.concatenate(column) for column in zip(*parts))
    order = np.argsort(j, axis=1, kind="stable")
    return np.tile(owner, 2), np.take_along_axis(j, order, axis=1), np.take_along_axis(w, order, axis=1)
