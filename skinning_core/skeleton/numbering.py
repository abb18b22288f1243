"""Every vertex of a file by one number, and the vertices that no pose can part.

Numbers run over meshes, primitives and vertices in the file's order. Exporters split a vertex if a normal or texture
coordinate differs on its two sides. Such twins share place, influences and morph displacements: they are at one point
in every pose, and one can stand for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..model import Float, Float64, Int, Model, Part


@dataclass(frozen=True, eq=False)
class Numbering:
    """Of a whole file: made once, since it goes through all primitives."""

    first: Mapping[tuple[int, int], int]  # see ``first_numbers``
    places: Float  # see ``file_places``


def numbering_of(model: Model) -> Numbering:
    """The numbers of a file's vertices, and their places."""
    return Numbering(first_numbers(model), file_places(model))


def first_numbers(model: Model) -> dict[tuple[int, int], int]:
    """The number of each primitive's first vertex, by (mesh, primitive)."""
    first, number = {}, 0
    for m, mesh in enumerate(model.meshes):
        for p, primitive in enumerate(mesh.primitives):
            first[m, p] = number
            number += primitive.vertex_count
    return first


def file_places(model: Model) -> Float:
    """(V, 3) float32, mesh space as stored: the position of every vertex, by its number."""
    positions = [p.positions for mesh in model.meshes for p in mesh.primitives]
    return np.concatenate([np.zeros((0, 3), np.float32), *(np.asarray(p, np.float32) for p in positions)])


def twins(model: Model, parts: Sequence[int]) -> Int:
    """(V,) for each vertex of parts of one node and skin: the first vertex that it is a twin of, or itself."""
    if not parts:
        return np.zeros(0, np.intp)
    rows = [_inputs(model, model.parts[k]) for k in parts]
    width = max(row.shape[1] for row in rows)
    inputs = np.concatenate([np.pad(row, ((0, 0), (0, width - row.shape[1]))) for row in rows]) + 0.0  # -0 is 0
    _, first, group = np.unique(inputs, axis=0, return_index=True, return_inverse=True)
    return np.asarray(first[group.reshape(-1)], np.intp)


def _inputs(model: Model, part: Part) -> Float64:
    """(V, n) all that decides a vertex's place: position, displacements, and influences in the joints' order."""
    primitive, influences = model.primitive(part), model.influences(part)
    columns = [primitive.positions]
    if primitive.morph_positions is not None:
        columns += list(primitive.morph_positions)
    if influences is not None:
        # As int64: a file's bytes hold no -1. NumPy 2.5 refuses it; older ones make it 255, of two bytes 65,535.
        joints = np.where(influences.weights != 0.0, influences.joints.astype(np.int64), -1)
        order = np.lexsort((influences.weights, joints), axis=1)
        columns += [np.take_along_axis(a, order, axis=1) for a in (joints, influences.weights)]
    return np.concatenate([np.asarray(column, np.float64) for column in columns], axis=1)
