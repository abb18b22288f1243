"""P1: transforms against 4x4 matrices written out here; where TRS closes, and the shear it cannot hold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from skinning_core.pose.trs import (
    Transform,
    combine,
    decomposition_loss,
    from_affine,
    inverse_transform,
    transform_point,
    transform_vector,
    uniform,
)
from skinning_core.transform import compose, move_points, quaternion_from_matrix, slerp
from tests.core.random_models import SEEDS, turn, unit


def random_transform(seed: int, *, even: bool) -> Transform:
    rng = np.random.default_rng(seed)
    scale = rng.uniform(0.2, 3.0, 1 if even else 3) * np.ones(3)
    return Transform(rng.normal(size=3), unit(rng), scale)


def as_matrix(t: Transform) -> np.ndarray:
    out = np.eye(4)
    out[:3, :3] = turn(t.rotation) @ np.diag(t.scale)
    out[:3, 3] = t.translation
    return out


def matrix_of(t: Transform) -> np.ndarray:
    return compose(t.translation, t.rotation, t.scale)


@given(SEEDS)
def test_affine_is_t_times_r_times_s(seed: int) -> None:
    t = random_transform(seed, even=False)
    assert np.allclose(matrix_of(t), as_matrix(t)[:3], atol=1e-14)


@given(SEEDS, SEEDS)
def test_uniform_scale_closes_under_combination(a: int, b: int) -> None:
    """Only the outer scale has to be uniform."""
    outer, inner = random_transform(a, even=True), random_transform(b, even=False)
    assert np.allclose(matrix_of(combine(outer, inner)), (as_matrix(outer) @ as_matrix(inner))[:3], atol=1e-13)


@given(SEEDS)
def test_inverse_undoes(seed: int) -> None:
    t = random_transform(seed, even=True)
    assert np.allclose(matrix_of(inverse_transform(t)), np.linalg.inv(as_matrix(t))[:3], atol=1e-12)
    assert np.allclose(matrix_of(combine(inverse_transform(t), t)), np.eye(3, 4), atol=1e-13)


@given(SEEDS)
def test_points_move_and_vectors_do_not(seed: int) -> None:
    t = random_transform(seed, even=False)
    p = np.random.default_rng(seed).normal(size=3)
    assert np.allclose(transform_point(t, p), (as_matrix(t) @ [*p, 1])[:3], atol=1e-13)
    assert np.allclose(transform_vector(t, p), (as_matrix(t) @ [*p, 0])[:3], atol=1e-13)


@given(SEEDS)
def test_an_affine_matrix_of_trs_comes_back(seed: int) -> None:
    t = random_transform(seed, even=False)
    back = from_affine(as_matrix(t)[:3])
    assert np.allclose(as_matrix(back), as_matrix(t), atol=1e-13)
    assert decomposition_loss(as_matrix(t)[:3]) < 1e-14


def test_uneven_scale_over_a_rotation_shears() -> None:
    """Squeeze along x over a turn by 45 degrees about z: the cosine between the columns is -3/5, not 0."""
    turned = np.array([0.0, 0.0, np.sin(np.pi / 8), np.cos(np.pi / 8)])
    outer = Transform(np.zeros(3), np.array([0.0, 0.0, 0.0, 1.0]), np.array([2.0, 1.0, 1.0]))
    inner = Transform(np.zeros(3), turned, np.ones(3))
    product = as_matrix(outer) @ as_matrix(inner)
    x, y = product[:3, 0], product[:3, 1]
    assert np.isclose(x @ y / np.linalg.norm(x) / np.linalg.norm(y), -3.0 / 5.0)
    # The nearest turn is by 45 degrees, the columns are sqrt(2.5) long: the lower entries should be sqrt(0.5).
    assert np.isclose(decomposition_loss(product[:3]), np.sqrt(0.5) * (1.0 - 1.0 / np.sqrt(2.5)))
    for refused in (lambda: combine(outer, inner), lambda: inverse_transform(outer)):
        with pytest.raises(ValueError, match="uneven scale"):
            refused()


def test_zero_scale_has_no_inverse() -> None:
    flat = Transform(np.zeros(3), np.array([0.0, 0.0, 0.0, 1.0]), np.zeros(3))
    with pytest.raises(ValueError, match="zero"):
        inverse_transform(flat)


def test_arrays_of_transforms() -> None:
    upright = np.broadcast_to([0.0, 0.0, 0.0, 1.0], (5, 2, 4))
    many = Transform(np.zeros((5, 2, 3)), upright, np.ones((5, 2, 3)))
    assert uniform(many).shape == (5, 2)
    assert np.array_equal(matrix_of(combine(many, many)), np.broadcast_to(np.eye(3, 4), (5, 2, 3, 4)))


@given(SEEDS)
def test_quaternions_come_back_from_their_matrices(seed: int) -> None:
    q = unit(np.random.default_rng(seed))
    back = quaternion_from_matrix(turn(q))
    assert np.allclose(back * np.sign(back @ q), q, atol=1e-14)


@pytest.mark.parametrize("u", [0.0, 0.25, 0.5, 1.0])
def test_slerp_turns_at_constant_speed_along_the_short_path(u: float) -> None:
    """From the identity to 90 degrees about x: after u, u times 90 degrees; also where the end is given as -q."""
    end = np.array([np.sin(np.pi / 4), 0.0, 0.0, np.cos(np.pi / 4)])
    expected = np.array([np.sin(u * np.pi / 4), 0.0, 0.0, np.cos(u * np.pi / 4)])
    for sign in (1.0, -1.0):
        got = slerp(np.array([0.0, 0.0, 0.0, 1.0]), sign * end, u)
        assert np.allclose(got, expected, atol=1e-15)


def test_each_of_the_three_may_vary_alone() -> None:
    moved = compose(np.arange(6.0).reshape(2, 3), [0.0, 0.0, 0.0, 1.0], [1.0, 1.0, 1.0])
    assert moved.shape == (2, 3, 4)
    assert moved[1, :, 3].tolist() == [3.0, 4.0, 5.0]


@pytest.mark.parametrize("rows", [3, 4])
def test_many_points_are_moved_as_each_of_them(rows: int) -> None:
    """To the last bit, by a matrix with or without its last row."""
    random = np.random.default_rng(7)
    matrix, points = random.normal(size=(rows, 4)), random.normal(size=(2, 9_000, 3))
    one_by_one = move_points(np.tile(matrix, (9_000, 1, 1)), points)
    assert np.array_equal(move_points(matrix, points), one_by_one)
