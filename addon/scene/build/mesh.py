"""Mesh data of a node: all primitives in one mesh, vertices in the file's order, none dropped or merged."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter, setitem

import bmesh
import bpy
import numpy as np

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float, Float64, Int, Model, Primitive
from ....skinning_core.skeleton.faces import Topology, topology_of
from ...rig.names import unique_names
from ...rig.space import points_to_blender
from ...rig.weights import GroupWeights, group_weights
from ..ground.modifiers import positions_of

#: Blender's limit for a shape key's value; larger weights are divided, and their displacements multiplied.
LARGEST_WEIGHT = 10.0


@dataclass(frozen=True, eq=False)
class Surfaces:
    """A model's materials in Blender, by their place in Model.materials; -1: primitives without one."""

    materials: Mapping[int, bpy.types.Material]
    colored: frozenset[int]  # those multiplied with vertex colours
    warn: Callable[[str], object]  # is told which looks could not be read


def unheard(_: str) -> None:
    """A ``warn`` for callers who do not care."""


#: For a character that nobody looks at.
UNSEEN = Surfaces({}, frozenset(), unheard)


def fill_mesh(
    mesh: bpy.types.Mesh,
    model: Model,
    parts: Sequence[int],
    surfaces: Surfaces,
    *,
    origin: Float64,
    memberships: Sequence[GroupWeights] = (),
) -> None:
    """Write the primitives of ``parts`` (places in Model.parts, all of one mesh) into an empty mesh.

    origin: (3,) point of mesh space, glTF's axes, that becomes the mesh's origin. memberships: per part, weights by
    vertex group; none if the mesh is not skinned.
    """
    primitives = [model.primitive(model.parts[k]) for k in parts]
    topology = topology_of(primitives)
    positions = stacked([p.positions for p in primitives], origin)
    mesh.vertices.add(len(positions))
    if not len(positions):  # such a mesh has no attributes
        return
    mesh.attributes["position"].data.foreach_set("vector", positions.ravel())
    if memberships:
        _write_weights(mesh, memberships, topology.starts)
    _write_topology(mesh, topology)
    _write_materials(mesh, primitives, topology, surfaces)
    _write_texcoords(mesh, primitives, topology)
    if surfaces.colored.intersection(p.material for p in primitives):
        _write_colors(mesh, primitives, surfaces.warn)
    mesh.update(calc_edges=True)
    if all(p.normals is not None for p in primitives) and len(topology.triangles):
        normals = stacked([p.normals for p in primitives], np.zeros(3))
        mesh.normals_split_custom_set_from_vertices(normals.tolist())  # a list is read 3 times as fast as an array


def stacked(arrays: Sequence[Float | None], origin: Float64) -> Float:
    """(V, 3) float32 vectors of all primitives, less ``origin``, in Blender's axes, for ``foreach_set``."""
    whole = np.concatenate([np.zeros((0, 3), np.float32), *(a for a in arrays if a is not None)])
    if origin.any():
        whole = whole - origin
    return np.ascontiguousarray(points_to_blender(whole), np.float32)


def memberships_of(model: Model, parts: Sequence[int], groups: Int) -> list[GroupWeights]:
    """Per part, weights by vertex group; groups (J,): the group of each joint."""
    influences = (model.influences(model.parts[k]) for k in parts)
    return [group_weights(stored.joints, stored.weights, groups) for stored in influences if stored is not None]


def _write_weights(mesh: bpy.types.Mesh, memberships: Sequence[GroupWeights], starts: Int) -> None:
    # BMesh's deform layer is four times as fast as VertexGroup.add. There is no foreach_set for weights.
    bm = bmesh.new()
    try:
        bm.from_mesh(mesh)
        layer = bm.verts.layers.deform.verify()
        deform_of = list(map(itemgetter(layer), bm.verts)).__getitem__
        for part, first in zip(memberships, starts[:-1].tolist(), strict=True):
            vertices = map(deform_of, (part.vertices + first).tolist())
            # deform[group] = weight for each membership; as a loop it takes twice as long.
            deque(map(setitem, vertices, part.groups.tolist(), part.weights.tolist()), maxlen=0)
        bm.to_mesh(mesh)
    finally:
        bm.free()


