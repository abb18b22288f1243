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

from ...skinning_core.model import Float, Float64, Int
from ...skinning_core.transform import quaternion_from_matrix, quaternion_product


@dataclass(frozen=True, eq=False)
class ChannelMap:
    """How one node's properties become those of a bone or object."""

    before: Float64  # (3, 4) rigid; of roots under a scaled armature object (see `origin`) times a uniform scale
    turn: Float64  # (4, 4): quaternion wxyz of the bone = turn @ quaternion xyzw of the node
    axes: Int  # (3,) the node's axis along which each axis of the bone lies

    def location(self, translation: Float) -> Float64:
        """(..., 3) locations of (..., 3) translations."""
        return translation @ self.before[:, :3].T + self.before[:, 3]

    def location_tangent(self, tangent: Float) -> Float64:
        """(..., 3) derivatives of locations: without the fixed part."""
        return tangent @ self.before[:, :3].T

    def rotation(self, rotation: Float) -> Float64:
        """(..., 4) quaternions wxyz, as Blender orders them, of (..., 4) xyzw; linear, so good for tangents too."""
        return rotation @ self.turn.T

    def scale(self, scale: Float) -> Float64:
        """(..., 3) scales along the bone's axes."""
        return np.asarray(scale, np.float64)[..., self.axes] * np.linalg.norm(self.before[:, 0])


def channel_maps(before: Float64, after: Float64) -> list[ChannelMap]:
    """One map per row of before (n, 3, 4) and after (n, 3, 3)."""
    sizes = np.linalg.norm(before[:, :, :1], axis=1, keepdims=True)
    left, right = quaternion_from_matrix(before[:, :, :3] / sizes), quaternion_from_matrix(after)
    columns = quaternion_product(quaternion_product(left[:, None], np.eye(4)), right[:, None])  # (n, 4 of xyzw, 4)
    turns = np.roll(columns.swapaxes(1, 2), 1, axis=1)
    axes = np.abs(after).argmax(axis=1)
    return [ChannelMap(*row) for row in zip(before, turns, axes, strict=True)]
