"""A pose: where every node stands, relative to its parent, at one time or at many.

Spaces: local (relative to the parent) and world (relative to the scene; "global" in glTF's words). All arrays may carry
one leading time axis T, written ``...`` in the shapes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model import Bool, Float64, Int, Nodes
from ..transform import compose, multiply, unit_quaternions


@dataclass(frozen=True, eq=False)
class Pose:
    """Local transforms of N nodes. If ``has_matrix``, a node's matrix takes the place of its TRS."""

    parents: Int  # (N,) -1: a root
    order: Int  # (N,) parents-first
    translation: Float64  # (..., N, 3)
    rotation: Float64  # (..., N, 4) xyzw
    scale: Float64  # (..., N, 3)
    matrix: Float64  # (N, 3, 4)
    has_matrix: Bool  # (N,)
    morph_weights: tuple[Float64, ...]  # per node (..., M)


def rest_pose(nodes: Nodes, *, normalise: bool = True) -> Pose:
    """The pose stored in the file's nodes; rotations normalised unless told otherwise."""
    return Pose(
        parents=nodes.parents,
        order=nodes.order,
        translation=nodes.translation,
        rotation=unit_quaternions(nodes.rotation) if normalise else nodes.rotation,
        scale=nodes.scale,
        matrix=nodes.matrix,
        has_matrix=nodes.has_matrix,
        morph_weights=nodes.morph_weights,
    )


def local_matrices(pose: Pose) -> Float64:
    """(..., N, 3, 4) matrix of each node relative to its parent."""
    local = compose(pose.translation, pose.rotation, pose.scale)
    if pose.has_matrix.any():
        local[..., pose.has_matrix, :, :] = pose.matrix[pose.has_matrix]
    return local


def global_matrices(local: Float64, parents: Int, order: Int) -> Float64:
    """(..., N, 3, 4) matrix of each node relative to the world: parent's world times local, parents first.

    One batched product per level, without recursion: a chain may be of any depth.

    Parameters
    ----------
    local : (..., N, 3, 4) matrix of each node relative to its parent
    parents : (N,) the parent of each node, -1 for a root
    order : (N,) the nodes, parents first
    """
    world = local.copy()
    for level in levels(parents, order)[1:]:
        world[..., level, :, :] = multiply(world[..., parents[level], :, :], local[..., level, :, :])
    return world


def world_matrices(pose: Pose) -> Float64:
    """(..., N, 3, 4) matrix of each node relative to the world: the palette of the pose."""
    return global_matrices(local_matrices(pose), pose.parents, pose.order)


def levels(parents: Int, order: Int) -> list[Int]:
    """The nodes by depth: one index array (n,) per level, roots first, then their children, and so on.

    parents: (N,) the parent of each node, -1 for a root. order: (N,) parents first, kept within a level.
    """
    if not len(order):
        return []
    depth = np.zeros(len(parents), np.intp)
    above = parents.tolist()
    for node in order.tolist():
        if above[node] >= 0:
            depth[node] = depth[above[node]] + 1
    arranged = order[np.argsort(depth[order], kind="stable")]
    counts = np.bincount(depth)
    return np.split(arranged, np.cumsum(counts)[:-1])


def global_matrix(pose: Pose, node: int) -> Float64:
    """(..., 3, 4) world matrix of one node: the product of local matrices up its chain."""
    world = local_matrix(pose, node)
    above = int(pose.parents[node])
    while above >= 0:
        world = multiply(local_matrix(pose, above), world)
        above = int(pose.parents[above])
    return world


def local_matrix(pose: Pose, node: int) -> Float64:
    """(..., 3, 4) matrix of one node relative to its parent."""
    local = compose(pose.translation[..., node, :], pose.rotation[..., node, :], pose.scale[..., node, :])
    if pose.has_matrix[node]:
        local[...] = pose.matrix[node]
    return local
