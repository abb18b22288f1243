"""A map of space behind the skin is told from positions alone where it is one polynomial, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model
from tests.core.compare.causes.test_smoothing import TIMES, found

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module")
def arm() -> Model:
    return load_model(EXAMPLES / "arm.glb")


@pytest.fixture(scope="module")
def ours(arm: Model) -> np.ndarray:
    return skin_model(arm, 0, TIMES).positions[0].astype(np.float64)


def in_box(places: np.ndarray) -> np.ndarray:
    """(T, V, 3) where places stand in the box around all of them, from 0 to 1."""
    low, high = places.min(axis=(0, 1)), places.max(axis=(0, 1))
    return (places - low) / (high - low)


def in_lattice(places: np.ndarray, pull: np.ndarray, *, splines: bool) -> np.ndarray:
    """(T, V, 3) places in a lattice of eight points that are pulled (2, 2, 2, 3), as Blender weighs them."""
    at = in_box(places)
    if splines:  # of four points in a row the two that are there count for the missing ones, too
        at = (-2.0 * at**3 + 3.0 * at**2 + 3.0 * at + 1.0) / 6.0
    x, y, z = (np.stack([1.0 - a, a]) for a in np.moveaxis(at, -1, 0))
    return places + np.einsum("itv,jtv,ktv,ijkc->tvc", x, y, z, pull)


@pytest.mark.parametrize("splines", [False, True])
def test_a_lattice_is_told(arm: Model, ours: np.ndarray, splines: bool) -> None:
    mine = in_lattice(ours, 0.2 * np.random.default_rng(3).normal(size=(2, 2, 2, 3)), splines=splines)
    diagnosis, split = found(arm, mine)
    (cause,) = diagnosis.causes
    assert cause.code == "space-bent"
    size = skin_model(arm, 0, TIMES).diagonal[:, None]
    assert cause.size == pytest.approx((np.linalg.norm(mine - ours, axis=-1) / size).max(), rel=1e-3)
    assert cause.explained > 0.999
    assert split.deformation_share == pytest.approx(1.0)


def test_a_taper_is_told(arm: Model, ours: np.ndarray) -> None:
    mine = ours * [[[1.0, 0.0, 1.0]]] * (0.5 + in_box(ours)[..., :1]) + ours * [[[0.0, 1.0, 0.0]]]
    assert [cause.code for cause in found(arm, mine)[0].causes] == ["space-bent"]


def test_what_bends_otherwise_at_each_time_has_no_cause(arm: Model, ours: np.ndarray) -> None:
    amounts = np.random.default_rng(4).uniform(0.02, 0.2, (len(ours), 1, 1))
    mine = ours + amounts * (in_box(ours).prod(axis=-1, keepdims=True) * [1.0, 0.5, 0.2])
    assert found(arm, mine)[0].causes == ()


def test_waves_are_no_polynomial(arm: Model, ours: np.ndarray) -> None:
    assert found(arm, ours + 0.05 * np.sin(6.0 * in_box(ours)[..., [1, 2, 0]]))[0].causes == ()
