"""One mesh object's evaluated vertices in glTF's space and the file's order, time after time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import bpy
import numpy as np

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float, Float64, Int
from ....skinning_core.skinned import SeenVertices, SetAside, over_time
from ...rig.space import TO_BLENDER
from ..ground import stored_names as stored
from ..ground.dependency import Changes
from ..ground.modifiers import Effect, is_edited, only_skinned, others, own_mesh, read_positions
from ..ground.noted import our
from ..ground.series import Series
from ..identity.vertex_map import PartVertices
from .deform_inputs import deformed, read_mesh

#: (3, 4) an object at the scene's origin, whose vertices stay as they are read.
_AT_ORIGIN: Float64 = np.eye(3, 4)


class MeshReader:
    """One mesh object of a character, and its vertices' places in the file."""

    def __init__(self, mesh_object: bpy.types.Object, present: Sequence[PartVertices]) -> None:
        """present: the vertices of the file that are in this object."""
        self.object: bpy.types.Object = mesh_object
        self.number: int = mesh_object.session_uid
        with own_mesh(mesh_object) as own:
            self._vertices: int = len(own.vertices)
        self._present = [(vertices, _as_slice(vertices.rows)) for vertices in present]

    def start(self, count: int, off: Float64 | None) -> None:
        """Begin a run of ``count`` times. off: (4, 4) taken off the world, see ``Placement``."""
        self._off = off
        self._count = count
        self._effect = Effect(self.object, count)
        self._shape = Series(count, (self._vertices, 3), np.float32)
        shaped = stored.BEHIND not in our(self.object) and any(m.type != "ARMATURE" for m in self.object.modifiers)
        self._seen = Series(count, (self._vertices, 3), np.float32) if shaped else None
        self._world = Series(count, (4, 4), np.float64)

    def read(self, depsgraph: bpy.types.Depsgraph, t: int, changes: Changes | None) -> None:
        """Take in time t. changes: what Blender evaluated since the last; None: take in everything."""
        ob = self._evaluated(depsgraph)
        if changes is None or self.number in changes.place:
            self._world.row(t)[:] = np.array(ob.matrix_world)
        if changes is None or self.number in changes.shape:
            self._read_shape(ob, depsgraph, t)

    def _evaluated(self, depsgraph: bpy.types.Depsgraph) -> bpy.types.Object:
        return shown(self.object, depsgraph)

    def _read_shape(self, evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph, t: int) -> None:
        edited, apart = is_edited(self.object), [] if stored.BEHIND in our(self.object) else others(evaluated)
        row = self._shape.row(t, whole=True)
        if not edited and not apart:
            if len(evaluated.data.vertices) != self._vertices:  # a script that does not call Mesh.update leaves this
                raise SkinproofError(
                    "{object!r} has been edited and not evaluated since", object=self.object.name, fix="update it"
                )
            read_shape(evaluated.data, row)
            if self._seen is not None:
                self._seen.row(t, whole=True)[:] = row
            return
        seen = None if self._seen is None else self._seen.row(t, whole=True)
        if seen is not None:
            seen[:] = np.nan
        with only_skinned(evaluated, depsgraph) as skinned:
            read_shape(skinned, row)
            if apart and not edited:  # in Edit Mode modifiers show another shape
                only_moved = self._effect.add(t, apart, evaluated, skinned)
                if only_moved and seen is not None:
                    read_shape(evaluated.data, seen)

    @property
    def set_aside(self) -> tuple[SetAside, ...]:
        """What other modifiers did to the mesh since ``start``, beyond its positions."""
        told = self._effect.told
        if told is None:
            return ()
        if self._seen is None or not np.isfinite(self._seen.rows).all(axis=(1, 2)).any():
            return (told,)
        seen = [SeenVertices(v.part, v.vertices, positions) for v, positions in self._by_part(self._seen.rows)]
        return (replace(told, seen=tuple(seen)),)

    @property
    def farthest(self) -> float:
        """The object's largest coordinate since ``start``, in the file's metres.

        By float32 matrices a character scaled by 0.01 and 3 m away is known to 1e-5 of its size.
        """
        size = 1.0 if self._off is None else float(np.cbrt(abs(np.linalg.det(self._off[:3, :3]))))
        return size * float(np.abs(self._world.rows[:, :3, 3]).max())

    def positions(self) -> Iterator[tuple[PartVertices, Float]]:
        """Vertices of a part and their positions (T, n, 3) in glTF's world.

        Those that stayed as at the first time are stored once (their first stride is 0).
        """
        return self._by_part(self._shape.rows)

    def _by_part(self, shape: Float) -> Iterator[tuple[PartVertices, Float]]:
        world = self._world.rows
        place = place_of(world if self._off is None else self._off @ world)
        moved = iter(in_world_by_part(shape, place, [rows for v, rows in self._present if v.corners is None]))
        for vertices, _ in self._present:
            if vertices.corners is None or vertices.weights is None:
                whole = next(moved)
            else:
                whole = in_world((shape[:, vertices.corners] * vertices.weights[..., None]).sum(axis=2), place)
            yield vertices, over_time(whole, self._count)


