"""The nearest point on another surface, for vertices without a partner: levels of detail, remeshed characters.

Such a mesh has few vertices in common with the original, but the same surface. A vertex is compared with the nearest
point of a triangle at rest, which moves with the triangle's corners.

Triangles are looked up by their middles: if the nearest point is within d, the middle is within d plus the triangle's
radius. As radii differ widely, triangles are sorted into classes, each within a factor of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....model import Bool, Float64, Int, Model
from ....skeleton.faces import triangles_of, used_of
from ....skin.influence import added_up
from ....spread import evenly_spread
from .near import PointGrid
from .vertex_set import VertexSet, shared_weight

#: Farthest surface at rest that a vertex is compared with, relative to the diagonal.
REACH = 0.03
#: Points looked up at once.
_POINTS_AT_ONCE = 2048
#: Points looked up first to learn how far the surface is, a sixteenth of them before that.
_SAMPLE = 256
#: If less of the sample lies near a surface, the other mesh is another shape.
_SAME_SHAPE = 0.5
#: Pairs of points and triangles at once, at most. If there are more, half of the points are taken.
_PAIRS_AT_ONCE = 2_000_000
#: Pairs in one search, at most. Points left then have no partner.
_PAIRS_ALTOGETHER = 40_000_000
#: More triangles near each point are a tangle, not a surface.
_TANGLE_FACES = 200
#: In a large mesh a tangle also has more than this share of all triangles near each point.
_TANGLE_SHARE = 0.25


@dataclass(frozen=True, eq=False)
class SurfaceMap:
    """Points on triangles of the second set, for vertices of the first."""

    first: Int  # (n,) vertices of the first set
    corners: Int  # (n, 3) vertices of the second set
    weights: Float64  # (n, 3) of the corners, in [0, 1], sum 1
    distance: Float64  # (n,) at rest, metres of the first set

    def some(self, chosen: Bool, start: int) -> SurfaceMap:
        """The chosen points (n,), with corners counted from ``start``."""
        return SurfaceMap(self.first[chosen], self.corners[chosen] - start, self.weights[chosen], self.distance[chosen])

    def points(self, positions: Float64) -> Float64:
        """(T, n, 3) where the points are, with the second set's vertices at positions (T, B, 3)."""
        found: Float64 = np.einsum("tnkc,nk->tnc", positions[:, self.corners], self.weights)
        return found


def no_surface() -> SurfaceMap:
    """A map of no vertex."""
    return SurfaceMap(np.zeros(0, np.intp), np.zeros((0, 3), np.intp), np.zeros((0, 3)), np.zeros(0))


def shared_at(near: SurfaceMap, first: VertexSet, second: VertexSet) -> Float64:
    """(n,) weight that vertices and their surface points give to the same joints, which both sets number alike."""
    count, width = near.corners.shape[0], second.joints.shape[1]
    joints = second.joints[near.corners].reshape(count, 3 * width)
    weights = (second.weights[near.corners] * near.weights[..., None]).reshape(count, 3 * width)
    return shared_weight(first.joints[near.first], first.weights[near.first], joints, added_up(joints, weights))


def triangles_of_model(model: Model) -> Int:
    """(F, 3) triangles over the vertices of all parts, one part after the other."""
    starts = model.part_starts
    faces = [triangles_of(model.primitive(part)) + start for part, start in zip(model.parts, starts, strict=False)]
    return np.concatenate([np.zeros((0, 3), np.intp), *faces]).astype(np.intp)


def used_vertices(model: Model) -> Int:
    """(n,) vertices, over all parts, that a face, line or point uses, ascending."""
    starts = model.part_starts
    used = [np.zeros(0, np.intp)]
    for part, start in zip(model.parts, starts, strict=False):
        used.append(np.flatnonzero(used_of(model.primitive(part))) + start)
    return np.concatenate(used)


