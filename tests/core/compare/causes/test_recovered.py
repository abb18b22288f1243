"""Matrices recovered from positions: exact where vertices pin them down, else unknown, and what is left."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core import model as core
from skinning_core.compare.causes.engine_state import EngineState
from skinning_core.compare.causes.finder import Diagnosis, diagnosing
from skinning_core.compare.causes.mistake import MISTAKES, Mistake, followed
from skinning_core.compare.causes.naming import named
from skinning_core.compare.causes.palette import recovered_palette
from skinning_core.compare.causes.recovered_share import attribute_recovered
from skinning_core.compare.causes.search import Hypothesis, best
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Influences
from skinning_core.skin.posed_model import posed_model
from tests.ropes import rope

TIMES = np.linspace(0.05, 0.45, 8)


def blended(palette: np.ndarray, base: np.ndarray, influences: Influences) -> np.ndarray:
    """(T, n, 3) by the plain formula."""
    points = np.append(base, np.ones((len(base), 1)), axis=1)
    return np.stack([np.einsum("vi,virc,vc->vr", influences.weights, at[influences.joints], points) for at in palette])


@pytest.fixture
def cloud() -> tuple[np.ndarray, Influences]:
    rng = np.random.default_rng(4)
    weights = rng.random((300, 4))
    joints = rng.integers(0, 6, (300, 4))
    return rng.normal(size=(300, 3)), Influences(joints, weights / weights.sum(axis=1, keepdims=True))


def test_vertices_without_any_weight_pin_down_no_matrix(cloud) -> None:
    """Weights as they are stored, all zero: a file in a hundred of random ones ended in a fault here."""
    base, influences = cloud
    nothing, palette = Influences(influences.joints, 0.0 * influences.weights), np.zeros((2, 6, 3, 4))
    bases = np.stack([base, base])  # as with morph targets: each time by itself
    found = recovered_palette(bases, nothing, bases, palette)
    assert not found.known.any()
    assert np.array_equal(found.palette, palette)
    assert np.array_equal(found.residual, bases)


def test_any_matrices_are_found_again(cloud) -> None:
    base, influences = cloud
    palette = np.random.default_rng(5).normal(size=(5, 6, 3, 4))
    found = recovered_palette(base[None], influences, blended(palette, base, influences), np.zeros((5, 6, 3, 4)))
    assert found.tells
    assert found.known.all()
    assert np.abs(found.palette - palette).max() < 1e-9
    assert np.abs(found.residual).max() < 1e-12


def test_a_fit_that_is_kept_is_of_the_same_vertices_and_weights(cloud) -> None:
    """Wherever these are wanted; other weights or another shape make a fit of their own, in its place."""
    base, influences = cloud
    others = Influences(influences.joints, influences.weights[::-1].copy())
    rng, fits, kept = np.random.default_rng(6), {}, []
    for shape, weighed in ((base, influences), (base, influences), (base, others), (2.0 * base, others)):
        palette = rng.normal(size=(3, 6, 3, 4))
        found = recovered_palette(shape[None], weighed, blended(palette, shape, weighed), np.zeros((3, 6, 3, 4)), fits)
        assert np.abs(found.palette - palette).max() < 1e-9
        kept += fits.values()
    assert len(kept) == 4
    assert kept[0] is kept[1]
    assert len(set(kept)) == 3


def test_what_is_no_blend_is_left(cloud) -> None:
    base, influences = cloud
    palette = np.random.default_rng(5).normal(size=(5, 6, 3, 4))
    pushed = blended(palette, base, influences)
    pushed[:, 17, 1] += 0.5
    found = recovered_palette(base[None], influences, pushed, palette)
    assert 0.4 < np.linalg.norm(found.residual, axis=-1).max() < 0.5


def test_joints_that_no_vertices_pin_down_are_unknown(cloud) -> None:
    """Joint 6 has no vertex, joint 7 has three, which one matrix of many carries: both stay where they are expected."""
    base, influences = cloud
    joints = np.append(influences.joints, np.full((3, 4), 7), axis=0)
    weights = np.append(influences.weights, np.tile([1.0, 0, 0, 0], (3, 1)), axis=0)
    base = np.append(base, np.eye(3), axis=0)
    palette = np.random.default_rng(5).normal(size=(5, 8, 3, 4))
    expected = palette + 0.1
    found = recovered_palette(
        base[None], Influences(joints, weights), blended(palette, base, Influences(joints, weights)), expected
    )
    assert found.known.tolist() == [True] * 6 + [False, False]
    assert np.abs(found.palette[:, :6] - palette[:, :6]).max() < 1e-8
    assert np.array_equal(found.palette[:, 6], expected[:, 6])
    assert np.abs(found.residual).max() < 1e-12


def diagnosis_of(positions: np.ndarray, model, reference) -> tuple[Diagnosis, object]:
    posed = posed_model(model, model.clips[0], TIMES)
    other = dataclasses.replace(reference, positions=(positions,), node_globals=None, skin_palettes=())
    found = diagnosed(posed, reference, other)
    return found, attribute_recovered(posed, reference, other, found)


def diagnosed(posed, reference, other) -> Diagnosis:
    steps = diagnosing(posed, reference, other)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.fixture(scope="module")
def model():
    return rope(core, 8)


@pytest.fixture(scope="module")
def reference(model):
    return skin_model(model, 0, TIMES)


def palettes(reference) -> np.ndarray:
    return reference.skin_palettes[0][1][..., :3, :].copy()


def skinned(model, palette: np.ndarray) -> np.ndarray:
    primitive = model.meshes[0].primitives[0]
    weights = primitive.influences.weights / primitive.influences.weights.sum(axis=1, keepdims=True)
    return blended(palette, primitive.positions, Influences(primitive.influences.joints, weights))


def test_random_matrices_are_all_of_the_pose_and_have_no_name(model, reference) -> None:
    palette = palettes(reference)
    palette += np.random.default_rng(1).normal(size=palette.shape) * 0.05
    found, split = diagnosis_of(skinned(model, palette), model, reference)
    assert found.causes == ()
    assert found.linear
    assert split.recovered
    assert split.pose_share == pytest.approx(1.0)
    assert split.deformation.max_relative == 0.0


def test_a_push_of_vertices_is_none_of_the_pose(model, reference) -> None:
    pushed = reference.positions[0] + 0.1 * np.random.default_rng(1).normal(size=reference.positions[0].shape)
    found, split = diagnosis_of(pushed, model, reference)
    assert found.causes == ()
    assert not found.linear
    assert split.pose_share is None
    assert split.left > 0.05
    assert "no pose of these joints" in split.sentence


def on_bendy_bones(posed, ours: np.ndarray) -> np.ndarray:
    """Every joint turns along its length: what lies further up its bone is turned more."""
    base = posed.morphed_positions(posed.model.parts[0])[0]
    angle = 3.0 * (base[:, 1] - base[:, 1].min()) / np.ptp(base[:, 1])
    bent = np.stack([base[:, 0] * np.cos(angle), base[:, 1], base[:, 2] + base[:, 0] * np.sin(angle)], axis=-1)
    influences = posed.model.influences(posed.model.parts[0])
    weights = influences.weights / influences.weights.sum(axis=1, keepdims=True)
    return blended(posed.skin_palettes[0], bent, Influences(influences.joints, weights))


def test_a_move_is_named_under_noise_that_no_pose_makes(model, reference) -> None:
    """An importer that rounds moves everything, and leaves a hundredth of that as noise: no turn is fitted to it."""
    rng, size = np.random.default_rng(8), float(reference.diagonal.max())
    move, noise = 1e-3 * size * np.array([0.0, 0.8, -0.6]), 1e-5 * size
    pushed = reference.positions[0] + move + rng.normal(scale=noise, size=reference.positions[0].shape)
    found, _ = diagnosis_of(pushed, model, reference)
    assert [cause.code for cause in found.causes] == ["moved"]
    assert found.causes[0].rest < 0.1 * found.causes[0].difference


def test_what_no_weights_and_no_pose_make_is_told_and_has_no_name() -> None:
    model = load_model(Path(__file__).parents[4] / "examples" / "arm.glb")
    times = np.linspace(0.3, 1.6, 8)
    posed, reference = posed_model(model, model.clips[0], times), skin_model(model, 0, times)
    mine = on_bendy_bones(posed, reference.positions[0].astype(np.float64)).astype(np.float32)
    other = dataclasses.replace(reference, positions=(mine,), node_globals=None, skin_palettes=())
    found = diagnosed(posed, reference, other)
    assert found.causes == ()
    assert not found.linear
    split = attribute_recovered(posed, reference, other, found)
    assert split.pose_share is None
    assert split.left > 1e-3
    assert "no pose of these joints" in split.sentence


def test_weights_are_all_of_the_deformation_and_do_not_bend_the_matrices(model, reference) -> None:
    """Least squares alone would call some of it the pose's: the weights are known first."""
    primitive = model.meshes[0].primitives[0]
    largest = primitive.influences.weights.argmax(axis=1)[:, None]
    own = Influences(np.take_along_axis(primitive.influences.joints, largest, 1), np.ones((len(largest), 1)))
    found, split = diagnosis_of(blended(palettes(reference), primitive.positions, own), model, reference)
    assert [cause.code for cause in found.causes] == ["strongest-one"]
    assert split.deformation_share == pytest.approx(1.0)
    assert split.pose.max_relative < 1e-9


