"""C5, without Blender: what decides whether a vertex moves, by hand; Blender itself is in tests/blender."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from skinning_core.skin.blender.armature import DeformedMesh, DeformingArmature, deform_linear
from skinning_core.skin.blender.matrix import inverse_4x4, product_4x4
from skinning_core.skin.blender.preserve_volume import deform_preserve_volume
from tests.core.random_models import SEEDS

FORMULAS = pytest.mark.parametrize("deform", [deform_linear, deform_preserve_volume])


def lifting(groups: list[list[int]], weights: list[list[float]], mask: list[float] | None = None) -> tuple:
    """Vertices at (1, 0, 0) under three groups: 0 lifts by 1, 1 lifts by 3, 2 has no deforming bone."""
    unit = np.eye(4, dtype=np.float32)
    channel = np.repeat(unit[None], 3, axis=0)
    channel[:, 1, 3] = [1, 3, 100]
    positions = np.repeat(np.float32([[1, 0, 0]]), len(groups), axis=0)
    mesh = DeformedMesh(positions, np.array(groups), np.float32(weights), None if mask is None else np.float32(mask))
    deforms = np.array([True, True, False])
    return mesh, DeformingArmature(channel, np.repeat(unit[None], 3, axis=0), deforms, unit, unit)


@FORMULAS
def test_weights_are_divided_by_their_sum_above_the_threshold(deform) -> None:
    groups = [[0, 1], [0, 1], [0, -1], [0, -1], [0, -1], [2, -1], [2, 0], [-1, -1], [0, 1]]
    weights = [[1, 1], [0.2, 0.6], [1e-4, 0], [1.1e-4, 0], [0, 0], [1, 0], [0.9, 0.1], [0, 0], [0, 0.5]]
    lifted = [2.0, 2.5, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 3.0]
    assert np.allclose(deform(*lifting(groups, weights))[:, 1], lifted, atol=1e-6)


@FORMULAS
def test_the_mask_scales_what_happens(deform) -> None:
    moved = deform(*lifting([[0]] * 3, [[0.7]] * 3, mask=[0.0, 0.25, 1.0]))
    assert np.allclose(moved[:, 1], [0.0, 0.25, 1.0], atol=1e-6)


@FORMULAS
def test_the_object_may_stand_elsewhere(deform) -> None:
    """Lifting happens in armature space; the object's y axis is the armature's -z axis there."""
    mesh, armature = lifting([[0]], [[1.0]])
    turned = np.float32([[1, 0, 0, 5], [0, 0, -1, 6], [0, 1, 0, 7], [0, 0, 0, 1]])  # object to armature
    armature = DeformingArmature(
        armature.channel, armature.rest, armature.deforms, turned, np.linalg.inv(turned).astype(np.float32)
    )
    assert np.allclose(deform(mesh, armature), [[1, 0, -1]], atol=1e-6)


@given(SEEDS)
def test_products_and_inverses_are_right_to_rounding(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, 5, 4, 4)).astype(np.float32)
    sizes = np.abs(a).astype(np.float64) @ np.abs(b)
    assert (np.abs(product_4x4(a, b) - a.astype(np.float64) @ b) <= 4 * 2.0**-24 * sizes).all()
    exact = np.linalg.inv(a.astype(np.float64))
    condition = np.linalg.cond(a.astype(np.float64))[:, None, None]
    assert (np.abs(inverse_4x4(a) - exact) <= 1e-6 * condition**2 * np.abs(exact).max(axis=(1, 2), keepdims=True)).all()
