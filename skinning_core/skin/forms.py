"""All skinning forms side by side, each a ``Form``: a posed skin in, (V, 3) world positions out.

======================  ====================================================  =============================
name                    what is blended                                       equal to
======================  ====================================================  =============================
rigid                   nothing: the strongest joint moves the vertex         smooth, with weights 1, 0, 0, 0
transform               points, each moved by bone and inverse bind           the specification
palette                 matrices G B, formed per influence                    transform, up to rounding
skin palette            matrices S = G B, formed per joint                    palette, up to rounding
dual quaternion         rigid motions; stretches first, as matrices           nothing linear: keeps volume
blender linear          displacements, in float32 and in Blender's order      Blender, bit for bit
blender preserve volume rigid motions; each bone's stretch as a displacement  Blender's Preserve Volume
======================  ====================================================  =============================
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..model import Float64
from ..transform import as_4x4, inverse, multiply, rotation_matrix
from .blender.armature import DeformedMesh, DeformingArmature, deform_linear
from .blender.preserve_volume import deform_preserve_volume
from .dual_quaternion import rotation_and_stretch, skin_dual_quaternions
from .linear_forms import skin_by_palette, skin_by_skin_palette, skin_by_transforms, skin_rigid
from .posed_model import Form, PosedSkin


def skin_blender_linear(posed: PosedSkin) -> Float64:
    """(V, 3) world positions by Blender's linear formula, armature and object standing at the origin."""
    return deform_linear(*as_blender(posed)).astype(np.float64)


def skin_blender_preserve_volume(posed: PosedSkin) -> Float64:
    """(V, 3) world positions by Blender's Preserve Volume, armature and object standing at the origin."""
    return deform_preserve_volume(*as_blender(posed)).astype(np.float64)


def as_blender(posed: PosedSkin) -> tuple[DeformedMesh, DeformingArmature]:
    """The same mesh and joints as an Armature modifier would see them: vertex group j is joint j.

    Bones rest where the inverse bind matrices say, but unscaled and unsheared, as Blender's bones always do.
    """
    groups = np.where(posed.weights > 0.0, posed.joints, -1)
    mesh = DeformedMesh(posed.positions.astype(np.float32), groups, posed.weights.astype(np.float32))
    rest = inverse(posed.inverse_bind)
    rest[..., :3] = rotation_matrix(rotation_and_stretch(rest[..., :3])[0])
    unit = np.eye(4, dtype=np.float32)
    armature = DeformingArmature(
        channel=as_4x4(multiply(posed.joint_world, posed.inverse_bind)).astype(np.float32),
        rest=as_4x4(rest).astype(np.float32),
        deforms=np.ones(len(posed.joint_world), bool),
        to_armature=unit,
        to_object=unit,
    )
    return mesh, armature


FORMS: Mapping[str, Form] = {
    "rigid": skin_rigid,
    "transform": skin_by_transforms,
    "palette": skin_by_palette,
    "skin palette": skin_by_skin_palette,
    "dual quaternion": skin_dual_quaternions,
    "blender linear": skin_blender_linear,
    "blender preserve volume": skin_blender_preserve_volume,
}
