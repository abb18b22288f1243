"""The skin palette: for each joint, the matrix that carries the mesh from bind space into the world."""

from __future__ import annotations

from ..model import Float64, Skin
from ..transform import multiply


def skin_palette_of(world: Float64, skin: Skin) -> Float64:
    """(..., J, 3, 4) world matrix of each joint times its inverse bind matrix (specification 3.7.3.3).

    ``world``: (..., N, 3, 4) of all nodes. The transform of the node that wears the skin plays no part.
    """
    return multiply(world[..., skin.joints, :, :], skin.inverse_bind)
