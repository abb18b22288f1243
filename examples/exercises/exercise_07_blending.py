"""Exercise 7 of the guide: see ``docs/guide``, page 7."""

from __future__ import annotations

from skinning_core.model import Float64, Int


def skin_by_blended_matrices(positions: Float64, joints: Int, weights: Float64, skin_palette: Float64) -> Float64:
    """(V, 3) places in the world, moving every vertex once only.

    positions: (V, 3). joints and weights: (V, I), with sums of one. skin_palette: (J, 3, 4).
    """
    raise NotImplementedError("yours to write")
