"""Blender's linear blend skinning, to the last bit (what the Armature modifier computes without Preserve Volume).

Spaces and shapes: see ``blender_armature``. In: object-space positions (V, 3); out: object-space positions (V, 3), both
float32. Blender blends *displacements*, not positions: ``p + sum_i w_i (C_i p - p) / sum_i w_i`` with ``C`` the channel
matrix; in exact arithmetic that is the palette formula, in float32 it is not, hence this file.

Equal to Blender 4.2 to 5.2 bit for bit, also where object and armature have world matrices of their own, on processors
whose Blender is built without fused multiply-add (x86-64).
"""

from __future__ import annotations

import numpy as np

from .armature import (
    LEAST_SUM,
    DeformedMesh,
    DeformingArmature,
    Float32,
    back_to_object,
    influences_in_order,
    transformed,
)


def deform_linear(mesh: DeformedMesh, armature: DeformingArmature) -> Float32:
    """(V, 3) object-space positions after the Armature modifier, float32."""
    p = transformed(armature.to_armature, mesh.positions)
    displacement = np.zeros_like(p)
    total = np.zeros(len(p), np.float32)
    for vertices, groups, weights in influences_in_order(mesh, armature):
        here = p[vertices]
        displacement[vertices] += weights * (transformed(armature.channel[groups], here) - here)
        total[vertices] += weights[:, 0]
    moved = total > LEAST_SUM
    strength = np.float32(1.0) if mesh.mask is None else mesh.mask[moved]
    p[moved] += displacement[moved] * (strength / total[moved])[:, None]
    return back_to_object(mesh, armature, p)
