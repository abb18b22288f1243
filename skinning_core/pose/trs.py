"""A transform kept apart as translation, rotation, scale; when that is enough, and when it is not.

See docs/systems.md, P1.

Spaces: a transform carries points from a child's space into its parent's: p -> T + R (S p). Shapes: translation
(..., 3), rotation (..., 4) unit quaternion xyzw, scale (..., 3).

*With a uniform scale s* the product is a T, R, S again: (T, R, s)(T', R', s') = (T + R s T', R R', s s'). Only the
outer scale has to be uniform. *With an uneven outer scale it is not*: R S R' S' squeezes along axes that R' has turned,
the product's columns are no longer perpendicular (shear), and no T, R, S composes to it. Inversion has the same limit,
since S^-1 R^-1 applies the rotation first and the scale last. Hence poses of skeletons multiply matrices, and the
functions here refuse what they cannot represent.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..model import Bool, Float64
from ..transform import compose, decompose, quaternion_product, rotation_matrix

#: Scales that differ by less, relatively, count as uniform: a rotation through float32 matrices and their inverses, as
#: in every file, comes back with scales uneven by 1e-7 to 1e-5.
UNIFORM = 1e-5


@dataclass(frozen=True, eq=False)
class Transform:
    """Translation, rotation and scale; leading axes make it an array of transforms."""

    translation: Float64  # (..., 3)
    rotation: Float64  # (..., 4) unit, xyzw
    scale: Float64  # (..., 3)


def from_affine(matrix: ArrayLike) -> Transform:
    """The nearest transform of (..., 3, 4) matrices; ``decomposition_loss`` says how near."""
    return Transform(*decompose(matrix))


def decomposition_loss(matrix: ArrayLike) -> Float64:
    """(...,) what ``from_affine`` loses: largest entry of M - T R S, relative to M's longest column; 0 for a zero M.

    >>> sheared = np.eye(3, 4)
    >>> sheared[0, 1] = 1.0
    >>> bool(decomposition_loss(np.eye(3, 4)) < 1e-12), bool(decomposition_loss(sheared) > 0.1)
    (True, True)
    """
    m = np.asarray(matrix, np.float64)
    lost = np.abs(m - compose(*decompose(m))).max(axis=(-2, -1))
    longest = np.linalg.norm(m[..., :3], axis=-2).max(axis=-1)
    result: Float64 = lost / np.where(longest > 0.0, longest, 1.0)
    return result


def uniform(transform: Transform) -> Bool:
    """(...,) whether the three scales are equal, up to ``UNIFORM``.

    >>> uniform(Transform(np.zeros((2, 3)), np.zeros((2, 4)), np.array([[2.0, 2, 2], [2, 2, 1]]))).tolist()
    [True, False]
    """
    s = transform.scale
    result: Bool = np.ptp(s, axis=-1) <= UNIFORM * np.abs(s).max(axis=-1)
    return result


def combine(outer: Transform, inner: Transform) -> Transform:
    """The transform that applies ``inner`` first, then ``outer``.

    Raises ``ValueError`` if the outer scale is not uniform: see the head of the file.

    >>> upright = np.array([0.0, 0, 0, 1])
    >>> twice = Transform(np.array([1.0, 0, 0]), upright, np.array([2.0, 2, 2]))
    >>> combine(twice, twice).translation.tolist(), combine(twice, twice).scale.tolist()
    ([3.0, 0.0, 0.0], [4.0, 4.0, 4.0])
    """
    _demand_uniform(outer, "combined with a child")
    return Transform(
        transform_point(outer, inner.translation),
        quaternion_product(outer.rotation, inner.rotation),
        outer.scale * inner.scale,
    )


def inverse_transform(transform: Transform) -> Transform:
    """The transform that undoes ``transform``. Raises ``ValueError`` if its scale is not uniform, or is zero."""
    _demand_uniform(transform, "inverted")
    if (transform.scale == 0.0).any():
        raise ValueError("a transform with a scale of zero cannot be inverted")
    rotation = transform.rotation * np.array([-1.0, -1.0, -1.0, 1.0])
    scale = 1.0 / transform.scale
    return Transform(-scale * _rotated(rotation, transform.translation), rotation, scale)


def transform_point(transform: Transform, point: ArrayLike) -> Float64:
    """(..., 3) the place in the parent's space of a point (..., 3) of the child's space."""
    return transform.translation + transform_vector(transform, point)


def transform_vector(transform: Transform, vector: ArrayLike) -> Float64:
    """(..., 3) a direction or displacement (..., 3): turned and scaled, but not moved."""
    return _rotated(transform.rotation, transform.scale * np.asarray(vector, np.float64))


def _rotated(rotation: Float64, vector: Float64) -> Float64:
    result: Float64 = np.einsum("...rc,...c->...r", rotation_matrix(rotation), vector)
    return result


def _demand_uniform(transform: Transform, doing: str) -> None:
    if not uniform(transform).all():
        raise ValueError(f"a transform with an uneven scale cannot be {doing}: the result may shear; use matrices")
