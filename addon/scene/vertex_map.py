"""Which vertex of a Blender mesh stands for which vertex of the file, part by part; and where a vertex is now."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from bpy.types import Context, Mesh, Object
from mathutils import Vector

from ...skinning_core.model import Int
from . import stored_names as stored
from .character import Character


@dataclass(frozen=True, eq=False)
class PartVertices:
    """The vertices of one part that are still in the scene: ``rows[i]`` of the mesh is ``vertices[i]`` of the file."""

    part: int  # place in Model.parts
    object: Object
    rows: Int  # (n,)
    vertices: Int  # (n,)

    def row_of(self, vertex: int) -> int:
        """The mesh's vertex for one of the file; -1 where it has been deleted."""
        rows = self.rows[self.vertices == vertex]
        return int(rows[0]) if len(rows) else -1


def part_vertices(character: Character) -> list[PartVertices]:
    """All parts of a character that are still in the scene. Meshes that have lost their attributes are left out."""
    present: list[PartVertices] = []
    for mesh in character.meshes:
        mesh_object = bpy.data.objects.get(mesh.object)
        rows = rows_by_part(mesh_object.data, len(mesh.parts)) if mesh_object is not None else None
        if mesh_object is not None and rows is not None:
            present += [
                PartVertices(part, mesh_object, *of_part) for part, of_part in zip(mesh.parts, rows, strict=True)
            ]
    return present


def rows_by_part(mesh: Mesh, parts: int) -> list[tuple[Int, Int]] | None:
    """Per part of a mesh: its rows (n,), ascending, and the vertices of the file (n,) that they stand for.

    None where the mesh has lost the attributes that tell this.
    """
    part, vertex = _integers(mesh, stored.PART_OF_VERTEX), _integers(mesh, stored.VERTEX_IN_FILE)
    if part is None or vertex is None:
        return None
    rows = [np.flatnonzero(part == place) for place in range(parts)]
    return [(rows_of_part, vertex[rows_of_part]) for rows_of_part in rows]


def vertex_position(context: Context, name: str, row: int) -> Vector | None:
    """Where Blender has a vertex of the mesh object ``name`` now, in world space; None where it is gone."""
    mesh_object = bpy.data.objects.get(name)
    if mesh_object is None:
        return None
    evaluated = mesh_object.evaluated_get(context.evaluated_depsgraph_get())
    if not 0 <= row < len(evaluated.data.vertices):
        return None
    return evaluated.matrix_world @ evaluated.data.vertices[row].co


def _integers(mesh: Mesh, name: str) -> Int | None:
    values = np.empty(len(mesh.vertices), np.int32)
    attribute = mesh.attributes.get(name)
    if len(values):  # a mesh without vertices has no attributes either
        if attribute is None or len(attribute.data) != len(values):
            return None
        attribute.data.foreach_get("value", values)
    return values
