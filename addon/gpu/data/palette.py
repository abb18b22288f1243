"""Palettes for the GPU: float64 until a common translation has been taken out.

The mesh is moved to its centre, which the inverse bind matrices undo. Where a palette brings that centre is taken out
of it (``skinning_core.fast.centre`` says why), and added again when you draw or read back. Joint and inverse bind
matrices stay apart, since one transport carries both.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....skinning_core.fast.centre import common_translation, translations_at
from ....skinning_core.model import Bool, Float64, Model, Part
from ....skinning_core.transform import identity, multiply
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
    return recentred(pose, inverse_bind, geometry.origin, geometry.joint_shares)


def uncentred(palette: PartPalette) -> PartPalette:
    """The same palette with nothing taken out, for weights whose sums are not one: far away, digits are lost."""
    pose, skin = palette.joint_world.copy(), palette.skin_palette.copy()
    pose[..., 3] += palette.centre[:, None]
    skin[..., 3] += palette.centre[:, None]
    return PartPalette(pose, palette.inverse_bind, skin, np.zeros_like(palette.centre), palette.used)


def recentred(pose: Float64, inverse_bind: Float64, origin: Float64, shares: Float64) -> PartPalette:
    """Move the mesh's origin to ``origin`` (3,), and the world's to the mean of where the joints bring that point.

    ``pose``: (T, J, 3, 4) joint space -> world. ``inverse_bind``: (J, 3, 4). ``shares``: (J,) each joint's share of all
    weight, which weights the mean.
    """
    inverse_bind = inverse_bind.copy()
    inverse_bind[:, :, 3] = translations_at(inverse_bind, origin)
    skin = multiply(pose, inverse_bind)
    centre = common_translation(skin[..., 3], shares)
    pose = pose.copy()
    pose[..., 3] -= centre[:, None]
    skin[..., 3] -= centre[:, None]
    return PartPalette(pose, inverse_bind, skin, centre, shares > 0.0)
