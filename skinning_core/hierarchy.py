"""World matrices of a node forest in few NumPy calls: level by level, or by pointer jumping.

Level by level is one batched product per depth of the hierarchy: the least arithmetic, but a chain of 200 joints is
200 calls. Pointer jumping multiplies every node by the matrix of the ancestor it points to and then lets it point
twice as far, so that any forest needs log2(depth) rounds, at the price of more products. Which is cheaper depends on
depth and size alone, so it is decided once.

Shapes: N nodes, T times. Matrices are 4x4 here: a 4x4 product is one call, an affine 3x4 product three.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .model import Float64, Int
from .pose import levels

#: Measured: a NumPy call on few matrices, and one 4x4 product, in microseconds.
_CALL, _PRODUCT = 1.3, 0.07


#: Rounds of (nodes, the ancestors by which they are multiplied); a round never reads what it writes.
Rounds = tuple[tuple[Int, Int], ...]


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """How to reach the world: for one pose, where calls count, and for many at once, where products count."""

    one: Rounds
    many: Rounds


def build_hierarchy(parents: Int, order: Int) -> Hierarchy:
    """Plans for (N,) parents (-1: a root) in parents-first ``order``."""
    by_level, jumping = level_rounds(parents, order), jump_rounds(parents)
    return Hierarchy(min(by_level, jumping, key=_cost), by_level)


def _cost(rounds: Rounds) -> float:
    return sum(4 * _CALL + _PRODUCT * len(nodes) for nodes, _ in rounds)


def level_rounds(parents: Int, order: Int) -> Rounds:
    """One round per level below the roots: each node by its parent, whose world matrix is ready."""
    return tuple((level, parents[level].astype(np.intp)) for level in levels(parents, order)[1:])


def jump_rounds(parents: Int) -> Rounds:
    """Rounds in which each node is multiplied by an ancestor 1, 2, 4, ... steps away, until all have reached a root."""
    rounds = []
    pointer = parents.astype(np.intp)
    while len(nodes := np.flatnonzero(pointer >= 0)):
        rounds.append((nodes, pointer[nodes]))
        pointer = np.where(pointer >= 0, pointer[pointer], -1)
    return tuple(rounds)


def to_world(hierarchy: Hierarchy, matrices: Float64) -> Float64:
    """(T, N, 4, 4) local matrices become world matrices, in place; returns them."""
    for nodes, ancestors in hierarchy.one if len(matrices) == 1 else hierarchy.many:
        matrices[:, nodes] = np.matmul(matrices.take(ancestors, axis=1), matrices.take(nodes, axis=1))
    return matrices