def hidden_among(objects: Iterable[bpy.types.Object], depsgraph: bpy.types.Depsgraph | None) -> list[bpy.types.Object]:
    """The mesh objects that Blender does not evaluate; none if it evaluates none."""
    every = list(objects) if depsgraph is not None else []
    hidden = [ob for ob in every if not ob.evaluated_get(depsgraph).is_evaluated]
    return hidden if len(hidden) < len(every) else []


def shown(ob: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> bpy.types.Object:
    """An evaluated object. Raises ``SkinproofError`` if it is hidden from evaluation."""
    evaluated = ob.evaluated_get(depsgraph)
    if not evaluated.is_evaluated:
        raise hidden_from_evaluation(ob)
    return evaluated


def hidden_from_evaluation(ob: bpy.types.Object) -> SkinproofError:
    """The error for an object that Blender does not evaluate."""
    fix = "show it in the viewports and in the view layer"
    return SkinproofError("{object!r} is hidden from evaluation", object=ob.name, fix=fix)


class FormulaReader(MeshReader):
    """The mesh object as our own repetition of Blender's formula moves it, bit for bit."""

    def __init__(self, mesh_object: bpy.types.Object, present: Sequence[PartVertices]) -> None:
        super().__init__(mesh_object, present)
        self._mesh = read_mesh(mesh_object)

    def _read_shape(self, evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph, t: int) -> None:
        del evaluated
        row = self._shape.row(t, whole=True)
        row[:] = deformed(depsgraph, self.object, self._mesh)
        _turn_to_gltf(row)


def read_shape(mesh: bpy.types.Mesh, out: Float) -> None:
    """Write a mesh's positions, in glTF's axes, into ``out`` (V, 3) float32."""
    read_positions(mesh, out)
    _turn_to_gltf(out)


def place_of(world: Float64) -> Float64:
    """(..., 3, 4) in glTF's axes from an object's world matrices (..., 4, 4) in Blender's."""
    place = TO_BLENDER.T @ world[..., :3, :]
    return np.concatenate([place[..., :3] @ TO_BLENDER, place[..., 3:]], axis=-1)


def _turn_to_gltf(points: Float) -> None:
    """Turn points (V, 3) from Blender's axes to glTF's in place, without rounding."""
    depth = points[:, 1].copy()
    points[:, 1] = points[:, 2]
    np.negative(depth, out=points[:, 2])


#: Vertices, over all times, carried to the world together.
_BLOCK = 4096


def in_world(local: Float, place: Float) -> Float:
    """(n, V, 3) world positions of local ones (n or 1, V, 3) under matrices (n or 1, 3, 4), all in glTF's axes.

    For an object at the origin these are the local ones, float32.
    """
    if (place == _AT_ORIGIN).all():
        return local
    if (place == place[0, 0, 0] * _AT_ORIGIN).all():  # many characters were made in centimetres
        return local.astype(np.float64) * float(place[0, 0, 0])
    times, count = max(len(local), len(place)), local.shape[1]
    world, by_column = np.empty((times, count, 3)), np.broadcast_to(place, (times, 3, 4)).swapaxes(-1, -2)
    # As many times together as stay in the cache: 7 ns a vertex instead of 15, and 37 in many small parts.
    step = max(_BLOCK // max(count, 1), 1)
    points = np.ones((min(step, len(local)), count, 4))
    for first in range(0, times, step):
        some = slice(first, first + step)
        moved = world[some]
        if first == 0 or len(local) > 1:
            points = points[: len(moved)]
            points[..., :3] = local[some]
        np.matmul(points, by_column[some], out=moved)
    return world


def in_world_by_part(local: Float, place: Float, parts: Sequence[Int | slice]) -> list[Float]:
    """Per part (n or 1, v, 3) ``in_world`` of its vertices; one row if they stand still.

    Most clips move few of many parts, and what stands still is carried and compared once.
    """
    if len(local) > 1 and (place == place[:1]).all():
        place = place[:1]
        still = [_stands_still(local[:, rows]) for rows in parts]
        if any(still):
            moving = np.zeros(local.shape[1], bool)
            for rows, stays in zip(parts, still, strict=True):
                moving[rows] |= not stays
            columns = np.cumsum(moving) - 1  # among those that move
            once, world = in_world(local[:1], place), in_world(local[:, moving], place)
            return [
                once[:, rows] if stays else world[:, _as_slice(columns[rows])]
                for rows, stays in zip(parts, still, strict=True)
            ]
    world = in_world(local, place)
    return [world[:, rows] for rows in parts]


def _stands_still(local: Float) -> bool:
    """Whether vertices (n, V, 3) never move; most that do have moved midway or at the end."""
    first = local[0]
    return all((some == first).all() for some in (local[-1], local[len(local) // 2], local))


def _as_slice(rows: Int) -> Int | slice:
    """Consecutive rows as a slice, which is read without a copy; other rows as they are."""
    if len(rows) and (np.diff(rows) == 1).all():
        return slice(int(rows[0]), int(rows[-1]) + 1)
    return rows
