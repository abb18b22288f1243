"""A part's vertices for the GPU: morphed, moved to their own centre, float32, influences in sets of four.

Morph targets are applied on the CPU: they change few numbers, and the measured shader stays the plain one of game
engines.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....skinning_core.fast.centre import joint_shares
from ....skinning_core.model import Float, Float64, Int, Model, Part
from ....skinning_core.pose.pose import Pose
from ....skinning_core.skin.influence import normalised_weights
from ....skinning_core.skin.morph import morphed
from ....skinning_core.subject import AS_SPECIFIED, Choices

Float32 = NDArray[np.float32]
SET = 4  # influences per vertex attribute


@dataclass(frozen=True, eq=False)
class Geometry:
    """Vertices of one part; the leading axis is 1 instead of T if nothing is morphed."""

    positions: Float32  # (T or 1, V, 3) mesh space, relative to ``origin``
    normals: Float32  # (T or 1, V, 3) mesh space; zeros if the part has none
    joints: NDArray[np.uint16]  # (V, 4 S) index into the palette
    weights: Float32  # (V, 4 S) sum to one, unless raw
    origin: Float64  # (3,) mesh space: the centre of the bounding box
    joint_shares: Float64  # (J,) each joint's share of all weight
    has_normals: bool
    choices: Choices = AS_SPECIFIED
    on_device: dict[object, Any] = field(default_factory=dict, init=False)  # what the GPU keeps of it

    @property
    def centre_shares(self) -> Float64:
        """(V, 1) how much of the palette's common translation each vertex lost: all, if weights sum to one."""
        if not self.choices.raw_weights:
            return np.ones((1, 1))
        return np.asarray(self.weights.sum(axis=1, dtype=np.float64)[:, None])

    @property
    def vertex_count(self) -> int:
        return len(self.joints)

    @property
    def sets(self) -> int:
        return int(self.joints.shape[1] // SET)


def part_geometry(model: Model, part: Part, pose: Pose, choices: Choices = AS_SPECIFIED) -> Geometry:
    """Geometry of one part in a pose with a time axis (only its morph weights matter)."""
    primitive = model.primitive(part)
    morph_weights = pose.morph_weights[part.node]
    positions = morphed(primitive.positions, primitive.morph_positions, morph_weights)
    if primitive.normals is None:
        normals = np.zeros((1, primitive.vertex_count, 3), np.float32)
    else:
        normals = morphed(primitive.normals, primitive.morph_normals, morph_weights).astype(np.float32)
    influences = model.influences(part)
    if influences is not None:
        stored = influences.weights
        joints, weights = influence_sets(
            influences.joints, stored if choices.raw_weights else normalised_weights(stored)
        )
        joint_count = len(model.skins[part.skin].joints)
    else:
        joints, weights = influence_sets(np.zeros((primitive.vertex_count, 1), np.uint16), np.ones((1, 1)))
        joint_count = 1
    origin = bounds_centre(positions)
    return Geometry(
        positions=(positions - origin).astype(np.float32),
        normals=normals,
        joints=joints,
        weights=weights,
        origin=origin,
        joint_shares=joint_shares(joints, weights, joint_count),
        has_normals=primitive.normals is not None,
        choices=choices if influences is not None else Choices(directions=choices.directions),
    )


def towards_rigid(geometry: Geometry, smoothness: float) -> Geometry:
    """The same vertices with weights between the file's (``smoothness`` 1) and all on the strongest joint (0).

    Weights on one joint add up first; of equals the first counts, as in ``skin.linear_forms.skin_rigid``.
    """
    if smoothness >= 1.0:
        return geometry
    same = geometry.joints[:, :, None] == geometry.joints[:, None, :]
    strongest = (same * geometry.weights[:, None, :]).sum(axis=2).argmax(axis=1)
    weights = smoothness * geometry.weights
    weights[np.arange(len(weights)), strongest] += (1.0 - smoothness) * geometry.weights.sum(axis=1)
    return replace(geometry, weights=weights.astype(np.float32))


def influence_sets(joints: Int, weights: Float) -> tuple[NDArray[np.uint16], Float32]:
    """Joints and weights (V, 4 S), padded with weight 0 on joint 0; sets in which no vertex has weight are left out."""
    weights = np.broadcast_to(weights, joints.shape)
    used = np.flatnonzero((weights != 0.0).any(axis=0))
    width = SET * max(1, -(-(int(used[-1]) + 1 if len(used) else 1) // SET))
    out_joints = np.zeros((len(joints), width), np.uint16)
    out_weights = np.zeros((len(joints), width), np.float32)
    kept = min(width, joints.shape[1])
    out_joints[:, :kept] = joints[:, :kept]
    out_weights[:, :kept] = weights[:, :kept]
    return out_joints, out_weights


def bounds_centre(positions: Float) -> Float64:
    """(3,) centre of the bounding box of (..., V, 3) positions; the origin without any."""
    points = positions.reshape(-1, 3)
    return (points.min(axis=0) + points.max(axis=0)) / 2.0 if len(points) else np.zeros(3)