def test_a_joint_of_its_own_is_named_with_how_it_stands(model, reference) -> None:
    nodes = model.nodes
    turned = nodes.rotation.copy()
    turned[4] = [0.0, 0.0, np.sin(0.3), np.cos(0.3)]
    tracks = tuple(t for t in model.clips[0].tracks if t.node != 4)
    clip = dataclasses.replace(model.clips[0], tracks=tracks)
    still = dataclasses.replace(model, clips=(clip,))
    edited = dataclasses.replace(still, nodes=dataclasses.replace(nodes, rotation=turned))
    positions = skin_model(edited, 0, TIMES).positions[0]
    found, _ = diagnosis_of(positions, still, skin_model(still, 0, TIMES))
    assert [cause.code for cause in found.causes] == ["joint-edited"]
    assert found.causes[0].sentence == "the transform of 'joint 4' is not the file's (rotation)"


def hypothesis(rest: float, *mistakes: Mistake) -> Hypothesis:
    return Hypothesis(mistakes, rest)


def test_what_is_fitted_must_explain_more_than_what_is_in_the_list() -> None:
    """A clock of its own that comes near costs three; two of the list leave less, and count."""
    late, nlerp, speed = (Mistake(code, "time", lambda state: state) for code in ("late", "nlerp", "speed"))
    fitted = hypothesis(6e-7, dataclasses.replace(speed, cost=3))
    pair, poor = hypothesis(1e-8, late, nlerp), hypothesis(0.02, late, nlerp)
    assert best([fitted, pair], 0.1, 5e-7) is pair
    assert best([fitted, poor], 0.1, 5e-7) is fitted


