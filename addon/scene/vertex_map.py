"""Which vertex of a Blender mesh stands for which vertex of the file, part by part; and where one is."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from bpy.types import Context, Mesh, Object
from mathutils import Vector

from ...skinning_core.model import Int
from .character import Character
from .mesh import PART_ATTRIBUTE, VERTEX_ATTRIBUTE


@dataclass(frozen=True, eq=False)
class PartVertices:
    """The vertices of one part that are still in the scene: ``rows[i]`` of the mesh is ``vertices[i]`` of the file."""

    part: int  # place in Model.parts
    object: Object
    rows: Int  # (n,)
    vertices: Int  # (n,)

    def row_of(self, vertex: int) -> int:
        """The mesh's vertex for one of the file; -1 where it has been deleted."""
        found = self.rows[self.vertices == vertex]
        return int(found[0]) if len(found) else -1


def part_vertices(character: Character) -> list[PartVertices]:
    """All parts of a character that are still there. Meshes that have lost their attributes are left out."""
    found = []
    for mesh in character.meshes:
        mesh_object = bpy.data.objects.get(mesh.object)
        if mesh_object is None:
            continue
        part, vertex = (_integers(mesh_object.data, name) for name in (PART_ATTRIBUTE, VERTEX_ATTRIBUTE))
        for place, index in enumerate(mesh.parts):
            rows = np.flatnonzero(part == place)
            found.append(PartVertices(index, mesh_object, rows, vertex[rows]))
    return found


def vertex_position(context: Context, name: str, row: int) -> Vector | None:
    """Where Blender has a vertex of the mesh object ``name`` now, in world space; None where it is gone."""
    mesh_object = bpy.data.objects.get(name)
    if mesh_object is None:
        return None
    evaluated = mesh_object.evaluated_get(context.evaluated_depsgraph_get())
    if not 0 <= row < len(evaluated.data.vertices):
        return None
    return evaluated.matrix_world @ evaluated.data.vertices[row].co


def _integers(mesh: Mesh, name: str) -> Int:
    values = np.full(len(mesh.vertices), -1, np.int32)
    attribute = mesh.attributes.get(name)
    if attribute is not None and len(attribute.data) == len(values):
        attribute.data.foreach_get("value", values)
    return values
