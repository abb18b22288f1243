"""What a mesh says of its vertices: which one of the file each is, and if the file has it.

Blender's tools carry attributes like colours: a merge averages them (5.2) or keeps one (4.3), a subdivision
interpolates, a copy copies, a new vertex has zeros. So a number proves nothing without the file's position under it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import bpy
import numpy as np

from ....skinning_core.compare.between.match.surface import SurfaceMap
from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float, Int, Model
from ....skinning_core.skeleton.numbering import Numbering, numbering_of
from ..ground import stored_names as stored
from ..ground.arrays import attribute_values, corner_vertices, values_of
from ..ground.modifiers import own_mesh
from ..ground.noted import our


def _numbers_of_parts(model: Model, parts: Sequence[int], numbering: Numbering) -> Int:
    """(V,) numbers in the file of the vertices of parts, joined."""
    first = numbering.first
    starts = [(first[p.mesh, p.primitive], model.primitive(p).vertex_count) for p in (model.parts[k] for k in parts)]
    return np.concatenate([np.zeros(0, np.intp), *(np.arange(start, start + count) for start, count in starts)])


def number_vertices(objects: Iterable[bpy.types.Object], model: Model) -> None:
    """Number the vertices of new mesh objects made of a model's parts, in order."""
    of_file = [ob for ob in objects if ob.type == "MESH" and stored.PARTS in our(ob)]
    meshes = {ob.data: [int(k) for k in our(ob)[stored.PARTS]] for ob in of_file}
    numbering = numbering_of(model)
    for mesh, parts in meshes.items():
        write_vertex_ids(mesh, numbering, _numbers_of_parts(model, parts, numbering))


def write_ids_behind(mesh_object: bpy.types.Object, numbers: Int) -> None:
    """Note the numbers in the file (V,) of vertices as modifiers make them; -1: not of the file."""
    our(mesh_object)[stored.BEHIND] = (numbers + 1.0).tolist()


def write_ids_on_object(mesh_object: bpy.types.Object, numbers: Int) -> None:
    """Note a mesh's numbers (V,) on its object, if the mesh cannot hold them: it is shared or linked."""
    our(mesh_object)[stored.NUMBERS] = (numbers + 1.0).tolist()
    our(mesh_object)[stored.FACES] = _faces_digest(mesh_object.data)


def write_surface(mesh_object: bpy.types.Object, surface: SurfaceMap, away: float) -> None:
    """Note on a mesh object the points of its surface that stand for vertices of the file, over all parts.

    away: their largest distance at rest, as a share of the size.
    """
    our(mesh_object)[stored.SURFACE] = np.column_stack([surface.first, surface.corners]).ravel().tolist()
    our(mesh_object)[stored.SURFACE_WEIGHTS] = surface.weights.ravel().tolist()
    our(mesh_object)[stored.SURFACE_AWAY] = away


def read_surface(mesh_object: bpy.types.Object) -> SurfaceMap | None:
    """What ``write_surface`` noted, or None. Raises ``SkinproofError`` if the mesh was edited since."""
    if stored.SURFACE not in our(mesh_object):
        return None
    places = np.reshape(our(mesh_object)[stored.SURFACE].to_list(), (-1, 4)).astype(np.intp)
    weights = np.reshape(our(mesh_object)[stored.SURFACE_WEIGHTS].to_list(), (-1, 3)).astype(np.float64)
    if places[:, 1:].max(initial=-1) >= len(mesh_object.data.vertices):
        what = "the mesh {mesh!r} has been edited since the file was attached"
        raise SkinproofError(what, mesh=mesh_object.name, fix="attach the file again")
    return SurfaceMap(places[:, 0], places[:, 1:], weights, np.zeros(len(places)))


def write_vertex_ids(mesh: bpy.types.Mesh, numbering: Numbering, numbers: Int) -> None:
    """Note for each vertex of a mesh its number in the file (V,); -1: not of the file."""
    if not len(mesh.vertices):  # such a mesh has no attributes
        return
    _attribute(mesh, stored.VERTEX_ID, "INT").data.foreach_set("value", (numbers + 1).astype(np.int32))
    places = np.zeros((len(numbers), 3), np.float32)
    known = numbers >= 0
    places[known] = numbering.places[numbers[known]]
    _attribute(mesh, stored.PLACE, "FLOAT_VECTOR").data.foreach_set("vector", places.ravel())


