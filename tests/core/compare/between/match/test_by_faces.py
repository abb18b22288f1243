"""Vertices that were moved are measured against themselves, as their faces tell, not against the nearest surface."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import Model, load_model
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Influences
from skinning_core.skeleton.faces import triangles_of
from tests import golden

CHARACTERS = ("woman", "fox", "greenman")


def with_first(model: Model, k: int = 0, **changed: object) -> Model:
    """The model with something of its first primitive exchanged, or of that of another part."""
    part, meshes = model.parts[k], list(model.meshes)
    primitives = list(meshes[part.mesh].primitives)
    primitives[part.primitive] = dataclasses.replace(primitives[part.primitive], **changed)
    meshes[part.mesh] = dataclasses.replace(meshes[part.mesh], primitives=tuple(primitives))
    return dataclasses.replace(model, meshes=tuple(meshes))


def nearest(model: Model, count: int) -> np.ndarray:
    """(n,) about ``count`` vertices around one of the first primitive, with all twins of each."""
    places = model.primitive(model.parts[0]).positions.astype(np.float64)
    apart = np.linalg.norm(places - places[len(places) // 3], axis=1)
    return np.flatnonzero(apart <= np.sort(apart)[count - 1])


def moved(model: Model, count: int, by: float) -> Model:
    """The model with vertices lifted by a share of the mesh's size."""
    places = model.primitive(model.parts[0]).positions.astype(np.float64)
    places[nearest(model, count)] += by * np.linalg.norm(np.ptp(places, axis=0)) * np.array([0.6, 0.0, 0.8])
    return with_first(model, positions=places.astype(np.float32))


def shuffled(model: Model) -> tuple[Model, np.ndarray]:
    """The first primitive's vertices and faces in another order, and (V,) the new number of each vertex."""
    rng, primitive = np.random.default_rng(5), model.primitive(model.parts[0])
    order = rng.permutation(primitive.vertex_count)
    to = np.argsort(order)
    faces = rng.permutation(to[triangles_of(primitive)])
    influences = primitive.influences
    assert influences is not None
    changed = with_first(
        model,
        positions=primitive.positions[order],
        normals=None,
        texcoords=(),
        influences=Influences(influences.joints[order], influences.weights[order]),
        indices=faces.ravel().astype(np.uint32),
    )
    return changed, to


def true_and_told(
    model: Model, other: Model, number: np.ndarray | None = None, part: int = 0
) -> tuple[float, float, OtherFile]:
    """The farthest vertex of a part in the first clip by its number, and as it is found."""
    times = np.linspace(model.clips[0].start, model.clips[0].end, 4)
    ours, theirs = (skin_model(each, 0, times).positions[part] for each in (model, other))
    file = OtherFile(Path("other.glb"), model, other)
    found = file.at(0, times).positions[part]
    theirs = theirs if number is None else theirs[:, number]
    true, told = (float(np.linalg.norm(ours - each, axis=2).max()) for each in (theirs, found))
    return true, told, file


@pytest.mark.in_turns
@pytest.mark.parametrize("by", [0.003, 0.012, 0.08])
@pytest.mark.parametrize("count", [1, 15])
@pytest.mark.parametrize("name", CHARACTERS)
def test_what_was_moved_is_measured_against_itself(shared: Path, name: str, count: int, by: float) -> None:
    model = load_model(golden.sheet(shared, name).model)
    true, told, file = true_and_told(model, moved(model, count, by))
    assert told == pytest.approx(true, rel=1e-6)
    assert not len(file.correspondence.surface.first)
    (step,) = file.split(0, float(model.clips[0].end)).steps
    assert (step.name, step.share) == ("other positions", 1.0)


@pytest.mark.parametrize("name", CHARACTERS)
def test_an_order_of_its_own_hides_nothing(shared: Path, name: str) -> None:
    model = load_model(golden.sheet(shared, name).model)
    other, number = shuffled(moved(model, 12, 0.02))
    true, told, _ = true_and_told(model, other, number)
    assert told == pytest.approx(true, rel=1e-6)


@pytest.mark.parametrize("by", [0.05, 2.0])
def test_a_mesh_that_was_moved_is_measured_by_its_numbers(shared: Path, by: float) -> None:
    model = load_model(golden.sheet(shared, "mannequiny").model)
    places = model.primitive(model.parts[1]).positions
    other = with_first(model, 1, positions=places + np.float32(by) * np.ptp(places, axis=0))
    true, told, file = true_and_told(model, other, part=1)
    assert told == pytest.approx(true, rel=1e-6)
    vertices = file.correspondence.vertices
    assert np.array_equal(vertices.first, vertices.second)


def test_faces_that_are_others_name_nobody(shared: Path) -> None:
    """Of the vertices around one that is gone, none is known by its faces alone."""
    model = load_model(golden.sheet(shared, "fox").model)
    lifted = moved(model, 25, 0.02)
    faces = triangles_of(model.primitive(model.parts[0]))
    inside = np.isin(faces, nearest(model, 25)).all(axis=1)
    other = with_first(lifted, indices=faces[~inside].ravel().astype(np.uint32))
    alone = OtherFile(Path("other.glb"), model, other).correspondence.vertices.unmatched_first
    assert len(alone)


@pytest.mark.parametrize("twisted", [False, True])
@pytest.mark.parametrize("name", CHARACTERS)
def test_vertices_that_exchanged_places_are_measured_against_themselves(shared: Path, name: str, twisted: bool) -> None:
    """Each finds a partner by place; the faces around, weights and all else say that it is another vertex."""
    model = load_model(golden.sheet(shared, name).model)
    places = model.primitive(model.parts[0]).positions.copy()
    far = int(np.linalg.norm(places - places[7], axis=1).argmax())
    both = [np.flatnonzero((places == places[k]).all(axis=1)) for k in (7, far)]
    places[both[0]], places[both[1]] = places[both[1][0]].copy(), places[both[0][0]].copy()
    other = with_first(model, positions=places)
    other, number = shuffled(other) if twisted else (other, None)
    true, told, file = true_and_told(model, other, number)
    assert told == pytest.approx(true, rel=1e-6)
    assert true > 0.3
    assert (file.presence().faces_lost, file.presence().faces_added) == (0, 0)
