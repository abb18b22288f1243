"""Exercise 17 of the guide: see ``docs/guide``, page 3."""

from __future__ import annotations

from collections.abc import Sequence

from skinning_core.model import Float64


def layered_rotations(below: Float64, over: Float64, parents: Sequence[int], top: int, weight: float) -> Float64:
    """(N, 4) rotations of a character that runs and waves: one clip over another, from one joint on.

    below and over: (N, 4) unit quaternions xyzw, what the two clips give each joint relative to its parent.
    parents: the parent of each joint, -1 for a root. top: where the mask begins: this joint, and all that hang on it,
    go so much of the way (weight, 0 to 1) to ``over``. The others stay as they are below.
    """
    raise NotImplementedError("yours to write")
