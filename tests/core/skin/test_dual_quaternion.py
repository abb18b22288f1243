"""C5: dual quaternions against Kavan's algorithm written out with plain numbers, and against rigid motions."""

from __future__ import annotations

import dataclasses

import numpy as np
from hypothesis import given

from skinning_core.skin.forms.dual_quaternion import rotation_and_stretch, skin_dual_quaternions
from skinning_core.skin.posed_skin import PosedSkin
from tests.core.random_models import SEEDS, turn, unit

JOINTS, VERTICES = 4, 10


def rigid_posed(seed: int) -> tuple[PosedSkin, np.ndarray, np.ndarray]:
    """A skin whose joints move rigidly: with it, their rotations (J, 4) xyzw and translations (J, 3)."""
    rng = np.random.default_rng(seed)
    rotation, translation = unit(rng, JOINTS), rng.normal(size=(JOINTS, 3))
    world = np.concatenate([np.array([turn(q) for q in rotation]), translation[..., None]], axis=-1)
    weights = rng.uniform(0.01, 1.0, (VERTICES, 3))
    posed = PosedSkin(
        joint_world=world,
        inverse_bind=np.repeat(np.eye(3, 4)[None], JOINTS, axis=0),
        positions=rng.normal(size=(VERTICES, 3)),
        joints=rng.integers(0, JOINTS, (VERTICES, 3)),
        weights=weights / weights.sum(axis=1, keepdims=True),
    )
    return posed, rotation, translation


def times(a: list[float], b: list[float]) -> list[float]:
    """Hamilton's product, wxyz."""
    return [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]


def kavan(posed: PosedSkin, rotation: np.ndarray, translation: np.ndarray) -> np.ndarray:
    """Kavan et al. 2008, section 4 (DLB): blend, normalise, move; signs by the first influence."""
    out = []
    for p, joints, weights in zip(posed.positions, posed.joints, posed.weights, strict=True):
        real, dual = [0.0] * 4, [0.0] * 4
        first = rotation[joints[0]]
        for j, w in zip(joints, weights, strict=True):
            q = [rotation[j][3], *rotation[j][:3]]
            t = times([0.0, *translation[j]], q)
            w = -w if rotation[j] @ first < 0 else w
            real = [r + w * c for r, c in zip(real, q, strict=True)]
            dual = [d + w * c / 2 for d, c in zip(dual, t, strict=True)]
        length = np.linalg.norm(real)
        q, d = [r / length for r in real], [c / length for c in dual]
        back = [q[0], -q[1], -q[2], -q[3]]
        turned = times(times(q, [0.0, *p]), back)
        moved = times(d, back)
        out.append([turned[i] + 2 * moved[i] for i in (1, 2, 3)])
    return np.array(out)


@given(SEEDS)
def test_rigid_joints_blend_as_kavan_says(seed: int) -> None:
    posed, rotation, translation = rigid_posed(seed)
    # Joints exactly half a turn apart have no shorter way; random ones never are, but near ones amplify rounding.
    close = np.abs(np.einsum("vc,vic->vi", rotation[posed.joints[:, 0]], rotation[posed.joints])).min(axis=1)
    sound = close > 1e-3
    got, expected = skin_dual_quaternions(posed), kavan(posed, rotation, translation)
    assert np.allclose(got[sound], expected[sound], atol=1e-9)


@given(SEEDS)
def test_one_joint_gives_its_own_matrix_whatever_it_is(seed: int) -> None:
    """Scale, shear and mirrors included: two phases put together what polar decomposition took apart."""
    rng = np.random.default_rng(seed)
    posed, _, _ = rigid_posed(seed)
    world = rng.normal(size=(JOINTS, 3, 4))
    posed = dataclasses.replace(posed, joint_world=world, joints=np.repeat(posed.joints[:, :1], 3, axis=1))
    own = world[posed.joints[:, 0]]
    expected = np.einsum("vrc,vc->vr", own[..., :3], posed.positions) + own[..., 3]
    assert np.allclose(skin_dual_quaternions(posed), expected, atol=1e-10)


def test_a_twist_keeps_its_radius() -> None:
    """Half-way between no turn and 180 degrees less a little: linear blending collapses, this does not."""
    angle = np.radians(179.0)
    world = np.repeat(np.eye(3, 4)[None], 2, axis=0)
    world[1, :, :3] = [[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]]
    posed = PosedSkin(
        joint_world=world,
        inverse_bind=np.repeat(np.eye(3, 4)[None], 2, axis=0),
        positions=np.array([[1.0, 0.3, 0.0]]),
        joints=np.array([[0, 1]]),
        weights=np.array([[0.5, 0.5]]),
    )
    got = skin_dual_quaternions(posed)[0]
    half = angle / 2
    assert np.allclose(got, [np.cos(half), 0.3, -np.sin(half)], atol=1e-12)


@given(SEEDS)
def test_polar_decomposition(seed: int) -> None:
    linear = np.random.default_rng(seed).normal(size=(5, 3, 3))
    rotation, stretch = rotation_and_stretch(linear)
    assert np.allclose(np.array([turn(q) for q in rotation]) @ stretch, linear, atol=1e-11)
    assert np.allclose(stretch, np.swapaxes(stretch, -1, -2), atol=1e-12)
