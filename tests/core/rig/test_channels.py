"""A matrix as the channels of bones: each formula against a plain float64 reading of what it claims."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType

import numpy as np

Package = Callable[[str], ModuleType]


def quaternion(axis, degrees: float) -> np.ndarray:
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    half = math.radians(degrees) / 2
    return np.array([*(axis * math.sin(half)), math.cos(half)])


def rotation(q) -> np.ndarray:
    """Columns: the rotated axes, by v + 2 u x (u x v + w v)."""
    u, w = np.asarray(q[:3]), q[3]
    return np.stack([v + 2 * np.cross(u, np.cross(u, v) + w * v) for v in np.eye(3)], axis=1)


def test_a_sheared_matrix_is_two_transforms(package: Package) -> None:
    rng = np.random.default_rng(5)
    for matrix in [rng.normal(size=(3, 4)), np.diag([1.0, -2.0, 0.0]) @ rng.normal(size=(3, 4)), np.zeros((3, 4))]:
        (translation, turn, scale), second = package("addon.rig.helper_bones").split_affine(matrix)
        np.testing.assert_allclose(second @ second.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(second) > 0
        np.testing.assert_allclose(rotation(turn) @ np.diag(scale) @ second, matrix[:, :3], atol=1e-12)
        np.testing.assert_allclose(translation, matrix[:, 3])


def test_channels_are_the_matrix_product(package: Package) -> None:
    """before @ (T R S) @ after, for a mirrored non-uniform scale under an axis swap, and for a uniform one."""
    rng = np.random.default_rng(6)
    swap = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
    for after, scale in ((swap, np.array([-1.0, 0.5, 2.0])), (rotation(quaternion((3, 1, 2), 77)), np.full(3, 1.5))):
        before = np.concatenate([rotation(quaternion((1, -1, 2), 40)), rng.normal(size=(3, 1))], axis=1)
        place, turn = rng.normal(size=3), quaternion((0, 1, 1), 110)
        channels = package("addon.rig.channels").channel_map(before[None], after[None])
        w, x, y, z = channels.rotation(turn[None, None])[0, 0]
        ours = rotation((x, y, z, w)) @ np.diag(channels.scale(scale[None, None])[0, 0])
        np.testing.assert_allclose(ours, before[:, :3] @ rotation(turn) @ np.diag(scale) @ after, atol=1e-12)
        location = channels.location(place[None, None])[0, 0]
        np.testing.assert_allclose(location, before[:, :3] @ place + before[:, 3], atol=1e-12)
