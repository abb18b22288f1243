"""Rigid skinning: every vertex belongs to one joint and moves with it, as the parts of a puppet do (row C1).

Spaces: bind space -> world, see ``posed_skin``. Shapes: (V, 3). A vertex with several influences follows the strongest
one (the first of equals), so joints crease where smooth skinning bends. With weights (1, 0, 0, ...) it *is* smooth
skinning.
"""

from __future__ import annotations

import numpy as np

from ..model import Float64
from ..transform import move_points, multiply
from .posed_skin import PosedSkin


def skin_rigid(posed: PosedSkin) -> Float64:
    """(V, 3) world positions: each vertex under the matrix of its strongest joint."""
    strongest = posed.weights.argmax(axis=1)
    joint = np.take_along_axis(posed.joints, strongest[:, None], axis=1)[:, 0]
    matrix = multiply(posed.joint_world, posed.inverse_bind)[joint]
    return move_points(matrix, posed.positions)
