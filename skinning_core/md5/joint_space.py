"""Skinning as MD5 files define it: a weight is a point in its joint's space, and a vertex is the sum of its weights.

    vertex = sum over its weights of bias * (joint position + joint orientation applied to weight position)

No bind pose and no inverse bind matrix are needed. If a vertex's weights name one point of the bind pose, as every
exporter writes them, this equals linear blend skinning of that vertex. Space: the file's own.
"""

from __future__ import annotations

import numpy as np

from ..model import Float64, Int
from ..transform import quaternion_product, rotation_matrix
from .anim_file import AnimFile
from .mesh_file import MeshBlock


def weight_points(block: MeshBlock, positions: Float64, orientations: Float64) -> Float64:
    """(..., W, 3): each weight's point in model space, for joints (..., J, 3) and (..., J, 4) in model space."""
    turned = rotation_matrix(orientations)[..., block.joints, :, :] @ block.positions[:, :, None]
    return positions[..., block.joints, :] + turned[..., 0]


def owned(block: MeshBlock) -> tuple[Int, Int]:
    """The weights (n,) in the order in which vertices use them, and each vertex's beginning there, (V,)."""
    runs = np.cumsum(block.weight_count) - block.weight_count
    within = np.arange(block.weight_count.sum()) - np.repeat(runs, block.weight_count)
    return np.repeat(block.first_weight, block.weight_count) + within, runs


def skin_joint_space(block: MeshBlock, positions: Float64, orientations: Float64) -> Float64:
    """(..., V, 3) vertices for joints (..., J, 3) and (..., J, 4) in model space; biases as stored."""
    used, runs = owned(block)
    share = block.biases[:, None] * weight_points(block, positions, orientations)
    if not len(runs):
        return np.zeros((*share.shape[:-2], 0, 3))
    return np.add.reduceat(share[..., used, :], runs, axis=-2)


def joints_in_model_space(anim: AnimFile) -> tuple[Float64, Float64]:
    """Positions (F, J, 3) and orientations (F, J, 4) of all joints in model space: the frame skeletons."""
    positions, orientations = anim.positions.copy(), anim.orientations.copy()
    for joint, parent in enumerate(anim.parents.tolist()):
        if parent >= 0:
            turn = rotation_matrix(orientations[:, parent])
            positions[:, joint] = positions[:, parent] + (turn @ anim.positions[:, joint, :, None])[..., 0]
            orientations[:, joint] = quaternion_product(orientations[:, parent], anim.orientations[:, joint])
    return positions, orientations