def nearest_on_surface(vertices: Int, points: Float64, corners: Float64, triangles: Int, reach: float) -> SurfaceMap:
    """The nearest point of triangles for each point; points with no triangle within reach are left out.

    vertices, points: (n,) numbers for the map, and (n, 3) their places. corners, triangles: (V, 3) vertices of the
    other set in the same space, and (F, 3). reach: in the points' unit.
    """
    search = _Search(vertices, points, corners, _by_size(corners, triangles))
    sample = evenly_spread(len(points), _SAMPLE)
    for some in (sample[:: _SAMPLE // 16], sample):
        if not len(some) or not len(triangles):
            return no_surface()
        before = search.left
        seen = joined_maps(search.within(some, reach))
        per_point = (before - search.left) / len(some)
        if len(seen.first) < _SAME_SHAPE * len(some) or per_point > max(_TANGLE_FACES, _TANGLE_SHARE * len(triangles)):
            return no_surface()
    found = [no_surface()]
    waiting = np.arange(len(points))
    for nearer in (*(1.01 * np.quantile(seen.distance, (0.5, 0.9))).tolist(), reach):
        for chosen in np.array_split(waiting, max(1, -(-len(waiting) // _POINTS_AT_ONCE))):
            found += search.within(chosen, min(nearer, reach))
        waiting = np.flatnonzero(~np.isin(vertices, np.concatenate([each.first for each in found])))
        if not len(waiting):
            break
    return joined_maps(found)


def joined_maps(found: Sequence[SurfaceMap]) -> SurfaceMap:
    """Several maps as one, in the order of their vertices."""
    found = [no_surface(), *found]
    order = np.argsort(np.concatenate([each.first for each in found]), kind="stable")
    return SurfaceMap(*(np.concatenate([getattr(each, name) for each in found])[order] for name in _FIELDS))


_FIELDS = ("first", "corners", "weights", "distance")


@dataclass(frozen=True, eq=False)
class _Class:
    """Triangles of similar size."""

    triangles: Int  # (f, 3)
    middles: Float64  # (f, 3)
    radii: Float64  # (f,) from the middle to the farthest corner

    @property
    def radius(self) -> float:
        return float(self.radii.max())


def _by_size(corners: Float64, triangles: Int) -> list[_Class]:
    """Triangles (F, 3) in classes of radii within a factor of two."""
    if not len(triangles):
        return []
    places = corners[triangles]
    middles = places.mean(axis=1)
    radii = np.linalg.norm(places - middles[:, None], axis=-1).max(axis=1)
    least = max(float(radii.max()) * 2.0**-20, np.finfo(np.float64).tiny)
    size = np.floor(np.log2(np.maximum(radii, least))).astype(int)
    return [_Class(triangles[size == s], middles[size == s], radii[size == s]) for s in np.unique(size)]


class _Search:
    """Looks up nearest points, until too many pairs have been looked at."""

    def __init__(self, vertices: Int, points: Float64, corners: Float64, classes: list[_Class]) -> None:
        """vertices (n,), points (n, 3), corners (V, 3)."""
        self._vertices, self._points, self._corners, self._classes = vertices, points, corners, classes
        self._grids: tuple[float, list[PointGrid]] = (np.nan, [])
        self.left = _PAIRS_ALTOGETHER  # pairs that may still be looked at

    def within(self, chosen: Int, reach: float) -> list[SurfaceMap]:
        """The nearest points to the chosen points (m,) within reach, in one or more maps."""
        if not len(chosen) or self.left <= 0:
            return []
        if self._grids[0] != reach:
            self._grids = reach, [PointGrid(each.middles, reach + each.radius) for each in self._classes]
        found: list[tuple[Int, Int, Float64]] = [(np.zeros(0, np.intp), np.zeros((0, 3), np.intp), np.zeros(0))]
        upper = np.full(len(chosen), np.inf)
        points = self._points[chosen]
        try:
            for each, grid in zip(self._classes, self._grids[1], strict=True):
                point, triangle = grid.pairs(points, reach + each.radius, most=_PAIRS_AT_ONCE)
                apart = np.linalg.norm(points[point] - each.middles[triangle], axis=1)
                np.minimum.at(upper, point, apart)
                found.append((point, each.triangles[triangle], apart - each.radii[triangle]))
        except ValueError:  # too many triangles near so many points: half at a time
            if len(chosen) == 1:
                return []
            return [each for half in np.array_split(chosen, 2) for each in self.within(half, reach)]
        point, face, least = map(np.concatenate, zip(*found, strict=True))
        self.left -= len(point)
        # A middle is a point of its triangle: skip triangles that cannot come nearer than the nearest middle.
        near = least <= np.minimum(upper[point] * (1.0 + 1e-9), reach)
        return [self._nearest(chosen[point[near]], face[near], reach)]

    def _nearest(self, point: Int, face: Int, reach: float) -> SurfaceMap:
        """For each point, the best of its pairs of a point (p,) and a triangle (p, 3) within reach."""
        weights = _nearest_weights(self._points[point], self._corners[face])
        on_surface = (weights[..., None] * self._corners[face]).sum(axis=1)
        apart = np.linalg.norm(on_surface - self._points[point], axis=1)
        near = np.flatnonzero(apart <= reach)
        order = near[np.lexsort((apart[near], point[near]))]
        best = order[np.flatnonzero(np.diff(point[order], prepend=-1))]
        return SurfaceMap(self._vertices[point[best]], face[best], weights[best], apart[best])


def _nearest_weights(points: Float64, triangles: Float64) -> Float64:
    """(n, 3) weights of the corners at the point of a triangle (n, 3, 3) nearest to a point (n, 3).

    The foot of the perpendicular if it is inside, else the nearest foot on the edges.
    """
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    ab, ac, ap = b - a, c - a, points - a
    d00, d01, d11 = (ab * ab).sum(1), (ab * ac).sum(1), (ac * ac).sum(1)
    d20, d21 = (ap * ab).sum(1), (ap * ac).sum(1)
    area = d00 * d11 - d01 * d01
    safe = np.where(area > 0.0, area, 1.0)
    v, w = (d11 * d20 - d01 * d21) / safe, (d00 * d21 - d01 * d20) / safe
    weights = np.column_stack([1.0 - v - w, v, w])
    outside = np.flatnonzero((weights.min(axis=1) < 0.0) | ~(area > 0.0))
    if len(outside):
        weights[outside] = _on_edges(points[outside], triangles[outside])
    return weights


def _on_edges(points: Float64, triangles: Float64) -> Float64:
    """(n, 3) weights at the nearest point of a triangle's edges; shapes as in the caller."""
    best = np.zeros((len(points), 3))
    nearest = np.full(len(points), np.inf)
    for i, j in ((0, 1), (1, 2), (2, 0)):
        start, along = triangles[:, i], triangles[:, j] - triangles[:, i]
        length = (along * along).sum(axis=1)
        t = ((points - start) * along).sum(axis=1) / np.where(length > 0.0, length, 1.0)
        t = np.clip(t, 0.0, 1.0)
        apart = np.linalg.norm(start + t[:, None] * along - points, axis=1)
        closer = np.flatnonzero(apart < nearest)
        nearest[closer] = apart[closer]
        best[closer] = 0.0
        best[closer, i], best[closer, j] = 1.0 - t[closer], t[closer]
    return best
