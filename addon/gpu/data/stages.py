"""The stages of the vertex pipeline as palettes: what a vertex goes through from the file to the posed mesh.

mesh space (as stored) -> joint space (times a joint's inverse bind matrix) -> world (times the joint's matrix).
The same shader draws all three; only the matrices differ.
"""

from __future__ import annotations

import numpy as np

from ....skinning_core.model import Model, Part
from ....skinning_core.pose.clip import sample_clip
from ....skinning_core.pose.pose import world_matrices
from ....skinning_core.transform import identity
from .geometry import Geometry
from .palette import PartPalette, part_palette, recentred


def in_mesh_space(model: Model, part: Part, geometry: Geometry) -> PartPalette:
    """The mesh as the file stores it, with nothing applied (a part without a skin stands where its node rests)."""
    if not model.is_skinned(part):
        return part_palette(model, part, geometry, world_matrices(sample_clip(model.nodes, None, np.zeros(1))))
    count = len(model.skins[part.skin].joints)
    return recentred(identity(1, count), identity(count), geometry.origin, geometry.joint_weight)


def in_joint_space(model: Model, part: Part, geometry: Geometry, node: int) -> PartPalette | None:
    """The mesh as the joint sees it: multiplied by that joint's inverse bind matrix and by nothing else.

    ``node``: the joint. None where the part's skin does not have it.
    """
    if not model.is_skinned(part):
        return None
    skin = model.skins[part.skin]
    where = np.flatnonzero(skin.joints == node)
    if not len(where):
        return None
    count = len(skin.joints)
    matrices = np.repeat(skin.inverse_bind[where[:1]], count, axis=0)
    return recentred(identity(1, count), matrices, geometry.origin, geometry.joint_weight)
