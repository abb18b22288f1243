"""Poses from elsewhere: joints' world matrices, skinned as the specification says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from skinning_core import Model, SkinproofError, load_model, skin_model, skin_pose
from skinning_core.pose.clip import sample_clip
from skinning_core.pose.pose import world_matrices
from skinning_core.pose.world_pose import model_in_pose
from tests import golden
from tests.core.random_models import SEEDS
from tests.core.random_models import model as random_model


@pytest.fixture
def model(root: Path) -> Model:
    return load_model(root / "examples" / "character.glb")


def test_golden_poses_given_as_matrices(shared: Path) -> None:
    """World matrices and positions both come from golden files, which another program has written."""
    compared = 0
    for sheet in golden.sheets(shared):
        model = load_model(sheet.model)
        if any(len(weights) for weights in model.nodes.morph_weights):
            continue  # golden files hold no morph weights
        with sheet.entries[-1].arrays() as arrays:
            world, middle = arrays["nodes"], len(arrays["nodes"]) // 2
            got = skin_pose(model, np.where(model.nodes.in_scene[:, None, None], world[middle], np.nan))
            expected = {f"pos{k}": arrays[f"pos{k}"][middle : middle + 1] for k in range(len(model.parts))}
            expected["diag"] = arrays["diag"][middle : middle + 1]
        assert golden.largest_error(got.positions, expected) < 1e-6, sheet.name
        compared += 1
    assert compared > 20


@given(seed=SEEDS)
def test_a_pose_is_skinned_as_its_clip_is(seed: int) -> None:
    """By Pose with morph weights, by array, by mapping: the same positions as the clip gives."""
    model = random_model(np.random.default_rng(seed))
    clip = 0 if len(model.clips) else None
    expected = skin_model(model, clip, [0.3])
    pose = sample_clip(model.nodes, model.clip(clip), [0.3])
    world = world_matrices(pose)[0]
    scale = expected.diagonal[0] + np.abs(world).max()
    for a, b in zip(skin_pose(model, pose).positions, expected.positions, strict=True):
        assert np.abs(a - b).max(initial=0.0) <= 1e-12 * scale
    still = skin_model(model_in_pose(model, dict(enumerate(world))), None, [0.0])
    for a, b in zip(skin_pose(model, world).positions, still.positions, strict=True):
        assert np.array_equal(a, b)


def test_nodes_that_are_not_given_follow_their_parents(model: Model) -> None:
    """One joint is turned; what hangs below it comes along, the rest stays."""
    rest = world_matrices(sample_clip(model.nodes, None, [0.0]))[0]
    joint = int(model.skins[0].joints[2])
    lifted = rest[joint] + np.eye(3, 4, 3) * 0.25  # moved by a quarter metre along x
    posed = model_in_pose(model, {model.nodes.names[joint]: lifted})
    below = {joint}
    for node in model.nodes.order.tolist():
        if int(model.nodes.parents[node]) in below:
            below.add(node)
    moved = posed.nodes.matrix[..., 3] - rest[..., 3]
    for node in range(len(model.nodes)):
        assert np.allclose(moved[node], [0.25, 0, 0] if node in below else 0.0, atol=1e-12)
    partly = np.full((len(rest), 4, 4), np.nan)
    partly[joint] = np.vstack([lifted, [0, 0, 0, 1]])
    assert np.array_equal(model_in_pose(model, partly).nodes.matrix, posed.nodes.matrix)


def test_what_is_no_pose_is_refused(model: Model) -> None:
    with pytest.raises(SkinproofError, match="of 3 or 4 rows"):
        skin_pose(model, np.zeros((2, 3, 4)))
    with pytest.raises(SkinproofError, match="none of the nodes"):
        skin_pose(model, {"nobody": np.eye(4)})
    with pytest.raises(SkinproofError, match="no node 999"):
        skin_pose(model, {999: np.eye(4)})
    with pytest.raises(SkinproofError, match="has shape"):
        skin_pose(model, {0: np.eye(3)})
