"""A limb of two bones reaches: bones keep their lengths, the end is on the target, or as near to it as can be."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from skinning_core import SkinproofError
from skinning_core.lessons.cached_pose import CachedPose
from skinning_core.lessons.reach import Reached, reach
from skinning_core.pose.pose import rest_pose, world_matrices
from skinning_core.pose.world_pose import pose_where
from tests.core.random_models import SEEDS, naive_world, nodes_of, unit
from tests.core.random_models import model as random_model

COUNT = 6  # a chain: 0 - 1 - 2 - 3 - 4 - 5; the limb is 2, 3, 4


def chain(rng: np.random.Generator, *, uneven: float):
    scale = rng.uniform(0.7, 1.4, (COUNT, 1)) * rng.uniform(1.0 - uneven, 1.0 + uneven, (COUNT, 3))
    return nodes_of(np.arange(-1, COUNT - 1), rng.normal(size=(COUNT, 3)), unit(rng, COUNT), scale)


def reached(nodes, target) -> tuple[Reached, np.ndarray]:
    """What came of it, and the places (N, 3) of all joints by plain recursion over what was set."""
    cached = CachedPose(rest_pose(nodes))
    result = reach(cached, nodes.parents, 4, target)
    matrix = np.array([cached.local(joint) for joint in range(COUNT)])
    moved = [joint for joint in range(COUNT) if not np.allclose(matrix[joint], naive_local(nodes, joint), atol=1e-12)]
    assert set(moved) <= {2, 3}, "nothing but the two joints was turned"
    places = []
    for joint in range(COUNT):
        world = np.eye(4)
        for above in range(joint + 1):
            world = world @ np.vstack([matrix[above], [0, 0, 0, 1]])
        places.append(world[:3, 3])
    return result, np.array(places)


def naive_local(nodes, joint: int) -> np.ndarray:
    alone = dataclasses.replace(nodes, parents=np.full(COUNT, -1))
    return naive_world(alone)[joint, :3]


@given(SEEDS, st.floats(-0.3, 1.3))
def test_the_end_is_where_it_should_be(seed: int, share: float) -> None:
    rng = np.random.default_rng(seed)
    nodes = chain(rng, uneven=0.0)
    before = naive_world(nodes)[:, :3, 3]
    upper, lower = (np.linalg.norm(before[k] - before[k + 1]) for k in (2, 3))
    nearest, farthest = abs(upper - lower), upper + lower
    away = max(nearest + share * (farthest - nearest), 0.0)
    way = rng.normal(size=3)
    target = before[2] + away * way / np.linalg.norm(way)
    result, after = reached(nodes, target)
    assert (result.shoulder, result.elbow) == (2, 3)
    tiny = 1e-7 * farthest
    np.testing.assert_allclose(after[:3], before[:3], atol=tiny)
    assert abs(np.linalg.norm(after[3] - after[2]) - upper) < tiny
    assert abs(np.linalg.norm(after[4] - after[3]) - lower) < tiny
    expected = max(away - farthest, nearest - away, 0.0)
    assert abs(np.linalg.norm(after[4] - target) - expected) < tiny
    assert abs(result.missing - expected) < tiny
    if abs(away - farthest) > tiny and abs(away - nearest) > tiny:
        assert (result.too_far, result.too_near) == (away > farthest, away < nearest)
    if result.too_far:  # shoulder, elbow and end on one line that leads to the target
        assert np.linalg.norm(after[4] - after[2]) == pytest.approx(farthest)


@given(SEEDS)
@example(1514)
def test_uneven_scales_are_come_to_terms_with(seed: int) -> None:
    """As far away as the longer bone is long: between the nearest and the farthest point.

    Each joint's scales differ by up to 1.03 / 0.97. Two joints above the upper bone stretch it by up to 1.13 when it
    turns, three the lower one by up to 1.2: the point stays within reach if the shorter bone is at least 0.23 of the
    longer one. Of seed 1514 it is 0.03, and no turn of the two joints comes nearer than 7.2e-4 of the limb.
    """
    rng = np.random.default_rng(seed)
    nodes = chain(rng, uneven=0.03)
    before = naive_world(nodes)[:, :3, 3]
    lengths = [np.linalg.norm(before[k] - before[k + 1]) for k in (2, 3)]
    way = rng.normal(size=3)
    target = before[2] + max(lengths) * way / np.linalg.norm(way)
    result, after = reached(nodes, target)
    assert result.missing == pytest.approx(np.linalg.norm(after[4] - target), abs=1e-9 * sum(lengths))
    assert result.missing < (1e-6 if min(lengths) > 0.25 * max(lengths) else 0.2) * sum(lengths)


def test_straight_and_opposite_limbs_have_a_plane_too() -> None:
    up = np.tile([0.0, 1.0, 0.0], (COUNT, 1))
    still = np.tile([0.0, 0.0, 0.0, 1.0], (COUNT, 1))
    nodes = nodes_of(np.arange(-1, COUNT - 1), up, still, np.ones((COUNT, 3)))
    for target in ([0.0, 4.0, 0.0], [0.0, 2.0, 0.0], [0.0, 1.0, 0.0], [0.0, 3.0, 0.0], [1.0, 3.0, 1.0]):
        result, after = reached(nodes, np.array(target))
        assert np.linalg.norm(after[4] - target) < 1e-7, target
        assert result.missing < 1e-7, target
    result, after = reached(nodes, np.array([0.0, 13.0, 0.0]))
    assert result.too_far
    assert result.missing == pytest.approx(8.0)


def test_what_is_no_limb_is_refused() -> None:
    nodes = chain(np.random.default_rng(0), uneven=0.0)
    with pytest.raises(SkinproofError, match="two joints above its end"):
        reach(CachedPose(rest_pose(nodes)), nodes.parents, 1, np.zeros(3))
    flat = dataclasses.replace(nodes, translation=nodes.translation * (np.arange(COUNT) != 4)[:, None])
    with pytest.raises(SkinproofError, match="in one place"):
        reach(CachedPose(rest_pose(flat)), nodes.parents, 4, np.zeros(3))


@given(SEEDS)
def test_a_pose_from_matrices_stands_where_they_say(seed: int) -> None:
    model = random_model(np.random.default_rng(seed))
    world = naive_world(model.nodes)
    np.testing.assert_allclose(world_matrices(pose_where(model, world)), world[:, :3], rtol=1e-9, atol=1e-9)
