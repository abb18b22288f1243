"""The stages of the vertex pipeline as palettes: a vertex's way from the file to the posed mesh.

mesh space (as stored) -> joint space (times a joint's inverse bind matrix) -> world (times the joint's matrix). One
shader draws all three; only matrices differ. ``steps_to_world`` goes from joint space to the world joint by joint, and
``carried_by_one`` lets one joint carry everything.
"""

from __future__ import annotations

import numpy as np

from ...skinning_core.model import Float64, Int, Model, Part
from ...skinning_core.pose.clip import sample_clip
from ...skinning_core.pose.pose import world_matrices
from ...skinning_core.transform import compose, decompose, identity, multiply, slerp
from ..gpu.data.geometry import Geometry
from ..gpu.data.palette import PartPalette, part_palette, recentred


def in_mesh_space(model: Model, part: Part, geometry: Geometry) -> PartPalette:
    """The stored mesh with nothing applied; a part without a skin stands where its node rests."""
    if not model.is_skinned(part):
        return part_palette(model, part, geometry, world_matrices(sample_clip(model.nodes, None, np.zeros(1))))
    count = len(model.skins[part.skin].joints)
    return recentred(identity(1, count), identity(count), geometry.origin, geometry.joint_shares)


def in_joint_space(model: Model, part: Part, geometry: Geometry, node: int) -> PartPalette | None:
    """The mesh as a joint (``node``) sees it: times that joint's inverse bind matrix and nothing else.

    None if the part's skin does not have it.
    """
    return carried_by_one(model, part, geometry, node, identity())


def in_own_joint_spaces(model: Model, part: Part, geometry: Geometry) -> PartPalette | None:
    """Every vertex under the inverse bind matrices of its own joints, blended by its weights, and nothing else.

    All limbs lie on each other at the origin, as if a product of two matrices had lost its first factor. None if the
    part has no skin.
    """
    if not model.is_skinned(part):
        return None
    skin = model.skins[part.skin]
    return recentred(identity(1, len(skin.joints)), skin.inverse_bind, geometry.origin, geometry.joint_shares)


def carried_by_one(model: Model, part: Part, geometry: Geometry, node: int, matrix: Float64) -> PartPalette | None:
    """The whole part in a joint's space, then under one (3, 4) matrix: by the joint's world matrix, that joint alone
    carries it. None if the part's skin lacks the joint.
    """
    where = np.flatnonzero(model.skins[part.skin].joints == node) if model.is_skinned(part) else np.zeros(0, int)
    if not len(where):
        return None
    skin = model.skins[part.skin]
    return _everywhere(multiply(matrix, skin.inverse_bind[where[0]]), len(skin.joints), geometry)


def steps_to_world(parents: Int, local: Float64, node: int) -> list[tuple[int, Float64]]:
    """What carries a joint's space one joint further at each step: (node, (3, 4) product of local matrices so far).

    It begins with the joint itself, carried into its parent's space, and ends with a root: the joint's world matrix.
    parents: (N,), -1 for a root. local: (N, 3, 4).
    """
    steps = [(node, local[node])]
    while (above := int(parents[steps[-1][0]])) >= 0:
        steps.append((above, multiply(local[above], steps[-1][1])))
    return steps


def on_the_way(parents: Int, local: Float64, node: int, way: float) -> Float64:
    """(3, 4) what carries a joint's space a part of the way into the world: ``way`` 0 not at all, 1 all of it.

    All steps of ``steps_to_world`` are equally long; within one, translation, rotation and scale are taken in part.
    parents: (N,), -1 for a root. local: (N, 3, 4).
    """
    steps = steps_to_world(parents, local, node)
    done, part = divmod(min(max(way, 0.0), 1.0) * len(steps), 1.0)
    behind = steps[int(done) - 1][1] if done else identity()
    if not part:
        return behind
    translation, rotation, scale = decompose(local[steps[int(done)][0]])
    turned = slerp(np.array([0.0, 0.0, 0.0, 1.0]), rotation, part)
    return multiply(compose(part * translation, turned, 1.0 + part * (scale - 1.0)), behind)


def _everywhere(matrix: Float64, joints: int, geometry: Geometry) -> PartPalette:
    """A palette in which every joint has the same (3, 4) matrix."""
    same = np.repeat(matrix[None], joints, axis=0)
    return recentred(identity(1, joints), same, geometry.origin, geometry.joint_shares)
