"""Blender's evaluated vertices of one mesh object, back in glTF's space and the file's order, time after time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import bpy
import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Float, Float64, Int
from ...skinning_core.skinned import over_time
from ..rig.space import TO_BLENDER
from . import stored_names as stored
from .changes import Changes
from .character import CharacterMesh
from .series import Series
from .vertex_map import rows_by_part

#: (3, 4) matrix of an object that stands at the scene's origin: its vertices only change axes, which costs no digit.
_AXES_ONLY: Float64 = np.concatenate([TO_BLENDER.T, np.zeros((3, 1))], axis=1)


@dataclass(frozen=True, eq=False)
class _PartRows:
    """The places of one part's vertices: ``rows`` of the Blender mesh are ``vertices`` of the file."""

    part: int  # place in Model.parts
    count: int  # vertices of the part in the file
    rows: Int | slice
    vertices: Int | None  # None: all of them, in order


class MeshReader:
    """One mesh object of a character, and the places of its vertices in the file."""

    def __init__(self, mesh: CharacterMesh, vertex_counts: list[int]) -> None:
        """Raises ``SkinproofError`` where the mesh or its attributes are gone. ``vertex_counts``: of all parts."""
        ob = bpy.data.objects.get(mesh.object)
        if ob is None:
            raise SkinproofError(f"the mesh {mesh.object!r} is no longer in this file", fix="import the file again")
        rows = rows_by_part(ob.data, len(mesh.parts))
        if rows is None:
            raise SkinproofError(
                f"the mesh {ob.data.name!r} has lost its attribute {stored.PART_OF_VERTEX!r} or "
                f"{stored.VERTEX_IN_FILE!r}",
                fix="import the file again",
            )
        self.object: bpy.types.Object = ob
        self.number: int = ob.session_uid
        self._size: int = len(ob.data.vertices)
        self._parts: list[_PartRows] = [
            _part_rows(k, vertex_counts[k], *part_rows) for k, part_rows in zip(mesh.parts, rows, strict=True)
        ]

    def start(self, count: int, off: Float64 | None) -> None:
        """Begin a run of ``count`` times. off: (4, 4) matrix that is taken off the world, see ``Placement``."""
        self._off = off
        self._count = count
        self._shape = Series(count, (self._size, 3), np.float32)
        self._place = Series(count, (3, 4), np.float64)

    def read(self, depsgraph: bpy.types.Depsgraph, t: int, changes: Changes | None) -> None:
        """Take in time t. ``changes``: what Blender evaluated since the time before; None: take in everything."""
        ob = self.object.evaluated_get(depsgraph)
        if not ob.is_evaluated:
            raise SkinproofError(
                f"{self.object.name!r} is hidden from evaluation", fix="show it in the viewports and in the view layer"
            )
        if changes is None or self.number in changes.place:
            world = np.array(ob.matrix_world, np.float64)
            self._place.row(t)[:] = TO_BLENDER.T @ (world if self._off is None else self._off @ world)[:3]
        if changes is None or self.number in changes.shape:
            self._read_shape(ob.data, t)

    def _read_shape(self, data: bpy.types.Mesh, t: int) -> None:
        if len(data.vertices) != self._size:
            raise SkinproofError(
                f"modifiers of {self.object.name!r} change its vertices: {len(data.vertices)} instead of {self._size}",
                fix="disable them to compare",
            )
        if self._size:  # a mesh without vertices has no attributes either
            data.attributes["position"].data.foreach_get("vector", self._shape.row(t).ravel())

    def positions(self) -> Iterator[tuple[int, Float]]:
        """(part, (T, V, 3) positions in glTF's world); NaN for vertices that the mesh no longer has.

        A part that Blender left alone after the first time is stored once and seen T times (its first stride is 0).
        """
        shape, place = self._shape.rows, self._place.rows
        for part_rows in self._parts:
            world = _in_world(shape[:, part_rows.rows], place)
            if part_rows.vertices is not None:
                present = world
                world = np.full((len(present), part_rows.count, 3), np.nan, present.dtype)
                world[:, part_rows.vertices] = present
            yield part_rows.part, over_time(world, self._count)


def _in_world(local: Float, place: Float) -> Float:
    """(n, V, 3) world positions of local positions (n or 1, V, 3) under matrices (n or 1, 3, 4).

    They are float32 where only axes change.
    """
    if (place == _AXES_ONLY).all():
        world = np.empty_like(local)
        world[..., 0], world[..., 1] = local[..., 0], local[..., 2]
        np.negative(local[..., 1], out=world[..., 2])
        return world
    return local @ place[:, :, :3].swapaxes(1, 2) + place[:, None, :, 3]


def _part_rows(part: int, count: int, rows: Int, vertices: Int) -> _PartRows:
    all_of_it = np.array_equal(vertices, np.arange(count))
    return _PartRows(part, count, _as_slice(rows), None if all_of_it else vertices)


def _as_slice(rows: Int) -> Int | slice:
    """The slice that means the same as consecutive rows, since it is read without a copy; other rows as they are."""
    if len(rows) and rows[-1] - rows[0] == len(rows) - 1:  # rows ascend
        return slice(int(rows[0]), int(rows[-1]) + 1)
    return rows
