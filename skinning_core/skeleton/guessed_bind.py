"""The bind pose that Blender's own glTF importer guesses from inverse bind matrices: rotations and translations only.

Spaces: the armature object's, in glTF's axes, which the importer takes for mesh space. It moves every skinned mesh into
this pose and makes the bones of it (``vnode.pick_bind_pose``, ``mesh.skin_into_bind_pose`` of io_scene_gltf2). So its
characters rest there, not in the file's bind pose.
"""

from __future__ import annotations

import numpy as np

from ..model import Float64, Model, remembered
from ..skin.influence import normalised_weights
from ..skin.linear import blended_matrices
from ..transform import compose, inverse, move_points, multiply, quaternion_from_matrix


def moved_into_guessed_bind(model: Model, bind: Float64, k: int, points: Float64) -> Float64:
    """Points (T, V, 3) of the skinned part ``k`` in mesh space, moved into a guessed bind pose (N, 3, 4)."""
    part = model.parts[k]
    influences, skin = model.influences(part), model.skins[part.skin]
    assert influences is not None
    moving = multiply(bind[skin.joints], skin.inverse_bind)
    blended = blended_matrices(moving, influences.joints, normalised_weights(influences.weights))
    return move_points(blended, points)


@remembered
def guessed_bind(model: Model) -> Float64 | None:
    """(N, 3, 4) bind matrices, rotation and translation only, of all nodes from the first joint of a branch down.

    A node's matrix relative to its parent comes from both inverse bind matrices (the last skin wins), or else from its
    own transform. None if one cannot be inverted.
    """
    if any((np.linalg.det(skin.inverse_bind[:, :, :3]) == 0.0).any() for skin in model.skins):
        return None
    inverse_bind = {
        int(joint): skin.inverse_bind[j] for skin in model.skins for j, joint in enumerate(skin.joints.tolist())
    }
    nodes = model.nodes
    node_transforms = compose(nodes.translation, nodes.rotation, np.ones_like(nodes.scale))
    node_transforms[nodes.has_matrix] = _rigid(nodes.matrix[nodes.has_matrix])
    bind = np.repeat(np.eye(3, 4)[None], len(nodes), axis=0)
    below = np.zeros(len(nodes), bool)  # at or under a joint
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
    """(..., 3, 4) without scale, as in ``mathutils.Matrix.decompose``: a mirrored matrix is turned inside out."""
    linear = matrix[..., :3]
    columns = linear / np.linalg.norm(linear, axis=-2, keepdims=True)
    columns = np.where(np.linalg.det(columns)[..., None, None] < 0.0, -columns, columns)
    return compose(matrix[..., 3], quaternion_from_matrix(columns), np.ones(3))
