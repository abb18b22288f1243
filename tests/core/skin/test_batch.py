"""Skinning at many times at once against the plain form, to the last digits of a float64.

The bound is standard error analysis (Higham), as in ``test_skin_properties.float32_bound``: a number that is a sum of
n products is off by at most n u times the same sum over absolute values, u = 2^-53, in either form. So they may differ
by twice that. A few roundings are added for what follows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skinning_core.skin.batch.arrangement import Arrangement, arranged
from skinning_core.skin.batch.normals import skin_normals_at_once
from skinning_core.skin.batch.positions import arranged_positions, skin_positions_at_once
from skinning_core.skin.linear import skin_normals, skin_positions

U = 2.0**-53


class Mesh(NamedTuple):
    """A mesh to skin, arranged in regions, and what the plain form needs of it."""

    skin_palette: np.ndarray
    chosen: np.ndarray
    weights: np.ndarray
    vectors: np.ndarray  # as many as times, or at rest
    regions: tuple[Arrangement, ...]


def random_mesh(
    seed: int,
    vertices: int,
    joints: int,
    slots: int,
    times: int,
    *,
    local: bool,
    morphed: bool,
    region: int,
    offset: float,
) -> Mesh:
    """Skin palette, joints, weights and as many vectors as times: joints named twice, weights of zero, whole vertices
    of zero weight, many vertices of the same influences, and sheared, mirrored joints far away."""
    rng = np.random.default_rng(seed)
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
    mesh = arranged(chosen.astype(np.uint16), weights, region=region, shortest=0.0)
    return Mesh(skin_palette, chosen.astype(np.uint16), weights, vectors if morphed else vectors[:1], mesh)


meshes = st.builds(
    random_mesh,
    vertices=st.sampled_from([0, 1, 2, 30, 400]),
    joints=st.sampled_from([1, 2, 9, 300]),
    slots=st.sampled_from([1, 2, 4, 12]),
    times=st.sampled_from([0, 1, 3, 16, 37]),
    local=st.booleans(),
    morphed=st.booleans(),
    region=st.sampled_from([7, 50, 8192]),
    offset=st.sampled_from([0.0, 1e6]),
    seed=st.integers(0, 2**32 - 1),
)


@given(mesh=meshes)
@settings(max_examples=150, deadline=None)
def test_positions(mesh: Mesh) -> None:
    skin_palette, chosen, weights, positions, regions = mesh
    slots = chosen.shape[1]
    expected = skin_positions(skin_palette, positions, chosen, weights)
    skinned = skin_positions_at_once(skin_palette, arranged_positions(positions, regions))
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
    skinned = skin_positions_at_once(palette, arranged_positions(positions, arranged(chosen, weights)))
    assert np.abs(skinned - expected).max() < 1e-14


@pytest.mark.parametrize("inverse_transpose", [True, False])
@given(mesh=meshes)
@settings(max_examples=100, deadline=None)
def test_normals(mesh: Mesh, inverse_transpose: bool) -> None:
    """What is not yet of length one is off by so much of the squares of the blend's absolute values; its direction by
    that over its length. Where the determinant is rounding alone, normals may point either way."""
    skin_palette, chosen, weights, normals, regions = mesh
    slots = chosen.shape[1]
    expected = skin_normals(skin_palette, normals, chosen, weights, inverse_transpose=inverse_transpose)
    skinned = skin_normals_at_once(skin_palette, normals, regions, inverse_transpose=inverse_transpose)
    matrices = skin_palette[:, chosen][..., :3] * weights[:, :, None, None]
    blended, size = matrices.sum(axis=2), np.linalg.norm(np.abs(matrices).sum(axis=2), axis=(-2, -1))
    source = np.broadcast_to(normals, expected.shape)
    if inverse_transpose:
        determinant = np.linalg.det(blended)
        regular = np.abs(determinant) > 1e3 * U * size**3
        carried = np.einsum(
            "tvcr,tvc->tvr", np.linalg.inv(np.where(regular[..., None, None], blended, np.eye(3))), source
        )
        length, size = np.linalg.norm(carried, axis=-1) * np.abs(determinant), size**2
    else:
        regular = size > 0.0
        length = np.linalg.norm(np.einsum("tvrc,tvc->tvr", blended, source), axis=-1)
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
    flat = skin_normals_at_once(palette, normals, arranged(np.zeros((2, 1), int), np.ones((2, 1))))
    assert np.array_equal(flat, np.broadcast_to([[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]], (3, 2, 3)))


def test_vertices_of_one_set_are_arranged_together_whatever_the_order_of_their_joints() -> None:
    rng = np.random.default_rng(3)
    sets = np.array([[4, 1, 7], [2, 5, 0]])
    joints = rng.permuted(sets[np.arange(100) % 2], axis=1)
    (arrangement,) = arranged(joints, rng.random((100, 3)) + 0.1)
    assert [(s.end - s.begin, s.joints.tolist()) for s in arrangement.sets.sets] == [(50, [0, 2, 5]), (50, [1, 4, 7])]
    assert sorted(arrangement.vertices[:50] % 2) == [1] * 50


def test_a_large_mesh_is_arranged_in_regions_where_that_leaves_long_sets() -> None:
    """Vertices in the order of their joints: three regions. In any order: one, for the sets would be short."""
    joints = np.arange(300).repeat(80)[:, None]
    regions = arranged(joints, np.ones((24000, 1)))
    assert [(r.order.region.start, r.order.region.stop) for r in regions] == [(0, 8000), (8000, 16000), (16000, 24000)]
    assert all(np.array_equal(np.sort(r.vertices), np.arange(24000)[r.order.region]) for r in regions)
    shuffled = np.random.default_rng(1).permutation(joints)
    assert [(r.order.region.start, r.order.region.stop) for r in arranged(shuffled, np.ones((24000, 1)))] == [
        (0, 24000)
    ]
