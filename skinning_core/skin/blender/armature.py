"""What Blender's Armature modifier reads, as arrays, and its linear blend skinning, to the last bit.

Spaces: *object* (the mesh object's own), *armature* (the armature object's own, in which bones live). The modifier
takes each vertex from object to armature space, deforms it, and brings it back. All is float32, as in Blender: a value
widened to float64 on the way would not come back to the same bits.

The per-vertex loop, the same in Blender 4.2 to 5.2 (source/blender/blenkernel/intern/armature_deform, "vert_task")::

    p = to_armature @ co
    for (group, weight) in the vertex's own group order:        # any number of influences
        skip if no bone has the group's name, or the bone is not a deform bone, or weight == 0
        accumulate(bone, weight, p); sum += weight
    if sum > 0.0001: p = p moved by the accumulated deformation / sum, scaled by the mask weight
    co = to_object @ p

A vertex in no bone's group, or with a sum of 0.0001 or less, stays. One whose mask weight is 0 is not even taken
through the two matrices.

Equal to Blender 4.2 to 5.2 bit for bit, also if object and armature have world matrices, on processors whose Blender is
built without fused multiply-add (x86-64).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...model import Bool, Int

Float32 = NDArray[np.float32]

#: Sums of weights up to this do not move a vertex.
LEAST_SUM = np.float32(1e-4)


@dataclass(frozen=True, eq=False)
class DeformedMesh:
    """A mesh before deformation, and its vertex groups: the same in every frame."""

    positions: Float32  # (V, 3) object space
    groups: Int  # (V, I) vertex group of each influence, in the vertex's own order; -1: no more influences
    weights: Float32  # (V, I) as Blender stores them, in [0, 1]
    mask: Float32 | None = None  # (V,) weight of the modifier's own vertex group, inverted if it says so


@dataclass(frozen=True, eq=False)
class DeformingArmature:
    """The evaluated armature at one frame: one row per vertex group of the mesh."""

    channel: Float32  # (G, 4, 4) ``pose_bone.matrix_channel``: armature space at rest -> armature space posed
    rest: Float32  # (G, 4, 4) ``bone.matrix_local``: bone space at rest -> armature space
    deforms: Bool  # (G,) a bone has the group's name, and is a deform bone
    to_armature: Float32  # (4, 4) object space -> armature space
    to_object: Float32  # (4, 4) armature space -> object space
    displaces: bool = True  # Preserve Volume adds a displacement (Blender 5.0 on), or sets the place


def transformed(matrix: Float32, points: Float32) -> Float32:
    """(..., 3) points under (..., 4, 4) matrices, in Blender's order of float32 operations (``mul_v3_m4v3``).

    Bit-equality hangs on that order: ((m0 x + m1 y) + m2 z) + m3, each step rounded. A matrix product rounds
    differently (and may fuse multiplications with additions).
    """
    x, y, z = points[..., 0:1], points[..., 1:2], points[..., 2:3]
    result: Float32 = ((matrix[..., :3, 0] * x + matrix[..., :3, 1] * y) + matrix[..., :3, 2] * z) + matrix[..., :3, 3]
    return result


def influences_in_order(
    mesh: DeformedMesh, armature: DeformingArmature
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp], Float32]]:
    """First influence of all vertices, then the second, ...: (vertices (n,), groups (n,), weights (n, 1)).

    Only deforming bones with weight are given. Sums in this order add up as Blender's loop over one vertex does, since
    a vertex occurs at most once per step.
    """
    known = (mesh.groups >= 0) & (mesh.groups < len(armature.deforms)) & (mesh.weights != 0.0)
    for column in range(mesh.groups.shape[1]):
        vertices = np.flatnonzero(known[:, column])
        vertices = vertices[armature.deforms[mesh.groups[vertices, column]]]
        yield vertices, mesh.groups[vertices, column].astype(np.intp), mesh.weights[vertices, column, None]


def back_to_object(mesh: DeformedMesh, armature: DeformingArmature, deformed: Float32) -> Float32:
    """(V, 3) armature space -> (V, 3) object space; vertices with a mask weight of 0 keep their input position."""
    out = transformed(armature.to_object, deformed)
    if mesh.mask is not None:
        out[mesh.mask == 0.0] = mesh.positions[mesh.mask == 0.0]
    return out


def deform_linear(mesh: DeformedMesh, armature: DeformingArmature) -> Float32:
    """(V, 3) float32 object-space positions after the Armature modifier, without Preserve Volume.

    Blender blends *displacements*: ``p + sum_i w_i (C_i p - p) / sum_i w_i`` with ``C`` the channel matrix. In exact
    arithmetic that is the palette form, in float32 it is not.
    """
    p = transformed(armature.to_armature, mesh.positions)
    displacement = np.zeros_like(p)
    total = np.zeros(len(p), np.float32)
    for vertices, groups, weights in influences_in_order(mesh, armature):
        before = p[vertices]
        displacement[vertices] += weights * (transformed(armature.channel[groups], before) - before)
        total[vertices] += weights[:, 0]
    moved = total > LEAST_SUM
    strength = np.float32(1.0) if mesh.mask is None else mesh.mask[moved]
    p[moved] += displacement[moved] * (strength / total[moved])[:, None]
    return back_to_object(mesh, armature, p)
