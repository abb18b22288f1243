"""What Blender's own glTF importer does to a skin, made on purpose.

The importer has no place for the scale of a bind pose: it guesses a bind pose of rotations and translations from the
inverse bind matrices, moves the mesh into it, and poses the bones from there (``vnode.pick_bind_pose``,
``mesh.skin_into_bind_pose`` of io_scene_gltf2). That is exact only where all joints of a vertex agree on how the mesh
is to be moved.
"""

from __future__ import annotations

import numpy as np

from ..model import Float64, Model
from ..skin.influence import normalised_weights
from ..skin.linear import blended_matrices
from ..skin.posed_model import PosedModel
from ..transform import compose, inverse, move_points, multiply, quaternion_from_matrix
from .mistake_pose import lerped_rotations


def bind_scale_dropped(posed: PosedModel) -> tuple[Float64, ...] | None:
    """Positions (T, V, 3) of each part, its mesh first moved into a guessed bind pose without scale, then skinned.

    None where an inverse bind matrix cannot be inverted.
    """
    model = posed.model
    if any((np.linalg.det(skin.inverse_bind[:, :, :3]) == 0.0).any() for skin in model.skins):
        return None
    bind = guessed_bind(model)
    out = list(posed.positions())
    for k, part in enumerate(model.parts):
        influences = model.influences(part)
        if influences is None:
            continue
        skin, weights = model.skins[part.skin], normalised_weights(influences.weights)
        moving = blended_matrices(multiply(bind[skin.joints], skin.inverse_bind), influences.joints, weights)
        base = posed.morphed_positions(part)
        moved = move_points(moving, base)
        skin_palette = multiply(posed.world[:, skin.joints], inverse(bind[skin.joints]))
        for t, matrices in enumerate(skin_palette):
            blended = blended_matrices(matrices, influences.joints, weights)
            source = moved[min(t, len(moved) - 1)]
            out[k][t] = move_points(blended, source)
    return tuple(out)


def bind_scale_dropped_and_lerp(posed: PosedModel) -> tuple[Float64, ...] | None:
    """The same positions (T, V, 3) of each part, with rotations also interpolated component by component.

    Both mistakes together are all that the importer does to most files. None where either of them cannot be made.
    """
    lerped = lerped_rotations(posed)
    return None if lerped is None else bind_scale_dropped(lerped)


def guessed_bind(model: Model) -> Float64:
    """(N, 3, 4) bind matrices, rotation and translation only, of all nodes from the first joint of a branch down.

    A node's matrix relative to its parent comes from the inverse bind matrices of both, where both have one (the last
    skin wins), otherwise from the node's own transform.
    """
    inverse_bind = {
        int(joint): skin.inverse_bind[j] for skin in model.skins for j, joint in enumerate(skin.joints.tolist())
    }
    nodes = model.nodes
    node_transforms = compose(nodes.translation, nodes.rotation, np.ones_like(nodes.scale))
    node_transforms[nodes.has_matrix] = _rigid(nodes.matrix[nodes.has_matrix])
    bind = np.repeat(np.eye(3, 4)[None], len(nodes), axis=0)
    below = np.zeros(len(nodes), bool)  # nodes at or under a joint
    for node in nodes.order.tolist():
        parent = int(nodes.parents[node])
        above = parent >= 0 and bool(below[parent])
        below[node] = above or node in inverse_bind
        if not below[node]:
            continue
        local = node_transforms[node]
        if node in inverse_bind and (not above or parent in inverse_bind):
            from_parent = inverse(inverse_bind[node])
            local = _rigid(multiply(inverse_bind[parent], from_parent) if above else from_parent)
        bind[node] = multiply(bind[parent], local) if above else local
    return bind


def _rigid(matrix: Float64) -> Float64:
    """(..., 3, 4) without scale, as ``mathutils.Matrix.decompose`` sees it: a mirrored matrix is turned inside out."""
    linear = matrix[..., :3]
    columns = linear / np.linalg.norm(linear, axis=-2, keepdims=True)
    columns = np.where(np.linalg.det(columns)[..., None, None] < 0.0, -columns, columns)
    return compose(matrix[..., 3], quaternion_from_matrix(columns), np.ones(3))
