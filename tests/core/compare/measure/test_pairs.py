"""Distances and angles block by block against the formula written out; blocks and standing sides change nothing."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.compare.measure.pairs import pair_angles, pair_distances


@pytest.mark.parametrize(("times", "vertices"), [(3, 40_000), (50, 7), (2, 0), (0, 5)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_distances_and_angles(times: int, vertices: int, dtype: type) -> None:
    rng = np.random.default_rng(times)
    a = rng.normal(size=(times, vertices, 3))
    b = (a + 1e-3 * rng.normal(size=a.shape)).astype(dtype)
    wide = b.astype(np.longdouble)
    expected = np.sqrt(((wide - a) ** 2).sum(axis=-1))
    np.testing.assert_allclose(pair_distances(a, b), expected.astype(np.float64), rtol=1e-14)
    unit_a, unit_b = (v / np.sqrt((v**2).sum(axis=-1, keepdims=True)) for v in (a.astype(np.longdouble), wide))
    sine = np.sqrt((np.cross(unit_a, unit_b) ** 2).sum(axis=-1))
    angles = np.arctan2(sine, (unit_a * unit_b).sum(axis=-1)).max(axis=1, initial=0.0)
    np.testing.assert_allclose(pair_angles(a, b).largest, angles.astype(np.float64), rtol=1e-11)


def test_what_is_not_finite_or_has_no_direction() -> None:
    a = np.array([[[1.0, 0, 0], [0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]])
    b = np.array([[[np.nan, 0, 0], [0, 3.0, 4.0], [0, np.inf, 0], [0, 1.0, 0]]])
    distances = pair_distances(a, b)[0]
    assert np.isnan(distances[[0, 2]]).all()
    assert distances[1] == 5.0
    assert pair_angles(a, b).largest[0] == pytest.approx(np.pi / 2)
    assert pair_angles(a[:, :3], b[:, :3]).largest[0] == 0.0


def test_one_side_may_stand_still() -> None:
    rng = np.random.default_rng(2)
    still, moving = rng.normal(size=(1, 30, 3)), rng.normal(size=(4, 30, 3))
    every = np.repeat(still, 4, axis=0)
    assert np.array_equal(pair_distances(still, moving), pair_distances(every, moving))
    assert np.array_equal(pair_angles(moving, still).largest, pair_angles(moving, every).largest)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("apart", [1e-12, 1e-7, 1e-3, 2.0])
@pytest.mark.parametrize("off", [0.0, 1e-7, 1e-4])
def test_angles_of_vectors_of_nearly_unit_length_keep_their_digits(dtype: type, apart: float, off: float) -> None:
    rng = np.random.default_rng(5)
    a = rng.normal(size=(3, 20_000, 3))
    a /= np.linalg.norm(a, axis=-1, keepdims=True)
    b = a + apart * rng.normal(size=a.shape)
    b = (b / np.linalg.norm(b, axis=-1, keepdims=True) * (1.0 + off * rng.normal(size=(3, 20_000, 1)))).astype(dtype)
    wide_a, wide_b = a.astype(np.longdouble), b.astype(np.longdouble)
    sine, cosine = np.sqrt((np.cross(wide_a, wide_b) ** 2).sum(axis=-1)), (wide_a * wide_b).sum(axis=-1)
    angles = np.arctan2(sine, cosine).astype(np.float64)
    found = pair_angles(a, b)
    np.testing.assert_allclose(found.largest, angles.max(axis=1), rtol=1e-7, atol=1e-13)
    assert found.turned.tolist() == [[(row > np.radians(turn)).sum() for turn in (1.0, 5.0)] for row in angles]
