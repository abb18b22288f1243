"""Faces that an edited mesh has lost and added, by a plain double loop over random edits, and by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from skinning_core.model import TRIANGLES, Mesh, Model, Part, Primitive
from skinning_core.skeleton.face_loss import MeshFaces, face_loss
from tests.core import random_models

#: Two triangles side by side and one apart that ends at the twins (1, 6), (2, 7): a seam.
BY_HAND = [[0, 1, 2], [2, 1, 3], [6, 7, 4]]
TWINS = np.array([0, 1, 2, 3, 4, 5, 1, 2])


def model_of(*triangles: list[list[int]], count: int) -> Model:
    """A model with one part of ``count`` vertices per list of triangles."""
    whole = random_models.model(np.random.default_rng(0), vertices=count)
    positions = np.zeros((count, 3), np.float32)
    primitives = tuple(
        Primitive(TRIANGLES, positions, None, None, np.array(each, np.uint32).ravel(), None, None) for each in triangles
    )
    parts = tuple(Part(0, 0, k, -1) for k in range(len(primitives)))
    return replace(whole, meshes=(Mesh("mesh", primitives),), parts=parts)


def mesh_of(polygons: list[list[int]], vertex: list[int] | np.ndarray) -> MeshFaces:
    corners = np.array([corner for polygon in polygons for corner in polygon], np.int32)
    return MeshFaces(corners, np.cumsum([0, *map(len, polygons)]), np.asarray(vertex))


@pytest.mark.parametrize(
    ("polygons", "lost", "added"),
    [
        (BY_HAND, 0, 0),
        ([[0, 1, 3, 2], [1, 2, 4]], 0, 0),  # triangles made a quad, the seam merged
        ([[0, 1, 3, 2, 4]], 0, 0),  # all edges dissolved: every triangle's places are still joined
        ([[0, 1, 3], [3, 2, 0], [6, 7, 4]], 2, 2),  # the quad cut along its other diagonal
        ([[0, 1, 2], [6, 7, 4]], 1, 0),
        ([[0, 1, 2], [2, 1, 3]], 1, 0),  # vertices 6 and 7 deleted: their twins do not help
        ([*BY_HAND, [0, 1, 5], [3, 4, 8]], 0, 2),  # vertex 8 is none of the file's
        ([[0, 8, 1, 2], [2, 1, 3], [6, 7, 4]], 0, 0),  # an edge divided by it
        ([*BY_HAND, [1, 6, 7]], 0, 0),  # no area
    ],
)
def test_edits_by_hand(polygons: list[list[int]], lost: int, added: int) -> None:
    found = face_loss(model_of(BY_HAND, count=8), np.array([0, 8]), TWINS, [mesh_of(polygons, [*range(8), -1])])
    assert (found.faces, found.lost, found.added) == (3, lost, added)


def plainly(triangles: list[list[int]], faces: list[list[int]], strange: list[bool]) -> tuple[list[bool], int]:
    """Which triangles (places, sorted) no face joins; how many faces (places, without strangers) join none."""
    counted = [t for t in triangles if len(set(t)) == 3]
    lost = [len(set(t)) == 3 and not any(set(t) <= set(face) for face in faces) for t in triangles]
    added = [
        not any(set(t) <= set(face) for t in counted)
        for face, odd in zip(faces, strange, strict=True)
        if odd or len(set(face)) > 2
    ]
    return lost, sum(added)


@pytest.mark.parametrize("seed", range(60))
def test_random_edits_by_a_plain_double_loop(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count, parts = int(rng.integers(5, 40)), int(rng.integers(1, 4))
    each = [rng.permuted(np.tile(np.arange(count), (30, 1)), axis=1)[:, :3] for _ in range(parts)]
    # A triangle that repeats another's vertices is left out by the file's own topology.
    each = [rows[np.unique(np.sort(rows, axis=1), axis=0, return_index=True)[1]] for rows in each]
    starts = np.arange(parts + 1) * count
    twins = np.arange(parts * count)
    for later in np.flatnonzero(rng.random(len(twins)) < 0.2)[1:]:
        twins[later] = twins[rng.integers(later)]  # the first of its twins, as ``twins_of_all`` has them
    polygons = [[*row, *rng.integers(0, parts * count, rng.choice([0, 0, 1, 4]))] for k, rows in enumerate(each)
                for row in (rows + starts[k]).tolist() if rng.random() < 0.6]  # fmt: skip
    vertex = np.append(np.arange(parts * count), -1)
    polygons += rng.integers(0, len(vertex), (5, 4)).tolist()
    half = len(polygons) // 2
    meshes = [mesh_of(polygons[:half], vertex), mesh_of(polygons[half:], vertex)]
    found = face_loss(model_of(*(rows.tolist() for rows in each), count=count), starts, twins, meshes)
    faces = [[int(twins[c]) for c in polygon if c < len(twins)] for polygon in polygons]
    triangles = [twins[rows + start] for rows, start in zip(each, starts[:-1], strict=True)]
    flat = np.concatenate(triangles).tolist()
    lost, added = plainly(flat, faces, [len(f) < len(p) for f, p in zip(faces, polygons, strict=True)])
    assert np.concatenate(found.lost_mask).tolist() == lost
    assert [len(mask) for mask in found.lost_mask] == [len(rows) for rows in each]
    assert (found.lost, found.added) == (sum(lost), added)


def test_a_hub_of_many_quads_takes_no_time_of_its_own() -> None:
    """20,000 quads around one vertex: their number squared would be 4e8 steps, which nobody would wait for."""
    count = 20_000
    rim = np.arange(1, 2 * count + 1)
    quads = [[0, a, b, c] for a, b, c in zip(rim[:-2:2], rim[1:-1:2], rim[2::2], strict=True)]
    triangles = [t for _, a, b, c in quads for t in ([0, a, b], [0, b, c])]
    model, total = model_of(triangles, count=2 * count + 1), 2 * count + 1
    found = face_loss(model, np.array([0, total]), np.arange(total), [mesh_of(quads[1:], np.arange(total))])
    assert (found.lost, found.added) == (2, 0)
