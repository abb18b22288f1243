"""Indices of primitives as faces, edges and loose points of one mesh. Vertices stay, used or not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model import (
    LINE_LOOP,
    LINE_STRIP,
    LINES,
    TRIANGLE_FAN,
    TRIANGLE_STRIP,
    TRIANGLES,
    Bool,
    Int,
    Primitive,
    remembered,
)


@dataclass(frozen=True, eq=False)
class Topology:
    """Faces and loose edges over all primitives' vertices."""

    triangles: Int  # (F, 3)
    face_primitive: Int  # (F,) the place of a face's primitive
    edges: Int  # (E, 2) loose edges
    starts: Int  # (P + 1,) first vertex of each primitive; last their number


@remembered
def used_of(primitive: Primitive) -> Bool:
    """(V,) which vertices of a primitive some face, line or point uses."""
    used = np.full(primitive.vertex_count, primitive.indices is None)
    if primitive.indices is not None:
        used[primitive.indices] = True
    return used


def topology_of(primitives: list[Primitive]) -> Topology:
    """Triangles, strips and fans as faces, lines as edges.

    Triangles that name a vertex twice have no area and are left out. So are those that repeat an earlier one's
    vertices, even in the opposite order, since Blender cannot edit a mesh with such faces.
    """
    starts = np.cumsum([0] + [p.vertex_count for p in primitives])
    triangles, owners, edges = [], [], []
    for place, primitive in enumerate(primitives):
        faces = triangles_of(primitive)
        a, b, c = faces.T
        faces = _first_of_each(faces[(a != b) & (b != c) & (c != a)])
        triangles.append(faces + starts[place])
        owners.append(np.full(len(faces), place, np.int32))
        lines = lines_of(primitive)
        edges.append(lines[lines[:, 0] != lines[:, 1]] + starts[place])
    none = np.zeros((0, 3), np.int64)
    return Topology(
        np.concatenate([none, *triangles]).astype(np.int32),
        np.concatenate([np.zeros(0, np.int32), *owners]),
        np.concatenate([none[:, :2], *edges]).astype(np.int32),
        starts,
    )


def _first_of_each(triangles: Int) -> Int:
    """(F, 3) triangles: the first with each three vertices."""
    ordered = np.sort(triangles, axis=1)
    size = int(ordered.max(initial=0)) + 1
    if size > 2_000_000:  # three indices no longer fit into 63 bits
        _, first = np.unique(ordered, axis=0, return_index=True)
    else:
        _, first = np.unique((ordered[:, 0] * size + ordered[:, 1]) * size + ordered[:, 2], return_index=True)
    return triangles if len(first) == len(triangles) else triangles[np.sort(first)]


def _indices(primitive: Primitive) -> Int:
    return np.arange(primitive.vertex_count) if primitive.indices is None else primitive.indices.astype(np.int64)


def triangles_of(primitive: Primitive) -> Int:
    """(F, 3) triangles, wound as in specification 3.7.2.1; incomplete ones at the end are dropped."""
    i = _indices(primitive)
    if primitive.mode == TRIANGLES:
        return i[: len(i) // 3 * 3].reshape(-1, 3)
    if len(i) < 3 or primitive.mode not in (TRIANGLE_STRIP, TRIANGLE_FAN):
        return np.zeros((0, 3), np.int64)
    if primitive.mode == TRIANGLE_FAN:
        return np.stack([i[1:-1], i[2:], np.full(len(i) - 2, i[0])], axis=1)
    odd = np.arange(len(i) - 2) % 2
    return np.stack([i[:-2], np.where(odd, i[2:], i[1:-1]), np.where(odd, i[1:-1], i[2:])], axis=1)


def lines_of(primitive: Primitive) -> Int:
    """(E, 2) line segments of a primitive of lines; none of others."""
    i = _indices(primitive)
    if primitive.mode == LINES:
        return i[: len(i) // 2 * 2].reshape(-1, 2)
    if len(i) < 2 or primitive.mode not in (LINE_STRIP, LINE_LOOP):
        return np.zeros((0, 2), np.int64)
    strip = np.stack([i[:-1], i[1:]], axis=1)
    return np.concatenate([strip, [[i[-1], i[0]]]]) if primitive.mode == LINE_LOOP else strip
