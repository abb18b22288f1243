"""What a form of skinning takes: one mesh at one time, with the matrices that its vertices follow.

An inverse bind matrix carries mesh space to a joint's space, the joint's world matrix carries that to the world.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..model import Float64, Int


@dataclass(frozen=True, eq=False)
class PosedSkin:
    """One primitive at one time. Weights add up to one per vertex."""

    joint_world: Float64  # (J, 3, 4) joint space -> world
    inverse_bind: Float64  # (J, 3, 4) mesh space -> joint space
    positions: Float64  # (V, 3) mesh space, morph targets applied
    joints: Int  # (V, I) index into J
    weights: Float64  # (V, I)


#: From a posed skin to (V, 3) world positions.
Form = Callable[[PosedSkin], Float64]
