"""The examples to learn from do what their heads say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from examples import crowd, reach
from skinning_core import load_model
from skinning_core.pose.cached_pose import CachedPose
from skinning_core.pose.pose import rest_pose, world_matrices
from skinning_core.skeleton.instance import instance_skin_palette


@pytest.mark.parametrize("by", [(0.05, 0.1, 0.05), (-0.1, 0.0, 0.02), (0.0, -0.2, 0.1), (5.0, 0.0, 0.0)])
@pytest.mark.parametrize("joint", ["hand.L", "foot.R"])
def test_the_limb_reaches_as_far_as_it_is_long(root: Path, joint: str, by: tuple[float, float, float]) -> None:
    nodes = load_model(root / "examples" / "character.glb").nodes
    pose, end = rest_pose(nodes), nodes.names.index(joint)
    cached = CachedPose(pose)
    world = world_matrices(pose)
    elbow = nodes.parents[end]
    shoulder, places = nodes.parents[elbow], world[..., 3].reshape(-1, 3)
    lengths = [np.linalg.norm(places[a] - places[b]) for a, b in ((shoulder, elbow), (elbow, end))]
    target = places[end] + by
    reach.reach(cached, nodes.parents, end, target)
    after = {node: cached.world(node)[:, 3] for node in (shoulder, elbow, end)}
    assert np.allclose(after[shoulder], places[shoulder], atol=1e-12)
    assert np.allclose(
        [np.linalg.norm(after[shoulder] - after[elbow]), np.linalg.norm(after[elbow] - after[end])], lengths, atol=1e-9
    )
    missing = max(np.linalg.norm(target - places[shoulder]) - sum(lengths), 0.0)
    assert np.linalg.norm(after[end] - target) == pytest.approx(missing, abs=1e-6)
    assert cached.computed < len(nodes)  # what lies beside the limb was never computed


def test_reach_prints_and_refuses(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert reach.main([]) == 0
    assert "are missing" in capsys.readouterr().out
    for arguments in (["--joint", "none"], ["--by", "1,2"], ["--joint", "root"]):
        assert reach.main(arguments) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_crowd_shares_its_skeleton(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = load_model(root / "examples" / "character.glb")
    instances = crowd.crowd(model, 40)
    assert len({id(one.skeleton) for one in instances}) == 1
    palettes = [instance_skin_palette(one, 0, np.array([0.2]))[0] for one in instances]
    still = instance_skin_palette(instances[0], 0, np.array([0.2 + instances[33].offset]))[0]
    assert np.allclose(palettes[33][..., 3] - still[..., 3], [2.0, 0.0, 2.0])
    assert crowd.main(["--count", "5"]) == 0
    assert "5 instances of 1 skeleton of" in capsys.readouterr().out
