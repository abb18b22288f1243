"""Exercise 1 of the guide: see ``docs/guide``, page 1."""

from __future__ import annotations

from skinning_core.model import Float64, Int


def influence_counts(joints: Int, weights: Float64) -> Int:
    """(V,) how many joints really move each vertex.

    joints: (V, I) and weights: (V, I), as a file stores them. An influence whose weight is zero does not count, and a
    joint that a vertex names twice counts once.
    """
    raise NotImplementedError("yours to write")
