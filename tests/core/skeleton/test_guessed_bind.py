"""The bind pose that Blender's importer guesses, worked out by hand for two joints, one of them bound with a scale."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skinning_core import Model
from skinning_core.compare.between.match.frames import joint_frames
from skinning_core.compare.between.match.vertex_set import in_guessed_bind, vertex_set
from skinning_core.compare.between.match.vertices import match_vertices
from skinning_core.model import Influences, Skin
from skinning_core.skeleton.guessed_bind import guessed_bind
from tests.core import random_models

HALF = 100  # vertices of each joint


@pytest.fixture
def model() -> Model:
    """Two joints: the first bound with scale 2, the second below it at height 1 without; each has half the vertices.

    The first one's inverse bind matrix is twice the identity, so its guessed bind is the identity, and its vertices go
    to twice their places. The second, relative to the first, is at 2 (1, doubled), so its vertices rise by 2 - 1.
    """
    rng = np.random.default_rng(4)
    plain = random_models.model(rng, joints=2, vertices=2 * HALF, influences=1)
    first, second = np.eye(3, 4) * 2.0, np.eye(3, 4)
    second[1, 3] = -1.0
    nodes = random_models.nodes_of(
        np.array([-1, 0, -1]), np.zeros((3, 3)), np.tile([0.0, 0, 0, 1], (3, 1)), np.ones((3, 3))
    )
    nodes = dataclasses.replace(nodes, mesh=plain.nodes.mesh[:3], skin=plain.nodes.skin[:3])
    primitive = plain.meshes[0].primitives[0]
    joints = np.repeat(np.array([[0], [1]], np.uint16), HALF, axis=0)
    primitive = dataclasses.replace(primitive, influences=Influences(joints, np.ones((2 * HALF, 1))))
    mesh = dataclasses.replace(plain.meshes[0], primitives=(primitive,))
    skin = Skin("skin", np.array([0, 1], np.int32), np.stack([first, second]))
    return dataclasses.replace(plain, nodes=nodes, meshes=(mesh,), skins=(skin,), clips=())


def laid(model: Model) -> np.ndarray:
    places = model.meshes[0].primitives[0].positions.astype(float)
    return np.concatenate([places[:HALF] * 2.0, places[HALF:] + np.array([0.0, 1.0, 0.0])])


def test_by_hand(model: Model) -> None:
    bind = guessed_bind(model)
    assert bind is not None
    assert np.allclose(bind[0], np.eye(3, 4))
    assert np.allclose(bind[1, :, 3], [0.0, 2.0, 0.0])
    places, joints = in_guessed_bind(model, vertex_set(model))
    assert np.allclose(places, laid(model))
    assert np.array_equal(joints, bind)


def test_vertices_and_joints_are_found_there(model: Model) -> None:
    """A mesh that rests in this pose fits neither the file's rest pose nor its stored places."""
    first = vertex_set(model)
    order = np.random.default_rng(5).permutation(2 * HALF)
    turned = np.array([[0.0, 0, 3], [3, 0, 0], [0, 3, 0]])
    places = (laid(model) @ turned.T + [5.0, 0.0, 1.0])[order]
    second = dataclasses.replace(
        first, positions=places, stored=places, normals=np.zeros_like(places), joints=first.joints[order]
    )
    guessed = in_guessed_bind(model, first)
    assert guessed is not None
    same = np.arange(3)
    assert len(match_vertices(first, second, same).unmatched_first)
    matched = match_vertices(first, second, same, elsewhere=[guessed[0]])
    assert np.array_equal(order[matched.second], matched.first)
    assert len(matched.first) == 2 * HALF
    frames = joint_frames(model, first, second, matched)
    assert frames.in_bind
    assert frames.residual < 1e-9
    assert np.allclose(frames.nodes[1], np.column_stack([turned, turned @ [0.0, 2.0, 0.0] + [5.0, 0.0, 1.0]]))


def test_none_where_a_matrix_cannot_be_inverted(model: Model) -> None:
    skin = dataclasses.replace(model.skins[0], inverse_bind=np.zeros((2, 3, 4)))
    assert guessed_bind(dataclasses.replace(model, skins=(skin,))) is None
