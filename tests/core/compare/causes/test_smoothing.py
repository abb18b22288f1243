"""Smoothing behind the skin is named with its iterations and its factor, from positions alone.

Positions are smoothed here with a matrix of all neighbours, as plainly as the formula is written.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.cause import Cause
from skinning_core.compare.causes.finder import Diagnosis, diagnosing
from skinning_core.compare.causes.mistake import BY_CODE
from skinning_core.compare.causes.recovered_share import attribute_recovered
from skinning_core.compare.causes.smoothing import _fitted
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model
from skinning_core.skin.posed_model import posed_model

EXAMPLES = Path(__file__).parents[4] / "examples"
TIMES = np.linspace(0.3, 1.6, 8)


@pytest.fixture(scope="module")
def arm() -> Model:
    return load_model(EXAMPLES / "arm.glb")


def smoothed(places: np.ndarray, triangles: np.ndarray, steps: int, factor: float) -> np.ndarray:
    """(T, V, 3) places, each moved by half the factor of the way to the mean of its neighbours, as Blender does."""
    near = np.zeros((places.shape[1], places.shape[1]))
    for a, b, c in triangles:
        near[[a, b, b, c, c, a], [b, a, c, b, a, c]] = 1.0
    np.fill_diagonal(near, 0.0)
    count = near.sum(axis=1, keepdims=True)
    mean = np.where(count > 0.0, near / np.maximum(count, 1.0), np.eye(len(near)))
    for _ in range(steps):
        places = places + 0.5 * factor * (mean @ places - places)
    return places


def found(model: Model, *positions: np.ndarray, clip: int = 0) -> tuple[Diagnosis, object]:
    posed, reference = posed_model(model, model.clips[clip], TIMES), skin_model(model, clip, TIMES)
    stored = tuple(p.astype(np.float32) for p in positions)
    other = dataclasses.replace(reference, positions=stored, node_globals=None, skin_palettes=())
    steps = diagnosing(posed, reference, other)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value, attribute_recovered(posed, reference, other, end.value)


def only(diagnosis: Diagnosis) -> Cause:
    (cause,) = diagnosis.causes
    assert cause.code == "smoothed"
    return cause


@pytest.mark.parametrize(("steps", "factor"), [(1, 0.5), (1, 1.5), (5, 1.0), (12, 0.3), (30, 1.0), (2, -0.5)])
def test_iterations_and_factor_are_told(arm: Model, steps: int, factor: float) -> None:
    right = skin_model(arm, 0, TIMES)
    ours = right.positions[0].astype(np.float64)
    mine = smoothed(ours, arm.meshes[0].primitives[0].indices.reshape(-1, 3), steps, factor)
    diagnosis, split = found(arm, mine)
    cause = only(diagnosis)
    assert f"(iterations: {steps}, factor: {factor:g})" in cause.sentence
    apart = (np.linalg.norm(mine - ours, axis=-1) / right.diagonal[:, None]).max()
    assert cause.size == pytest.approx(apart, rel=0.01)
    assert cause.explained > 0.999
    assert split.deformation_share == pytest.approx(1.0)


def test_twins_along_seams_are_smoothed_apart_or_as_one(arm: Model) -> None:
    """Every triangle with vertices of its own, as some exporters write it."""
    primitive = arm.meshes[0].primitives[0]
    corners = primitive.indices[:600]
    alone = dataclasses.replace(
        primitive,
        positions=primitive.positions[corners],
        normals=None,
        texcoords=(),
        colors=(),
        indices=None,
        influences=dataclasses.replace(
            primitive.influences,
            joints=primitive.influences.joints[corners],
            weights=primitive.influences.weights[corners],
        ),
    )
    model = dataclasses.replace(arm, meshes=(dataclasses.replace(arm.meshes[0], primitives=(alone,)),))
    ours = skin_model(model, 0, TIMES).positions[0].astype(np.float64)
    count = len(corners)
    apart = smoothed(ours, np.arange(count).reshape(-1, 3), 1, 0.5)
    assert "iterations: 1, factor: 0.5" in only(found(model, apart)[0]).sentence
    _, first, same = np.unique(alone.positions, axis=0, return_index=True, return_inverse=True)
    as_one = smoothed(ours[:, first], same.reshape(-1, 3), 7, 0.5)[:, same.reshape(-1)]
    assert "iterations: 7, factor: 0.5" in only(found(model, as_one)[0]).sentence


def test_beside_another_cause_that_leaves_little_the_smoothing_is_told(arm: Model) -> None:
    (rounded,) = BY_CODE["8-bit-weights"].positions(posed_model(arm, arm.clips[0], TIMES))
    mine = smoothed(rounded, arm.meshes[0].primitives[0].indices.reshape(-1, 3), 5, 0.5)
    cause = only(found(arm, mine)[0])
    assert "iterations: 5, factor: 0.5" in cause.sentence
    assert 1e-5 < cause.rest < 0.01 * cause.difference


def test_a_mesh_of_several_that_is_smoothed_alone() -> None:
    model = load_model(EXAMPLES / "character.glb")
    right = [p.astype(np.float64) for p in skin_model(model, 0, TIMES).positions]
    node = model.parts[-2].node
    mine = [
        smoothed(p, model.primitive(part).indices.reshape(-1, 3), 3, 0.5) if part.node == node else p
        for part, p in zip(model.parts, right, strict=True)
    ]
    cause = only(found(model, *mine)[0])
    assert "iterations: 3, factor: 0.5" in cause.sentence
    assert cause.vertices <= sum(p.shape[1] for part, p in zip(model.parts, right, strict=True) if part.node == node)


def test_a_swelling_is_no_smoothing(arm: Model) -> None:
    """Pushed along the way to the neighbours, but by other lengths."""
    ours = skin_model(arm, 0, TIMES).positions[0].astype(np.float64)
    triangles = arm.meshes[0].primitives[0].indices.reshape(-1, 3)
    inward = smoothed(ours, triangles, 1, 2.0) - ours
    uneven = np.random.default_rng(2).uniform(0.0, 1.0, (1, ours.shape[1], 1))
    assert found(arm, ours + uneven * inward)[0].causes == ()


def test_what_no_smoothing_fits_leaves_no_range() -> None:
    """Steps towards a factor that there is none of were 1e20 and more: an overflow, and a warning on the terminal."""
    rng = np.random.default_rng(3)
    for size in (1.0, 1e6):
        with np.errstate(all="raise"):
            steps, factor, rest = _fitted(rng.normal(size=(300, 30)), size * rng.normal(size=300))
        assert 1 <= steps <= 30
        assert abs(factor) <= 2.0
        assert np.isfinite(rest)
