"""One frame at a glance: the worst vertex and its distance as a plain reading of the specification has them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.judge.frame_difference import Watch
from skinning_core.compare.judge.question import Question
from skinning_core.compare.judge.verdict import verdict_of_frame
from skinning_core.pose.clip import sample_clip
from skinning_core.pose.pose import world_matrices
from skinning_core.subject import Presence
from tests import plain
from tests.models import MODELS
from tests.tiny import INVERSE_BIND, POSITIONS, Tiny


@pytest.mark.parametrize(
    "name", ["plain", "morphs", "awkward", "two_skins", "weights_bad", "rigid_parts", "bind_shear"]
)
def test_the_worst_vertex_and_its_distance_are_those_of_the_specification(name: str, tmp_path: Path) -> None:
    path = MODELS[name](tmp_path)
    model = load_model(path)
    for clip in (None, *range(len(model.clips))):
        expected = [positions[0] for positions in plain.skin(path, clip, [0.31])]
        size = np.linalg.norm(np.ptp(np.concatenate(expected), axis=0))
        shown = [positions.astype(np.float32) for positions in expected]
        seen = Watch(model).at(clip, 0.31, shown)
        assert verdict_of_frame(seen, Question()).same
        assert seen.diagonal == pytest.approx(size, rel=1e-5)
        k = max(range(len(shown)), key=lambda k: len(shown[k]))
        moved = [each.copy() for each in shown]
        moved[k][-1] += np.array([0.02, -0.01, 0.03], np.float32) * np.float32(size)
        seen = Watch(model).at(clip, 0.31, moved)
        off = np.linalg.norm(moved[k][-1] - expected[k][-1])
        assert seen.worst == (k, len(shown[k]) - 1)
        assert seen.distance == pytest.approx(off, rel=1e-9)
        verdict = verdict_of_frame(seen, Question())
        assert verdict.differs
        assert verdict.level.value == "visible"


def test_in_a_pose_it_is_the_skin_on_those_joints(tmp_path: Path) -> None:
    path = MODELS["plain"](tmp_path)
    model = load_model(path)
    world = world_matrices(sample_clip(model.nodes, model.clips[0], np.array([0.4])))[0]
    shown = [positions[0] for positions in plain.skin(path, 0, [0.4])]
    assert verdict_of_frame(Watch(model).in_pose(world, shown), Question()).same
    assert verdict_of_frame(Watch(model).at(None, 0.0, shown), Question()).differs


def test_what_is_gone_or_no_number_differs_and_what_was_not_judged_is_said(tmp_path: Path) -> None:
    path = MODELS["plain"](tmp_path)
    model = load_model(path)
    shown = [positions[0].astype(np.float32) for positions in plain.skin(path, 0, [0.4])]
    partly = verdict_of_frame(Watch(model).at(0, 0.4, shown), Question(), Presence(3, ("tip",), 1, 0, 0, 0))
    assert (partly.same, partly.outcome.value) == (False, "same as far as judged")
    shown[0][0] = np.nan
    seen = Watch(model, absent=1).at(0, 0.4, shown)
    assert (seen.absent, seen.unusable) == (1, 0)
    assert verdict_of_frame(seen, Question()).grounds[0].code == "VERTICES_GONE"
    shown[0][1] = np.inf
    seen = Watch(model, absent=1).at(0, 0.4, shown)
    assert (seen.absent, seen.unusable) == (1, 1)
    assert np.isnan(seen.errors[0][:2]).all()


def test_the_users_own_tolerance_counts(tmp_path: Path) -> None:
    path = MODELS["plain"](tmp_path)
    model = load_model(path)
    shown = [positions[0].copy() for positions in plain.skin(path, 0, [0.4])]
    shown[0][0] += 1e-3
    assert verdict_of_frame(Watch(model).at(0, 0.4, shown), Question()).differs
    assert verdict_of_frame(Watch(model, asked=0.1).at(0, 0.4, shown), Question(tolerance=0.1)).same


def test_the_error_of_each_vertex_is_its_distance(tmp_path: Path) -> None:
    path = MODELS["plain"](tmp_path)
    expected = [positions[0] for positions in plain.skin(path, 0, [0.31])]
    off = [np.random.default_rng(k).normal(0.0, 0.1, each.shape) for k, each in enumerate(expected)]
    seen = Watch(load_model(path)).at(0, 0.31, [(a + b).astype(np.float32) for a, b in zip(expected, off, strict=True)])
    for errors, each in zip(seen.errors, off, strict=True):
        np.testing.assert_allclose(errors, np.linalg.norm(each, axis=1), rtol=1e-4)


def test_a_flat_character_has_a_size_and_an_exact_one_a_worst_vertex(tmp_path: Path) -> None:
    model = load_model(Tiny().write_glb(tmp_path / "flat.glb"))
    seen = Watch(model).at(None, 0.0, [POSITIONS])
    assert seen.diagonal == pytest.approx(5.0**0.5)
    assert (seen.distance, seen.max_relative) == (0.0, 0.0)
    assert seen.worst is not None


def test_of_a_part_that_is_lost_no_vertex_is_the_worst(tmp_path: Path) -> None:
    path = MODELS["two_skins"](tmp_path)
    model = load_model(path)
    shown = [positions[0].astype(np.float32) for positions in plain.skin(path, 0, [0.4])]
    shown[-1][:] = np.nan
    seen = Watch(model).at(0, 0.4, shown)
    assert seen.unusable == len(shown[-1])
    assert seen.compared == sum(map(len, shown[:-1]))
    assert seen.worst is not None
    assert seen.worst[0] < len(shown) - 1
    nothing = Watch(model).at(0, 0.4, [np.full_like(each, np.nan) for each in shown])
    assert (nothing.worst, nothing.distance, nothing.compared) == (None, 0.0, 0)


def test_rounding_is_that_of_the_coordinates_and_of_the_size(tmp_path: Path) -> None:
    """A character of a millimetre is not coarser than one of a metre; one that lies far from its joints is."""
    limits = {}
    for name, factor, away in (("as it is", 1.0, 0.0), ("small", 1e-3, 0.0), ("far", 1.0, 1000.0)):
        tiny = Tiny()
        places = (POSITIONS * factor + away).astype(np.float32)
        tiny.primitive["attributes"]["POSITION"] = tiny.add(places)
        tiny.data["nodes"][1]["translation"] = [0.0, factor, 0.0]
        bind = INVERSE_BIND.copy()
        bind[1, 3, 1] = -factor
        tiny.data["skins"][0]["inverseBindMatrices"] = tiny.add(bind.reshape(2, 16))
        seen = Watch(load_model(tiny.write_glb(tmp_path / f"{name}.glb"))).at(None, 0.0, [places])
        limits[name] = seen.tolerance.limit
    assert limits["small"] == limits["as it is"]
    assert limits["far"] > 10.0 * limits["as it is"]


def test_each_frame_has_its_own_tolerance(tmp_path: Path) -> None:
    """A clip carries the character away and back, under one watch."""
    tiny = Tiny()
    values = np.array([[0, 0, 0], [5000, 0, 0], [0, 0, 0]], np.float32)
    sampler = {"input": tiny.add(np.array([0, 1, 2], np.float32)), "output": tiny.add(values)}
    tiny.data["animations"].append(
        {
            "name": "away",
            "samplers": [sampler],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        }
    )
    watch = Watch(load_model(tiny.write_glb(tmp_path / "away.glb")))
    near, half, far, back = (watch.at(1, time, [POSITIONS]).tolerance.limit for time in (0.0, 0.5, 1.0, 2.0))
    assert near == back
    assert half > 10.0 * near
    assert far == pytest.approx(2.0 * half, rel=0.01)


@pytest.mark.parametrize("rows", [3, 4])
def test_in_a_pose_morph_targets_count_as_they_are_given(rows: int, tmp_path: Path) -> None:
    path = MODELS["morphs"](tmp_path)
    model = load_model(path)
    clip = next(k for k, each in enumerate(model.clips) if any(track.path == "weights" for track in each.tracks))
    pose = sample_clip(model.nodes, model.clips[clip], np.array([0.4]))
    world = np.tile(np.eye(4), (len(model.nodes), 1, 1))
    world[:, :3] = world_matrices(pose)[0]
    shown = [positions[0] for positions in plain.skin(path, clip, [0.4])]
    weights = [each[0] for each in pose.morph_weights]
    assert max(map(len, weights)) > 1
    assert verdict_of_frame(Watch(model).in_pose(world[:, :rows], shown, weights), Question()).same
    assert verdict_of_frame(Watch(model).in_pose(world[:, :rows], shown), Question()).differs
