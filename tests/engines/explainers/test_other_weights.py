"""Weights that no reading of the file's gives are told from positions alone, and nothing that no weights make is."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.engines.explainers.other_weights import nearest_in_hull
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model
from skinning_core.skin.posed_model import posed_model
from tests.core.compare.causes.test_smoothing import TIMES, found

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module")
def arm() -> Model:
    return load_model(EXAMPLES / "arm.glb")


@pytest.fixture(scope="module")
def character() -> Model:
    return load_model(EXAMPLES / "character.glb")


def by_weights(model: Model, part, weights: np.ndarray) -> np.ndarray:
    """(T, V, 3) positions of a part by weights (V, J) of all joints, as plainly as the formula is written."""
    posed = posed_model(model, model.clips[0], TIMES)
    points = np.append(posed.morphed_positions(part)[0], np.ones((len(weights), 1)), axis=1)
    return np.einsum("vj,tjrc,vc->tvr", weights, posed.skin_palettes[part.skin], points)


def repainted(model: Model, part, rows: np.ndarray, rng: np.random.Generator, most: int) -> np.ndarray:
    """(T, V, 3) positions of a part some of whose rows follow a few joints at random."""
    joints = len(model.skins[part.skin].joints)
    weights = np.zeros((model.primitive(part).vertex_count, joints))
    for row in rows:
        chosen = rng.choice(joints, rng.integers(1, most + 1), replace=False)
        weights[row, chosen] = rng.dirichlet(np.ones(len(chosen)))
    ours = skin_model(model, 0, TIMES).positions[model.parts.index(part)].astype(np.float64)
    ours[:, rows] = by_weights(model, part, weights)[:, rows]
    return ours


@pytest.mark.parametrize("share", [0.1, pytest.param(1.0, marks=pytest.mark.nightly)])
def test_painted_weights_are_told_with_their_vertices(character: Model, share: float) -> None:
    rng = np.random.default_rng(6)
    right = skin_model(character, 0, TIMES)
    part = character.parts[0]
    rows = np.flatnonzero(rng.random(right.positions[0].shape[1]) < share)
    mine = [repainted(character, part, rows, rng, 6), *right.positions[1:]]
    diagnosis, split = found(character, *mine)
    (cause,) = diagnosis.causes
    assert cause.code == "other-weights"
    assert cause.vertices == pytest.approx(len(rows), rel=0.02)
    assert cause.explained > 0.999
    assert split.deformation_share == pytest.approx(1.0)


def test_weights_by_the_distance_from_joints_are_told(arm: Model) -> None:
    part = arm.parts[0]
    bind = np.concatenate([arm.skins[0].inverse_bind, np.tile([[[0.0, 0.0, 0.0, 1.0]]], (3, 1, 1))], axis=1)
    base = arm.primitive(part).positions
    near = 1.0 / (((base[:, None] - np.linalg.inv(bind)[:, :3, 3]) ** 2).sum(axis=-1) + 0.01)
    (cause,) = found(arm, by_weights(arm, part, near / near.sum(axis=1, keepdims=True)))[0].causes
    assert cause.code == "other-weights"


def test_vertices_that_no_weights_reach_have_no_cause(arm: Model) -> None:
    """Beyond the joints' places, or between them at one time and elsewhere at the others."""
    part = arm.parts[0]
    rng = np.random.default_rng(7)
    weights = rng.dirichlet(np.ones(3), arm.primitive(part).vertex_count)
    outside = weights + 0.9 * np.array([-1.0, 0.5, 0.5])
    assert found(arm, by_weights(arm, part, outside))[0].causes == ()
    mine = by_weights(arm, part, weights)
    mine[::2] = by_weights(arm, part, weights[:, [1, 2, 0]])[::2]
    assert found(arm, mine)[0].causes == ()


def test_one_pose_tells_of_few_weights_only(character: Model) -> None:
    """Of a single pose three numbers are known of a vertex, which many a blend of fifty joints explains."""
    still = dataclasses.replace(
        character,
        clips=(
            dataclasses.replace(
                character.clips[0],
                tracks=tuple(
                    dataclasses.replace(t, interpolation="STEP", times=t.times[:1], values=t.values[:1])
                    for t in character.clips[0].tracks
                    if t.interpolation != "CUBICSPLINE"
                ),
            ),
        ),
    )
    right = skin_model(still, 0, TIMES)
    middle = [p.mean(axis=1, keepdims=True) for p in right.positions]
    inward = [p + 0.02 * (m - p) for p, m in zip(right.positions, middle, strict=True)]
    swollen = [p + 0.01 * np.sin(20.0 * p) for p in inward]
    assert found(still, *swollen)[0].causes == ()


def test_the_nearest_point_of_a_hull() -> None:
    """Held to a search over all faces of the hull by least squares, as plainly as can be."""
    from itertools import combinations

    rng = np.random.default_rng(8)
    for _ in range(40):
        points = rng.normal(size=(3, 5)) + rng.normal(size=(3, 1))
        best = np.inf
        for count in range(1, 5):
            for chosen in combinations(range(5), count):
                corner = points[:, chosen[0]]
                edges = points[:, chosen[1:]] - corner[:, None]
                along = np.linalg.lstsq(edges, -corner, rcond=None)[0]
                if (along >= 0.0).all() and along.sum() <= 1.0:
                    best = min(best, float(np.linalg.norm(corner + edges @ along)))
        weights = nearest_in_hull(points)
        assert (weights >= 0.0).all()
        assert weights.sum() == pytest.approx(1.0)
        assert np.linalg.norm(points @ weights) == pytest.approx(best, abs=1e-9)