def read_vertex_ids(mesh_object: bpy.types.Object, model: Model, numbering: Numbering) -> tuple[Int, Float | None]:
    """(V,) numbers and (V, 3) float32 places as a mesh has them, right or wrong; places None: version 1 has none.

    Raises ``SkinproofError`` if the mesh has lost its attributes.
    """
    with own_mesh(mesh_object) as mesh:
        count = len(mesh.vertices)
        if not count:  # no attributes either
            return np.zeros(0, np.intp), np.zeros((0, 3), np.float32)
        if stored.SURFACE in our(mesh_object):  # none is of the file
            return np.full(count, -1, np.intp), None
        if stored.BEHIND in our(mesh_object):
            return _behind(mesh_object, numbering, count)
        if stored.NUMBERS in our(mesh_object):
            return _on_object(mesh_object, mesh, numbering)
        ids, places = attribute_values(mesh, stored.VERTEX_ID), attribute_values(mesh, stored.PLACE, "FLOAT_VECTOR")
        if ids is not None and places is not None:
            return ids.astype(np.intp) - 1, places
        parts, vertices = (attribute_values(mesh, name) for name in (stored.PART_OF_VERTEX, stored.VERTEX_IN_FILE))
        if parts is not None and vertices is not None:
            return _of_version_1(mesh_object, model, numbering, parts, vertices), None
    what, fix = "the mesh {mesh!r} has lost its attribute {first!r} or {second!r}", "import the file again"
    raise SkinproofError(what, mesh=mesh_object.data.name, first=stored.VERTEX_ID, second=stored.PLACE, fix=fix)


def _behind(mesh_object: bpy.types.Object, numbering: Numbering, count: int) -> tuple[Int, Float]:
    """``read_vertex_ids`` if the file has modifiers applied. Raises ``SkinproofError`` if they make other vertices."""
    numbers = np.array(our(mesh_object)[stored.BEHIND].to_list(), np.intp) - 1
    if len(numbers) != count:
        what = "the modifiers of {mesh!r} make other vertices than in the file"
        fix = "attach the file again; if they make others at each frame, put them before the Armature modifier"
        raise SkinproofError(what, mesh=mesh_object.name, fix=fix)
    return numbers, _places_of(numbers, numbering)


def _on_object(mesh_object: bpy.types.Object, mesh: bpy.types.Mesh, numbering: Numbering) -> tuple[Int, Float]:
    """``read_vertex_ids`` if the object holds the numbers. Raises ``SkinproofError`` if the mesh was edited since."""
    if our(mesh_object)[stored.FACES] != _faces_digest(mesh):
        what = "the mesh of {mesh!r}, which others share, has been edited since the file was attached"
        raise SkinproofError(what, mesh=mesh_object.name, fix="attach the file again")
    numbers = np.array(our(mesh_object)[stored.NUMBERS].to_list(), np.intp) - 1
    return numbers, _places_of(numbers, numbering)


def _places_of(numbers: Int, numbering: Numbering) -> Float:
    """(V, 3) float32 places of vertices by their numbers in the file; NaN: not of it."""
    places = np.full((len(numbers), 3), np.nan, np.float32)
    known = numbers >= 0
    places[known] = numbering.places[numbers[known]]
    return places


def _faces_digest(mesh: bpy.types.Mesh) -> str:
    """A digest of a mesh's number of vertices, its faces and edges."""
    corners = corner_vertices(mesh)
    edges = values_of(mesh.edges, "vertices", 2, kind=np.int32)
    digest = hashlib.sha256(np.int64(len(mesh.vertices)).tobytes())
    for values in (corners, edges):
        digest.update(np.ascontiguousarray(values).tobytes())
    return digest.hexdigest()


def _of_version_1(mesh_object: bpy.types.Object, model: Model, numbering: Numbering, parts: Int, vertices: Int) -> Int:
    numbers = np.full(len(parts), -1, np.intp)
    for place, k in enumerate(our(mesh_object)[stored.PARTS]):
        part = model.parts[int(k)]
        own = (parts == place) & (vertices >= 0) & (vertices < model.primitive(part).vertex_count)
        numbers[own] = numbering.first[part.mesh, part.primitive] + vertices[own]
    return numbers


def _attribute(mesh: bpy.types.Mesh, name: str, kind: str) -> bpy.types.Attribute:
    attribute = mesh.attributes.get(name)
    if attribute is not None and (attribute.domain != "POINT" or attribute.data_type != kind):
        mesh.attributes.remove(attribute)
        attribute = None
    return attribute or mesh.attributes.new(name, kind, "POINT")