def _write_topology(mesh: bpy.types.Mesh, topology: Topology) -> None:
    faces = len(topology.triangles)
    if len(topology.edges):
        mesh.edges.add(len(topology.edges))
        mesh.edges.foreach_set("vertices", topology.edges.ravel())
    if faces:
        mesh.loops.add(faces * 3)
        mesh.polygons.add(faces)
        # The attribute is written in one block. MeshLoop.vertex_index is set one by one, 100 times slower.
        mesh.attributes[".corner_vert"].data.foreach_set("value", topology.triangles.ravel())
        mesh.polygons.foreach_set("loop_start", np.arange(0, faces * 3, 3, dtype=np.int32))


def _write_materials(
    mesh: bpy.types.Mesh, primitives: Sequence[Primitive], topology: Topology, surfaces: Surfaces
) -> None:
    used = sorted({p.material for p in primitives}, key=lambda m: (m < 0, m))
    if not surfaces.materials.keys() & set(used):
        return
    for m in used:
        mesh.materials.append(surfaces.materials.get(m))
    if len(used) > 1 and len(topology.triangles):
        slots = np.array([used.index(p.material) for p in primitives])
        attribute = mesh.attributes.new("material_index", "INT", "FACE")
        attribute.data.foreach_set("value", slots[topology.face_primitive].astype(np.int32))


def _write_colors(mesh: bpy.types.Mesh, primitives: Sequence[Primitive], warn: Callable[[str], object]) -> None:
    """All sets of vertex colours; white for primitives that lack a set."""
    for k in range(max(len(p.colors) for p in primitives)):
        colors = []
        for primitive in primitives:
            white = np.ones((primitive.vertex_count, 4), np.float32)
            try:
                colors.append(primitive.colors[k] if k < len(primitive.colors) else white)
            except SkinproofError as error:
                warn(error.sentence)
                colors.append(white)
        attribute = mesh.attributes.new(color_name(k), "FLOAT_COLOR", "POINT")
        attribute.data.foreach_set("color", np.concatenate(colors).astype(np.float32).ravel())


def uv_name(k: int) -> str:
    """The mesh's UV map for texture coordinates of set k."""
    return "UVMap" if k == 0 else f"UVMap.{k:03d}"


def color_name(k: int) -> str:
    """The mesh's attribute for vertex colours of set k."""
    return "Color" if k == 0 else f"Color.{k:03d}"


def _write_texcoords(mesh: bpy.types.Mesh, primitives: Sequence[Primitive], topology: Topology) -> None:
    sets = max((len(p.texcoords) for p in primitives), default=0) if len(topology.triangles) else 0
    for k in range(min(sets, 8)):  # Blender's limit of UV maps
        per_vertex = np.concatenate(
            [p.texcoords[k] if k < len(p.texcoords) else np.zeros((p.vertex_count, 2)) for p in primitives]
        ).astype(np.float32)
        per_vertex[:, 1] = 1.0 - per_vertex[:, 1]
        layer = mesh.uv_layers.new(name=uv_name(k), do_init=False)
        if layer is not None:
            layer.uv.foreach_set("vector", per_vertex[topology.triangles.ravel()].ravel())


def add_shape_keys(ob: bpy.types.Object, model: Model, parts: Sequence[int], span: Float64) -> Float64:
    """Morph targets as relative shape keys; returns the divisor (M,) of weights for them.

    span: (M, 2) least and largest weight of each target, at rest and in all clips.
    """
    part = model.parts[parts[0]]
    primitives = [model.primitive(model.parts[k]) for k in parts]
    names = unique_names(model.meshes[part.mesh].target_names[: len(span)], "target", ["Basis"])
    divisor: Float64 = np.maximum(1.0, np.abs(span).max(axis=1, initial=0.0) / LARGEST_WEIGHT)
    ob.shape_key_add(name="Basis", from_mix=False)
    base = positions_of(ob.data)
    for m, name in enumerate(names):
        key = ob.shape_key_add(name=name, from_mix=False)
        key.slider_max = max(1.0, np.ceil(span[m, 1] / divisor[m]))
        key.slider_min = min(0.0, np.floor(span[m, 0] / divisor[m]))
        displacement = stacked([_displacement(p, m) for p in primitives], np.zeros(3))
        moved = (base + displacement.astype(np.float64) * divisor[m]).astype(np.float32)
        key.data.foreach_set("co", moved.ravel())
    return divisor


def _displacement(primitive: Primitive, target: int) -> Float:
    targets = primitive.morph_positions
    if targets is None or target >= len(targets):
        return np.zeros((primitive.vertex_count, 3), np.float32)
    return np.asarray(targets[target])
