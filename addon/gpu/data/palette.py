"""Palettes as the GPU gets them: float64 until a common translation has been taken out.

Float32 has seven digits. A character that stands 10 km from the origin would spend five of them on that distance, and
so would a mesh modelled far from its joints. So the mesh is moved to its own centre (the inverse bind matrices undo
this), the place to which a palette brings that centre is taken out of the palette, and whoever draws or reads back adds
it again. All of this is done in float64 and is exact but for one rounding of the result.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....skinning_core.model import Bool, Float64, Model, Part
from ....skinning_core.transform import apply_to_points, identity, multiply
from .geometry import Geometry


@dataclass(frozen=True, eq=False)
class PartPalette:
    """Matrices of a part's joints at T times, for vertices relative to ``Geometry.origin``."""

    joint_world: Float64  # (T, J, 3, 4) joint space -> world, relative to ``centre``
    inverse_bind: Float64  # (J, 3, 4) mesh space relative to the geometry's origin -> joint space
    skin_palette: Float64  # (T, J, 3, 4) ``joint_world`` times ``inverse_bind``
    centre: Float64  # (T, 3) world, metres: to be added to what the shader computes
    used: Bool  # (J,) whether any vertex has a weight on the joint

    @property
    def joint_count(self) -> int:
        return len(self.inverse_bind)


def part_palette(model: Model, part: Part, geometry: Geometry, world: Float64) -> PartPalette:
    """The palette of one part. A part without a skin has one joint: its node, with the identity as inverse bind.

    ``world``: (T, N, 3, 4) float64 global matrices of all nodes.
    """
    if part.skin < 0:
        pose, inverse_bind = world[:, [part.node]], identity(1)
    else:
        skin = model.skins[part.skin]
        pose, inverse_bind = world[:, skin.joints], skin.inverse_bind
    return recentred(pose, inverse_bind, geometry.origin, geometry.joint_weight)


def recentred(pose: Float64, inverse_bind: Float64, origin: Float64, joint_weight: Float64) -> PartPalette:
    """Move the mesh's origin to ``origin`` (3,), and the world's to the mean of where the joints bring that point.

    ``joint_weight``: (J,) sum of the weights that vertices have on each joint; the mean is weighted by it.
    """
    inverse_bind = inverse_bind.copy()
    inverse_bind[:, :, 3] = apply_to_points(inverse_bind, np.broadcast_to(origin, (len(inverse_bind), 1, 3)))[:, 0]
    skin = multiply(pose, inverse_bind)
    total = joint_weight.sum()
    share = joint_weight / total if total > 0.0 else np.full(len(joint_weight), 1.0 / max(len(joint_weight), 1))
    centre = np.einsum("j,tjr->tr", share, skin[..., 3])
    pose = pose.copy()
    pose[..., 3] -= centre[:, None]
    skin[..., 3] -= centre[:, None]
    return PartPalette(pose, inverse_bind, skin, centre, joint_weight > 0.0)
