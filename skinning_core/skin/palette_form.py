"""Smooth skinning, matrix palette form: blend the matrices, then transform the vertex once (row C3).

p' = (sum of w_i * (G_i B_i)) p,  G joint space -> world, B = inverse bind. Shapes: (V, 3), see ``posed_skin``.

Moving a point is linear in the matrix, so the weighted sum may be pulled inside: the same result as the transform form,
up to rounding. Here the products G B are formed for every influence of every vertex, as a shader does that is handed
two arrays of matrices. Per vertex and influence: one matrix product.
"""

from __future__ import annotations

import numpy as np

from ..model import Float64
from ..transform import move_points, multiply
from .posed_skin import PosedSkin


def skin_by_palette(posed: PosedSkin) -> Float64:
    """(V, 3) world positions."""
    blended = np.zeros((len(posed.positions), 3, 4))
    for joints, weights in zip(posed.joints.T, posed.weights.T, strict=True):
        blended += weights[:, None, None] * multiply(posed.joint_world[joints], posed.inverse_bind[joints])
    return move_points(blended, posed.positions)
