"""Causes: mistakes injected by a plain skinner of the test's own are found and named; honest noise is not.

The skinner walks vertices and influences one by one with 4x4 matrices and shares no code with the one under test.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.affine import mistakes_of
from skinning_core.compare.causes.attribution import attribute
from skinning_core.compare.causes.catalogue import CATALOGUE
from skinning_core.compare.causes.cause import Cause
from skinning_core.compare.causes.engine_state import EngineState
from skinning_core.compare.causes.finder import diagnosing
from skinning_core.compare.causes.mistake import MISTAKES, SIZED
from skinning_core.compare.causes.weight_readings import in_list
from skinning_core.compare.judge.measurement import Pace
from skinning_core.compare.judge.verification import Plan, verify
from skinning_core.compare.measure.times import SampleTimes
from skinning_core.model import Influences, Model
from skinning_core.skin.posed_model import posed_model
from skinning_core.skinned import Skinned
from skinning_core.subject import skin_reference
from tests.core.random_models import model as random_model
from tests.core.random_models import turn
from tests.subjects import subjects, to_the_end

TIMES = np.array([0.1, 0.35, 0.9])


def causes_of(model: Model, reference: Skinned, other: Skinned) -> tuple[Cause, ...]:
    posed = posed_model(model, model.clip(0), reference.times)
    return to_the_end(diagnosing(posed, reference, other)).causes


def rotation_at(track, time: float, how: str) -> np.ndarray:
    k = min(int(np.searchsorted(track.times, time, side="right")) - 1, len(track.times) - 2)
    u = (time - track.times[k]) / (track.times[k + 1] - track.times[k])
    a, b = track.values[k], track.values[k + 1]
    if how == "wxyz":
        a, b = a[[1, 2, 3, 0]], b[[1, 2, 3, 0]]
    if a @ b < 0.0:
        b = -b
    if how == "hold":
        return a
    if how == "nlerp":
        q = (1.0 - u) * a + u * b
    else:
        angle = np.arccos(min(a @ b, 1.0))
        q = (np.sin((1.0 - u) * angle) * a + np.sin(u * angle) * b) / np.sin(angle)
    return q / np.linalg.norm(q)


def local_matrix(model: Model, node: int, time: float | None, how: str) -> np.ndarray:
    t, s = model.nodes.translation[node], model.nodes.scale[node]
    q = model.nodes.rotation[node][[1, 2, 3, 0]] if how == "wxyz" else model.nodes.rotation[node]
    for track in model.clips[0].tracks if time is not None else ():
        if track.node == node and track.path == "rotation":
            q = rotation_at(track, time, how)
        elif track.node == node and track.path == "translation":
            t = track.values[np.flatnonzero(track.times <= time)[-1]]
    out = np.eye(4)
    out[:3, :3] = turn(q) * s
    out[:3, 3] = t
    return out


def world_matrix(model: Model, node: int, time: float | None, how: str) -> np.ndarray:
    local, parent = local_matrix(model, node, time, how), int(model.nodes.parents[node])
    if parent < 0:
        return local
    above = world_matrix(model, parent, time, how)
    return local @ above if how == "parents-last" else above @ local


def skin_plainly(model: Model, how: str = "") -> Skinned:
    """Every vertex at TIMES, with one mistake or, ``how`` empty, none."""
    part, primitive, skin = model.parts[0], model.meshes[0].primitives[0], model.skins[0]
    out = np.zeros((len(TIMES), primitive.vertex_count, 3))
    for t, time in enumerate(TIMES):
        asked = None if how == "rest" else float(time)
        matrices = []
        for j in range(len(skin.joints)):
            node = j if how == "joints are nodes" else int(skin.joints[j])
            world, bind = world_matrix(model, node, asked, how), np.vstack([skin.inverse_bind[j], [0, 0, 0, 1]])
            matrix = {"reversed": bind @ world, "no bind": world}.get(how, world @ bind)
            matrices.append(matrix.T if how == "transposed" else matrix)
        for v in range(primitive.vertex_count):
            weights = np.array(primitive.influences.weights[v], float)
            if how == "four":
                weights[4:] = 0.0
            if how == "replace":  # as a dictionary of weights by joint would
                last = {int(j): i for i, j in enumerate(primitive.influences.joints[v])}
                weights[[i for i in range(len(weights)) if i not in last.values()]] = 0.0
            total = 1.0 if how == "raw" else weights.sum()
            point = np.append(primitive.positions[v], 1.0)
            for j, w in zip(primitive.influences.joints[v], weights / total, strict=True):
                out[t, v] += w * (matrices[j] @ point)[:3]
            if how == "node":
                out[t, v] = (world_matrix(model, part.node, asked, how) @ np.append(out[t, v], 1.0))[:3]
            if how == "z up":
                out[t, v] = [out[t, v, 0], -out[t, v, 2], out[t, v, 1]]
    return Skinned("mistaken", TIMES, model.parts, (out.astype(np.float32),), (None,))


@pytest.fixture(scope="module")
def model() -> Model:
    """Six influences that do not sum to one, a mesh node with a transform of its own."""
    made = random_model(np.random.default_rng(11), influences=6)
    primitive = made.meshes[0].primitives[0]
    weights = primitive.influences.weights * np.linspace(0.5, 1.5, primitive.vertex_count)[:, None]
    influences = dataclasses.replace(primitive.influences, weights=weights)
    mesh = dataclasses.replace(made.meshes[0], primitives=(dataclasses.replace(primitive, influences=influences),))
    return dataclasses.replace(made, meshes=(mesh,))


def test_without_a_mistake_there_is_no_cause(model) -> None:
    reference = skin_reference(model, 0, TIMES)
    assert np.abs(skin_plainly(model).positions[0] - reference.positions[0]).max() < 1e-6
    assert causes_of(model, reference, reference) == ()


@pytest.mark.parametrize(
    ("how", "name"),
    [
        ("reversed", "palette-reversed"),
        ("parents-last", "hierarchy-reversed"),
        ("no bind", "inverse-bind-ignored"),
        ("transposed", "palette-transposed"),
        ("joints are nodes", "joints-as-nodes"),
        ("node", "mesh-node-applied"),
        ("raw", "raw-weights"),
        ("four", "first-four"),
        ("replace", "repeated-joint"),
        ("wxyz", "quaternion-order"),
        ("nlerp", "nlerp"),
        ("hold", "linear-as-step"),
        ("rest", "rest-pose"),
        ("z up", "z-up"),
    ],
)
def test_an_injected_mistake_is_named(model, how, name) -> None:
    reference = skin_reference(model, 0, TIMES)
    (cause,) = causes_of(model, reference, skin_plainly(model, how))
    assert (cause.code, cause.also) == (name, ())
    assert cause.explained > 0.999
    assert cause.size == pytest.approx(cause.difference, rel=1e-3)


def test_noise_has_no_cause(model) -> None:
    reference = skin_reference(model, 0, TIMES)
    noise = np.random.default_rng(3).normal(scale=0.1, size=reference.positions[0].shape)
    other = dataclasses.replace(reference, positions=(reference.positions[0] + noise,))
    assert causes_of(model, reference, other) == ()


def test_lost_vertices_do_not_hide_the_cause(model) -> None:
    other = skin_plainly(model, "reversed")
    other.positions[0][1, 4] = np.nan
    (cause,) = causes_of(model, skin_reference(model, 0, TIMES), other)
    assert cause.code == "palette-reversed"


def test_names_are_unique_and_fit_for_machines() -> None:
    names = [mistake.code for mistake in MISTAKES]
    assert len(set(names)) == len(names)
    assert all(name == name.lower() and " " not in name for name in CATALOGUE)
    assert {mistake.code for mistake in (*MISTAKES, *SIZED)} <= set(CATALOGUE)


MADE_HERE = {
    "morphs-ignored": "morphs",
    "unweighted-at-rest": "weights_bad",
    "tangents-dropped": "cubic",
    "tangents-unscaled": "cubic",
    "step-as-linear": "step",
    "strongest-four": "twelve_influences",
    "unnormalised-quaternions": "slerp",
}


@pytest.mark.parametrize(("name", "builder"), MADE_HERE.items())
def test_a_model_that_can_show_a_mistake_shows_it(name, builder, tmp_path: Path) -> None:
    """That the mistakes with no twin in the plain skinner change what they should, and nothing where they cannot."""
    from tests.models import MODELS

    made = {mistake.code: mistake for mistake in MISTAKES}[name]
    model = load_model(MODELS[builder](tmp_path))
    times = np.linspace(model.clips[0].start, model.clips[0].end, 8)[1:-1]
    reference = skin_reference(model, 0, times)
    positions = made.positions(posed_model(model, model.clips[0], times))
    assert positions is not None
    other = dataclasses.replace(reference, positions=tuple(p.astype(np.float32) for p in positions))
    (cause,) = causes_of(model, reference, other)
    assert name in (cause.code, *cause.also)
    assert len(cause.also_told) == len(cause.also)
    assert not {*cause.also_told} & {*CATALOGUE}  # sentences, no codes
    plain = load_model(MODELS["plain"](tmp_path))
    without = made.positions(posed_model(plain, plain.clips[0], TIMES))
    ordinary = skin_reference(plain, 0, TIMES).positions
    assert without is None or np.abs(without[0] - ordinary[0]).max() < 1e-6


@pytest.mark.parametrize("first", [[0.0, 0.4], [-0.2, 1.1]])
def test_weights_of_morph_targets_that_are_clamped(first: list[float], tmp_path: Path) -> None:
    """To 0 and 1, or as Blender's importer does it to what the first key has besides; within these nothing shows."""
    from tests.models import MODELS

    model = load_model(MODELS["morphs"](tmp_path))
    (clip,) = (clip for clip in model.clips if clip.name == "breathe")
    (track,) = clip.tracks
    clip = dataclasses.replace(
        clip, tracks=(dataclasses.replace(track, values=np.array([first, [1, 0], [-0.3, 1.2]])),)
    )
    model = dataclasses.replace(model, clips=(clip,))
    times = np.array([0.0, 0.4, 0.97, 1.0])  # at 1 alone a clip that begins again looks the same
    reference = skin_reference(model, 0, times)
    posed = posed_model(model, clip, times)
    low, high = np.minimum(first, 0.0), np.maximum(first, 1.0)
    clamped = tuple(np.clip(weights, low, high) if weights.size else weights for weights in posed.pose.morph_weights)
    other = EngineState(posed).with_posed(pose=dataclasses.replace(posed.pose, morph_weights=clamped))
    made = dataclasses.replace(reference, positions=tuple(p.astype(np.float32) for p in other.positions()))
    (cause,) = causes_of(model, reference, made)
    assert (cause.code, cause.also) == ("morphs-clamped", ())
    assert cause.explained > 0.999
    within = posed_model(model, clip, times[1:2])
    assert all(m.change(EngineState(within)) is None for m in SIZED if m.code == "morphs-clamped" and not m.values)


