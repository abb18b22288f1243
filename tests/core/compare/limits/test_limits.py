"""``skinproof limits``: each limit against the plain formula, the re-fit against its own minimum, and the command."""

from __future__ import annotations

import dataclasses
import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.compare.limits.cost import study_limits
from skinning_core.compare.limits.engine_limit import resampled
from skinning_core.compare.limits.refit import refitted_models
from skinning_core.compare.measure.times import sample_times
from skinning_core.model import Clip, Influences, Model, Track
from skinning_core.skin.posed_model import PosedModel, posed_model
from tests.core.random_models import model as random_model
from tests.models import MODELS


def posed_tube(folder: Path, name: str = "twelve_influences") -> PosedModel:
    model = load_model(MODELS[name](folder))
    return posed_model(model, model.clips[0], sample_times(model.clips[0]).times)


def plain_positions(posed: PosedModel, joints: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(T, V, 3) the formula as the specification writes it, in one part without morphs."""
    points = posed.model.primitive(posed.model.parts[0]).positions.astype(np.float64)
    homogeneous = np.concatenate([points, np.ones((len(points), 1))], axis=1)
    matrices = posed.skin_palettes[posed.model.parts[0].skin][:, joints]
    weights = weights / weights.sum(axis=1, keepdims=True)
    return np.einsum("tvirc,vc,vi->tvr", matrices, homogeneous, weights)


def largest(posed: PosedModel, joints: np.ndarray, weights: np.ndarray) -> float:
    """The largest distance from all influences, relative to the box's diagonal at its time."""
    stored = posed.model.influences(posed.model.parts[0])
    right = plain_positions(posed, stored.joints, stored.weights.astype(np.float64))
    diagonal = np.linalg.norm(np.ptp(right, axis=1), axis=1)
    apart = np.linalg.norm(plain_positions(posed, joints, weights) - right, axis=2)
    return float((apart / diagonal[:, None]).max())


def test_every_figure_is_that_of_the_plain_formula(tmp_path: Path) -> None:
    posed = posed_tube(tmp_path)
    stored = posed.model.influences(posed.model.parts[0])
    joints, weights = stored.joints, stored.weights.astype(np.float64)
    found = {cost.limit.code: cost for cost in study_limits(posed.model).costs}
    for n in range(1, 9):
        order = np.argsort(-weights, axis=1, kind="stable")[:, :n]
        cut = np.take_along_axis(joints, order, 1), np.take_along_axis(weights, order, 1)
        assert found[f"influences-{n}-strongest"].largest == pytest.approx(largest(posed, *cut), rel=1e-9)
        first = largest(posed, joints[:, :n], weights[:, :n])
        assert found[f"influences-{n}-first"].largest == pytest.approx(first, rel=1e-9)
    normalised = weights / weights.sum(axis=1, keepdims=True)
    for bits in (8, 16):
        steps = 2**bits - 1
        rounded = largest(posed, joints, np.round(normalised * steps) / steps)
        assert found[f"weights-{bits}-bit"].largest == pytest.approx(rounded, rel=1e-6)
    halved = posed.skin_palettes[0].astype(np.float16).astype(np.float64)
    half = dataclasses.replace(posed, skin_palettes=(halved,))
    right = plain_positions(posed, joints, weights)
    apart = np.linalg.norm(plain_positions(half, joints, weights) - right, axis=2)
    relative = apart / np.linalg.norm(np.ptp(right, axis=1), axis=1)[:, None]
    cost = found["palette-half"]
    assert cost.largest == pytest.approx(relative.max(), rel=1e-6)
    assert cost.rms == pytest.approx(np.sqrt((relative**2).mean()), rel=1e-6)
    t, v = np.unravel_index(relative.argmax(), relative.shape)
    assert (cost.vertex, cost.time) == (v, pytest.approx(posed.times[t]))


def with_two_twin_joints(posed: PosedModel) -> Model:
    """The model with five influences a vertex of which the last is the first joint once more, by a twin of it."""
    skin = posed.model.skins[0]
    twin = dataclasses.replace(
        skin,
        joints=np.append(skin.joints, skin.joints[0]),
        inverse_bind=np.concatenate([skin.inverse_bind, skin.inverse_bind[:1]]),
    )
    mesh = posed.model.meshes[0]
    count = len(mesh.primitives[0].positions)
    joints = np.tile([0, 1, 2, 3, len(skin.joints), 0, 0, 0], (count, 1))
    weights = np.tile([0.2, 0.2, 0.2, 0.2, 0.2, 0, 0, 0], (count, 1))
    primitive = dataclasses.replace(mesh.primitives[0], influences=Influences(joints, weights))
    mesh = dataclasses.replace(mesh, primitives=(primitive,))
    return dataclasses.replace(posed.model, meshes=(mesh,), skins=(twin,))


def test_influences_of_joints_that_move_together_are_one_without_loss(tmp_path: Path) -> None:
    study = study_limits(with_two_twin_joints(posed_tube(tmp_path)))
    found = {cost.limit.code: cost.largest for cost in study.costs}
    assert study.influences == 5
    assert found["influences-4-re-fitted"] < 1e-6
    assert found["influences-4-strongest"] > 1e-2


def test_a_refit_is_never_worse_than_the_cut_and_no_shift_of_weight_is_better(tmp_path: Path) -> None:
    posed = posed_tube(tmp_path)
    stored = posed.model.influences(posed.model.parts[0])
    right = plain_positions(posed, stored.joints, stored.weights.astype(np.float64))

    def squares(joints: np.ndarray, weights: np.ndarray) -> np.ndarray:
        return ((plain_positions(posed, joints, weights) - right) ** 2).sum(axis=(0, 2))

    for count, model in refitted_models([posed], (2, 4)).items():
        fitted = model.influences(model.parts[0])
        order = np.argsort(-stored.weights, axis=1, kind="stable")[:, :count]
        cut = squares(np.take_along_axis(stored.joints, order, 1), np.take_along_axis(stored.weights, order, 1))
        best = squares(fitted.joints, fitted.weights)
        assert fitted.weights.shape[1] == count
        assert (fitted.weights >= 0.0).all()
        assert np.allclose(fitted.weights.sum(axis=1), 1.0)
        assert (best <= cut * (1 + 1e-9) + 1e-18).all()
        assert best.sum() < 0.5 * cut.sum()
        for shift in (1e-3, -1e-3):
            moved = fitted.weights + shift * np.array([1.0, -1.0] + [0.0] * (count - 2))
            allowed = (moved >= 0.0).all(axis=1)
            assert (squares(fitted.joints, moved) >= best * (1 - 1e-9) - 1e-18)[allowed].all()


def least_of_all_choices(places: np.ndarray, weights: np.ndarray, count: int) -> float:
    """The least sum of squares that ``count`` of a vertex's joints leave: each choice, by the equations of the minimum.

    places: (I, 3 T) where each joint alone would have it. Where a weight would be negative a smaller choice is best.
    """
    apart, least = places - weights @ places, np.inf
    for size in range(1, count + 1):
        for choice in map(list, itertools.combinations(range(len(weights)), size)):
            system = np.ones((size + 1, size + 1))
            system[:size, :size], system[size, size] = apart[choice] @ apart[choice].T, 0.0
            found = np.linalg.lstsq(system, np.append(np.zeros(size), 1.0), rcond=None)[0][:size]
            if (found >= 0.0).all() and abs(found.sum() - 1.0) < 1e-9:
                least = min(least, float(((found @ apart[choice]) ** 2).sum()))
    return least


@pytest.mark.parametrize("seed", [1, 2])
def test_the_farthest_vertex_has_the_best_of_all_choices(tmp_path: Path, seed: int) -> None:
    """Of twelve influences, and twelve of random weights: no four leave less than those that are found."""
    posed = posed_tube(tmp_path)
    stored = posed.model.influences(posed.model.parts[0])
    if seed == 2:
        weights = np.random.default_rng(seed).uniform(0.1, 1.0, stored.weights.shape)
        weights /= weights.sum(axis=1, keepdims=True)
        posed = with_weights(posed, Influences(stored.joints, weights))
        stored = posed.model.influences(posed.model.parts[0])
    weights = stored.weights.astype(np.float64)
    right = plain_positions(posed, stored.joints, weights)
    (model,) = refitted_models([posed], [4]).values()
    fitted = model.influences(model.parts[0])
    left = ((plain_positions(posed, fitted.joints, fitted.weights) - right) ** 2).sum(axis=(0, 2))
    alone = [plain_positions(posed, stored.joints[:, [i]], np.ones((len(weights), 1))) for i in range(12)]
    for vertex in np.argsort(-left)[:3]:
        places = np.array([each[:, vertex].ravel() for each in alone])
        assert left[vertex] <= 1.001 * least_of_all_choices(places, weights[vertex] / weights[vertex].sum(), 4)


def with_weights(posed: PosedModel, influences: Influences) -> PosedModel:
    """The same poses of a model with other influences."""
    mesh = posed.model.meshes[0]
    primitive = dataclasses.replace(mesh.primitives[0], influences=influences)
    mesh = dataclasses.replace(mesh, primitives=(primitive,))
    model = dataclasses.replace(posed.model, meshes=(mesh,))
    return posed_model(model, model.clip(0), posed.times)


def test_a_clip_resampled_at_its_own_keys_stays_as_it_is() -> None:
    rng = np.random.default_rng(4)
    model = random_model(rng)
    keys = np.linspace(0.0, 2.0, 11)
    turns = rng.normal(size=(11, 4))
    tracks = (
        Track(0, "rotation", "LINEAR", keys, turns / np.linalg.norm(turns, axis=1, keepdims=True)),
        Track(1, "translation", "LINEAR", keys, rng.normal(size=(11, 3))),
    )
    clip, times = Clip("clip", tracks), np.linspace(0.0, 2.0, 33)
    right = posed_model(model, clip, times).positions()[0]
    assert np.allclose(posed_model(model, resampled(clip, 5.0), times).positions()[0], right, atol=1e-12)
    assert not np.allclose(posed_model(model, resampled(clip, 4.0), times).positions()[0], right, atol=1e-3)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(MODELS["twelve_influences"](tmp_path))
    assert main(["limits", path, "--json", str(tmp_path / "o.json"), "--html", str(tmp_path / "o.html")]) == 0
    out = capsys.readouterr().out
    assert "4 influences per vertex, strongest" in out
    assert "clips resampled at 30 Hz" in out
    written = json.loads((tmp_path / "o.json").read_text())
    costs = {cost["code"]: cost for cost in written["models"][0]["limits"]}
    assert costs["influences-4-re-fitted"]["rms"] < costs["influences-4-strongest"]["rms"]
    assert (tmp_path / "o.html").read_text().count("<svg") == 2
    assert main(["check", path]) == 0
    assert "skinproof limits" in capsys.readouterr().out
    assert main(["--help"]) == 0
    assert " limits " in capsys.readouterr().out


def test_a_model_without_skins_and_clips_has_nothing_to_lose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(MODELS["weights_bad"](tmp_path))
    assert main(["limits", path, "--clip", "rest"]) == 0
    assert "resampled" not in capsys.readouterr().out
    assert main(["limits", str(tmp_path / "none.glb")]) == 2
