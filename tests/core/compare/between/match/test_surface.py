"""The nearest point of another surface: against a search over all triangles, and on meshes that the test makes anew."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import Model
from skinning_core.compare.between.match.surface import nearest_on_surface
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Clip, Influences, Mesh, Part, Primitive, Skin, Track
from tests.core import random_models

QUARTER = np.array([[0.0, 0, 0, 1], [0, 0, 0.5**0.5, 0.5**0.5]])


def nearest_by_hand(point: np.ndarray, triangle: np.ndarray) -> float:
    """The distance from a point (3,) to a triangle (3, 3): to its plane where the foot is inside, else to an edge."""
    a, b, c = triangle
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(normal)
    foot = point - normal * ((point - a) @ normal) / size**2
    sides = [np.cross(q - p, foot - p) @ normal for p, q in ((a, b), (b, c), (c, a))]
    if min(sides) >= 0.0:
        return float(abs((point - a) @ normal) / size)
    apart = []
    for p, q in ((a, b), (b, c), (c, a)):
        t = np.clip((point - p) @ (q - p) / ((q - p) @ (q - p)), 0.0, 1.0)
        apart.append(float(np.linalg.norm(p + t * (q - p) - point)))
    return min(apart)


def test_nearest_of_all_triangles() -> None:
    """Triangles of very different sizes; the nearest one is often not that with the nearest middle."""
    rng = np.random.default_rng(6)
    sizes = 10.0 ** rng.uniform(-2.0, 0.3, 60)
    corners = (rng.normal(size=(60, 1, 3)) + rng.normal(size=(60, 3, 3)) * sizes[:, None, None]).reshape(-1, 3)
    triangles = np.arange(180).reshape(60, 3)
    points = rng.normal(size=(150, 3))
    expected = np.array([min(nearest_by_hand(p, corners[t]) for t in triangles) for p in points])
    for reach in (0.3, 2.0, 20.0):
        found = nearest_on_surface(np.arange(150), points, corners, triangles, reach)
        if not len(found.first):  # so few are within reach that it is no surface
            assert (expected <= reach).mean() < 0.6
            continue
        assert np.array_equal(found.first, np.flatnonzero(expected <= reach))
        assert np.allclose(found.distance, expected[found.first], atol=1e-12)
        places = np.einsum("nk,nkc->nc", found.weights, corners[found.corners])
        assert np.allclose(np.linalg.norm(places - points[found.first], axis=1), found.distance, atol=1e-12)
        assert np.allclose(found.weights.sum(axis=1), 1.0)
        assert found.weights.min() >= 0.0


def grid(columns: int, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """A flat strip, 4 wide and 1 high: places (columns * rows, 3), column by column, and its triangles."""
    x, y = np.meshgrid(np.linspace(0.0, 4.0, columns), np.linspace(-0.5, 0.5, rows), indexing="ij")
    number = np.arange(columns * rows).reshape(columns, rows)
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    triangles = np.stack([a, b, c, a, c, d], axis=-1).reshape(-1, 3)
    return np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3), triangles


def strip(places: np.ndarray, triangles: np.ndarray) -> Model:
    """A strip on two joints, the second at x = 2, which turns by 90 degrees; its weight grows from x = 1 to x = 3."""
    share = np.clip((places[:, 0] - 1.0) / 2.0, 0.0, 1.0)
    plain = random_models.model(np.random.default_rng(1), joints=2, vertices=3)
    nodes = random_models.nodes_of(
        np.array([-1, 0, -1]),
        np.array([[0.0, 0, 0], [2, 0, 0], [0, 0, 0]]),
        np.tile([0.0, 0, 0, 1], (3, 1)),
        np.ones((3, 3)),
    )
    nodes.mesh[2], nodes.skin[2] = 0, 0
    joints = np.tile(np.array([0, 1], np.uint16), (len(places), 1))
    primitive = Primitive(
        mode=4,
        positions=places,
        normals=None,
        influences=Influences(joints, np.column_stack([1.0 - share, share])),
        indices=triangles.reshape(-1).astype(np.uint32),
        morph_positions=None,
        morph_normals=None,
    )
    bind = np.stack([np.eye(3, 4), np.eye(3, 4)])
    bind[1, 0, 3] = -2.0
    clip = Clip("bend", (Track(1, "rotation", "LINEAR", np.array([0.0, 1.0]), QUARTER),))
    return dataclasses.replace(
        plain,
        nodes=nodes,
        meshes=(Mesh("strip", (primitive,)),),
        skins=(Skin("skin", np.array([0, 1], np.int32), bind),),
        clips=(clip,),
        parts=(Part(2, 0, 0, 0),),
    )


def bent(places: np.ndarray) -> np.ndarray:
    """Where the strip's places (n, 3) are when the second joint has turned, worked out by hand."""
    share = np.clip((places[:, 0] - 1.0) / 2.0, 0.0, 1.0)[:, None]
    x, y, z = places.T
    turned = np.stack([2.0 - y, x - 2.0, z], axis=1)
    return (1.0 - share) * places + share * turned


