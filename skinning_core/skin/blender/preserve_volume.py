"""Blender's Preserve Volume: its dual-quaternion skinning, with its own way of treating scale.

Spaces and shapes are those of ``armature``: object-space positions (V, 3) in and out, float32. Quaternions are
``wxyz``, as in Blender.

A channel matrix C is split into a rigid part R and a scale S (``C = R S``). R becomes a dual quaternion (q, t); the
effect of a scale *at the vertex*, the displacement ``S p - p``, goes into the dual part. So each bone scales the vertex
first, and results are blended as translations. Two-phase dual-quaternion skinning instead applies a blended scale
matrix once (see ``dual_quaternion``).

Signs: a bone's quaternion is flipped if it points away from the *running* sum. So the result depends on the order of
vertex groups, and is discontinuous if bones are half a turn apart.

Source: Blender's ``mat4_to_dquat``, ``add_weighted_dq_dq_pivot``, ``mul_v3m3_dq`` (math_rotation), ``orthogonalize_m4``
(math_matrix). Equal to Blender 4.2 to 5.2 bit for bit (x86-64). Blender 5.0 rewrote the loop in C++ with the same
formula, but moves a vertex in full by a displacement, as masked ones always were, which rounds once more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...model import Bool
from .armature import (
    LEAST_SUM,
    DeformedMesh,
    DeformingArmature,
    Float32,
    back_to_object,
    influences_in_order,
    transformed,
)
from .matrix import inverse_4x4, product_4x4

_ORTHONORMAL = np.float32(1e-5)
_SHORTEST = np.float32(1e-35)  # squared length of a vector that can be normalised
_UNIT = np.float32(0.0002) * 3  # a quaternion's squared length may be this far from one
_HALF, _ONE, _TWO = np.float32(0.5), np.float32(1.0), np.float32(2.0)


@dataclass(frozen=True, eq=False)
class BoneDualQuaternions:
    """Channel matrices as dual quaternions with a scale: one row per vertex group."""

    rotation: Float32  # (G, 4) wxyz
    dual: Float32  # (G, 4) wxyz: half the translation times the rotation
    scale: Float32  # (G, 4, 4) armature space at rest; the identity if not scaled
    scaled: Bool  # (G,)


@np.errstate(invalid="ignore", over="ignore", divide="ignore")
def deform_preserve_volume(mesh: DeformedMesh, armature: DeformingArmature) -> Float32:
    """(V, 3) object-space positions after the Armature modifier with Preserve Volume, float32."""
    bones = bone_dual_quaternions(armature.channel, armature.rest)
    p = transformed(armature.to_armature, mesh.positions)
    rotation, dual = np.zeros((len(p), 4), np.float32), np.zeros((len(p), 4), np.float32)
    total = np.zeros(len(p), np.float32)
    for vertices, groups, weights in influences_in_order(mesh, armature):
        q, t = bones.rotation[groups], bones.dual[groups].copy()
        scaled = bones.scaled[groups]
        scaled_positions = p[vertices[scaled]]
        displacement = transformed(bones.scale[groups[scaled]], scaled_positions) - scaled_positions
        t[scaled] += _displaced(q[scaled], displacement)
        away = _dot(q, rotation[vertices]) < 0.0
        signed = np.where(away[:, None], -weights, weights)
        rotation[vertices] += signed * q
        dual[vertices] += signed * t
        total[vertices] += weights[:, 0]
    moved = total > LEAST_SUM
    share = (_ONE / total[moved])[:, None]
    target = apply_dual_quaternion(rotation[moved] * share, dual[moved] * share, p[moved])
    strength = np.ones((len(target), 1), np.float32) if mesh.mask is None else mesh.mask[moved, None]
    displaced = p[moved] + (target - p[moved]) * strength
    p[moved] = displaced if armature.displaces else np.where(strength == 1.0, target, displaced)
    return back_to_object(mesh, armature, p)


def bone_dual_quaternions(channel: Float32, rest: Float32) -> BoneDualQuaternions:
    """(G, 4, 4) channel matrices and rest matrices -> dual quaternions with scale (``mat4_to_dquat``)."""
    posed_rest = product_4x4(channel, rest)
    size = np.sqrt(sum(posed_rest[:, k, :3] * posed_rest[:, k, :3] for k in range(3)))
    scaled = (
        ~_orthonormal(channel)
        | (np.linalg.det(channel[:, :3, :3]) < 0.0)
        | (np.sum((size - _ONE) ** 2, axis=-1) > np.float32(1e-4) ** 2)
    )
    rigid = channel.copy()
    scale = np.broadcast_to(np.eye(4, dtype=np.float32), channel.shape).copy()
    if scaled.any():
        rest_inverse = inverse_4x4(rest[scaled])
        unscaled = posed_rest[scaled]
        unscaled[:, :3, :3] = _rotation_matrix(_quaternion(_orthogonal_around_y(unscaled[:, :3, :3])))
        rigid[scaled] = product_4x4(unscaled, rest_inverse)
        local_scale = product_4x4(inverse_4x4(unscaled), posed_rest[scaled])
        scale[scaled] = product_4x4(product_4x4(rest[scaled], local_scale), rest_inverse)
    rotation = _quaternion(rigid[:, :3, :3])
    return BoneDualQuaternions(rotation, _translated(rotation, rigid[:, :3, 3]), scale, scaled)


def apply_dual_quaternion(rotation: Float32, dual: Float32, points: Float32) -> Float32:
    """(V, 3) points under (V, 4) blended dual quaternions of any length: (q p q* + 2 t q*) / |q|^2."""
    w, x, y, z = rotation.T
    t0, t1, t2, t3 = dual.T
    matrix = np.empty((len(points), 3, 3), np.float32)
    matrix[:, 0, 0] = ((w * w + x * x) - y * y) - z * z
    matrix[:, 0, 1] = _TWO * (x * y - w * z)
    matrix[:, 0, 2] = _TWO * (x * z + w * y)
    matrix[:, 1, 0] = _TWO * (x * y + w * z)
    matrix[:, 1, 1] = ((w * w + y * y) - x * x) - z * z
    matrix[:, 1, 2] = _TWO * (y * z - w * x)
    matrix[:, 2, 0] = _TWO * (x * z - w * y)
    matrix[:, 2, 1] = _TWO * (y * z + w * x)
    matrix[:, 2, 2] = ((w * w + z * z) - x * x) - y * y
    length = _dot(rotation, rotation)
    translation = _TWO * np.stack(
        [
            ((-t0 * x + w * t1) - t2 * z) + y * t3,
            ((-t0 * y + t1 * z) - x * t3) + w * t2,
            ((-t0 * z + x * t2) + w * t3) - t1 * y,
        ],
        axis=-1,
    )
    turned = (matrix[:, :, 0] * points[:, 0:1] + matrix[:, :, 1] * points[:, 1:2]) + matrix[:, :, 2] * points[:, 2:3]
    factor = np.divide(_ONE, length, out=length.copy(), where=length > 0.0)
    result: Float32 = (turned + translation) * factor[:, None]
    return result


def _translated(q: Float32, t: Float32) -> Float32:
    """(n, 4) dual part of "rotate by q (n, 4), then move by t (n, 3)": half of t q."""
    w, x, y, z = q.T
    a, b, c = t.T
    return _HALF * np.stack(
        [
            -((a * x + b * y) + c * z),
            (a * w + b * z) - c * y,
            (-a * z + b * w) + c * x,
            (a * y - b * x) + c * w,
        ],
        axis=-1,
    )


def _displaced(q: Float32, d: Float32) -> Float32:
    """(n, 4) what "move by d (n, 3), then rotate by q (n, 4)" adds to the dual part: half of q d."""
    w, x, y, z = q.T
    a, b, c = d.T
    return _HALF * np.stack(
        [
            -((x * a + y * b) + z * c),
            (w * a + y * c) - z * b,
            (w * b + z * a) - x * c,
            (w * c + x * b) - y * a,
        ],
        axis=-1,
    )


def _dot(a: Float32, b: Float32) -> Float32:
    """(n,) dot products of (n, k), summed from the first component, in float32."""
    out = a[:, 0] * b[:, 0]
    for k in range(1, a.shape[1]):
        out = out + a[:, k] * b[:, k]
    return out


def _orthonormal(channel: Float32) -> Bool:
    """(G,) whether the upper 3x3 of (G, 4, 4) is orthonormal to within 1e-5 (``is_orthonormal_m3``)."""
    columns = channel[:, :3, :3]
    off = [np.abs(_dot(columns[:, :, i], columns[:, :, j])) > _ORTHONORMAL for i, j in ((0, 1), (1, 2), (0, 2))]
    lengths = [np.abs(_dot(columns[:, :, i], columns[:, :, i]) - _ONE) > _ORTHONORMAL for i in range(3)]
    result: Bool = ~np.any(off + lengths, axis=0)
    return result


def _unit(v: Float32) -> Float32:
    """(n, 3) vectors of length one; zero if one is too short to have a direction (``normalize_v3``)."""
    squared = _dot(v, v)
    long = squared > _SHORTEST
    factor = np.divide(_ONE, np.sqrt(squared), out=np.zeros_like(squared), where=long)
    result: Float32 = np.where(long[:, None], v * factor[:, None], np.zeros_like(v))
    return result


def _cross(a: Float32, b: Float32) -> Float32:
    """(n, 3) cross products; ``numpy.cross`` takes ten times as long for few."""
    (ax, ay, az), (bx, by, bz) = a.T, b.T
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)


def _orthogonal_around_y(matrix: Float32) -> Float32:
    """(n, 3, 3) axes made orthogonal, each of its old length, Y kept (``orthogonalize_m4(.., 1)``).

    X is not normalised when compared with Y; heavy shear reaches the second and third branches.
    """
    x, y, z = matrix[:, :, 0], _unit(matrix[:, :, 1]), matrix[:, :, 2]
    size = np.stack([np.sqrt(_dot(matrix[:, :, k], matrix[:, :, k])) for k in range(3)], axis=-1)
    by_x, by_z = _dot(y, x) < 1.0, _dot(x, z) < 1.0
    new_z = _unit(_cross(x, y))
    other = _unit(_cross(y, np.where(by_z[:, None], z, y[:, [1, 2, 0]])))
    made_x = np.where(by_x[:, None], _cross(y, new_z), other)
    made_z = np.where(by_x[:, None], new_z, _cross(other, y))
    result: Float32 = np.stack([made_x, y, made_z], axis=-1) * size[:, None]
    return result


def _rotation_matrix(q: Float32) -> Float32:
    """(n, 3, 3) of unit quaternions wxyz (``quat_to_mat3``, which works in doubles)."""
    w, x, y, z = np.sqrt(2.0) * q.T.astype(np.float64)
    rows = [
        [1.0 - y * y - z * z, x * y - w * z, x * z + w * y],
        [x * y + w * z, 1.0 - x * x - z * z, y * z - w * x],
        [x * z - w * y, y * z + w * x, 1.0 - x * x - y * y],
    ]
    return np.moveaxis(np.array(rows, np.float32), -1, 0)


def _quaternion(matrix: Float32) -> Float32:
    """(n, 4) wxyz of (n, 3, 3) matrices (``mat4_to_quat``): columns normalised, mirrored ones negated."""
    m = np.stack([_unit(matrix[:, :, k]) for k in range(3)], axis=-1)
    m = np.where((np.linalg.det(m) < 0.0)[:, None, None], -m, m)
    xx, yy, zz = m[:, 0, 0], m[:, 1, 1], m[:, 2, 2]
    wx, wy, wz = m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]
    xy, xz, yz = m[:, 0, 1] + m[:, 1, 0], m[:, 0, 2] + m[:, 2, 0], m[:, 1, 2] + m[:, 2, 1]
    zero, low = np.zeros_like(xx), zz < 0.0
    largest = np.where(low, np.where(xx > yy, 1, 2), np.where(xx < -yy, 3, 0))
    # By the largest of w, x, y, z: the products with it, four times its square, what must not be negative.
    rows = np.stack([[zero, wx, wy, wz], [wx, zero, xy, xz], [wy, xy, zero, yz], [wz, xz, yz, zero]])
    squares = np.stack([_ONE + xx + yy + zz, _ONE + xx - yy - zz, _ONE - xx + yy - zz, _ONE - xx - yy + zz])
    signs = np.stack([zero, wx, wy, wz]) < 0.0
    each = np.arange(len(m))
    square = squares[largest, each]
    double = _TWO * np.sqrt(square) * np.where(signs[largest, each], -_ONE, _ONE)
    q = rows[largest, :, each] * (_ONE / double)[:, None]
    nothing = (square == 1.0) & ~q.any(axis=1)  # columns of zero length: no rotation
    q[each, largest] = np.where(nothing, _ONE, np.float32(0.25) * double)
    squared = _dot(q, q)
    off = np.abs(squared - _ONE) >= _UNIT
    result: Float32 = np.where(off[:, None], q * (_ONE / np.sqrt(squared))[:, None], q)
    return result
