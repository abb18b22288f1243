"""Exercise 10 of the guide: see ``docs/guide``, page 10."""

from __future__ import annotations

from skinning_core.model import Float64


def reversed_palette(world: Float64, inverse_bind: Float64) -> Float64:
    """(J, 3, 4) the skin palette of somebody who multiplied in the wrong order.

    world and inverse_bind: (J, 3, 4), affine: the fourth row (0, 0, 0, 1) is understood.
    """
    raise NotImplementedError("yours to write")