def test_of_explanations_as_good_only_what_they_share_has_a_name(model, reference) -> None:
    first = {mistake.code: mistake for mistake in MISTAKES}
    one = (first["strongest-one"], first["rest-pose"])
    other = (first["strongest-one"], first["hierarchy-flat"], first["inverse-bind-ignored"])
    posed = posed_model(model, model.clips[0], TIMES)
    mine = dataclasses.replace(reference, positions=followed(EngineState(posed), one).positions())

    def codes(*alike: Hypothesis) -> dict[str, tuple[str, ...]]:
        return {cause.code: cause.also for cause in named(posed, reference, mine, hypothesis(0.0, *one), alike)}

    assert codes() == {"strongest-one": (), "rest-pose": ()}
    assert codes(hypothesis(0.0, *other)) == {"strongest-one": ()}
    assert codes(hypothesis(0.0, *other[:2])) == {"strongest-one": (), "rest-pose": ("hierarchy-flat",)}


def test_joints_in_another_order_are_named(model, reference) -> None:
    order = np.array([0, 2, 1, 3, 4, 6, 5, 7])
    found, _ = diagnosis_of(skinned(model, palettes(reference)[:, order]), model, reference)
    assert [cause.code for cause in found.causes] == ["joints-mixed"]
    assert "4 joints have the matrices of other joints" in found.causes[0].sentence


def test_another_bind_pose_is_named(model, reference) -> None:
    rng = np.random.default_rng(2)
    bind = np.eye(4) + np.pad(rng.normal(size=(8, 3, 4)) * 0.05, [(0, 0), (0, 1), (0, 0)])
    wrong = (reference.skin_palettes[0][1] @ bind)[..., :3, :]
    found, _ = diagnosis_of(skinned(model, wrong), model, reference)
    assert [cause.code for cause in found.causes] == ["other-bind"]
