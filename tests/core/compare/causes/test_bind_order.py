"""Engines that give joints the inverse bind matrices of others, whether vertices pin the joints down or not."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.finder import Diagnosis, diagnosing
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model, Skin
from skinning_core.skin.posed_model import posed_model
from tests import golden
from tests.models import MODELS

Order = Callable[[Model, Skin], np.ndarray]


def by_node(_model: Model, skin: Skin) -> np.ndarray:
    """Sorted by node, as an engine has them that keeps one matrix per node."""
    return np.argsort(np.argsort(skin.joints, kind="stable"))


def by_name(model: Model, skin: Skin) -> np.ndarray:
    return np.argsort([model.nodes.names[node] for node in skin.joints], kind="stable")


def one_further(_model: Model, skin: Skin) -> np.ndarray:
    return np.roll(np.arange(len(skin.joints)), 1)


def two_exchanged(_model: Model, skin: Skin) -> np.ndarray:
    order = np.arange(len(skin.joints))
    order[[-1, len(order) // 2]] = order[[len(order) // 2, -1]]
    return order


def at_random(_model: Model, skin: Skin) -> np.ndarray:
    return np.random.default_rng(3).permutation(len(skin.joints))


ORDERS = (by_node, by_name, one_further, two_exchanged, at_random)


def with_binds(model: Model, order: Order) -> Model:
    skins = tuple(dataclasses.replace(s, inverse_bind=s.inverse_bind[order(model, s)]) for s in model.skins)
    return dataclasses.replace(model, skins=skins)


def diagnosed(model: Model, wrong: Model) -> tuple[Diagnosis, float]:
    """What is found of a clip, and how far the two are apart relative to the size."""
    clip = model.clips[0]
    times = np.linspace(clip.start, clip.end, 6)
    ours, theirs = (skin_model(each, 0, times) for each in (model, wrong))
    rounded = tuple(positions.astype(np.float32) for positions in theirs.positions)
    other = dataclasses.replace(theirs, positions=rounded, node_globals=None, skin_palettes=())
    apart = max(float(np.abs(a - b).max()) for a, b in zip(ours.positions, rounded, strict=True))
    steps = diagnosing(posed_model(model, clip, times), ours, other)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value, apart / float(ours.diagonal.max())


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.__name__)
@pytest.mark.parametrize("name", ["plain", "odd_scales", "two_skins", "twelve_influences"])
def test_own_models(name: str, order: Order, tmp_path: Path) -> None:
    model = load_model(MODELS[name](tmp_path))
    found, apart = diagnosed(model, with_binds(model, order))
    if apart > 1e-4:
        assert [cause.code for cause in found.causes] in (["binds-mixed"], ["joint-before"], ["joints-sorted"])


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.__name__)
def test_real_models(order: Order, shared: Path) -> None:
    """The joints of 17 to 45 that vertices do not pin down are found with the others."""
    for name in ("fox", "cesium_man", "mannequiny", "greenman"):
        model = load_model(golden.sheet(shared, name).model)
        found, apart = diagnosed(model, with_binds(model, order))
        if apart > 1e-4:
            assert [cause.code for cause in found.causes] == ["binds-mixed"], name
            assert found.causes[0].rest <= 1e-3 * found.causes[0].difference


def test_two_joints_are_named(tmp_path: Path) -> None:
    model = load_model(MODELS["plain"](tmp_path))
    found, _ = diagnosed(model, with_binds(model, two_exchanged))
    told = "inverse bind matrices are in another order: joint 1 has that of joint 2 (joints with another's: 2)"
    assert found.causes[0].sentence == told


def test_other_matrices_are_not_called_an_order(tmp_path: Path) -> None:
    """Each turned a little: they are those of no joint."""
    model = load_model(MODELS["plain"](tmp_path))
    turned = model.skins[0].inverse_bind.copy()
    turned[1:, 0, 3] += 0.03
    wrong = dataclasses.replace(model, skins=(dataclasses.replace(model.skins[0], inverse_bind=turned),))
    found, _ = diagnosed(model, wrong)
    assert "binds-mixed" not in [cause.code for cause in found.causes]
