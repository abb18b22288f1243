"""Weights that all are wrong by one factor, which matrices recovered from positions take up: named, of all vertices.

The engine is written out here: positions are sums of weights times matrices times points, whatever the weights add up
to. It never divides by their sum.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.finder import Diagnosis, diagnosing
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Influences, Model
from skinning_core.skin.posed_model import posed_model
from tests.models import MODELS

Weigh = Callable[[np.ndarray], np.ndarray]


def diagnosed(model: Model, weigh: Weigh) -> Diagnosis:
    """What is found of an engine that reads weights by ``weigh`` and uses them as they are."""
    clip = model.clips[0]
    times = np.linspace(clip.start, clip.end, 6)
    posed, ours = posed_model(model, clip, times), skin_model(model, 0, times)
    positions = []
    for part, reference in zip(model.parts, ours.positions, strict=True):
        influences = model.influences(part)
        if influences is None:
            positions.append(reference)
            continue
        weights = weigh(influences.weights.astype(np.float64))
        matrices = posed.skin_palettes[part.skin][:, influences.joints]
        morphed = posed.morphed_positions(part)
        points = np.append(morphed, np.ones((*morphed.shape[:2], 1)), axis=-1)
        points = np.broadcast_to(points, (len(times), *points.shape[1:]))
        positions.append(np.einsum("vi,tvirc,tvc->tvr", weights, matrices, points).astype(np.float32))
    other = dataclasses.replace(ours, positions=tuple(positions), node_globals=None, skin_palettes=())
    steps = diagnosing(posed, ours, other)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def with_weights(model: Model, change: Callable[[np.ndarray], np.ndarray]) -> Model:
    """The model with changed weights, from (V, I) float64; stored as float32."""
    meshes = []
    for mesh in model.meshes:
        primitives = []
        for primitive in mesh.primitives:
            assert primitive.influences is not None
            weights = change(primitive.influences.weights.astype(np.float64)).astype(np.float32)
            primitives.append(
                dataclasses.replace(primitive, influences=Influences(primitive.influences.joints, weights))
            )
        meshes.append(dataclasses.replace(mesh, primitives=tuple(primitives)))
    return dataclasses.replace(model, meshes=tuple(meshes))


def with_sums(model: Model, total: float) -> Model:
    """The model with weights that all add up to ``total``."""
    return with_weights(model, lambda weights: weights * total / weights.sum(axis=1, keepdims=True))


WHOLE = {
    "bytes": ("weights_u8", lambda w: w * 255.0, "weights-unscaled"),
    "shorts": ("weights_u16", lambda w: w * 65535.0, "weights-unscaled"),
    "bytes by 256": ("weights_u8", lambda w: w * 255.0 / 256.0, "weights-misscaled"),
    "bytes by 127": ("weights_u8", lambda w: w * 255.0 / 127.0, "weights-misscaled"),
    "shorts by 255": ("weights_u16", lambda w: w * 257.0, "weights-misscaled"),
    "shorts by 32767": ("weights_u16", lambda w: w * 65535.0 / 32767.0, "weights-misscaled"),
}


@pytest.mark.parametrize("case", WHOLE)
def test_whole_numbers_divided_by_nothing_or_another_number(case: str, tmp_path: Path) -> None:
    name, weigh, code = WHOLE[case]
    model = load_model(MODELS[name](tmp_path))
    found = diagnosed(model, weigh)
    assert [cause.code for cause in found.causes] == [code]
    count = sum(model.primitive(part).vertex_count for part in model.parts)
    assert found.causes[0].vertices == count
    assert found.causes[0].rest <= 1e-4 * found.causes[0].difference


def test_a_real_file_of_bytes(shared: Path) -> None:
    model = load_model(shared / "models" / "hard" / "h07_weights_u8" / "h07_weights_u8.glb")
    found = diagnosed(model, lambda weights: weights * 255.0)
    assert [cause.code for cause in found.causes] == ["weights-unscaled"]


@pytest.mark.parametrize("total", [0.78, 0.5, 2.0])
def test_sums_that_are_all_alike_and_nobody_divides_by(total: float, tmp_path: Path) -> None:
    model = with_sums(load_model(MODELS["plain"](tmp_path)), total)
    assert [cause.code for cause in diagnosed(model, lambda weights: weights).causes] == ["raw-weights"]


def test_floats_a_few_times_too_large_are_no_whole_numbers(tmp_path: Path) -> None:
    """All that can be said: nothing in the file is 255."""
    found = diagnosed(load_model(MODELS["plain"](tmp_path)), lambda weights: weights * 255.0)
    assert [cause.code for cause in found.causes] == ["scaled"]


@pytest.mark.parametrize("name", ["plain", "twelve_influences", "two_skins", "morphs"])
@pytest.mark.parametrize("down", [False, True])
def test_bytes_that_nobody_divides_by_their_sum(name: str, down: bool, tmp_path: Path) -> None:
    step = 1e-4 if down else 0.5
    found = diagnosed(load_model(MODELS[name](tmp_path)), lambda weights: np.floor(weights * 255.0 + step) / 255.0)
    assert [cause.code for cause in found.causes] == ["8-bit-weights-cut" if down else "8-bit-weights-undivided"]


def filled(weights: np.ndarray) -> np.ndarray:
    """Bytes rounded to the nearest, and what is missing to 255 given to the largest."""
    steps = np.rint(weights * 255.0)
    steps[np.arange(len(steps)), steps.argmax(axis=1)] += 255.0 - steps.sum(axis=1)
    return steps / 255.0


def divided(weights: np.ndarray) -> np.ndarray:
    return weights / weights.sum(axis=1, keepdims=True)


def in_float32(weights: np.ndarray, more: float) -> np.ndarray:
    return np.floor(weights.astype(np.float32) * np.float32(255) + np.float32(more)).astype(np.float64) / 255.0


#: Ways to round, and the code. As float32, tenths and hundredths lie beside half a step or a whole one.
ROUNDED = {
    "down in float64": (lambda w: divided(np.floor(w * 255.0)), "8-bit-weights-down"),
    "down in float64, undivided": (lambda w: np.floor(w * 255.0) / 255.0, "8-bit-weights-cut"),
    "down in float32": (lambda w: divided(in_float32(w, 0.0)), "8-bit-weights-down"),
    "halves to even": (lambda w: divided(np.rint(w * 255.0)), "8-bit-weights"),
    "in float32": (lambda w: divided(in_float32(w, 0.5)), "8-bit-weights"),
    "filled up": (filled, "8-bit-weights"),
    "shorts, down": (lambda w: divided(np.floor(w * 65535.0)), "16-bit-weights-down"),
    "shorts, down, undivided": (lambda w: np.floor(w * 65535.0) / 65535.0, "16-bit-weights-cut"),
    "shorts, undivided": (lambda w: np.floor(w * 65535.0 + 0.5) / 65535.0, "16-bit-weights-undivided"),
}


@pytest.mark.parametrize("count", [2, 3])
def test_few_influences(count: int, tmp_path: Path) -> None:
    def first(weights: np.ndarray) -> np.ndarray:
        kept = weights * (np.arange(weights.shape[1]) < count)
        return kept / np.maximum(kept.sum(axis=1, keepdims=True), 1e-9)

    (cause,) = diagnosed(load_model(MODELS["twelve_influences"](tmp_path)), first).causes
    assert (cause.code, cause.sentence) == ("first-few", f"only the first {count} influences are used")


@pytest.mark.parametrize("case", ROUNDED)
def test_ways_to_round(case: str, tmp_path: Path) -> None:
    weigh, code = ROUNDED[case]
    found = diagnosed(in_hundredths(load_model(MODELS["plain"](tmp_path))), weigh)
    assert [cause.code for cause in found.causes] == [code]


def in_hundredths(model: Model) -> Model:
    """The model with weights of whole hundredths, mostly tenths."""
    rng = np.random.default_rng(5)

    def change(weights: np.ndarray) -> np.ndarray:
        weights = np.floor(weights * 20.0) * 0.05
        weights[:, 1] += np.where(weights[:, 1] > 0.0, rng.integers(0, 2, len(weights)) * 0.01, 0.0)
        weights[:, 0] += 1.0 - weights.sum(axis=1)
        return weights

    return with_weights(model, change)
