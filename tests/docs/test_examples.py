"""The examples to learn from do what their heads say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from examples import crowd, make_arm, make_windmill, memory, mistake, reach, sampled_keys
from skinning_core import load_model
from skinning_core.fast.exact_engine import skin_model
from skinning_core.lessons.cached_pose import CachedPose
from skinning_core.lessons.instance import instance_skin_palette
from skinning_core.pose.pose import rest_pose, world_matrices
from tests import plain


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


@pytest.mark.usefixtures("root")
def test_reach_prints_and_refuses(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_the_arm_is_what_its_script_makes(root: Path, tmp_path: Path) -> None:
    committed = root / "examples" / "arm.glb"
    assert make_arm.write(tmp_path / "arm.glb").read_bytes() == committed.read_bytes()
    model = load_model(committed)
    assert model.clip_names == ("bend", "twist")
    assert model.primitive(model.parts[0]).vertex_count == 594


def test_the_windmill_is_what_its_script_makes_and_turns(root: Path, tmp_path: Path) -> None:
    """The tip of the first sail goes once round in four seconds, on a cap that has turned aside after one."""
    committed = root / "examples" / "windmill.glb"
    assert make_windmill.write(tmp_path / "windmill.glb").read_bytes() == committed.read_bytes()
    model = load_model(committed)
    assert not model.skins
    assert len(model.parts) == 6
    times = [0.0, 0.6, 1.0, 2.0, 3.3]
    found = skin_model(model, 0, np.array(times))
    for ours, theirs in zip(found.positions, plain.skin(committed, 0, times), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
    tower, cap, *sails = found.positions
    assert (tower == tower[0]).all()
    assert not np.allclose(cap[2], cap[0])
    tip = model.primitive(model.parts[2]).positions[:, 1].argmax()
    x, y, z = model.primitive(model.parts[2]).positions[tip].astype(float)
    hub, shaft = make_windmill.HEIGHT + 0.2, make_windmill.SHAFT
    np.testing.assert_allclose(sails[0][0, tip], [x, hub + y, shaft + z], atol=1e-6)
    aside = np.radians(30.0)  # after a second: a quarter of a turn, then the cap's 30 degrees about the vertical
    quarter = np.array([-y, hub + x, shaft + z])
    turned = [np.cos(aside) * quarter[0] + np.sin(aside) * quarter[2], quarter[1]]
    np.testing.assert_allclose(sails[0][2, tip, :2], turned, atol=1e-6)
    np.testing.assert_allclose(sails[1][0], sails[0][0] @ [[0, 1, 0], [-1, 0, 0], [0, 0, 1]] + [hub, hub, 0], atol=1e-6)


def test_the_cost_of_morph_targets_is_counted(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = root / "examples" / "arm.glb"
    file, model = plain.PlainFile(path), load_model(path)
    assert memory.skinned_vertices(model) == 594
    assert memory.skin_bytes(model) == 594 * (4 * 1 + 4 * 4) + 3 * 12 * 4
    keys = 0
    for channel in file.json["animations"][0]["channels"]:
        sampler = file.json["animations"][0]["samplers"][channel["sampler"]]
        keys += 4 * (file.accessor(sampler["input"]).size + file.accessor(sampler["output"]).size)
    assert memory.key_bytes(model.clips[0]) == keys == 3 * 3 * (1 + 4) * 4
    assert memory.target_bytes(model, model.clips[0], 24) == 49 * 594 * 24
    assert memory.main([str(path), "--rate", "6"]) == 0
    assert "185 KB" in capsys.readouterr().out  # 13 targets
    assert memory.main([str(root / "examples" / "windmill.glb")]) == 2
    assert "has no skin" in capsys.readouterr().err


def test_wrong_keys_of_a_table_of_samples_are_counted(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Keys at 0, 0.25 and 1 s, two samples a second: from 0.25 to 0.5 s the table still says the first."""
    assert sampled_keys.wrong_share(np.array([0.0, 0.25, 1.0]), 2.0) == pytest.approx(0.25, abs=1e-3)
    assert sampled_keys.wrong_share(np.array([0.0, 0.5, 1.0]), 2.0) == 0.0
    assert sampled_keys.main([str(root / "examples" / "arm.glb")]) == 0
    assert "twist     0.0 % of the times" in capsys.readouterr().out  # its keys are on whole seconds
    assert sampled_keys.main([str(root / "none.glb")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("threads", ["1", "2"])
def test_every_step_of_the_staircase_is_faster_than_the_one_before(root: Path, threads: str) -> None:
    """As the table of page 7 has it, with one BLAS thread and with two; best of three runs of a busy machine."""
    costs = []
    for _ in range(3):
        printed = subprocess.run(
            [sys.executable, "-m", "examples.staircase"],
            cwd=root,
            env={**os.environ, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        costs.append([float(line.split()[-2]) for line in printed.splitlines()[3:]])
    best = np.min(costs, axis=0)
    assert len(best) == 7
    assert (np.diff(best) < 0).all(), best


def test_a_mistake_that_a_model_cannot_show_is_one_sentence(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["repeated-joint", str(root / "examples" / "arm.glb"), "--out", str(tmp_path / "a.npz")]
    assert mistake.main(words) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "a.npz").exists()