def test_weights_above_one_that_are_clamped(tmp_path: Path) -> None:
    """Where weights sum to other than one; elsewhere it is none of the ways in which weights may have been read."""
    from tests.models import MODELS

    plain = load_model(MODELS["plain"](tmp_path))
    mesh = plain.meshes[0]
    stored = mesh.primitives[0].influences
    times = np.linspace(0.1, 0.9, 4)

    def with_weights(weights: np.ndarray) -> Model:
        primitive = dataclasses.replace(mesh.primitives[0], influences=Influences(stored.joints, weights))
        return dataclasses.replace(plain, meshes=(dataclasses.replace(mesh, primitives=(primitive,)),))

    large = stored.weights * np.linspace(0.25, 3.0, len(stored.weights))[:, None]
    model = with_weights(large)
    (cause,) = causes_of(model, *(skin_reference(m, 0, times) for m in (model, with_weights(np.clip(large, 0, 1)))))
    assert (cause.code, cause.also) == ("weights-clamped", ())
    assert "weights-clamped" not in {m.code for m in in_list(EngineState(posed_model(plain, plain.clips[0], times)))}


class TestAttribution:
    """The difference split into what the pose did and what the deformation did."""

    def test_wrong_bone_matrices_are_the_pose(self, model) -> None:
        reference = skin_reference(model, 0, TIMES)
        joints, matrices = reference.skin_palettes[0]
        wrong = matrices.copy()
        wrong[:, 2, 0, 3] += 0.25
        positions = np.zeros_like(reference.positions[0])
        primitive = model.meshes[0].primitives[0]
        weights = primitive.influences.weights / primitive.influences.weights.sum(axis=1, keepdims=True)
        for t in range(len(TIMES)):
            for v in range(primitive.vertex_count):
                point = np.append(primitive.positions[v], 1.0)
                for j, w in zip(primitive.influences.joints[v], weights[v], strict=True):
                    positions[t, v] += w * (wrong[t, j] @ point)[:3]
        other = dataclasses.replace(reference, positions=(positions,), skin_palettes=((joints, wrong),))
        found = attribute(model, 0, reference, other)
        assert found is not None
        assert found.reason == "pose"
        assert found.deformation.max_relative < 1e-12
        moved = max(weights[v][primitive.influences.joints[v] == 2].sum() for v in range(primitive.vertex_count))
        assert found.pose.maximum == pytest.approx(np.full(len(TIMES), 0.25 * moved))

    def test_moved_vertices_under_right_matrices_are_the_deformation(self, model) -> None:
        reference = skin_reference(model, 0, TIMES)
        moved = reference.positions[0].copy()
        moved[1, 5] += [0.0, 0.5, 0.0]
        found = attribute(model, 0, reference, dataclasses.replace(reference, positions=(moved,)))
        assert found is not None
        assert found.reason == "deformation"
        assert found.pose.max_relative == 0.0
        assert found.deformation.maximum == pytest.approx([0.0, 0.5, 0.0])

    def test_an_engine_without_a_palette_cannot_be_split(self, model) -> None:
        reference = skin_reference(model, 0, TIMES)
        other = dataclasses.replace(reference, skin_palettes=(), node_globals=None)
        assert attribute(model, 0, reference, other) is None


