"""Recentring: what keeps float32's digits for a vertex's place within its character.

Float32 has seven digits. A character that stands 10 km from the origin would spend five of them on that distance, and
so would a mesh modelled far from its joints. So a mesh is moved to its own centre c, which its matrices undo
(M p = M (p - c) + M c), and the place to which the palette brings that centre is taken out of the palette. Whoever
skins adds it again. All of it is done in float64, and exact because the weights of every vertex sum to one. The fast
engine and the shaders both skin what is prepared here.
"""

from __future__ import annotations

import numpy as np

from ..model import Float, Float64, Int


def joint_shares(joints: Int, weights: Float, joint_count: int) -> Float64:
    """(J,) each joint's share of all weight of (V, I) influences."""
    return np.bincount(joints.ravel(), weights.ravel(), joint_count) / max(len(joints), 1)


def translations_at(matrices: Float64, centre: Float64) -> Float64:
    """(..., 3) where matrices (..., 3, 4) bring the point ``centre`` (3,): their translations for vertices minus it."""
    return matrices[..., :3] @ centre + matrices[..., 3]


def common_translation(translations: Float64, shares: Float64) -> Float64:
    """(T, 3) mean of translations (T, J, 3), weighted by ``shares`` (J,): where the joints bring the mesh's centre."""
    return shares @ translations
