"""Implicit surfaces and their meshes: distance fields, smooth unions, surface nets.

A field is a function of points (n, 3) to values (n,): about the distance to the surface in metres, negative inside.
Only +, -, *, /, square root and comparisons are used, all of them exactly rounded, so that every machine makes the
same mesh, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Field = Callable[[Array], Array]


def length(v: Array) -> Array:
    """(..., 3) -> (...): Euclidean length."""
    return np.sqrt(v[..., 0] * v[..., 0] + v[..., 1] * v[..., 1] + v[..., 2] * v[..., 2])


def dot(a: Array, b: Array) -> Array:
    """(..., 3), (..., 3) -> (...): inner product, added in a fixed order."""
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]


def limb(a: ArrayLike, b: ArrayLike, radius_a: float, radius_b: float, *, flat: ArrayLike = (0, 0, 0)) -> Field:
    """A capsule whose radius changes along its axis; ``flat`` (direction times extra) presses it flat along it."""
    start, axis, press = np.asarray(a, float), np.subtract(b, a, dtype=float), np.asarray(flat, float)

    def field(points: Array) -> Array:
        p = points - start
        along = np.clip(dot(p, axis) / dot(axis, axis), 0.0, 1.0)
        p = p - along[:, None] * axis
        return length(p + dot(p, press)[:, None] * press) - (radius_a + (radius_b - radius_a) * along)

    return field


def ellipsoid(centre: ArrayLike, radii: ArrayLike) -> Field:
    """An ellipsoid along the axes; the distance is right to first order at its surface."""
    middle, size = np.asarray(centre, float), np.asarray(radii, float)

    def field(points: Array) -> Array:
        p = (points - middle) / size
        reach = length(p)
        return reach * (reach - 1.0) / np.maximum(length(p / size), 1e-9)

    return field


def ring(centre: ArrayLike, radii: tuple[float, float], thickness: float, *, height: float) -> Field:
    """A torus around the Y axis with an elliptic path; ``height`` stretches its section upwards."""
    middle = np.asarray(centre, float)

    def field(points: Array) -> Array:
        p = points - middle
        x, z = p[:, 0] / radii[0], p[:, 2] / radii[1]
        out = (np.sqrt(x * x + z * z) - 1.0) * (radii[0] + radii[1]) / 2
        return np.sqrt(out * out + (p[:, 1] / height) ** 2) - thickness

    return field


def blend(fields: Sequence[tuple[Field, float]]) -> Field:
    """Smooth union, one after the other; the number is the width of the fillet in metres (quadratic minimum)."""

    def field(points: Array) -> Array:
        value = fields[0][0](points)
        for other, width in fields[1:]:
            added = other(points)
            fillet = np.maximum(width - np.abs(value - added), 0.0) / width
            value = np.minimum(value, added) - fillet * fillet * width / 4
        return value

    return field


def cut(inside: Field, by: Field, width: float) -> Field:
    """Smooth intersection of two fields."""
    union = blend([(lambda p: -inside(p), 0.0), (lambda p: -by(p), width)])
    return lambda points: -union(points)


def gradient(field: Field, points: Array, step: float = 1e-4) -> Array:
    """(n, 3) -> (n, 3): central differences."""
    columns = []
    for axis in range(3):
        offset = np.zeros(3)
        offset[axis] = step
        columns.append((field(points + offset) - field(points - offset)) / (2 * step))
    return np.stack(columns, axis=1)


def projected(field: Field, points: Array) -> Array:
    """Points moved onto the surface by one Newton step along the gradient."""
    slope = gradient(field, points)
    return points - (field(points) / np.maximum(dot(slope, slope), 1e-6))[:, None] * slope


def surface_normals(field: Field, points: Array) -> Array:
    """(n, 3) -> (n, 3): unit normals of the field."""
    slope = gradient(field, points)
    return slope / np.maximum(length(slope), 1e-12)[:, None]


def mesh_of(field: Field, low: ArrayLike, high: ArrayLike, cell: float, *, relax: int = 4) -> tuple[Array, NDArray]:
    """The surface inside a box as (V, 3) points and (n, 3) triangles, wound counter-clockwise seen from outside.

    Surface nets: one vertex per grid cell that the surface crosses, one quad per grid edge that it crosses; then
    ``relax`` rounds of moving every vertex to the middle of its neighbours and back onto the surface.
    """
    corner, top = np.asarray(low, float), np.asarray(high, float)
    shape = tuple(int(n) + 1 for n in np.ceil((top - corner) / cell))
    grid = np.stack(np.meshgrid(*(np.arange(n) for n in shape), indexing="ij"), axis=-1).reshape(-1, 3)
    inside = np.concatenate([field(corner + cell * part) < 0 for part in np.array_split(grid, 64)]).reshape(shape)
    count = sum(
        inside[x : shape[0] - 1 + x, y : shape[1] - 1 + y, z : shape[2] - 1 + z].astype(int)
        for x in (0, 1)
        for y in (0, 1)
        for z in (0, 1)
    )
    mixed = (count > 0) & (count < 8)
    index = np.full(mixed.shape, -1)
    index[mixed] = np.arange(mixed.sum())
    points = corner + cell * (np.argwhere(mixed) + 0.5)
    quads = _quads(inside, index)
    for _ in range(3):
        points = projected(field, points)
    for _ in range(relax):
        points = projected(field, neighbour_mean(points, quads))
    return projected(field, points), _split(points, quads)


def neighbour_mean(values: Array, faces: NDArray) -> Array:
    """(V, C) -> (V, C): the mean over the vertices that share an edge with each vertex, through (n, k) polygons."""
    ahead = np.roll(faces, -1, axis=1)
    start, end = np.concatenate([faces.ravel(), ahead.ravel()]), np.concatenate([ahead.ravel(), faces.ravel()])
    number = np.maximum(np.bincount(start, minlength=len(values)), 1)
    columns = [np.bincount(start, weights=c[end], minlength=len(values)) / number for c in values.T]
    return np.stack(columns, axis=1)


def _quads(inside: NDArray, index: NDArray) -> NDArray:
    """One quad (cell vertices) for each inner grid edge whose ends lie on different sides of the surface."""
    quads = []
    for axis in range(3):
        first, second = (axis + 1) % 3, (axis + 2) % 3
        changes = np.diff(inside.astype(np.int8), axis=axis)
        edges = np.argwhere(changes != 0)
        edges = edges[(edges[:, first] > 0) & (edges[:, second] > 0)]
        edges = edges[(edges[:, first] < index.shape[first]) & (edges[:, second] < index.shape[second])]
        around = []
        for back_first, back_second in ((1, 1), (0, 1), (0, 0), (1, 0)):
            cell = edges.copy()
            cell[:, first] -= back_first
            cell[:, second] -= back_second
            around.append(index[tuple(cell.T)])
        quad = np.stack(around, axis=1)
        enters = changes[tuple(edges.T)] > 0
        quad[enters] = quad[enters][:, ::-1]
        quads.append(quad)
    return np.concatenate(quads)


def _split(points: Array, quads: NDArray) -> NDArray:
    """Quads to triangles along the shorter diagonal."""
    a, b, c, d = (points[quads[:, i]] for i in range(4))
    straight = (length(a - c) <= length(b - d))[:, None]
    one = np.where(straight, quads[:, [0, 1, 2]], quads[:, [0, 1, 3]])
    two = np.where(straight, quads[:, [0, 2, 3]], quads[:, [1, 2, 3]])
    return np.stack([one, two], axis=1).reshape(-1, 3)


def vertex_normals(points: Array, triangles: NDArray) -> Array:
    """(V, 3), (n, 3) -> (V, 3): unit normals, every triangle weighing by its area."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    u, v = b - a, c - a
    face = np.stack([u[:, i - 2] * v[:, i - 1] - u[:, i - 1] * v[:, i - 2] for i in range(3)], axis=1)
    corners = triangles.ravel()
    spread = np.repeat(face, 3, axis=0)
    total = np.stack([np.bincount(corners, weights=spread[:, i], minlength=len(points)) for i in range(3)], axis=1)
    return total / np.maximum(length(total), 1e-20)[:, None]
