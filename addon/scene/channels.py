"""A node's translation, rotation and scale as those of a bone or object: the same formula for keys and constants.

Let W be a node's world matrix (glTF's space) and Y the change to Blender's axes. A bone or object is *posed* at::

    posed = Y W after            after: rotation from the node's axes to the bone's own (the "correction")

Its own transform (Blender's "basis") sits behind a fixed offset from its posed parent, posed_parent @ offset @ basis,
so with L = W_parent^-1 W, the node's local matrix::

    basis = before @ L @ after   before = offset^-1 @ after_parent^-1

L = T R S stays a product of translation, rotation and scale if ``after`` commutes with S up to a permutation: any
rotation where S is uniform, else one that only swaps and negates axes. Then every property maps by itself:

    location = before @ t        rotation = q(before) * q * q(after)        scale = s, permuted as ``after`` does

Each is linear, so keys and their tangents map alike. Constants must go the same way: decomposing a mirrored matrix
could put the sign elsewhere than the keys of the node's other properties expect it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...skinning_core.model import Float, Float64
from ...skinning_core.transform import quaternion_from_matrix, quaternion_product


@dataclass(frozen=True, eq=False)
class ChannelMap:
    """How one node's properties become those of a bone or object."""

    before: Float64  # (3, 4) rigid
    after: Float64  # (3, 3) rotation

    def location(self, translation: Float) -> Float64:
        """(..., 3) locations of (..., 3) translations."""
        return translation @ self.before[:, :3].T + self.before[:, 3]

    def location_tangent(self, tangent: Float) -> Float64:
        """(..., 3) derivatives of locations: without the fixed part."""
        return tangent @ self.before[:, :3].T

    def rotation(self, rotation: Float) -> Float64:
        """(..., 4) quaternions wxyz, as Blender orders them, of (..., 4) xyzw; linear, so good for tangents too."""
        left = quaternion_from_matrix(self.before[:, :3])
        right = quaternion_from_matrix(self.after)
        return np.roll(quaternion_product(quaternion_product(left, rotation), right), 1, axis=-1)

    def scale(self, scale: Float) -> Float64:
        """(..., 3) scales along the bone's axes."""
        return np.asarray(scale, np.float64)[..., np.abs(self.after).argmax(axis=0)]


def basis_parts(before: Float64, after: Float64, rest: tuple[Float64, Float64, Float64]) -> tuple[Float64, ...]:
    """Location (N, 3), rotation wxyz (N, 4) and scale (N, 3) of N nodes at once.

    before (N, 3, 4), after (N, 3, 3); rest: translations (N, 3), rotations xyzw (N, 4), scales (N, 3).
    """
    translation, rotation, scale = rest
    location = np.einsum("nij,nj->ni", before[:, :, :3], translation) + before[:, :, 3]
    left, right = quaternion_from_matrix(before[:, :, :3]), quaternion_from_matrix(after)
    turned = np.roll(quaternion_product(quaternion_product(left, rotation), right), 1, axis=-1)
    return location, turned, np.take_along_axis(scale, np.abs(after).argmax(axis=1), axis=1)
