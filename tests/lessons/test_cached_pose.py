"""P4: cached world matrices give what a full computation gives, and compute only the dirty chain."""

from __future__ import annotations

import dataclasses

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from skinning_core.lessons.cached_pose import CachedPose
from skinning_core.pose.pose import rest_pose
from tests.core.random_models import SEEDS, forest, naive_world, nodes_of, unit


def chain(count: int) -> CachedPose:
    """0 - 1 - 2 - ..., each one metre above the one before."""
    up = np.tile([0.0, 1.0, 0.0], (count, 1))
    still = np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))
    return CachedPose(rest_pose(nodes_of(np.arange(-1, count - 1), up, still, np.ones((count, 3)))))


def test_only_the_dirty_chain_is_computed() -> None:
    pose = chain(10)
    pose.world(9)
    assert pose.computed == 10
    pose.world(9)
    pose.world(4)
    assert pose.computed == 10, "everything was clean"
    pose.set_local(7, [0, 2, 0], [0, 0, 0, 1], [1, 1, 1])
    assert pose.world(6)[1, 3] == 7.0
    assert pose.computed == 10, "above the change nothing is dirty"
    assert pose.world(8)[1, 3] == 10.0
    assert pose.computed == 12, "7 and 8"
    assert pose.world(9)[1, 3] == 11.0
    assert pose.computed == 13, "9 alone: its parent was clean by then"


def test_branches_do_not_disturb_each_other() -> None:
    still = np.tile([0.0, 0.0, 0.0, 1.0], (3, 1))
    pose = CachedPose(rest_pose(nodes_of(np.array([-1, 0, 0]), np.zeros((3, 3)), still, np.ones((3, 3)))))
    pose.world(1), pose.world(2)
    before = pose.computed
    pose.set_local(1, [1, 0, 0], [0, 0, 0, 1], [1, 1, 1])
    pose.world(2)
    assert pose.computed == before


@given(SEEDS, st.integers(2, 12))
def test_any_sequence_of_sets_and_gets_gives_the_full_result(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    nodes = forest(rng, count)
    pose = CachedPose(rest_pose(nodes))
    for _ in range(12):
        joint = int(rng.integers(count))
        if rng.uniform() < 0.5:
            t, r, s = rng.normal(size=3), unit(rng), rng.uniform(0.5, 1.5, 3)
            pose.set_local(joint, t, r, s)
            arrays = {"translation": t, "rotation": r, "scale": s}
            changed = {name: getattr(nodes, name).copy() for name in arrays}
            for name, value in arrays.items():
                changed[name][joint] = value
            nodes = dataclasses.replace(nodes, **changed)
        else:
            assert np.allclose(pose.world(joint), naive_world(nodes)[joint, :3], rtol=1e-11, atol=1e-11)
    joint = int(rng.integers(count))
    pose.local(joint)[:] = 0.0  # a copy: writing into it changes nothing
    assert np.allclose(pose.world(joint), naive_world(nodes)[joint, :3], rtol=1e-11, atol=1e-11)
