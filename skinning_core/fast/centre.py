"""Recentring: keeps float32's digits for a vertex's place within its character.

Float32 has seven digits. A character 10 km from the origin would spend five on that distance, as would a mesh modelled
far from its joints. So a mesh is moved to its own centre c, which its matrices undo (M p = M (p - c) + M c), and the
place of that centre is taken out of the palette. Whoever skins adds it again. This is exact because a vertex's weights
sum to one, and done in float64. The fast engine and the shaders use it.
"""

from __future__ import annotations

import numpy as np

from ..model import Float, Float64, Int


def joint_shares(joints: Int, weights: Float, joint_count: int) -> Float64:
    """(J,) each joint's share of all weight of (V, I) influences."""
    return np.bincount(joints.ravel(), weights.ravel(), joint_count) / max(len(joints), 1)


def translations_at(matrices: Float64, centre: Float64) -> Float64:
    """(..., 3) images of ``centre`` (3,) under (..., 3, 4): the translations for vertices minus it."""
    return matrices[..., :3] @ centre + matrices[..., 3]


def common_translation(translations: Float64, shares: Float64) -> Float64:
    """(T, 3) image of the mesh's centre: the mean of (T, J, 3), weighted by ``shares`` (J,)."""
    return shares @ translations
