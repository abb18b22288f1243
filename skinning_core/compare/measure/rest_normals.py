"""Normals at rest: by how much those at the corners of a file's triangles are turned against those of a scene's mesh.

Either side names the corners of its triangles by the rows of that mesh. A file may have the mesh in another space:
which one is seen from the places of the rows, and normals are carried there as planes are, by the inverse transpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...model import Bool, Float, Float64, Int
from ...skin.linear import cofactor

#: Vertices that were edited stand elsewhere. Those farther off than this many times the median are none of the fit.
_FAR_OFF = 6.0

#: Fits, each without the vertices that were far off in the one before.
_FIT_ROUNDS = 3

#: How many times nearer another map than the usual ones has to bring the points.
_BETTER = 3.0

#: Of its size a mesh is flat if it is no thicker: places of float32 are known to this share.
_FLAT = 1e-6


@dataclass(frozen=True, eq=False)
class CornerNormals:
    """Triangles by the rows of a mesh, and a normal at each of their corners."""

    triangles: Int  # (F, 3) rows
    normals: Float  # (F, 3, 3) of any length; one of no length is none

    def carried(self, linear: Float64) -> CornerNormals:
        """The same where the mesh was carried to by a linear map (3, 3): what points outwards still does."""
        return CornerNormals(self.triangles, self.normals @ cofactor(linear).T)


def linear_between(points: Float64, images: Float64, usual: Sequence[Float64]) -> Float64:
    """(3, 3) the linear map that carries points (n, 3) to their images (n, 3), wherever these stand.

    usual: maps (3, 3) that it may be; one of them it is unless another fits much better, since points may have been
    moved apart from the others. In directions in which the points have no extent it is as the best of these.
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
    """The median length of vectors (n, 3), from where most of them are."""
    return float(np.median(np.linalg.norm(off - np.median(off, axis=0), axis=1)))


def flat_normals_of(triangles: Int, places: Float) -> Float64:
    """(F, 3, 3) the normals of faces at their corners, as a viewer has to make them of a file that has none."""
    first, second, third = np.moveaxis(places[triangles].astype(np.float64), 1, 0)
    return np.repeat(np.cross(second - first, third - first)[:, None], 3, axis=1)


def have_area(triangles: Int, places: Float) -> Bool:
    """(F,) which triangles have an area beyond the rounding of their places (V, 3); others have no normal."""
    first, second, third = np.moveaxis(places[triangles].astype(np.float64), 1, 0)
    sides = np.stack([second - first, third - second, first - third])
    longest = (sides**2).sum(axis=-1).max(axis=0)
    return np.asarray(np.linalg.norm(np.cross(sides[0], sides[1]), axis=1) > _FLAT * longest)


def turned_by(file: CornerNormals, scene: CornerNormals) -> Float64:
    """(F, 3) radians by which the normals at a file's corners are turned; NaN where either side has none.

    The scene's triangle of the same three rows tells; of several the nearest. Where a face was cut otherwise, the
    nearest normal of that row does.
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
    """(n,) and (m,) numbers that are equal where triangles (n, 3), (m, 3) have the same rows, in whatever order."""
    rows = np.sort(np.concatenate([some, others]).astype(np.int64), axis=1)
    base = int(rows.max(initial=0)) + 1
    _, pair = np.unique(rows[:, 0] * base + rows[:, 1], return_inverse=True)
    _, label = np.unique(pair * base + rows[:, 2], return_inverse=True)
    return label[: len(some)], label[len(some) :]


def _runs(wanted: Int, labels: Int) -> tuple[Int, Int, Int]:
    """Where in the order that is returned last the labels begin and end that each wanted one equals."""
    order = np.argsort(labels, kind="stable")
    begin, end = (np.searchsorted(labels[order], wanted, side) for side in ("left", "right"))
    return begin, end, order


def _angles(a: Float, b: Float) -> Float64:
    """(...) radians between vectors (..., 3); NaN where one has no length."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    across, along = np.linalg.norm(np.cross(a, b), axis=-1), (a * b).sum(axis=-1)
    none = ~(np.isfinite(along) & a.any(axis=-1) & b.any(axis=-1))
    return np.where(none, np.nan, np.arctan2(across, along))
