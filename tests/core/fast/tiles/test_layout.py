"""Tiles against the plain formula, for every shape of influences; and what a frame may allocate."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skinning_core.fast.tiles.joint_sets import Binding, ascending, common_pieces
from skinning_core.fast.tiles.kernels import Kernel, einsum_kernel, matmul_kernel, usual_kernel
from skinning_core.fast.tiles.layout import build_tiles, distinct_rows
from skinning_core.fast.tiles.skinner import TileSkinner, position_ranges
from skinning_core.fast.tiles.tuning import Tuning
from tests.night import cases

KERNELS = [matmul_kernel, einsum_kernel]


@given(
    vertices=st.integers(1, 300),
    joints=st.integers(1, 40),
    slots=st.sampled_from([1, 2, 3, 4, 8, 12]),
    local=st.booleans(),
    seed=st.integers(0, 2**16),
)
@settings(max_examples=cases(60), deadline=None)
def test_any_influences(vertices: int, joints: int, slots: int, local: bool, seed: int) -> None:
    """Local or scattered joints, joints named twice, weights of zero, vertices that are equal."""
    rng = np.random.default_rng(seed)
    chosen = rng.integers(0, joints, (vertices, slots))
    if local:
        chosen = np.minimum(np.arange(vertices)[:, None] * joints // vertices + chosen % 3, joints - 1)
    weights = rng.random((vertices, slots)) * (rng.random((vertices, slots)) < 0.7)
    vectors = rng.integers(-2, 3, (vertices, 4)).astype(np.float32)  # few values, so that rows repeat
    tables = rng.normal(size=(3, 3, joints, 4)).astype(np.float32)
    expected = np.einsum("vi,frvic,vc->fvr", weights, tables[:, :, chosen], vectors)
    for kernel in KERNELS:
        tuning = Tuning(kernel=kernel)
        ranges = position_ranges(vectors, Binding(chosen, weights, joints, tuning))
        skinned = TileSkinner(ranges, tuning).skin(tables)
        np.testing.assert_allclose(skinned, expected, atol=4e-6 * max(np.abs(expected).max(), 1.0))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("frames", [1, 7])
@pytest.mark.parametrize("count", [5, 13])  # ranges: threads share frames of the first, ranges of the second
def test_ranges_and_threads_give_the_same_vertices(kernel: Kernel, frames: int, count: int) -> None:
    rng = np.random.default_rng(1)
    vectors, chosen, weights = _mesh(rng, 5000, 20)
    tables = rng.normal(size=(frames, 3, 20, 4)).astype(np.float32)
    whole, small = (
        Tuning(kernel=kernel, threads=1),
        Tuning(kernel=kernel, threads=3, range_vertices=5000 // count + 1, shared_range=1, threaded_work=1),
    )
    alone = TileSkinner(position_ranges(vectors, Binding(chosen, weights, 20, whole)), whole).skin(tables)
    cut = TileSkinner(position_ranges(vectors, Binding(chosen, weights, 20, small)), small)
    assert len(cut.ranges) == count
    for _ in range(3):  # a race would not show every time
        np.testing.assert_allclose(cut.skin(tables), alone, atol=1e-5)


def test_equal_vertices_are_skinned_once() -> None:
    rng = np.random.default_rng(2)
    vectors, chosen, weights = _mesh(rng, 100, 5)
    six = [np.tile(a, (6, *[1] * (a.ndim - 1))) for a in (vectors, chosen, weights)]
    once = build_tiles(vectors, Binding(chosen, weights, 5))
    assert build_tiles(six[0], Binding(six[1], six[2], 5)).rows == once.rows


def test_equal_means_equal_in_every_column() -> None:
    first, group = distinct_rows(np.array([[1.0], [1.0], [1.0]]), np.array([[1], [2], [1]]))
    assert first.tolist() == [0, 1]
    assert group.tolist() == [0, 1, 0]


def test_a_joint_named_twice_adds_up() -> None:
    joints, weights = ascending(np.array([[3, 1, 3, 0]]), np.array([[0.25, 0.5, 0.125, 0.0]]), 9)
    assert joints.tolist() == [[1, 3, 9, 9]]
    assert weights.tolist() == [[0.5, 0.375, 0.0, 0.0]]


def test_rare_sets_are_cut_and_common_ones_are_not() -> None:
    rng = np.random.default_rng(3)
    common = np.tile([[0, 1, 2, 3]], (500, 1))
    rare = np.stack([rng.permutation(40)[:4] for _ in range(200)])
    pieces = common_pieces(Binding(np.concatenate([common, rare]), np.full((700, 4), 0.25), 40))
    of_owner = np.bincount(pieces.owner)
    assert (of_owner[:500] == 1).all()
    assert of_owner[500:].max() <= 4
    assert len(pieces.sets) < 100


def test_a_few_rare_vertices_do_not_make_pieces_of_a_whole_mesh() -> None:
    """Five vertices on joints of their own choice: five tiles of padding, no sums for 5000 others."""
    rng = np.random.default_rng(4)
    vectors, chosen, weights = _mesh(rng, 5000, 20)
    chosen[:] = np.sort(rng.integers(0, 17, 5000))[:, None] + np.arange(chosen.shape[1]) % 3
    chosen[::1000, :2] = [[0, 19], [3, 18], [7, 15], [9, 1], [12, 4]]
    assert len(build_tiles(vectors, Binding(chosen, weights, 20)).places) == 1


def test_the_kernel_is_blas_where_numpy_has_one() -> None:
    """NumPy from PyPI has; the form of what it says of itself is older before 1.25."""
    assert usual_kernel() is matmul_kernel
    for told, kernel in (({"found": True}, matmul_kernel), ({"found": False}, einsum_kernel), ({}, einsum_kernel)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(np, "show_config", lambda mode, told=told: {"Build Dependencies": {"blas": told}})
            assert usual_kernel.__wrapped__() is kernel
    for told, kernel in (({"libraries": ["openblas"]}, matmul_kernel), ({}, einsum_kernel)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(np, "show_config", lambda: None)
            patch.setattr(np.__config__, "get_info", lambda name, told=told: told, raising=False)
            assert usual_kernel.__wrapped__() is kernel


@pytest.mark.parametrize(("frames", "limit"), [(1, 2_000), (24, 8_000)])
def test_a_frame_allocates_nothing_but_views(frames: int, limit: int) -> None:
    """The regression guard of the speed: NumPy's buffers are counted by tracemalloc, so is every small object.

    20,000 vertices are 240,000 bytes a frame; one temporary of them would be a hundred times the limit.
    """
    rng = np.random.default_rng(4)
    tuning = Tuning(kernel=matmul_kernel, threads=1)
    vectors, chosen, weights = _mesh(rng, 20_000, 30)
    skinner = TileSkinner(position_ranges(vectors, Binding(chosen, weights, 30, tuning)), tuning)
    tables = rng.normal(size=(frames, 3, 30, 4)).astype(np.float32)
    out = np.empty((frames, 20_000, 3), np.float32)
    skinner.skin(tables, out)
    tracemalloc.start()
    skinner.skin(tables, out)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < limit


def test_a_frame_is_a_handful_of_numpy_calls() -> None:
    """One product per bucket and block of frames: more frames may not mean more products."""
    rng = np.random.default_rng(5)
    calls = []

    def counting(table: np.ndarray, coefficients: np.ndarray, out: np.ndarray) -> None:
        calls.append(table.shape)
        matmul_kernel(table, coefficients, out)

    vectors, chosen, weights = _mesh(rng, 20_000, 30)
    binding = Binding(chosen, weights, 30, Tuning(kernel=counting, threads=1))
    tiles = build_tiles(vectors, binding)
    skinner = TileSkinner(position_ranges(vectors, binding), binding.tuning)
    for frames in (1, 8):
        calls.clear()
        skinner.skin(rng.normal(size=(frames, 3, 30, 4)).astype(np.float32))
        assert len(calls) == len(tiles.buckets) <= 6


def _mesh(rng: np.random.Generator, vertices: int, joints: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Vectors, joints and weights of a mesh whose neighbours share joints."""
    first = np.arange(vertices) * (joints - 3) // vertices
    chosen = first[:, None] + np.arange(4)
    weights = rng.random((vertices, 4)) * (np.arange(4) < rng.integers(1, 5, vertices)[:, None])
    vectors = np.ones((vertices, 4), np.float32)
    vectors[:, :3] = rng.normal(size=(vertices, 3))
    return vectors, chosen, weights / weights.sum(axis=1, keepdims=True)
