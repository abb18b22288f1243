"""Smooth skinning with a skin palette: the products are formed once per joint, before any vertex is met (row C4).

S_j = G_j B_j;  p' = (sum of w_i * S_i) p. Shapes: S (J, 3, 4), p (V, 3), see ``posed_skin``.

The same as the palette form, with the product moved out of the loop over vertices: J products instead of V times I.
This is what engines do, on the CPU and in shaders.
"""

from __future__ import annotations

from ..model import Float64
from ..transform import move_points, multiply
from .linear import blended_matrices
from .posed_skin import PosedSkin


def skin_by_skin_palette(posed: PosedSkin) -> Float64:
    """(V, 3) world positions."""
    skin_palette = multiply(posed.joint_world, posed.inverse_bind)
    blended = blended_matrices(skin_palette, posed.joints, posed.weights)
    return move_points(blended, posed.positions)
