"""P2 and P3: poses against a naive recursion on random forests, in any order of nodes."""

from __future__ import annotations

import dataclasses

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from skinning_core.pose.pose import (
    global_matrices,
    global_matrix,
    levels,
    local_matrices,
    local_matrix,
    rest_pose,
)
from tests.core.random_models import SEEDS, forest, naive_world, nodes_of, unit

COUNTS = st.integers(1, 25)


@given(SEEDS, COUNTS, st.booleans())
def test_world_matrices_equal_a_naive_recursion(seed: int, count: int, shuffled: bool) -> None:
    nodes = forest(np.random.default_rng(seed), count, shuffled=shuffled)
    pose = rest_pose(nodes)
    world = global_matrices(local_matrices(pose), nodes.parents, nodes.order)
    expected = naive_world(nodes)[:, :3]
    assert np.allclose(world, expected, rtol=1e-11, atol=1e-11)
    for node in range(count):
        assert np.allclose(global_matrix(pose, node), expected[node], rtol=1e-11, atol=1e-11)


@given(SEEDS, COUNTS)
def test_both_orders_give_the_same_palette(seed: int, count: int) -> None:
    """The same forest, parents first and shuffled: the same matrices, bit for bit."""
    rng = np.random.default_rng(seed)
    nodes = forest(rng, count, shuffled=False)
    to = rng.permutation(count)  # old index -> new index
    parents = np.full(count, -1)
    parents[to] = np.where(nodes.parents >= 0, to[nodes.parents], -1)
    old = np.argsort(to)
    other = nodes_of(parents, nodes.translation[old], nodes.rotation[old], nodes.scale[old])
    first = global_matrices(local_matrices(rest_pose(nodes)), nodes.parents, nodes.order)
    second = global_matrices(local_matrices(rest_pose(other)), other.parents, other.order)
    assert np.array_equal(first, second[to])


@given(SEEDS, COUNTS)
def test_levels_hold_every_node_once_below_its_parent(seed: int, count: int) -> None:
    """One product per node and no more: the cost is linear in the joints."""
    nodes = forest(np.random.default_rng(seed), count)
    seen: set[int] = set()
    for level in levels(nodes.parents, nodes.order):
        assert all(nodes.parents[n] < 0 or nodes.parents[n] in seen for n in level)
        seen |= set(level.tolist())
    assert seen == set(range(count))
    assert sum(map(len, levels(nodes.parents, nodes.order))) == count


def test_a_chain_may_be_deeper_than_any_recursion() -> None:
    count = 20_000
    ones = np.ones((count, 3))
    still = np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))
    chain = dataclasses.replace(
        nodes_of(np.array([-1]), ones[:1], still[:1], ones[:1]),
        parents=np.arange(-1, count - 1, dtype=np.int32),
        order=np.arange(count),
        translation=ones,
        rotation=still,
        scale=ones,
        matrix=np.repeat(np.eye(3, 4)[None], count, axis=0),
        has_matrix=np.zeros(count, bool),
    )
    pose = rest_pose(chain)
    assert np.array_equal(global_matrix(pose, count - 1)[:, 3], [count] * 3)


def test_a_matrix_stands_in_the_place_of_trs() -> None:
    rng = np.random.default_rng(3)
    nodes = forest(rng, 4, shuffled=False)
    nodes.has_matrix[2] = True
    nodes.matrix[2] = rng.normal(size=(3, 4))
    pose = rest_pose(nodes)
    assert np.array_equal(local_matrix(pose, 2), nodes.matrix[2])
    assert np.array_equal(local_matrices(pose)[2], nodes.matrix[2])


def test_rotations_are_normalised_unless_told_otherwise() -> None:
    rng = np.random.default_rng(4)
    nodes = nodes_of(np.array([-1]), np.zeros((1, 3)), 2.0 * unit(rng, 1), np.ones((1, 3)))
    assert np.allclose(np.linalg.norm(rest_pose(nodes).rotation, axis=-1), 1.0)
    assert np.allclose(np.linalg.norm(rest_pose(nodes, normalise=False).rotation, axis=-1), 2.0)
