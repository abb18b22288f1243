"""Where joints are in a space that another program has made of the file: turned, scaled, in bind or in rest pose."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import Model, load_model
from skinning_core.compare.between.match.frames import joint_frames
from skinning_core.compare.between.match.placement import fitted_similarity
from skinning_core.compare.between.match.rigid import match_rigid_mesh
from skinning_core.compare.between.match.vertex_set import VertexSet, vertex_set
from skinning_core.compare.between.match.vertices import match_vertices
from tests import golden
from tests.core.random_models import turn, unit


def similarity(rng: np.random.Generator) -> np.ndarray:
    scale = float(rng.uniform(0.01, 100.0))
    return np.column_stack([scale * turn(unit(rng)), rng.normal(size=3)])


def moved(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    return points @ matrix[:, :3].T + matrix[:, 3]


@pytest.mark.parametrize("seed", range(5))
def test_a_similarity_is_found_from_points(seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix, points = similarity(rng), rng.normal(size=(50, 3))
    found, left = fitted_similarity(points, moved(matrix, points))
    assert np.allclose(found, matrix, rtol=1e-9, atol=1e-9 * np.abs(matrix).max())
    assert left < 1e-9 * np.abs(matrix).max()
    assert np.linalg.det(fitted_similarity(points, points * [1.0, 1.0, -1.0])[0][:, :3]) > 0.0  # never mirrored


@pytest.fixture(params=["cesium_man", "fox"])
def model(request: pytest.FixtureRequest, shared: Path) -> Model:
    return load_model(golden.sheet(shared, request.param).model)


@pytest.mark.parametrize("pose", ["positions", "stored"])
def test_joints_are_where_the_mesh_says(model: Model, pose: str) -> None:
    """The scene's mesh is the file's at rest, or as it is bound, in another unit: so are its joints."""
    first = vertex_set(model)
    rng = np.random.default_rng(3)
    turned = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    matrix = np.column_stack([0.01 * turned, rng.normal(size=3)])
    places = moved(matrix, getattr(first, pose))
    second = dataclasses.replace(first, positions=places, stored=places, normals=np.zeros_like(places))
    matched = match_vertices(first, second, np.arange(len(model.nodes)))
    frames = joint_frames(model, first, second, matched)
    skin = model.skins[0]
    # A vertex that follows one joint alone stands where its frame and its inverse bind matrix bring it.
    alone = np.flatnonzero((first.weights.max(axis=1) > 1.0 - 1e-9) & np.isin(first.part, [0]))[:50]
    place = {int(node): k for k, node in enumerate(skin.joints)}
    for vertex in alone.tolist():
        joint = int(first.joints[vertex, first.weights[vertex].argmax()])
        local = moved(skin.inverse_bind[place[joint]], first.stored[vertex][None])
        assert np.allclose(moved(frames.nodes[joint], local)[0], places[vertex], atol=2e-4 * 0.01 * first.diagonal)
    assert len(alone)


def test_rigid_meshes_are_found_in_their_own_space(root: Path) -> None:
    model = load_model(root / "examples" / "character.glb")
    vertices = vertex_set(model)
    rigid = next(k for k, part in enumerate(model.parts) if not model.is_skinned(part))
    node = model.parts[rigid].node
    own = np.flatnonzero(np.isin(vertices.part, [k for k, part in enumerate(model.parts) if part.node == node]))
    order = np.random.default_rng(1).permutation(len(own))
    found_node, found = match_rigid_mesh(model, vertices, vertices.stored[own[order]], "of another name")
    assert found_node == node
    assert np.allclose(vertices.stored[found], vertices.stored[own[order]])
    assert match_rigid_mesh(model, vertices, np.random.default_rng(2).normal(size=(30, 3)), "")[0] == -1


def test_nothing_matched_stands_as_it_is(root: Path) -> None:
    model = load_model(root / "examples" / "character.glb")
    first = vertex_set(model)
    empty = VertexSet(
        *(getattr(first, f.name)[:0] for f in dataclasses.fields(VertexSet) if f.name != "starts"), np.zeros(1, int)
    )
    frames = joint_frames(model, first, empty, match_vertices(first, empty, np.zeros(0, int)))
    assert frames.rest is None
    assert frames.nodes.shape == (len(model.nodes), 3, 4)
