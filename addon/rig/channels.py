"""A node's translation, rotation and scale as a bone's or object's: one formula for keys and constants.

Let W be a node's world matrix (glTF's space) and Y the change to Blender's axes. A bone or object is *posed* at::

    posed = Y W after            after: rotation from the node's axes to the bone's own (the "correction")

Its own transform (Blender's "basis") follows a fixed offset from its posed parent, posed_parent @ offset @ basis. With
L = W_parent^-1 W, the node's local matrix::

    basis = before @ L @ after   before = offset^-1 @ after_parent^-1

L = T R S stays a product of translation, rotation and scale if ``after`` commutes with S up to a permutation: any
rotation if S is uniform, else one that only swaps and negates axes. Then every property maps by itself:

    location = before @ t        rotation = q(before) * q * q(after)        scale = s, permuted as ``after`` does,
                                                                                    times the size of ``before``

Each is linear, so keys and tangents map alike. Constants must go the same way: decomposing a mirrored matrix could put
the sign elsewhere than the keys of the node's other properties expect it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...skinning_core.model import Float, Float64, Int
from ...skinning_core.pose.pose import Pose
from ...skinning_core.transform import quaternion_from_matrix, quaternion_product


@dataclass(frozen=True, eq=False)
class ChannelMap:
    """From properties of n nodes to those of bones or objects. Values have an axis of K keys after that of n."""

    before: Float64  # (n, 3, 4) rigid; under a scaled armature object (see `origin`) roots have a uniform scale
    turn: Float64  # (n, 4, 4): quaternion wxyz of the bone = turn @ quaternion xyzw of the node
    axes: Int  # (n, 3) the node's axis for each axis of the bone
    sizes: Float64  # (n, 1, 1) factors of all scales

    def take(self, rows: Sequence[int]) -> ChannelMap:
        """The maps of some nodes."""
        return ChannelMap(self.before[rows], self.turn[rows], self.axes[rows], self.sizes[rows])

    def location(self, translation: Float) -> Float64:
        """(n, K, 3) locations of (n, K, 3) translations."""
        return translation @ self.before[:, :, :3].swapaxes(1, 2) + self.before[:, None, :, 3]

    def location_tangent(self, tangent: Float) -> Float64:
        """(n, K, 3) derivatives of locations: the same without the constant part."""
        return tangent @ self.before[:, :, :3].swapaxes(1, 2)

    def rotation(self, rotation: Float) -> Float64:
        """(n, K, 4) quaternions wxyz, as in Blender, of (n, K, 4) xyzw; linear, so it maps tangents too."""
        return rotation @ self.turn.swapaxes(1, 2)

    def scale(self, scale: Float) -> Float64:
        """(n, K, 3) scales along the bone's axes."""
        permuted = np.take_along_axis(np.asarray(scale, np.float64), self.axes[:, None, :], axis=2)
        return permuted * self.sizes

    def at_rest(self, pose: Pose, nodes: Int) -> tuple[Float64, Float64, Float64]:
        """(n, 3) locations, (n, 4) rotations wxyz and (n, 3) scales of nodes (n,) in a pose without a time axis."""
        translation, rotation, scale = (part[nodes, None] for part in (pose.translation, pose.rotation, pose.scale))
        return self.location(translation)[:, 0], self.rotation(rotation)[:, 0], self.scale(scale)[:, 0]


def channel_map(before: Float64, after: Float64, sizes: Float64 | None = None) -> ChannelMap:
    """The map of before (n, 3, 4) and after (n, 3, 3).

    sizes: (n, 2) for bones of another size than their nodes: the uniform scale of ``before``, negative if it mirrors,
    and the bone's size over the node's.
    """
    shrunk = _power_of_two(before) if sizes is None else sizes[:, :1, None]
    left, right = quaternion_from_matrix(before[:, :, :3] / shrunk), quaternion_from_matrix(after)
    columns = quaternion_product(quaternion_product(left[:, None], np.eye(4)), right[:, None])  # (n, 4 of xyzw, 4)
    factors = shrunk if sizes is None else shrunk * sizes[:, 1:, None]
    return ChannelMap(before, np.roll(columns.swapaxes(1, 2), 1, axis=1), np.abs(after).argmax(axis=1), factors)


def _power_of_two(before: Float64) -> Float64:
    """(n, 1, 1) uniform scales of (n, 3, 4): powers of two, kept exact although the rests are rounded."""
    return np.asarray(np.exp2(np.rint(np.log2(np.linalg.norm(before[:, :, :1], axis=1, keepdims=True)))))


def stacked_maps(maps: Sequence[ChannelMap]) -> ChannelMap:
    """Several maps as one, in order."""
    every = ("before", "turn", "axes", "sizes")
    return ChannelMap(*(np.concatenate([getattr(each, name) for each in maps]) for name in every))
