"""Normals have length one, or are zero, at any scale of joints that a file can hold or a chain of joints can make."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.fast.tiles.joint_sets import Binding
from skinning_core.fast.tiles.skinner import TileSkinner, normal_ranges
from skinning_core.fast.tiles.tuning import DOUBLE
from skinning_core.skin.linear import carry_normals, skin_normals

VERTICES, JOINTS = 200, 5


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("inverse_transpose", [True, False])
@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e-200, 1e-100, 1e-38, 1e-20, 1.0, 1e20, 1e38, 1e100, 1e200, 1e300])
def test_unit_at_any_scale(scale: float, inverse_transpose: bool) -> None:
    """A common scale leaves the direction: expected by the plain formula without it."""
    rng = np.random.default_rng(3)
    # Whole numbers, so that even the smallest number of all, times them, is exact.
    linear = 8.0 * np.eye(3) + rng.integers(-2, 3, (1, JOINTS, 3, 3))
    normals = rng.normal(size=(1, VERTICES, 3))
    joints = rng.integers(0, JOINTS, (VERTICES, 1))
    weights = np.ones((VERTICES, 1))
    palette = np.zeros((1, JOINTS, 3, 4))
    palette[..., :3] = scale * linear
    plain = np.linalg.inv(linear).swapaxes(-1, -2) if inverse_transpose else linear
    expected = np.einsum("vrc,vc->vr", plain[0, joints[:, 0]], normals[0])
    expected /= np.linalg.norm(expected, axis=-1, keepdims=True)
    carried = carry_normals(palette[0, joints[:, 0], :, :3], normals[0], inverse_transpose=inverse_transpose)
    one = skin_normals(palette, normals, joints, weights, inverse_transpose=inverse_transpose)
    for found in (carried, one[0], *([_by_tiles(palette, normals, joints, weights)[0]] if inverse_transpose else [])):
        np.testing.assert_allclose(found, expected, atol=1e-12)


def test_nothing_is_left_of_a_normal_under_a_scale_of_zero() -> None:
    palette = np.zeros((1, 1, 3, 4))
    joints, weights = np.zeros((2, 1), int), np.ones((2, 1))
    normals = np.array([[[0.0, 1.0, 0.0], [0.6, 0.8, 0.0]]])
    assert (skin_normals(palette, normals, joints, weights) == 0.0).all()
    assert (_by_tiles(palette, normals, joints, weights) == 0.0).all()


def _by_tiles(palette: np.ndarray, normals: np.ndarray, joints: np.ndarray, weights: np.ndarray) -> np.ndarray:
    ranges = normal_ranges(normals[0], Binding(joints, weights, palette.shape[1], DOUBLE))
    return TileSkinner(ranges, DOUBLE).skin(np.ascontiguousarray(palette[..., :3].swapaxes(1, 2)))
