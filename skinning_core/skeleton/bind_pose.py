"""The bind pose, rebuilt from inverse bind matrices: where the joints stood when the mesh was modelled.

See docs/systems.md, S2.

Spaces: an inverse bind matrix carries mesh space to a joint's space, so its inverse places the joint in mesh space, the
world here. A file stores no bind pose. The world matrix of every joint of a skin is the inverse of its inverse bind
matrix; other nodes keep their world matrix at rest; local matrices follow from the world matrices of nodes and parents;
translation, rotation and scale from the local matrices.

That last step loses something if a local matrix shears (see ``trs``), as in unevenly scaled chains. The loss is part of
the result: skinning uses the matrices, drawing and editing tools the TRS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..model import Bool, Float64, Nodes, Skin
from ..pose.pose import Pose, local_matrices, rest_pose, world_matrices
from ..pose.trs import decomposition_loss
from ..transform import decompose, inverse, multiply


@dataclass(frozen=True, eq=False)
class BindPose:
    """Matrices that hold the bind pose exactly, and the nearest pose of translations, rotations and scales."""

    world: Float64  # (N, 3, 4) mesh space
    local: Float64  # (N, 3, 4) relative to the parent
    pose: Pose  # TRS nearest to ``local``, one time
    named: Bool  # (N,) placed by an inverse bind matrix; others stand as at rest
    loss: Float64  # (N,) lost by the node's TRS, relative to its local matrix's longest column
    unplaced: Bool  # (N,) a skin names it by a singular inverse bind matrix: it stands as at rest
    disagreement: Float64  # (N,) largest difference between the first and another skin


def bind_pose(nodes: Nodes, skins: Sequence[Skin]) -> BindPose:
    """The bind pose of nodes under skins. The first skin that names a node places it."""
    rest = rest_pose(nodes)
    world = world_matrices(rest)
    named, unplaced = np.zeros(len(nodes), bool), np.zeros(len(nodes), bool)
    disagreement = np.zeros(len(nodes))
    for skin in skins:
        for joint, inverse_bind in zip(skin.joints.tolist(), skin.inverse_bind, strict=True):
            if not invertible(inverse_bind):
                unplaced[joint] = not named[joint]
                continue
            placed = inverse(inverse_bind)
            if named[joint]:
                disagreement[joint] = max(disagreement[joint], np.abs(world[joint] - placed).max())
            else:
                world[joint], named[joint], unplaced[joint] = placed, True, False
    local = _local_from_world(world, local_matrices(rest), nodes)
    translation, rotation, scale = decompose(local)
    none = np.zeros(len(nodes), bool)
    pose = replace(rest, translation=translation, rotation=rotation, scale=scale, has_matrix=none)
    return BindPose(world, local, pose, named, decomposition_loss(local), unplaced, disagreement)


def _local_from_world(world: Float64, rest_local: Float64, nodes: Nodes) -> Float64:
    """(N, 3, 4) relative to the parents; the local rest matrix under a parent that squashes space."""
    local = world.copy()
    for node in np.flatnonzero(nodes.parents >= 0).tolist():
        parent = world[nodes.parents[node]]
        local[node] = multiply(inverse(parent), world[node]) if invertible(parent) else rest_local[node]
    return local


def invertible(matrix: Float64) -> bool:
    """Whether the inverse of a (3, 4) matrix is meaningful in float64."""
    return bool(all_invertible(matrix))


def all_invertible(matrices: Float64) -> Bool:
    """(...) whether each of (..., 3, 4) is ``invertible``."""
    found: Bool = np.linalg.cond(matrices[..., :3]) < 1e12
    return found
