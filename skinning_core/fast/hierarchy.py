"""World matrices of a node forest in few NumPy calls: level by level, or by pointer jumping.

Level by level is one batched product per depth of the hierarchy: the least arithmetic, but a chain of 200 joints is
200 calls. Pointer jumping multiplies every node by the matrix of the ancestor it points to and then lets it point
twice as far, so that any forest needs log2(depth) rounds, at the price of more products. Which is cheaper depends on
depth and size alone, so it is decided once.

Nodes are in level order: roots first, then their children, then the children of those. The nodes of a round are then
one slice (a level, or everything deeper than one), which is read without a gather and written without a scatter.

Shapes: N nodes, T times. Matrices are 4x4 here: a 4x4 product is one call, an affine 3x4 product three.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model import Float64, Int
from ..pose.pose import levels

#: Measured cost of a round in microseconds, whatever its size.
_ROUND = 1.9
#: Measured cost of one 4x4 product in microseconds.
_PRODUCT = 0.07


#: The rounds of a plan: for each, its nodes and the ancestors by which they are multiplied.
Rounds = tuple[tuple[slice, Int], ...]


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Plans to world matrices: one for a single pose, where calls count, and one for many, where products count."""

    one: Rounds
    many: Rounds


def level_order(parents: Int, order: Int) -> Int:
    """(N,) the nodes by depth, from a parents-first ``order``."""
    return np.concatenate([np.zeros(0, np.intp), *levels(parents, order)])


def build_hierarchy(parents: Int) -> Hierarchy:
    """The plans for (N,) parents (-1: a root) of nodes in level order."""
    by_level, jumping = level_rounds(parents), jump_rounds(parents)
    return Hierarchy(min(by_level, jumping, key=_cost), by_level)


def _cost(rounds: Rounds) -> float:
    return sum(_ROUND + _PRODUCT * len(ancestors) for _, ancestors in rounds)


def level_rounds(parents: Int) -> Rounds:
    """One round per level below the roots, for (N,) parents (-1: a root) of nodes in level order.

    Each node is multiplied by its parent, whose world matrix is ready by then.
    """
    below_roots = levels(parents, np.arange(len(parents)))[1:]
    return tuple((slice(int(level[0]), int(level[-1]) + 1), parents[level].astype(np.intp)) for level in below_roots)


def jump_rounds(parents: Int) -> Rounds:
    """Rounds by pointer jumping, for (N,) parents (-1: a root) of nodes in level order.

    Each node is multiplied by an ancestor 1, 2, 4, ... steps away, until all nodes have reached a root.
    """
    rounds = []
    pointer = parents.astype(np.intp)
    while (pointer >= 0).any():
        first = int(np.argmax(pointer >= 0))  # all that follow are as deep or deeper
        rounds.append((slice(first, len(pointer)), pointer[first:]))
        pointer = np.where(pointer >= 0, pointer[pointer], -1)
    return tuple(rounds)


def to_world(hierarchy: Hierarchy, matrices: Float64) -> Float64:
    """(T, N, 4, 4) local matrices become world matrices, in place; returns them."""
    for nodes, ancestors in hierarchy.one if len(matrices) == 1 else hierarchy.many:
        matrices[:, nodes] = np.matmul(matrices.take(ancestors, axis=1), matrices[:, nodes])
    return matrices
