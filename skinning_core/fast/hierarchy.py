"""World matrices of a node forest in few NumPy calls: level by level, or by pointer jumping.

Level by level is one batched product per depth: the least arithmetic, but a chain of 200 joints is 200 calls. Pointer
jumping multiplies each node by the ancestor it points to, then lets it point twice as far: log2(depth) rounds, but more
products. Depth and size alone decide which is cheaper.

In level order (roots, children, their children) the nodes of a round are one slice: read without a gather, written
without a scatter.

Shapes: N nodes, T times. Matrices are 4x4: such a product is one call, an affine 3x4 product three.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model import Float64, Int
from ..pose.pose import levels

#: Microseconds of a round, whatever its size (measured).
_ROUND = 1.9
#: Microseconds of one 4x4 product (measured).
_PRODUCT = 0.07


#: Per round, its nodes and the ancestors that multiply them.
Rounds = tuple[tuple[slice, Int], ...]


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Plans to world matrices: for one pose calls count, for many products."""

    one: Rounds
    many: Rounds


def level_order(parents: Int, order: Int) -> Int:
    """(N,) the nodes by depth, from a parents-first ``order``."""
    return np.concatenate([np.zeros(0, np.intp), *levels(parents, order)])


def build_hierarchy(parents: Int) -> Hierarchy:
    """Plans for (N,) parents (-1: a root) of nodes in level order."""
    by_level, jumping = level_rounds(parents), jump_rounds(parents)
    return Hierarchy(min(by_level, jumping, key=_cost), by_level)


def _cost(rounds: Rounds) -> float:
    return sum(_ROUND + _PRODUCT * len(ancestors) for _, ancestors in rounds)


def level_rounds(parents: Int) -> Rounds:
    """One round per level below the roots, for (N,) parents (-1: a root) of nodes in level order."""
    below_roots = levels(parents, np.arange(len(parents)))[1:]
    return tuple((slice(int(level[0]), int(level[-1]) + 1), parents[level].astype(np.intp)) for level in below_roots)


def jump_rounds(parents: Int) -> Rounds:
    """Pointer jumping for (N,) parents (-1: a root) of nodes in level order, by ancestors 1, 2, 4, ... steps away."""
    rounds = []
    pointer = parents.astype(np.intp)
    while (pointer >= 0).any():
        first = int(np.argmax(pointer >= 0))  # all that follow are as deep
        rounds.append((slice(first, len(pointer)), pointer[first:]))
        pointer = np.where(pointer >= 0, pointer[pointer], -1)
    return tuple(rounds)


def to_world(hierarchy: Hierarchy, matrices: Float64) -> Float64:
    """(T, N, 4, 4) local matrices become world matrices, in place; returns them."""
    for nodes, ancestors in hierarchy.one if len(matrices) == 1 else hierarchy.many:
        matrices[:, nodes] = np.matmul(matrices.take(ancestors, axis=1), matrices[:, nodes])
    return matrices
