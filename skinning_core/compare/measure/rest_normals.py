"""Normals at rest: how far those of a file are turned against those of a scene's mesh, at corners of triangles.

Both sides name corners by rows of the mesh. A file's mesh may be in another space. The rows' places tell which; normals
go there by the inverse transpose, as planes do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...model import Bool, Float, Float64, Int
from ...skin.linear import cofactor

#: Vertices farther off than this many times the median do not count in the fit: they may have been edited.
_FAR_OFF = 6.0

#: Fits, each without the vertices that were far off in the one before.
_FIT_ROUNDS = 3

#: Another map has to bring points this many times nearer than the usual ones.
_BETTER = 3.0

#: A mesh is flat if its thickness is at most this share of its size: float32 places are no more exact.
_FLAT = 1e-6


@dataclass(frozen=True, eq=False)
class CornerNormals:
    """Triangles by rows of a mesh, and a normal at each corner."""

    triangles: Int  # (F, 3) rows
    normals: Float  # (F, 3, 3) of any length; zero: none

    def carried(self, linear: Float64) -> CornerNormals:
        """The same after a linear map (3, 3) of the mesh. What points outwards still does."""
        return CornerNormals(self.triangles, self.normals @ cofactor(linear).T)

    def renamed(self, names: Int) -> CornerNormals:
        """The same with rows called by their names (V,); those of one name are one to ``turned_by``."""
        return CornerNormals(names[self.triangles], self.normals)


def linear_between(points: Float64, images: Float64, usual: Sequence[Float64]) -> Float64:
    """(3, 3) the linear map that carries points (n, 3) to their images (n, 3), without translation.

    usual: maps (3, 3) to expect. The best of them is returned unless another fits much better, as single points may
    have been edited. It also counts along directions without extent.
    """
    size = float(np.linalg.norm(np.ptp(points, axis=0))) if len(points) else 0.0
    if not size > 0.0:
        return usual[0]
    unknown = np.column_stack([(points - points.mean(axis=0)) / size, np.ones(len(points))])
    there = (images - images.mean(axis=0)) / size
    best = min(usual, key=lambda linear: _typical(there - unknown[:, :3] @ linear.T))
    beyond = there - unknown[:, :3] @ best.T
    used, found = np.ones(len(points), bool), np.zeros((4, 3))
    for _ in range(_FIT_ROUNDS):
        found = np.linalg.lstsq(unknown[used], beyond[used], rcond=_FLAT)[0]
        off = np.linalg.norm(unknown @ found - beyond, axis=1)
        used = off <= max(_FAR_OFF * float(np.median(off)), _FLAT)
    fits_better = _BETTER * max(_typical(unknown @ found - beyond), _FLAT) < _typical(beyond)
    return np.asarray(best + found[:3].T, np.float64) if fits_better else best


def _typical(off: Float64) -> float:
    """The median length of vectors (n, 3), from their median."""
    return float(np.median(np.linalg.norm(off - np.median(off, axis=0), axis=1)))


def flat_normals_of(triangles: Int, places: Float) -> Float64:
    """(F, 3, 3) flat normals at corners, which viewers have to compute for a file without normals."""
    first, second, third = np.moveaxis(places[triangles].astype(np.float64), 1, 0)
    return np.repeat(np.cross(second - first, third - first)[:, None], 3, axis=1)


def have_area(triangles: Int, places: Float) -> Bool:
    """(F,) triangles with an area beyond the rounding of places (V, 3). Others have no normal."""
    first, second, third = np.moveaxis(places[triangles].astype(np.float64), 1, 0)
    sides = np.stack([second - first, third - second, first - third])
    longest = (sides**2).sum(axis=-1).max(axis=0)
    return np.asarray(np.linalg.norm(np.cross(sides[0], sides[1]), axis=1) > _FLAT * longest)


def numbered_by_place(places: Float) -> Int:
    """(V,) a number for each of places (V, 3): equal ones have the same."""
    order = np.lexsort(places.T)  # a quarter of the time of np.unique
    other = (np.diff(places[order], axis=0) != 0.0).any(axis=1)
    numbers = np.zeros(len(places), np.intp)
    numbers[order[1:]] = np.cumsum(other)
    return numbers


def turned_by(file: CornerNormals, scene: CornerNormals) -> Float64:
    """(F, 3) radians between a file's and a scene's normals at corners; NaN: either has none.

    The scene's triangle of the same three rows counts, the nearest of several. If a face was cut otherwise, the row's
    nearest normal does.
    """
    angles = np.full(file.triangles.shape, np.nan)
    begin, end, order = _runs(*_labels(file.triangles, scene.triangles))
    cut_otherwise = begin == end
    while (left := np.flatnonzero(begin < end)).size:
        other = order[begin[left]]
        corner = (file.triangles[left][:, :, None] == scene.triangles[other][:, None, :]).argmax(axis=2)
        there = np.take_along_axis(scene.normals[other], corner[..., None], axis=1)
        angles[left] = np.fmin(angles[left], _angles(file.normals[left], there))
        begin[left] += 1
    rows, normals = file.triangles[cut_otherwise].ravel(), file.normals[cut_otherwise].reshape(-1, 3)
    begin, end, order = _runs(rows, scene.triangles.ravel())
    of_corner, of_scene = np.full(len(rows), np.nan), scene.normals.reshape(-1, 3)
    while (left := np.flatnonzero(begin < end)).size:
        of_corner[left] = np.fmin(of_corner[left], _angles(normals[left], of_scene[order[begin[left]]]))
        begin[left] += 1
    angles[cut_otherwise] = of_corner.reshape(-1, 3)
    return angles


def _labels(some: Int, others: Int) -> tuple[Int, Int]:
    """(n,) and (m,) labels, equal for triangles (n, 3), (m, 3) with the same rows in any order."""
    rows = np.sort(np.concatenate([some, others]).astype(np.int64), axis=1)
    base = int(rows.max(initial=0)) + 1
    _, pair = np.unique(rows[:, 0] * base + rows[:, 1], return_inverse=True)
    _, label = np.unique(pair * base + rows[:, 2], return_inverse=True)
    return label[: len(some)], label[len(some) :]


def _runs(wanted: Int, labels: Int) -> tuple[Int, Int, Int]:
    """Begin and end of each wanted label in the sorted labels, and the order that sorts them."""
    order = np.argsort(labels, kind="stable")
    begin, end = (np.searchsorted(labels[order], wanted, side) for side in ("left", "right"))
    return begin, end, order


def _angles(a: Float, b: Float) -> Float64:
    """(...) radians between vectors (..., 3); NaN: one has no length."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    across, along = np.linalg.norm(np.cross(a, b), axis=-1), (a * b).sum(axis=-1)
    none = ~(np.isfinite(along) & a.any(axis=-1) & b.any(axis=-1))
    return np.where(none, np.nan, np.arctan2(across, along))
