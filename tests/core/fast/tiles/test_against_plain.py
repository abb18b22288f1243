"""Skinning at many times at once against the plain form, to the last digits of a float64.

The bound is standard error analysis (Higham), as in ``test_skin_properties.float32_bound``: a number that is a sum of
n products is off by at most n u times the same sum over absolute values, u = 2^-53, in either form. So they may differ
by twice that. A few roundings are added for what follows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from skinning_core.fast.tiles.joint_sets import Binding
from skinning_core.fast.tiles.kernels import einsum_kernel
from skinning_core.fast.tiles.layout import homogeneous
from skinning_core.fast.tiles.skinner import TileSkinner, normal_ranges, position_ranges, weight_tiles
from skinning_core.fast.tiles.tuning import DOUBLE, Tuning
from skinning_core.skin.linear import skin_normals, skin_positions
from tests.night import cases

U = 2.0**-53
#: As it is; small ranges; everything merged and cut as float32 has it; no blend shared, the kernel without BLAS.
TUNINGS = [
    DOUBLE,
    replace(DOUBLE, range_vertices=50, block_frames=3),
    Tuning(dtype=np.float64),
    replace(DOUBLE, shared_blend=1e9, normal_rows=64, kernel=einsum_kernel),
]


class Mesh(NamedTuple):
    """A mesh to skin, how it is bound, and what the plain form needs of it."""

    skin_palette: np.ndarray
    chosen: np.ndarray
    weights: np.ndarray
    vectors: np.ndarray  # as many as times, or at rest
    binding: Binding
    shared: bool  # vertices share rows where they can


def by_tiles(mesh: Mesh, *, normals: bool = False) -> np.ndarray:
    """(T, V, 3) positions or normals by tiles of float64."""
    palette, binding, moving = mesh.skin_palette, mesh.binding, len(mesh.vectors) > 1
    ranges, size = (normal_ranges, 3) if normals else (position_ranges, 4)
    vectors = mesh.vectors if normals else list(map(homogeneous, mesh.vectors))
    made = ranges(vectors[0], binding, None if mesh.shared else weight_tiles(binding), moving=moving)
    skinner = TileSkinner(made, binding.tuning)
    tables = np.ascontiguousarray(palette[..., :size].swapaxes(1, 2))
    return skinner.skin_moving(tables, vectors) if moving else skinner.skin(tables)


def random_mesh(
    seed: int,
    sizes: tuple[int, int, int, int],
    *,
    local: bool,
    morphed: bool,
    tuning: Tuning,
    shared: bool,
    offset: float,
) -> Mesh:
    """Skin palette, joints, weights and as many vectors as times: joints named twice, weights of zero, whole vertices
    of zero weight, many vertices of the same influences, and sheared, mirrored joints far away."""
    rng = np.random.default_rng(seed)
    vertices, joints, slots, times = sizes
    chosen = rng.integers(0, joints, (vertices, slots))
    if local:
        chosen = np.minimum(np.arange(vertices)[:, None] * joints // max(vertices, 1) + chosen % 3, joints - 1)
    weights = rng.random((vertices, slots)) * (rng.random((vertices, slots)) < 0.7) * (rng.random((vertices, 1)) < 0.95)
    few = rng.integers(0, vertices // 20 + 1, vertices)
    like = np.where(rng.random(vertices) < rng.random(), few, np.arange(vertices))
    chosen, weights = chosen[like], weights[like]
    skin_palette = rng.normal(size=(times, joints, 3, 4))
    skin_palette[..., 3] += offset
    vectors = rng.normal(size=(max(times, 1), vertices, 3))
    binding = Binding(chosen.astype(np.uint16), weights, joints, tuning)
    return Mesh(skin_palette, chosen.astype(np.uint16), weights, vectors if morphed else vectors[:1], binding, shared)


meshes = st.builds(
    random_mesh,
    sizes=st.tuples(
        st.sampled_from([0, 1, 2, 30, 400]),  # vertices
        st.sampled_from([1, 2, 9, 300]),  # joints
        st.sampled_from([1, 2, 4, 12]),  # slots
        st.sampled_from([0, 1, 3, 16, 37]),  # times
    ),
    local=st.booleans(),
    morphed=st.booleans(),
    tuning=st.sampled_from(TUNINGS),
    shared=st.booleans(),
    offset=st.sampled_from([0.0, 1e6]),
    seed=st.integers(0, 2**32 - 1),
)


@given(mesh=meshes)
@settings(max_examples=cases(150), deadline=None)
def test_positions(mesh: Mesh) -> None:
    skin_palette, chosen, weights, positions, *_ = mesh
    slots = chosen.shape[1]
    expected = skin_positions(skin_palette, positions, chosen, weights)
    skinned = by_tiles(mesh)
    matrices = np.abs(skin_palette[:, chosen]) * weights[:, :, None, None]
    magnitude = np.einsum("tvirc,tvc->tvr", matrices[..., :3], np.broadcast_to(np.abs(positions), expected.shape))
    magnitude += matrices[..., 3].sum(axis=2)
    assert skinned.shape == expected.shape
    assert (np.abs(skinned - expected) <= 2 * (slots + 6) * U * magnitude).all()


def test_large_sets_and_many_times_are_cut_into_pieces_that_fit_together() -> None:
    """Two sets of thousands of vertices, a few vertices of rare sets, and more times than one block has."""
    rng = np.random.default_rng(5)
    chosen = np.array([[0, 1], [2, 3]])[rng.integers(0, 2, 5000)]
    chosen[:5] = [[0, 2], [0, 3], [1, 2], [1, 3], [4, 4]]
    weights, palette, positions = rng.random((5000, 2)), rng.normal(size=(101, 5, 3, 4)), rng.normal(size=(1, 5000, 3))
    expected = skin_positions(palette, positions, chosen, weights)
    skinned = by_tiles(Mesh(palette, chosen, weights, positions, Binding(chosen, weights, 5, DOUBLE), False))
    assert np.abs(skinned - expected).max() < 1e-14


@given(mesh=meshes)
@settings(max_examples=cases(150), deadline=None)
def test_normals(mesh: Mesh) -> None:
    """What is not yet of length one is off by so much of the squares of the blend's absolute values; its direction by
    that over its length. Where the determinant is rounding alone, normals may point either way."""
    skin_palette, chosen, weights, normals, *_ = mesh
    slots = chosen.shape[1]
    expected = skin_normals(skin_palette, normals, chosen, weights)
    skinned = by_tiles(mesh, normals=True)
    matrices = skin_palette[:, chosen][..., :3] * weights[:, :, None, None]
    blended, size = matrices.sum(axis=2), np.linalg.norm(np.abs(matrices).sum(axis=2), axis=(-2, -1))
    source = np.broadcast_to(normals, expected.shape)
    determinant = np.linalg.det(blended)
    regular = np.abs(determinant) > 1e3 * U * size**3
    carried = np.einsum("tvcr,tvc->tvr", np.linalg.inv(np.where(regular[..., None, None], blended, np.eye(3))), source)
    length, size = np.linalg.norm(carried, axis=-1) * np.abs(determinant), size**2
    error = np.linalg.norm(skinned - expected, axis=-1)
    bound = 8 * (slots + 10) * U * size * np.linalg.norm(source, axis=-1)
    assert skinned.shape == expected.shape
    assert (error * length <= bound)[regular].all()
    assert np.array_equal(skinned[size == 0.0], expected[size == 0.0])


def test_a_squashed_normal_is_zero_and_a_flat_one_points_as_before() -> None:
    """A joint that flattens z: normals along z keep their direction, those across it vanish."""
    palette = np.zeros((3, 1, 3, 4))
    palette[:, 0, 0, 0] = palette[:, 0, 1, 1] = 1.0
    normals = np.array([[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]])
    joints, weights = np.zeros((2, 1), int), np.ones((2, 1))
    for tuning in TUNINGS:
        flat = by_tiles(
            Mesh(palette, joints, weights, normals, Binding(joints, weights, 1, tuning), False), normals=True
        )
        assert np.array_equal(flat, np.broadcast_to([[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]], (3, 2, 3)))
