"""Smooth skinning, transform form: transform the vertex once per influence, then blend the points (row C2).

p' = sum of w_i * (G_i (B_i p)),  G joint space -> world, B = inverse bind. Shapes: (V, 3), see ``posed_skin``.

The form closest to the idea: *where would each joint carry this vertex, and what is the weighted middle?* It needs no
matrix product, and works with any kind of transform that can move a point. Per vertex and influence: two points moved.
"""

from __future__ import annotations

import numpy as np

from ..model import Float64
from ..transform import move_points
from .posed_skin import PosedSkin


def skin_by_transforms(posed: PosedSkin) -> Float64:
    """(V, 3) world positions."""
    out = np.zeros_like(posed.positions)
    for joints, weights in zip(posed.joints.T, posed.weights.T, strict=True):
        in_joint_space = move_points(posed.inverse_bind[joints], posed.positions)
        out += weights[:, None] * move_points(posed.joint_world[joints], in_joint_space)
    return out
