"""C1 to C4 and C8: the linear forms against golden data and each other, and against the formula written out."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from skinning_core import SkinproofError, load_model
from skinning_core.skin.forms.table import FORMS
from skinning_core.skin.linear_forms import skin_by_palette, skin_by_points, skin_by_skin_palette, skin_rigid
from skinning_core.skin.posed_model import posed_skin
from skinning_core.skin.posed_skin import PosedSkin
from tests import golden
from tests.core.random_models import SEEDS, model, unit

SMOOTH = {"points": skin_by_points, "palette": skin_by_palette, "skin-palette": skin_by_skin_palette}
GOLDEN = [
    "fox",
    "cesium_man",
    "mannequiny",
    "woman",
    "hard/h05_influences8",
    "hard/h01_shear_chain",
    "hard/h03_ibm_shear",
]


def random_posed(seed: int, *, joints: int = 5, vertices: int = 12, influences: int = 4) -> PosedSkin:
    rng = np.random.default_rng(seed)
    weights = rng.uniform(size=(vertices, influences))
    return PosedSkin(
        joint_world=rng.normal(size=(joints, 3, 4)),
        inverse_bind=rng.normal(size=(joints, 3, 4)),
        positions=rng.normal(size=(vertices, 3)),
        joints=rng.integers(0, joints, (vertices, influences)),
        weights=weights / weights.sum(axis=1, keepdims=True),
    )


def written_out(posed: PosedSkin) -> np.ndarray:
    """Specification 3.7.3.3, one vertex and one influence at a time, in 4x4 matrices."""
    last = [0.0, 0.0, 0.0, 1.0]
    out = []
    for p, joints, weights in zip(posed.positions, posed.joints, posed.weights, strict=True):
        moved = np.zeros(4)
        for j, w in zip(joints, weights, strict=True):
            matrix = np.vstack([posed.joint_world[j], last]) @ np.vstack([posed.inverse_bind[j], last])
            moved += w * (matrix @ [*p, 1.0])
        out.append(moved[:3])
    return np.array(out)


@pytest.mark.parametrize("name", SMOOTH)
@given(seed=SEEDS)
def test_smooth_forms_are_the_formula(name: str, seed: int) -> None:
    posed = random_posed(seed)
    assert np.allclose(SMOOTH[name](posed), written_out(posed), atol=1e-12)


@pytest.mark.parametrize("name", GOLDEN)
def test_smooth_forms_give_golden_data(shared: Path, name: str) -> None:
    sheet = golden.sheet(shared, name)
    loaded = load_model(sheet.model)
    for entry in sheet.entries:
        with entry.arrays() as expected:
            for k, (_, _, _, skin) in enumerate(expected["prims"]):
                middle = len(expected["times"]) // 2
                if skin < 0:
                    continue
                posed = posed_skin(loaded, k, entry.clip, expected["times"][middle])
                for form in SMOOTH.values():
                    far = np.abs(form(posed) - expected[f"pos{k}"][middle]).max()
                    assert far < 1e-6 * expected["diag"][middle]


@given(SEEDS)
def test_rigid_skinning_is_smooth_skinning_with_one_weight(seed: int) -> None:
    posed = random_posed(seed)
    weights = np.zeros_like(posed.weights)
    weights[:, 0] = 1.0
    posed = dataclasses.replace(posed, weights=weights)
    assert np.allclose(skin_rigid(posed), skin_by_points(posed), atol=1e-12)


def test_rigid_skinning_follows_the_strongest_joint() -> None:
    """Joint 1 moves by one metre up; a vertex that leans to it by 0.6 goes all the way."""
    world = np.repeat(np.eye(3, 4)[None], 2, axis=0)
    world[1, 1, 3] = 1.0
    posed = PosedSkin(
        joint_world=world,
        inverse_bind=np.repeat(np.eye(3, 4)[None], 2, axis=0),
        positions=np.zeros((3, 3)),
        joints=np.array([[0, 1]] * 3),
        weights=np.array([[0.4, 0.6], [0.6, 0.4], [0.5, 0.5]]),
    )
    assert skin_rigid(posed)[:, 1].tolist() == [1.0, 0.0, 0.0]


@given(SEEDS)
def test_any_number_of_influences(seed: int) -> None:
    posed = random_posed(seed, joints=9, influences=12)
    for form in SMOOTH.values():
        assert np.allclose(form(posed), written_out(posed), atol=1e-12)


@pytest.mark.parametrize("name", FORMS)
def test_every_form_leaves_the_bind_pose_alone(name: str) -> None:
    """Joints where they were bound: the skin matrices are the identity, and no form may move a vertex."""
    rng = np.random.default_rng(3)
    posed = random_posed(3)
    world = np.zeros((5, 3, 4))
    world[:, :, :3] = [np.linalg.qr(rng.normal(size=(3, 3)))[0] for _ in range(5)]
    world[:, :, :3] *= np.sign(np.linalg.det(world[:, :, :3]))[:, None, None]
    world[:, :, 3] = rng.normal(size=(5, 3))
    inverse_bind = [np.linalg.inv(np.vstack([m, [0, 0, 0, 1]]))[:3] for m in world]
    posed = dataclasses.replace(posed, joint_world=world, inverse_bind=np.array(inverse_bind))
    assert np.allclose(FORMS[name](posed), posed.positions, atol=2e-6)


def test_blenders_linear_form_is_the_formula_in_float32() -> None:
    posed = random_posed(8)
    assert np.allclose(FORMS["blender-linear"](posed), written_out(posed), atol=2e-5)


def test_preserve_volume_of_rotations_is_dual_quaternion_skinning() -> None:
    """Without scale the two dual-quaternion forms are one, but for the order in which they flip signs."""
    rng = np.random.default_rng(2)
    posed = random_posed(2, influences=2)
    about = unit(rng, 5)
    about[:, 3] = np.abs(about[:, 3]) + 3.0  # turns of less than 60 degrees, so that no sign is ever flipped
    world = np.zeros((5, 3, 4))
    for j, q in enumerate(about / np.linalg.norm(about, axis=1, keepdims=True)):
        x, y, z, w = q
        cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        world[j, :, :3] = np.eye(3) + 2 * w * cross + 2 * cross @ cross
    world[:, :, 3] = rng.normal(size=(5, 3))
    posed = dataclasses.replace(posed, joint_world=world, inverse_bind=np.repeat(np.eye(3, 4)[None], 5, axis=0))
    assert np.allclose(FORMS["preserve-volume"](posed), FORMS["dual-quaternion"](posed), atol=5e-6)


def test_a_part_without_a_skin_is_refused() -> None:
    bare = model(np.random.default_rng(1))
    bare = dataclasses.replace(bare, parts=(dataclasses.replace(bare.parts[0], skin=-1),))
    with pytest.raises(SkinproofError, match="has no skin"):
        posed_skin(bare, 0, None, 0.0)


def test_a_joint_named_twice_adds_up_before_the_strongest_are_chosen() -> None:
    """Vertex 0: joint 1 has 0.3 + 0.3, more than joint 0 with 0.4. Vertex 1: its four strongest are 0, 1, 2 and 3 only
    where the two halves of joint 3 (0.08 + 0.08) count together; joint 4 (0.1) is dropped."""
    posed = dataclasses.replace(
        random_posed(4, vertices=2, influences=6),
        joints=np.array([[0, 1, 1, 2, 2, 2], [0, 1, 2, 4, 3, 3]]),
        weights=np.array([[0.4, 0.3, 0.3, 0.0, 0.0, 0.0], [0.3, 0.24, 0.2, 0.1, 0.08, 0.08]]),
    )

    def carried(vertex: int, joint: int) -> np.ndarray:
        world, bind = (np.vstack([m[joint], [0, 0, 0, 1]]) for m in (posed.joint_world, posed.inverse_bind))
        return np.asarray((world @ bind @ np.append(posed.positions[vertex], 1.0))[:3])

    np.testing.assert_allclose(skin_rigid(posed)[0], carried(0, 1), atol=1e-12)
    four = sum(w * carried(1, j) for j, w in enumerate([0.3, 0.24, 0.2, 0.16])) / 0.9
    np.testing.assert_allclose(FORMS["four"](posed)[1], four, atol=1e-12)
