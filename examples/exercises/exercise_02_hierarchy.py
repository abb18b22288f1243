"""Exercise 2 of the guide: see ``docs/guide``, page 2."""

from __future__ import annotations

from collections.abc import Sequence

from skinning_core.model import Float64


def world_matrix(local: Float64, parents: Sequence[int], node: int) -> Float64:
    """(4, 4) matrix that carries the space of ``node`` to the world.

    local: (N, 4, 4) matrix of each node relative to its parent. parents: N indices, -1 for a root; a parent may come
    after its children in the list.
    """
    raise NotImplementedError("yours to write")