def test_a_coarser_mesh_is_compared_along_its_surface() -> None:
    """Every second column is left: the others lie on straight lines between them, of which both ends are known."""
    (fine, faces), (coarse, fewer) = grid(33, 9), grid(17, 6)  # no vertex of one is the other's, but on the border
    model = strip(fine, faces)
    other = OtherFile(Path("lod.glb"), model, strip(coarse, fewer))
    matched = other.correspondence
    own = np.setdiff1d(np.arange(len(fine)), matched.vertices.first)
    assert len(own) > 200
    assert np.array_equal(matched.surface.first, own)
    assert not len(matched.unjudged)
    assert matched.surface.distance.max() < 1e-12
    shown = other.at(0, np.array([1.0]))
    corners, weights = matched.surface.corners, matched.surface.weights
    at_rest = np.einsum("nk,nkc->nc", weights, coarse[corners])
    assert np.allclose(at_rest, fine[own], atol=1e-12)
    expected = np.einsum("nk,nkc->nc", weights, bent(coarse)[corners])
    assert np.allclose(shown.positions[0][0, own], expected, atol=1e-12)
    assert np.allclose(skin_model(model, 0, np.array([1.0])).positions[0][0], bent(fine), atol=1e-12)
    assert "compared with the nearest point of its surface" in " ".join(shown.notes)


def test_a_subdivided_mesh_has_vertices_of_its_own_on_the_surface() -> None:
    (fine, faces), (finer, more) = grid(9, 5), grid(17, 9)
    model = strip(fine, faces)
    other = OtherFile(Path("subdivided.glb"), model, strip(finer, more))
    assert not len(other.correspondence.vertices.unmatched_first)
    alone = other.only_there()
    assert (alone.count, alone.on_surface, alone.total) == (17 * 9 - 9 * 5, 17 * 9 - 9 * 5, 17 * 9)
    assert alone.farthest < 1e-12
    back = OtherFile(Path("original.glb"), strip(finer, more), model).only_there()
    assert back.count == 0
    assert back.sentence == ""
    assert back.parts == ()


@pytest.mark.parametrize("lift", [0.01, 0.05])
def test_a_surface_that_was_lifted_is_so_far_away(lift: float) -> None:
    """Columns between those of the first, above it: the nearest point is straight below."""
    (fine, faces), (other_places, others) = grid(33, 9), grid(28, 8)
    other_places[:, 2] += lift
    matched = OtherFile(Path("lifted.glb"), strip(fine, faces), strip(other_places, others)).correspondence
    assert len(matched.surface.first) == len(fine)
    assert np.allclose(matched.surface.distance, lift)


@pytest.mark.nightly
def test_a_hundred_thousand_vertices_find_their_surface() -> None:
    (points, _), (corners, triangles) = grid(401, 250), grid(397, 245)
    found = nearest_on_surface(np.arange(len(points)), points, corners, triangles, 0.1)
    assert len(found.first) == len(points)