class TestVerify:
    """Many engines, many times, piece by piece."""

    def test_cause_and_split_are_told_for_what_is_beyond_tolerance_only(self, model) -> None:
        engines = {
            "good": lambda m, clip, times, **_options: skin_reference(m, clip, times),
            "bad": lambda m, _clip, _times, **_options: skin_plainly(m, "reversed"),
        }
        result = verify(model, subjects(model, engines), plans=[Plan(0, SampleTimes(TIMES))])
        good, bad = result.comparisons
        assert (good.verdict.same, good.causes, good.attribution) == (True, (), None)
        assert not bad.verdict.same
        assert [cause.code for cause in bad.causes] == ["palette-reversed"]
        assert not result.verdict.same

    def test_pieces_give_the_same_figures(self, model) -> None:
        calls = []

        def shifted(m, clip, times, **_options):
            calls.append(times)
            skinned = skin_reference(m, clip, times)
            return dataclasses.replace(skinned, positions=(skinned.positions[0] + times[:, None, None],))

        plans = [Plan(0, SampleTimes(np.linspace(0.0, 1.1, 23)))]
        whole = verify(model, subjects(model, {"shifted": shifted}), plans=plans).comparisons[0]
        assert len(calls) == 1
        pieces = verify(model, subjects(model, {"shifted": shifted}), plans=plans, pace=Pace(times=5)).comparisons[0]
        assert len(calls) == 1 + 5
        # A matrix product over other times may round the last digit of positions of order one differently.
        np.testing.assert_allclose(whole.difference.maximum, pieces.difference.maximum, rtol=0.0, atol=1e-15)
        np.testing.assert_array_equal(whole.difference.histogram, pieces.difference.histogram)
        assert dataclasses.replace(whole.difference.worst, distance=0.0, relative=0.0) == dataclasses.replace(
            pieces.difference.worst, distance=0.0, relative=0.0
        )
        assert whole.difference.joints is not None
        assert pieces.difference.joints is not None
        np.testing.assert_allclose(whole.difference.joints.rms, pieces.difference.joints.rms, rtol=0.0, atol=1e-15)

    def test_weights_that_do_not_sum_to_one_are_reported_with_their_effect(self, model) -> None:
        result = verify(model, subjects(model, {}), plans=[Plan(0, SampleTimes(TIMES))])
        (effect,) = result.weights
        reference, raw = skin_reference(model, 0, TIMES), skin_plainly(model, "raw").positions[0]
        far = np.linalg.norm(raw - reference.positions[0], axis=-1).max(axis=1) / reference.diagonal
        assert effect.max_relative == pytest.approx(far.max(), rel=1e-5)
        assert (effect.smallest_sum, effect.largest_sum) == pytest.approx((0.5, 1.5))
        assert len(effect.zero) == 0


