"""The packed pose stage against the plain one (which golden data check), on random forests and clips."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skinning_core.fast import hierarchy
from skinning_core.fast.clip import pack_clip
from skinning_core.fast.hierarchy import Hierarchy, build_hierarchy, jump_rounds, level_order, level_rounds, to_world
from skinning_core.fast.prepared_pose import PreparedPose, PreparedPoses
from skinning_core.fast.tiles.tuning import Tuning
from skinning_core.model import Clip, Nodes, Skin, Track
from skinning_core.pose.clip import sample_clip
from skinning_core.pose.pose import global_matrices, local_matrices
from skinning_core.skeleton.node_order import index_map, reorder_nodes
from skinning_core.transform import as_4x4
from tests.night import cases


@given(count=st.integers(1, 12), tracks=st.integers(0, 14), seed=st.integers(0, 2**16))
@settings(max_examples=cases(80), deadline=None)
def test_same_pose_as_the_plain_stage(count: int, tracks: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    nodes = _forest(rng, count)
    clip = Clip("c", tuple(_track(rng, nodes) for _ in range(tracks)))
    times = np.concatenate([[-1.0, 9.0], rng.uniform(-0.2, 2.2, 5), *(track.times for track in clip.tracks)])
    plain = sample_clip(nodes, clip, times)
    expected = global_matrices(local_matrices(plain), nodes.parents, nodes.order)
    skin = Skin("every node", rng.permutation(count), rng.normal(size=(count, 3, 4)))
    stages = PreparedPoses(nodes, (skin,), (clip,))
    posed = stages.at(0, times)
    _same(_world(posed), expected)
    _same(posed.skin_palettes[0], _product(expected[:, skin.joints], skin.inverse_bind))
    for node, theirs in enumerate(plain.morph_weights):
        np.testing.assert_allclose(posed.morph_weights_of(node), theirs, atol=1e-12)
    for i, time in enumerate(times):
        _same(_world(stages.at(0, np.array([time])))[0], expected[i])
    _same(stages.skin_palettes_of_many(0, times)[0], posed.skin_palettes[0])
    assert stages.at(0, np.zeros(0)).skin_palettes[0].shape == (0, count, 3, 4)
    assert stages.skin_palettes_of_many(0, np.zeros(0))[0].shape == (0, count, 3, 4)


def test_no_clip_is_the_rest_pose() -> None:
    nodes = _forest(np.random.default_rng(3), 9)
    plain = sample_clip(nodes, None, [0.0])
    expected = global_matrices(local_matrices(plain), nodes.parents, nodes.order)
    _same(_world(PreparedPoses(nodes, (), ()).at(None, np.array([4.0]))), expected)


def test_a_quaternion_that_passes_through_zero_is_the_identity_there() -> None:
    nodes = _forest(np.random.default_rng(4), 1, matrices=False)
    keys = np.array([[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0]])
    clip = Clip("c", (Track(0, "rotation", "STEP", np.array([0.0, 1.0]), keys),))
    skin = Skin("it", np.zeros(1, np.intp), np.eye(3, 4)[None])
    stages = PreparedPoses(nodes, (skin,), (clip,))
    world = stages.at(0, np.array([0.0, 1.0])).world
    np.testing.assert_allclose(world[1], world[0], atol=1e-15)
    several = stages.skin_palettes_of_many(0, np.array([0.0, 1.0]))[0]
    np.testing.assert_allclose(several[1], several[0], atol=1e-15)


@pytest.mark.parametrize("plan", [level_rounds, jump_rounds])
@given(count=st.integers(1, 60), seed=st.integers(0, 2**16), deep=st.booleans())
@settings(max_examples=cases(30), deadline=None)
def test_both_ways_to_the_world(plan: Any, count: int, seed: int, deep: bool) -> None:
    rng = np.random.default_rng(seed)
    nodes = _forest(rng, count, deep=deep)
    local = np.concatenate([rng.normal(0, 0.6, (2, count, 3, 4))])
    expected = np.empty_like(local)
    for node in nodes.order.tolist():  # the definition
        parent = nodes.parents[node]
        expected[:, node] = local[:, node] if parent < 0 else _product(expected[:, parent], local[:, node])
    by_level = index_map(level_order(nodes.parents, nodes.order))
    rounds = plan(reorder_nodes(nodes, by_level).parents)
    found = to_world(Hierarchy(rounds, rounds), as_4x4(local[:, by_level.old_of_new]))
    _same(found[:, by_level.new_of_old], expected)


def test_deep_chains_jump_and_flat_crowds_do_not() -> None:
    chain = np.arange(200) - 1
    assert len(build_hierarchy(chain).one) == 8
    flat = np.where(np.arange(500) < 1, -1, 0)
    assert len(build_hierarchy(flat).one) == 1
    assert hierarchy.build_hierarchy(np.array([-1])).one == ()


def test_values_that_never_change_are_not_sampled() -> None:
    nodes = _forest(np.random.default_rng(5), 3, matrices=False)
    times = np.array([0.0, 1.0])
    still = Track(1, "scale", "LINEAR", times, np.full((2, 3), 1.5))
    turning = Track(2, "rotation", "LINEAR", times, np.array([[0, 0, 0, 1.0], [0, 1.0, 0, 0]]))
    packed = pack_clip(nodes, Clip("c", (still, turning)))
    assert packed.moving.tolist() == [2]
    assert [np.zeros(30)[c.targets].size for group in packed.groups for c in group.columns] == [4]


def test_stages_of_single_times_are_remembered_up_to_a_limit() -> None:
    nodes = _forest(np.random.default_rng(6), 4)
    skin = Skin("s", np.array([1, 2]), np.repeat(np.eye(4)[None, :3], 2, axis=0))
    stages = PreparedPoses(nodes, (skin,), ())
    first = stages.at(None, np.array([0.25]))
    assert stages.at(None, np.array([0.25])) is first
    stages = PreparedPoses(nodes, (skin,), (), Tuning(remembered_bytes=2 * first.size))
    first = stages.at(None, np.array([0.25]))
    for time in (1.0, 2.0, 3.0):
        stages.at(None, np.array([time]))
    assert stages.at(None, np.array([0.25])) is not first


def _forest(rng: np.random.Generator, count: int, *, deep: bool = False, matrices: bool = True) -> Nodes:
    parents = np.array([i - 1 if deep else rng.integers(-1, i) if i else -1 for i in range(count)])
    has_matrix = (rng.random(count) < 0.3) & matrices
    return Nodes(
        names=tuple(map(str, range(count))),
        parents=parents,
        order=np.arange(count),
        translation=rng.normal(size=(count, 3)),
        rotation=rng.normal(size=(count, 4)),
        scale=rng.uniform(0.5, 1.5, (count, 3)),
        matrix=np.where(has_matrix[:, None, None], rng.normal(size=(count, 3, 4)), np.eye(4)[:3]),
        has_matrix=has_matrix,
        mesh=np.full(count, -1),
        skin=np.full(count, -1),
        in_scene=np.ones(count, bool),
        morph_weights=tuple(rng.random(rng.integers(0, 3)) for _ in range(count)),
    )


def _track(rng: np.random.Generator, nodes: Nodes) -> Track:
    free = np.flatnonzero(~nodes.has_matrix)
    node = int(rng.choice(free)) if len(free) else 0
    weights = len(nodes.morph_weights[node])
    path = str(rng.choice(["translation", "rotation", "scale"] + ["weights"] * (weights > 0)))
    if not len(free):
        path = "weights" if weights else "translation"
    width = {"rotation": 4, "weights": weights}.get(path, 3)
    keys = int(rng.integers(1, 5))
    times = (
        np.sort(rng.choice(np.linspace(0, 2, 9), keys, replace=False)) if rng.random() < 0.5 else np.arange(keys) / 2
    )
    values = rng.normal(size=(keys, width)) if rng.random() < 0.8 else np.ones((keys, width))
    kind = str(rng.choice(["STEP", "LINEAR", "CUBICSPLINE"]))
    tangents = (rng.normal(size=(2, keys, width))) if kind == "CUBICSPLINE" else (None, None)
    return Track(node, path, kind, times, values, *tangents)  # type: ignore[arg-type]


def _product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (as_4x4(a) @ as_4x4(b))[..., :3, :]


def _world(posed: PreparedPose) -> np.ndarray:
    """(T, N, 4, 4) in the order of the nodes."""
    return np.stack([posed.world_of(node) for node in range(posed.world.shape[1])], axis=1)


def _same(world: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_allclose(world[..., :3, :], expected, atol=1e-11 * max(1.0, np.abs(expected).max()))
