"""A pose from elsewhere: joints' world matrices by an engine, a simulation, or Blender's own bones.

Without clip and keys it becomes a model that rests in it. All that can be done at rest (skinning by any engine,
comparing, looking for causes) can then be done in that pose.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..error import SkinproofError
from ..model import Float64, Model
from ..transform import decompose, multiply
from .pose import Pose, levels, local_matrices, rest_pose, world_matrices

#: World matrices (3 or 4, 4) by the name or index of their node.
ByNode = Mapping[str, ArrayLike] | Mapping[int, ArrayLike]


def model_in_pose(
    model: Model, pose: Pose | ArrayLike | ByNode, morph_weights: Sequence[Float64] | None = None
) -> Model:
    """The same model, at rest in a pose: no clips, and every node a root whose matrix is its world matrix.

    pose:
        Joints' world matrices, joint space to the world in glTF's axes and metres: (N, 3 or 4, 4), one per node of the
        file, or some by the name or index of their node. A node that is not given (NaN in an array) stays at rest
        relative to its parent. Or a ``Pose`` at one time, which also has morph weights; otherwise these are at rest.
    morph_weights:
        Per node (M,); instead of the pose's.

    Raises ``SkinproofError`` if a name is no node's or several nodes', or matrices have another shape.
    """
    weights: tuple[Float64, ...] = model.nodes.morph_weights
    if isinstance(pose, Pose):
        world, weights = world_matrices(pose), tuple(np.reshape(w, -1) for w in pose.morph_weights)
        world = world[0] if world.ndim == 4 and len(world) == 1 else world
    elif isinstance(pose, Mapping):
        world = _by_node(model, pose)
    else:
        world = np.asarray(pose, np.float64)[..., :3, :]
    count = len(model.nodes)
    if world.shape != (count, 3, 4):
        raise SkinproofError(
            f"a pose of {model.name} has {count} matrices of 3 or 4 rows, not an array of shape {world.shape}",
            fix="give one per node, or a mapping from nodes to matrices",
        )
    world = completed_pose(model, world)
    translation, rotation, scale = decompose(world)
    nodes = dataclasses.replace(
        model.nodes,
        parents=np.full(count, -1, model.nodes.parents.dtype),
        order=np.arange(count),
        translation=translation,
        rotation=rotation,
        scale=scale,
        matrix=world,
        has_matrix=np.ones(count, bool),
        morph_weights=weights if morph_weights is None else tuple(morph_weights),
    )
    return dataclasses.replace(model, nodes=nodes, clips=(), clip_files=(), rest_name="this pose")


def pose_where(model: Model, world: ArrayLike) -> Pose:
    """The pose of a model's own hierarchy in which its joints stand as (N, 3 or 4, 4) world matrices say.

    A node that is not given (NaN) stays at rest relative to its parent.
    """
    nodes = model_in_pose(model, world).nodes
    above = model.nodes.parents
    child = np.flatnonzero(above >= 0)
    local = nodes.matrix.copy()
    # Below a joint scaled to nothing any local matrix is right: the pseudo-inverse gives one.
    linear = np.linalg.pinv(nodes.matrix[above[child], :, :3])
    local[child, :, :3] = linear @ nodes.matrix[child, :, :3]
    way = nodes.matrix[child, :, 3] - nodes.matrix[above[child], :, 3]
    local[child, :, 3] = np.einsum("nij,nj->ni", linear, way)
    translation, rotation, scale = decompose(local)
    order, own = model.nodes.order, np.ones(len(above), bool)
    return Pose(above, order, translation, rotation, scale, local, own, model.nodes.morph_weights)


def _by_node(model: Model, pose: ByNode) -> Float64:
    """(N, 3, 4) world matrices, NaN for nodes that are not given."""
    world = np.full((len(model.nodes), 3, 4), np.nan)
    names = model.nodes.names
    for node, matrix in pose.items():
        if isinstance(node, str) and names.count(node) != 1:
            raise SkinproofError(
                f"{names.count(node) or 'none'} of the nodes of {model.name} {_are(names.count(node))} called {node!r}",
                fix="give the node's index",
            )
        place = names.index(node) if isinstance(node, str) else int(node)
        if not 0 <= place < len(names):
            raise SkinproofError(f"{model.name} has no node {place}", fix=f"there are {len(names)}")
        given = np.asarray(matrix, np.float64)
        if given.shape not in ((3, 4), (4, 4)):
            raise SkinproofError(f"the matrix of {names[place]!r} has shape {given.shape}, not (4, 4) or (3, 4)")
        world[place] = given[:3]
    return world


def _are(count: int) -> str:
    return "are" if count > 1 else "is"


def completed_pose(model: Model, world: Float64) -> Float64:
    """(N, 3, 4) the same world matrices; NaN is filled by the parent's and the node's local matrix at rest."""
    local, complete = local_matrices(rest_pose(model.nodes)), world.copy()
    for level in levels(model.nodes.parents, model.nodes.order):
        missing = level[np.isnan(world[level]).any(axis=(1, 2))]
        below = missing[model.nodes.parents[missing] >= 0]
        complete[missing] = local[missing]
        complete[below] = multiply(complete[model.nodes.parents[below]], local[below])
    return complete
