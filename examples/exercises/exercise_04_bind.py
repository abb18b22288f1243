"""Exercise 4 of the guide: see ``docs/guide``, page 4."""

from __future__ import annotations

from skinning_core.model import Float64


def bind_relative_to_parent(inverse_bind: Float64, parent_inverse_bind: Float64) -> Float64:
    """(4, 4) matrix of a joint relative to its parent in the bind pose.

    inverse_bind and parent_inverse_bind: (4, 4), each carries mesh space to the joint's space.
    """
    raise NotImplementedError("yours to write")
