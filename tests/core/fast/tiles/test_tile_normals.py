"""Normals by tiles against the inverse transpose of blended matrices, in every way of going through the rows."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.fast.tiles.joint_sets import Binding
from skinning_core.fast.tiles.kernels import Kernel, einsum_kernel, matmul_kernel
from skinning_core.fast.tiles.normals import normal_tiles
from skinning_core.fast.tiles.skinner import TileSkinner, normal_ranges
from skinning_core.fast.tiles.tuning import SINGLE, Tuning

JOINTS, VERTICES = 60, 3000


@pytest.mark.parametrize("kernel", [matmul_kernel, einsum_kernel])
@pytest.mark.parametrize("frames", [1, 5, 40])
@pytest.mark.parametrize("scattered", [False, True], ids=["local", "scattered"])
@pytest.mark.parametrize("chunk", [700, 1 << 14])
def test_the_inverse_transpose(kernel: Kernel, frames: int, scattered: bool, chunk: int) -> None:
    """Scattered joints make sums of pieces; small chunks cut buckets in the middle."""
    tuning = Tuning(normal_rows=chunk, kernel=kernel)
    rng = np.random.default_rng(11)
    first = rng.integers(0, JOINTS, (VERTICES, 1)) if scattered else np.arange(VERTICES)[:, None] * JOINTS // VERTICES
    joints = rng.integers(0, JOINTS, (VERTICES, 4)) if scattered else np.minimum(first + np.arange(4), JOINTS - 1)
    weights = rng.random((VERTICES, 4)) * (np.arange(4) < rng.integers(1, 5, VERTICES)[:, None])
    weights /= weights.sum(axis=1, keepdims=True)
    normals = rng.normal(size=(VERTICES, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    linear = np.eye(3) + rng.normal(0.0, 0.25, (frames, JOINTS, 3, 3))
    linear[:, ::7, 0] *= -1.0  # some joints mirror
    binding = Binding(joints, weights, JOINTS, tuning)
    assert (len(normal_tiles(normals, binding).weights.places) > 1) == scattered
    tables = np.ascontiguousarray(linear.swapaxes(1, 2), np.float32)
    found = TileSkinner(normal_ranges(normals, binding), tuning).skin(tables)
    blended = np.einsum("vi,fvirc->fvrc", weights, linear[:, joints])
    safe = np.abs(np.linalg.det(blended)) > 0.05  # near zero the direction is anybody's
    expected = np.einsum("fvcr,vc->fvr", np.linalg.inv(np.where(safe[..., None, None], blended, np.eye(3))), normals)
    expected /= np.linalg.norm(expected, axis=-1, keepdims=True)
    assert safe.mean() > 0.8
    np.testing.assert_allclose(found[safe], expected[safe], atol=5e-5)


SCALES = (1e-36, 1e-20, 1e-12, 1e-9, 1.0, 1e9, 1e12, 1e20, 1e36)


@pytest.mark.parametrize("scattered", [False, True], ids=["local", "scattered"])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("tuning", [SINGLE, Tuning(shared_blend=1e9)], ids=["shared", "apart"])
def test_normals_are_unit_at_any_scale_of_the_joints(scale: float, scattered: bool, tuning: Tuning) -> None:
    rng = np.random.default_rng(5)
    joints = rng.integers(0, JOINTS, (VERTICES, 4)) if scattered else np.arange(VERTICES)[:, None] * JOINTS // VERTICES
    weights = np.full(joints.shape, 1.0 / joints.shape[1])
    normals = rng.normal(size=(VERTICES, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    linear = np.eye(3) + rng.normal(0.0, 0.1, (2, JOINTS, 3, 3))
    tables = np.ascontiguousarray(scale * linear.swapaxes(1, 2), np.float32)
    found = TileSkinner(normal_ranges(normals, Binding(joints, weights, JOINTS, tuning)), tuning).skin(tables)
    blended = np.einsum("vi,fvirc->fvrc", weights, linear[:, joints])
    expected = np.einsum("fvcr,vc->fvr", np.linalg.inv(blended), normals)
    expected /= np.linalg.norm(expected, axis=-1, keepdims=True)
    np.testing.assert_allclose(found, expected, atol=5e-5)


@pytest.mark.parametrize("scale", [s for s in SCALES if s < 1.0])
@pytest.mark.parametrize("tuning", [SINGLE, Tuning(shared_blend=1e9)], ids=["shared", "apart"])
def test_normals_are_unit_or_zero_where_one_joint_is_much_smaller_than_another(scale: float, tuning: Tuning) -> None:
    """Each vertex follows one joint; half of them the small ones."""
    rng = np.random.default_rng(6)
    joints = np.arange(VERTICES)[:, None] * JOINTS // VERTICES
    normals = rng.normal(size=(VERTICES, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    linear = np.eye(3) + rng.normal(0.0, 0.1, (2, JOINTS, 3, 3))
    size = np.where(np.arange(JOINTS) % 2, scale, 1.0)[:, None, None]
    tables = np.ascontiguousarray((size * linear).swapaxes(1, 2), np.float32)
    binding = Binding(joints, np.ones((VERTICES, 1)), JOINTS, tuning)
    found = TileSkinner(normal_ranges(normals, binding), tuning).skin(tables)
    expected = np.einsum("fvcr,vc->fvr", np.linalg.inv(linear[:, joints[:, 0]]), normals)
    expected /= np.linalg.norm(expected, axis=-1, keepdims=True)
    zero = (found == 0.0).all(axis=-1)
    assert not zero[:, joints[:, 0] % 2 == 0].any()
    assert not zero.any() or scale < 1e-15
    np.testing.assert_allclose(found[~zero], expected[~zero], atol=5e-5)
