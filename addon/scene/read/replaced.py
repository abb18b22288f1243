"""How far faces are from the file's triangles that they replace: poked, subdivided, cut along the other diagonal.

All is in Blender's world. The file's triangles lie between the scene's places of their corners, which are judged apart.
Distances are to the nearest point of the other surface, both ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import bpy
import numpy as np
from mathutils.bvhtree import BVHTree

from ....skinning_core.model import Bool, Float64, Int
from ....skinning_core.skeleton.patches import Patches
from ....skinning_core.spread import evenly_spread
from ..ground import stored_names as stored
from ..ground.arrays import values_of
from ..ground.modifiers import is_edited, only_skinned, others, own_mesh, positions_of
from ..ground.noted import our

#: Each side of a triangle is cut into this many; distances are measured at the middles of the small ones.
_CUTS = 4
#: Most clips measured: every frame costs a search.
_CLIPS = 4
#: Most frames of each clip.
_FRAMES = 5
#: A hole is looked for this far outside a rim, as a share of its length.
_BESIDE = 0.02
#: A hole is at least this share of that step wide.
_WIDE = 0.5


def frames_looked_at(frames: Mapping[int | None, Float64 | None]) -> Iterator[tuple[int | None, float]]:
    """Clips and times (seconds) at which such faces are measured.

    frames: times (T,) of each clip, in seconds, or None.
    """
    for clip in list(frames)[:_CLIPS]:
        times = frames[clip]
        if times is None:
            continue
        for k in evenly_spread(len(times), _FRAMES).tolist():
            yield clip, float(times[k])


class Replaced:
    """Faces of a character's meshes that stand for others of its file."""

    def __init__(self, objects: Sequence[bpy.types.Object], corners: Int, starts: Int, found: Patches) -> None:
        """corners, starts: of all polygons, as in ``patches``, one object after the other."""
        self.objects = tuple(objects)
        self._found = found
        offset, triangles = 0, [np.zeros((0, 3), np.intp)]
        self._counts: list[int] = []
        for ob in objects:
            with own_mesh(ob) as mesh:
                mesh.calc_loop_triangles()
                triangles.append(values_of(mesh.loop_triangles, "vertices", 3, kind=np.int32) + offset)
                self._counts.append(len(mesh.vertices))
                offset += len(mesh.vertices)
        self._triangles = np.concatenate(triangles).tolist()
        self._filling = [corners[starts[p] : starts[p + 1]] for p in np.flatnonzero(found.polygons).tolist()]
        self._replaced = self._without_holes(self.at_rest())

    @property
    def count(self) -> int:
        """Triangles of the file that other faces stand for."""
        return int(self._replaced.sum())

    @property
    def filling(self) -> int:
        """Faces that stand for them."""
        return len(self._filling)

    def at_rest(self) -> Float64:
        """(R, 3) places of all rows as the meshes are stored."""
        places = [np.zeros((0, 3))]
        for ob in self.objects:
            with own_mesh(ob) as mesh:
                places.append(_in_world(ob, mesh))
        return np.concatenate(places)

    def now(self, depsgraph: bpy.types.Depsgraph) -> Float64 | None:
        """(R, 3) the evaluated places; None if a mesh is hidden or has other vertices."""
        places = [np.zeros((0, 3))]
        for ob, count in zip(self.objects, self._counts, strict=True):
            evaluated = ob.evaluated_get(depsgraph)
            if not evaluated.is_evaluated:
                return None
            if stored.BEHIND not in our(ob) and (is_edited(ob) or others(evaluated)):
                with only_skinned(evaluated, depsgraph) as skinned:
                    places.append(_in_world(evaluated, skinned))
            else:
                places.append(_in_world(evaluated, evaluated.data))
            if len(places[-1]) != count:
                return None
        return np.concatenate(places)

    def off(self, places: Float64) -> float:
        """The largest distance of the two surfaces with rows at ``places`` (R, 3), as a share of the size."""
        size = float(np.linalg.norm(np.ptp(places, axis=0))) if len(places) else 0.0
        if not self.count or not size > 0.0:
            return 0.0
        here, there = BVHTree.FromPolygons(places.tolist(), self._triangles), self._of_file(places)
        corners = places[self._found.triangles[self._replaced]]
        far = [_distance(here, point) for point in (_middles() @ corners).reshape(-1, 3).tolist()]
        for rows in self._filling:
            own = places[rows]
            far += [_distance(there, point) for point in (*own.tolist(), own.mean(axis=0).tolist())]
        return max(far, default=0.0) / size

    def _of_file(self, places: Float64) -> BVHTree:
        return BVHTree.FromPolygons(places.tolist(), self._found.triangles.tolist())

    def _without_holes(self, places: Float64) -> Bool:
        """Which of the file's triangles are replaced, without those at the rim of a hole."""
        replaced = self._found.replaced.copy()
        if not replaced.any() or not len(self._found.rims):
            return replaced
        here, there = BVHTree.FromPolygons(places.tolist(), self._triangles), self._of_file(places)
        middles, beside, steps = _beside_rims(places[self._found.rims])
        for middle, point, step in zip(middles, beside.tolist(), steps, strict=True):
            on_file, _, triangle, _ = there.find_nearest(point)
            if on_file is None or np.linalg.norm(np.array(on_file) - middle) <= _WIDE * step:
                continue  # the file's surface ends here too
            if _distance(here, on_file) > _WIDE * step:
                replaced[triangle] = False
        return replaced


def _beside_rims(corners: Float64) -> tuple[Float64, Float64, Float64]:
    """Middles (n, 3) of rims, points (n, 3) a small step outside, and the steps (n,), metres.

    corners: (n, 3, 3) the ends of each rim, and the third corner of its triangle.
    """
    first, second, third = np.moveaxis(corners, 1, 0)
    middle = 0.5 * (first + second)
    length = np.linalg.norm(second - first, axis=1, keepdims=True)
    along = (second - first) / np.maximum(length, 1e-30)
    out = middle - third
    out -= (out * along).sum(axis=1, keepdims=True) * along
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-30)
    return middle, middle + _BESIDE * length * out, _BESIDE * length[:, 0]


def _in_world(ob: bpy.types.Object, mesh: bpy.types.Mesh) -> Float64:
    world = np.array(ob.matrix_world, np.float64)
    return np.asarray(positions_of(mesh).astype(np.float64) @ world[:3, :3].T + world[:3, 3], np.float64)


def _distance(tree: BVHTree, point: Sequence[float]) -> float:
    distance = tree.find_nearest(point)[3]
    return 0.0 if distance is None else float(distance)


def _middles() -> Float64:
    """(n, 3) weights of a triangle's corners at the middles of its small ones."""
    found = []
    for i in range(_CUTS):
        for j in range(_CUTS - i):
            found.append((i + 1 / 3, j + 1 / 3))
            if i + j < _CUTS - 1:
                found.append((i + 2 / 3, j + 2 / 3))
    first = np.array(found) / _CUTS
    return np.column_stack([first, 1.0 - first.sum(axis=1)])