def test_a_form_that_refuses_a_skin_is_no_cause() -> None:
    """A singular inverse bind matrix: Preserve Volume has no rest bone for it (found by the fuzzer)."""
    model = random_model(np.random.default_rng(5))
    flat = model.skins[0].inverse_bind.copy()
    flat[0, :, :3] = 0.0
    model = dataclasses.replace(model, skins=(dataclasses.replace(model.skins[0], inverse_bind=flat), *model.skins[1:]))

    def off(model, clip, times, **_asked) -> Skinned:
        right = skin_reference(model, clip, times)
        return dataclasses.replace(right, engine="off", positions=tuple(p + 0.5 for p in right.positions))

    (comparison,) = verify(
        model, subjects(model, {"off": off}), plans=[Plan(None, SampleTimes(np.zeros(1)))]
    ).comparisons
    assert not comparison.verdict.same
    assert [cause.code for cause in comparison.causes] == ["moved"]


def test_a_shift_and_an_axis_are_told_without_their_rounding() -> None:
    half = np.sqrt(0.5)
    about = half * np.array([1.0, 1.0, 0.0]) - [0.0, 0.0, 1.2e-8]
    turned = np.concatenate([turn(np.concatenate([about * np.sin(0.3), [np.cos(0.3)]])), np.zeros((3, 1))], axis=1)
    moved = np.concatenate([np.eye(3), [[-6.4e-8], [1.7e-7], [-0.3]]], axis=1)
    (first,), (second,) = mistakes_of(turned, 1.0), mistakes_of(moved, 2.5)
    assert (first.code, first.values["axis"]) == ("turned", "0.707, 0.707, 0")
    assert (second.code, second.values) == ("moved", {"x": 0.0, "y": 0.0, "z": -0.3})
