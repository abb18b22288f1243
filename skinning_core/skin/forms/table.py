"""All skinning forms side by side, each a ``Form``: a posed skin in, (V, 3) world positions out.

================  ====================================================  ===============================
name              what is blended                                       equal to
================  ====================================================  ===============================
rigid             nothing: the strongest joint moves the vertex         smooth, with weights 1, 0, 0, 0
transform         points, each moved by a translation, rotation, scale  points, if no scale is uneven
points            points, each moved by inverse bind and joint          the specification
palette           matrices G B, formed per influence                    points, up to rounding
skin-palette      matrices S = G B, formed per joint                    palette, up to rounding
four              the same, of a vertex's four strongest joints         skin-palette, up to four influences
dual-quaternion   rigid motions; stretches first, as matrices           nothing linear: keeps volume
blender-linear    displacements, in float32 and in Blender's order      Blender, bit for bit
preserve-volume   rigid motions; each bone's stretch as a displacement  Blender's Preserve Volume
================  ====================================================  ===============================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ...model import Float64
from ...transform import as_4x4, inverse, multiply, rotation_matrix
from ..blender.armature import DeformedMesh, DeformingArmature, deform_linear
from ..blender.preserve_volume import deform_preserve_volume
from ..influence import added_up
from ..linear_forms import skin_by_palette, skin_by_points, skin_by_skin_palette, skin_rigid
from ..posed_skin import Form, PosedSkin
from .dual_quaternion import rotation_and_stretch, skin_dual_quaternions
from .transform_objects import skin_by_transform_objects


def skin_by_four_strongest(posed: PosedSkin) -> Float64:
    """(V, 3) world positions by each vertex's four largest weights, scaled to the sum of all.

    So does a shader with room for four influences.
    """
    merged = added_up(posed.joints, posed.weights)
    order = np.argsort(-merged, axis=1, kind="stable")[:, :4]
    kept = np.take_along_axis(merged, order, axis=1)
    total = kept.sum(axis=1, keepdims=True)
    kept = kept * (posed.weights.sum(axis=1, keepdims=True) / np.where(total == 0.0, 1.0, total))
    return skin_by_skin_palette(replace(posed, joints=np.take_along_axis(posed.joints, order, axis=1), weights=kept))


def skin_blender_linear(posed: PosedSkin) -> Float64:
    """(V, 3) world positions by Blender's linear formula, armature and object standing at the origin."""
    return deform_linear(*as_blender(posed)).astype(np.float64)


def skin_blender_preserve_volume(posed: PosedSkin) -> Float64:
    """(V, 3) world positions by Blender's Preserve Volume, armature and object standing at the origin."""
    return deform_preserve_volume(*as_blender(posed)).astype(np.float64)


def as_blender(posed: PosedSkin) -> tuple[DeformedMesh, DeformingArmature]:
    """The same mesh and joints as an Armature modifier sees them: vertex group j is joint j.

    Bones rest as the inverse bind matrices say, but unscaled and unsheared, as Blender's bones always do.
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
    "transform": skin_by_transform_objects,
    "points": skin_by_points,
    "palette": skin_by_palette,
    "skin-palette": skin_by_skin_palette,
    "four": skin_by_four_strongest,
    "dual-quaternion": skin_dual_quaternions,
    "blender-linear": skin_blender_linear,
    "preserve-volume": skin_blender_preserve_volume,
}
