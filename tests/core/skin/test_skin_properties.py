"""What must hold of skinning whatever the model: laws, not examples.

Rounding: a coordinate here is a sum of at most a few dozen products of numbers of size one, so 1e-11 is generous in
float64. Float32 is held to a bound derived in ``float32_bound``.
"""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given

from skinning_core.fast.engine import skin_model_fast
from skinning_core.fast.exact_engine import skin_model
from skinning_core.skin.forms.table import FORMS
from skinning_core.skin.posed_model import posed_skin
from skinning_core.skin.posed_skin import Form, PosedSkin
from tests.core.random_models import SEEDS, model, turn, unit
from tests.core.skin.test_forms import random_posed

LINEAR = {name: FORMS[name] for name in ("points", "palette", "skin-palette")}
FLOAT64 = {name: FORMS[name] for name in (*LINEAR, "rigid", "dual-quaternion")}
forms = pytest.mark.parametrize("form", FLOAT64.values(), ids=FLOAT64)
linear_forms = pytest.mark.parametrize("form", LINEAR.values(), ids=LINEAR)


@forms
@given(seed=SEEDS)
def test_joints_at_their_bind_pose_change_nothing(form: Form, seed: int) -> None:
    posed = random_posed(seed)
    inverse_bind = [np.linalg.inv(np.vstack([m, [0, 0, 0, 1]]))[:3] for m in posed.joint_world]
    conditions = [np.linalg.cond(m[:, :3]) for m in posed.joint_world]
    posed = dataclasses.replace(posed, inverse_bind=np.array(inverse_bind))
    assert np.allclose(form(posed), posed.positions, atol=1e-13 * max(conditions) ** 2)


@forms
@given(seed=SEEDS)
def test_moving_all_joints_rigidly_moves_the_result_rigidly(form: Form, seed: int) -> None:
    rng = np.random.default_rng(seed)
    posed = mild(random_posed(seed), rng)
    rotation, translation = turn(unit(rng)), rng.normal(size=3)
    world = np.concatenate(
        [rotation @ posed.joint_world[..., :3], (posed.joint_world[..., 3] @ rotation.T + translation)[..., None]],
        axis=-1,
    )
    moved = form(dataclasses.replace(posed, joint_world=world))
    assert np.allclose(moved, form(posed) @ rotation.T + translation, atol=1e-10)


def mild(posed: PosedSkin, rng: np.random.Generator) -> PosedSkin:
    """The same with joints turned by less than 90 degrees from each other: dual quaternions jump at 180."""
    turns = []
    for _ in range(len(posed.joint_world)):
        x, y, z, w = unit(rng)
        q = np.array([x, y, z, abs(w) + 2.0])
        turns.append(turn(q / np.linalg.norm(q)))
    world = np.concatenate([np.array(turns), posed.joint_world[..., 3:]], axis=-1)
    return dataclasses.replace(posed, joint_world=world, inverse_bind=np.repeat(np.eye(3, 4)[None], len(world), axis=0))


@forms
@given(seed=SEEDS)
def test_renumbering_joints_changes_nothing(form: Form, seed: int) -> None:
    rng = np.random.default_rng(seed)
    posed = random_posed(seed)
    to = rng.permutation(len(posed.joint_world))
    old = np.argsort(to)
    other = dataclasses.replace(
        posed, joint_world=posed.joint_world[old], inverse_bind=posed.inverse_bind[old], joints=to[posed.joints]
    )
    assert np.allclose(form(other), form(posed), atol=1e-11)


@linear_forms
@given(seed=SEEDS)
def test_the_order_of_influences_changes_nothing(form: Form, seed: int) -> None:
    rng = np.random.default_rng(seed)
    posed = random_posed(seed)
    order = rng.permuted(np.tile(np.arange(4), (len(posed.joints), 1)), axis=1)
    other = dataclasses.replace(
        posed,
        joints=np.take_along_axis(posed.joints, order, axis=1),
        weights=np.take_along_axis(posed.weights, order, axis=1),
    )
    assert np.allclose(form(other), form(posed), atol=1e-11)


@pytest.mark.parametrize("form", [*LINEAR.values(), FORMS["dual-quaternion"]], ids=[*LINEAR, "dual-quaternion"])
@given(seed=SEEDS)
def test_splitting_a_weight_on_the_same_joint_changes_nothing(form: Form, seed: int) -> None:
    """Weight w on joint j, or w/3 and 2w/3 on j twice."""
    posed = mild(random_posed(seed), np.random.default_rng(seed))
    third = posed.weights[:, :1] / 3.0
    split = dataclasses.replace(
        posed,
        joints=np.concatenate([posed.joints, posed.joints[:, :1]], axis=1),
        weights=np.concatenate([third, posed.weights[:, 1:], posed.weights[:, :1] - third], axis=1),
    )
    assert np.allclose(form(split), form(posed), atol=1e-11)


@linear_forms
@given(seed=SEEDS)
def test_skinning_is_linear_in_the_weights(form: Form, seed: int) -> None:
    """Half of one set of weights and half of another: half-way between the two results."""
    posed, other = random_posed(seed), random_posed(seed + 1)
    both = dataclasses.replace(posed, weights=(posed.weights + other.weights) / 2.0)
    middle = (form(posed) + form(dataclasses.replace(posed, weights=other.weights))) / 2.0
    assert np.allclose(form(both), middle, atol=1e-11)


def float32_bound(posed: PosedSkin) -> np.ndarray:
    """(V, 3) how far float32 may be from float64 for the skin-palette form, by standard error analysis (Higham).

    With u = 2^-24: palette entries, weights and positions are rounded on the way in (u each); a blended entry is a sum
    of I products (I roundings more); a coordinate is a sum of 3 products and a translation (4 more). To first order
    the error is at most (I + 7) u times the same sum taken over absolute values; a tenth is added for higher orders.
    A weight's division by its sum costs 2 more.
    """
    palette = np.abs(
        np.array(
            [
                np.vstack([g, [0, 0, 0, 1]]) @ np.vstack([b, [0, 0, 0, 1]])
                for g, b in zip(posed.joint_world, posed.inverse_bind)
            ]
        )
    )[:, :3]
    points = np.concatenate([np.abs(posed.positions), np.ones((len(posed.positions), 1))], axis=1)
    magnitude = np.einsum("vi,virc,vc->vr", posed.weights, palette[posed.joints], points)
    return 1.1 * (posed.joints.shape[1] + 9) * 2.0**-24 * magnitude


@given(SEEDS)
def test_float32_stays_within_its_bound(seed: int) -> None:
    """The fast engine (float32, tiles) against the reference (float64), every coordinate of every vertex."""
    random = model(np.random.default_rng(seed), vertices=30)
    times = np.array([0.0, 0.35, 1.1])
    slow, fast = skin_model(random, 0, times), skin_model_fast(random, 0, times)
    for t, time in enumerate(times):
        off = np.abs(fast.positions[0][t].astype(np.float64) - slow.positions[0][t])
        assert (off <= float32_bound(posed_skin(random, 0, 0, float(time)))).all()
