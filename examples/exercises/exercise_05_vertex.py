"""Exercise 5 of the guide: see ``docs/guide``, page 5."""

from __future__ import annotations

from skinning_core.model import Float64, Int


def skin_vertex(position: Float64, joints: Int, weights: Float64, world: Float64, inverse_bind: Float64) -> Float64:
    """(3,) place in the world of one vertex by linear blend skinning.

    position: (3,) in mesh space. joints and weights: (I,) its influences; divide the weights by their sum. world and
    inverse_bind: (J, 4, 4).
    """
    raise NotImplementedError("yours to write")
