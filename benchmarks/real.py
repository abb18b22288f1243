"""Real characters as meshes to measure on, each triangle cut into four until there are vertices enough."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from skinning_core import load_model
from skinning_core.model import Float64, Int, Model
from skinning_core.skin.influence import strongest

from .meshes import TestMesh
from .row import Row
from .skinning import one_frame

#: Vertices that a mesh has at least, and how many of the largest files are taken.
_VERTICES, _FILES = 60_000, 4


def real_characters(folder: Path | None, *, seconds: float) -> list[Row]:
    """ns per vertex of all methods on the largest models of a folder, where there is one."""
    files = sorted(path for path in (folder.rglob("*") if folder else []) if path.suffix in (".glb", ".gltf"))
    models = [load_model(path) for path in files]
    sizes = [sum(model.primitive(p).vertex_count for p in model.parts if p.skin >= 0) for model in models]
    largest = sorted(range(len(files)), key=sizes.__getitem__)[-_FILES:]
    meshes = [mesh for mesh in (real_mesh(models[k], _VERTICES) for k in largest) if mesh]
    return [replace(row, section="real characters") for mesh in meshes for row in one_frame(mesh, seconds=seconds)]


def real_mesh(model: Model, at_least: int) -> TestMesh | None:
    """The primitives of a model's first skin as one mesh of four influences; None where nothing in it is skinned.

    A vertex in the middle of an edge has the mean of both ends' influences, cut to the strongest four.
    """
    skinned = [part for part in model.parts if part.skin >= 0]
    found = [model.primitive(part) for part in skinned if part.skin == skinned[0].skin]
    found = [primitive for primitive in found if primitive.mode == 4]
    if not found:
        return None
    vectors, joints, weights, triangles = [], [], [], []
    first = 0
    for primitive in found:
        assert primitive.influences is not None
        indices = np.arange(primitive.vertex_count) if primitive.indices is None else primitive.indices.astype(np.intp)
        up = np.broadcast_to(np.array([0.0, 1.0, 0.0]), primitive.positions.shape)
        vectors.append(np.concatenate([primitive.positions, up if primitive.normals is None else primitive.normals], 1))
        chosen, shares = strongest(primitive.influences.joints.astype(np.intp), primitive.influences.weights)
        joints.append(chosen)
        weights.append(shares)
        triangles.append(indices[: len(indices) // 3 * 3].reshape(-1, 3) + first)
        first += primitive.vertex_count
    mesh = tuple(map(np.concatenate, (vectors, joints, weights, triangles)))
    while len(mesh[0]) < at_least:
        mesh = _cut(*mesh)
    positions, normals = np.split(mesh[0].astype(np.float32), 2, axis=1)
    count = len(model.skins[skinned[0].skin].joints)
    return TestMesh(model.name, np.ascontiguousarray(positions), normals, mesh[1], mesh[2], count)


def _cut(vectors: Float64, joints: Int, weights: Float64, triangles: Int) -> tuple[Float64, Int, Float64, Int]:
    sides = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    edges, side_of = np.unique(sides, axis=0, return_inverse=True)
    ab, bc, ca = len(vectors) + side_of.reshape(3, -1)
    a, b, c = triangles.T
    both = joints[edges].reshape(len(edges), -1), weights[edges].reshape(len(edges), -1)
    middle_joints, middle_weights = strongest(*both)
    quarters = [np.stack(corners, axis=1) for corners in ((a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca))]
    return (
        np.concatenate([vectors, vectors[edges].mean(axis=1)]),
        np.concatenate([joints, middle_joints]),
        np.concatenate([weights, middle_weights]),
        np.concatenate(quarters),
    )
