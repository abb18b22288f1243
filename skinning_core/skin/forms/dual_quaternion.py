"""Dual-quaternion skinning: blend rotations and translations together; twisted limbs keep their volume.

See docs/systems.md, C5.

Shapes: dual quaternions (..., 2, 4), real part then dual part, each xyzw; positions (V, 3), mesh space -> world, see
``posed_skin``.

The average matrix of different rotations also shrinks: the "candy wrapper". A rigid motion (rotation q, translation t)
is a unit dual quaternion, real part q and dual part (t q) / 2; a weighted sum of those, divided by its length, is a
rigid motion again. q and -q are the same rotation, so each is first turned to the side of the vertex's first influence
with weight. Otherwise the sum would go the long way round.

What is not rigid cannot be a dual quaternion. Polar decomposition splits a skin matrix into a rotation and the stretch
before it, M = (T R) S; stretches are blended as matrices and applied first, the rigid parts as dual quaternions after
(two-phase skinning). If all joints agree on a matrix, the vertex gets that matrix, with scale and shear.

Source: Kavan, Collins, Zara, O'Sullivan, "Geometric Skinning with Approximate Dual Quaternion Blending", 2008. Blender
treats scale and signs differently: see ``blender.preserve_volume``.
"""

from __future__ import annotations

import numpy as np

from ...model import Float64
from ...transform import multiply, quaternion_from_matrix, quaternion_product, rotation_matrix
from ..posed_skin import PosedSkin


def skin_dual_quaternions(posed: PosedSkin) -> Float64:
    """(V, 3) world positions."""
    skin_palette = multiply(posed.joint_world, posed.inverse_bind)
    rotation, stretch = rotation_and_stretch(skin_palette[..., :3])
    motions = from_rigid(rotation, skin_palette[..., 3])
    first = np.take_along_axis(posed.joints, (posed.weights > 0.0).argmax(axis=1)[:, None], axis=1)[:, 0]
    blended = np.zeros((len(posed.positions), 2, 4))
    stretched = np.zeros_like(posed.positions)
    for joints, weights in zip(posed.joints.T, posed.weights.T, strict=True):
        motion = motions[joints]
        away = np.sum(motion[:, 0] * motions[first, 0], axis=-1) < 0.0
        blended += np.where(away, -weights, weights)[:, None, None] * motion
        stretched += weights[:, None] * np.einsum("vrc,vc->vr", stretch[joints], posed.positions)
    return moved_points(blended, stretched)


def rotation_and_stretch(linear: Float64) -> tuple[Float64, Float64]:
    """(J, 4) xyzw rotations and (J, 3, 3) symmetric stretches with M = R S, of (J, 3, 3); a mirror goes into S."""
    u, singular, vt = np.linalg.svd(linear)
    mirrored = np.linalg.det(u @ vt) < 0.0
    u[..., :, 2] *= np.where(mirrored, -1.0, 1.0)[..., None]
    singular[..., 2] *= np.where(mirrored, -1.0, 1.0)
    stretch = np.swapaxes(vt, -1, -2) @ (singular[..., None] * vt)
    return quaternion_from_matrix(u @ vt), stretch


def from_rigid(rotation: Float64, translation: Float64) -> Float64:
    """(..., 2, 4) dual quaternions of rotations (..., 4) xyzw and the translations (..., 3) after them."""
    pure = np.concatenate([translation, np.zeros_like(translation[..., :1])], axis=-1)
    return np.stack([rotation, 0.5 * quaternion_product(pure, rotation)], axis=-2)


def moved_points(motion: Float64, points: Float64) -> Float64:
    """(V, 3) points (V, 3) under (V, 2, 4) dual quaternions of any length but zero.

    Both parts divided by the real one's length are a rigid motion: its rotation is the normalised real part q, its
    translation the vector part of 2 d q*. The rest of the dual part, along q, does not matter.
    """
    length = np.linalg.norm(motion[..., 0, :], axis=-1, keepdims=True)
    real, dual = motion[..., 0, :] / length, motion[..., 1, :] / length
    conjugate = real * np.array([-1.0, -1.0, -1.0, 1.0])
    translation = 2.0 * quaternion_product(dual, conjugate)[..., :3]
    result: Float64 = np.einsum("vrc,vc->vr", rotation_matrix(real), points) + translation
    return result
