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
