"""C7: weights that do not sum to one, kept or divided, and what that does."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
from hypothesis import given

from skinning_core import load_model
from skinning_core.compare.measure.weight_effect import weight_effects
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model
from skinning_core.skin.influence import normalised_weights, sums_are_off, zero_weights
from tests.core.random_models import SEEDS, model
from tests.models import MODELS


def with_weights(given_model: Model, weights: np.ndarray) -> Model:
    mesh = given_model.meshes[0]
    influences = dataclasses.replace(mesh.primitives[0].influences, weights=weights)
    primitive = dataclasses.replace(mesh.primitives[0], influences=influences)
    return dataclasses.replace(given_model, meshes=(dataclasses.replace(mesh, primitives=(primitive,)),))


@given(SEEDS)
def test_a_vertex_whose_weights_sum_to_s_stands_at_s_times_its_place(seed: int) -> None:
    rng = np.random.default_rng(seed)
    good = model(rng)
    factor = rng.uniform(0.2, 2.0, 20)
    spoilt = with_weights(good, good.meshes[0].primitives[0].influences.weights * factor[:, None])
    times = np.array([0.1, 0.8])
    expected = skin_model(good, 0, times)
    skinned = skin_model(spoilt, 0, times)
    assert np.allclose(skinned.positions[0], expected.positions[0], atol=1e-11), "divided: the good positions"
    raw = skinned.raw[0]
    assert np.allclose(raw, expected.positions[0] * factor[None, :, None], atol=1e-11), "kept: scaled to the origin"
    effect = weight_effects(spoilt, skinned)[0]
    away = np.linalg.norm(expected.positions[0], axis=-1) * np.abs(factor - 1.0)
    assert np.allclose(effect.distance, away.max(axis=1) / expected.diagonal, atol=1e-11)
    assert np.isclose(effect.smallest_sum, min(factor.min(), 1.0))
    assert np.isclose(effect.largest_sum, max(factor.max(), 1.0))
    assert set(effect.off) == set(np.flatnonzero(np.abs(factor - 1) > 4 * 2e-7))


def test_good_weights_have_no_effect() -> None:
    good = model(np.random.default_rng(3))
    effect = weight_effects(good, skin_model(good, 0, np.array([0.5])))[0]
    assert (effect.distance.tolist(), len(effect.off), len(effect.zero)) == ([0.0], 0, 0)


def test_sums_of_zero_follow_the_first_joint() -> None:
    weights = normalised_weights(np.array([[0.0, 0, 0], [0.2, 0.2, 0], [0, 0, 3.0]]))
    assert np.allclose(weights, [[1, 0, 0], [0.5, 0.5, 0], [0, 0, 1]])


def test_a_file_with_bad_weights(tmp_path: Path) -> None:
    """Sums of 0.5, 1.7 and 0; see the builder."""
    spoilt = load_model(MODELS["weights_bad"](tmp_path))
    skinned = skin_model(spoilt, 0, np.linspace(0, spoilt.clips[0].end, 5))
    effect = weight_effects(spoilt, skinned)[0]
    assert np.isclose(effect.smallest_sum, 0.0)
    assert np.isclose(effect.largest_sum, 1.7, atol=1e-6)
    assert effect.zero.tolist() == [20, 21, 22, 23]
    assert set(range(16)) <= set(effect.off.tolist())
    assert effect.distance.max() > 0.01


def test_shared_file_with_bad_weights(shared: Path) -> None:
    """Golden data has both variants of it."""
    folder = shared / "golden/hard/h29_weights_zero"
    loaded = load_model(next((shared / "models/hard/h29_weights_zero").glob("*.gl*")))
    with np.load(folder / "clip0.npz") as golden:
        skinned = skin_model(loaded, 0, golden["times"])
        effect = weight_effects(loaded, skinned)[0]
        assert np.array_equal(effect.zero, golden["zero0"])
        away = np.linalg.norm(golden["raw0"] - golden["pos0"], axis=-1).max(axis=1)
        assert np.allclose(effect.distance, away / golden["diag"], atol=1e-6)


def test_sums_are_off_by_the_specifications_threshold() -> None:
    """2e-7 for each weight that is not zero, whatever their number; integers of a file are right or far off."""
    for count in (1, 2, 4, 12):
        weights = np.zeros((2, 16))
        weights[:, :count] = 1 / count
        weights[0, 0] += 1.9e-7 * count
        weights[1, 0] += 2.1e-7 * count
        assert sums_are_off(weights).tolist() == [False, True]
    bytes_of_the_file = np.array([[200, 55, 0, 0], [200, 54, 0, 0]])
    assert sums_are_off(bytes_of_the_file / 255).tolist() == [False, True]
    shorts_of_the_file = np.array([[65000, 535, 0, 0], [65000, 534, 0, 0]])
    assert sums_are_off(shorts_of_the_file / 65535).tolist() == [False, True]
    assert sums_are_off(np.array([[0.0, 0.0], [np.nan, 1.0]])).tolist() == [True, True]


@given(SEEDS)
def test_weights_that_sum_to_zero_are_looked_for_once(seed: int) -> None:
    good = model(np.random.default_rng(seed))
    weights = good.meshes[0].primitives[0].influences.weights.copy()
    weights[[0, 3]] = 0.0
    spoilt = with_weights(good, weights)
    found = zero_weights(spoilt, spoilt.parts[0])
    assert found.tolist() == [0, 3]
    assert zero_weights(spoilt, spoilt.parts[0]) is found
    assert not len(zero_weights(good, good.parts[0])), "another model has its own"
