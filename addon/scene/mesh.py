"""Mesh data of a node: all its primitives in one mesh, vertices in the file's order, none dropped or merged."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from operator import itemgetter, setitem

import bmesh
import bpy
import numpy as np

from ...skinning_core.model import Float, Float64, Int, Model, Primitive
from ...skinning_core.skeleton.faces import Topology, topology_of
from .. import compat
from ..rig.names import unique_names
from ..rig.space import points_to_blender
from ..rig.weights import GroupWeights, group_weights
from . import stored_names as stored

#: Blender's limit for a shape key's value; larger weights are stored divided, and their displacements multiplied.
LARGEST_WEIGHT = 10.0


def fill_mesh(
    mesh: bpy.types.Mesh,
    model: Model,
    parts: Sequence[int],
    materials: Sequence[bpy.types.Material],
    *,
    origin: Float64,
    memberships: Sequence[GroupWeights] = (),
) -> None:
    """Write the primitives of ``parts`` (places in Model.parts, all of one mesh) into an empty mesh.

    origin: (3,) point of mesh space, glTF's axes, that becomes the mesh's origin.
    memberships: per part, weights by vertex group; none for a mesh that is not skinned.
    """
    primitives = [model.primitive(model.parts[k]) for k in parts]
    topology = topology_of(primitives)
    positions = stacked([p.positions for p in primitives], origin)
    mesh.vertices.add(len(positions))
    if not len(positions):  # a mesh without vertices has no attributes either
        return
    mesh.attributes["position"].data.foreach_set("vector", positions.ravel())
    if memberships:
        _write_weights(mesh, memberships, topology.starts)
    _write_topology(mesh, topology)
    _write_integers(mesh, stored.PART_OF_VERTEX, "POINT", np.repeat(np.arange(len(parts)), np.diff(topology.starts)))
    in_file = np.concatenate([np.arange(p.vertex_count) for p in primitives])
    _write_integers(mesh, stored.VERTEX_IN_FILE, "POINT", in_file)
    _write_materials(mesh, primitives, topology, materials)
    _write_texcoords(mesh, primitives, topology)
    mesh.update(calc_edges=True)
    if all(p.normals is not None for p in primitives) and len(topology.triangles):
        normals = stacked([p.normals for p in primitives], np.zeros(3))
        mesh.normals_split_custom_set_from_vertices(normals.tolist())  # a list is read 3 times as fast as an array


def stacked(arrays: Sequence[Float | None], origin: Float64) -> Float:
    """(V, 3) float32 vectors of all primitives, counted from ``origin``, Blender's axes, ready for ``foreach_set``."""
    whole = np.concatenate([np.zeros((0, 3), np.float32), *(a for a in arrays if a is not None)])
    if origin.any():
        whole = whole - origin
    return np.ascontiguousarray(points_to_blender(whole), np.float32)


def memberships_of(model: Model, parts: Sequence[int], groups: Int) -> list[GroupWeights]:
    """Per part, its weights by vertex group; groups (J,): the group of each joint of the skin."""
    influences = (model.influences(model.parts[k]) for k in parts)
    return [group_weights(stored.joints, stored.weights, groups) for stored in influences if stored is not None]


def _write_weights(mesh: bpy.types.Mesh, memberships: Sequence[GroupWeights], starts: Int) -> None:
    # BMesh's deform layer is four times as fast as VertexGroup.add; there is no foreach_set for weights.
    bm = bmesh.new()
    try:
        bm.from_mesh(mesh)
        layer = bm.verts.layers.deform.verify()
        deform_of = list(map(itemgetter(layer), bm.verts)).__getitem__
        for part, first in zip(memberships, starts[:-1].tolist(), strict=True):
            vertices = map(deform_of, (part.vertices + first).tolist())
            # deform[group] = weight for each membership: written as a loop, it takes twice as long.
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
        # The attribute itself is written in a block; MeshLoop.vertex_index would be set one by one, 100 times slower.
        mesh.attributes[".corner_vert"].data.foreach_set("value", topology.triangles.ravel())
        mesh.polygons.foreach_set("loop_start", np.arange(0, faces * 3, 3, dtype=np.int32))


def _write_integers(mesh: bpy.types.Mesh, name: str, domain: str, values: Int) -> None:
    attribute = mesh.attributes.get(name) or mesh.attributes.new(name, "INT", domain)
    attribute.data.foreach_set("value", values.astype(np.int32))


def _write_materials(
    mesh: bpy.types.Mesh,
    primitives: Sequence[Primitive],
    topology: Topology,
    materials: Sequence[bpy.types.Material],
) -> None:
    used = sorted({p.material for p in primitives if p.material >= 0})
    for m in used:
        mesh.materials.append(materials[m])
    if len(used) > 1 and len(topology.triangles):
        slots = np.array([used.index(p.material) if p.material >= 0 else 0 for p in primitives])
        _write_integers(mesh, "material_index", "FACE", slots[topology.face_primitive])


def _write_texcoords(mesh: bpy.types.Mesh, primitives: Sequence[Primitive], topology: Topology) -> None:
    sets = max((len(p.texcoords) for p in primitives), default=0) if len(topology.triangles) else 0
    for k in range(min(sets, 8)):  # Blender's limit of UV maps
        per_vertex = np.concatenate(
            [p.texcoords[k] if k < len(p.texcoords) else np.zeros((p.vertex_count, 2)) for p in primitives]
        ).astype(np.float32)
        per_vertex[:, 1] = 1.0 - per_vertex[:, 1]
        layer = mesh.uv_layers.new(name="UVMap" if k == 0 else f"UVMap.{k:03d}", do_init=False)
        if layer is not None:
            layer.uv.foreach_set("vector", per_vertex[topology.triangles.ravel()].ravel())


def new_materials(model: Model) -> list[bpy.types.Material]:
    """One material per material of the file: its name and base colour, in shaded and in solid view."""
    materials = []
    for material in model.materials:
        new = bpy.data.materials.new(material.name)
        compat.enable_nodes(new)
        new.diffuse_color = material.base_color
        new.use_backface_culling = not material.double_sided
        for node in new.node_tree.nodes:
            if node.type == "BSDF_PRINCIPLED":
                node.inputs["Base Color"].default_value = material.base_color
                node.inputs["Alpha"].default_value = material.base_color[3]
        materials.append(new)
    return materials


def add_shape_keys(ob: bpy.types.Object, model: Model, parts: Sequence[int], span: Float64) -> Float64:
    """Morph targets as relative shape keys; the divisor (M,) by which weights have to be divided for them.

    span: (M, 2) the least and the largest weight of each target, at rest and in all clips.
    """
    part = model.parts[parts[0]]
    primitives = [model.primitive(model.parts[k]) for k in parts]
    names = unique_names(model.meshes[part.mesh].target_names[: len(span)], "target", ["Basis"])
    divisor = np.maximum(1.0, np.abs(span).max(axis=1, initial=0.0) / LARGEST_WEIGHT)
    ob.shape_key_add(name="Basis", from_mix=False)
    base = np.empty((len(ob.data.vertices), 3), np.float32)
    if len(base):
        ob.data.attributes["position"].data.foreach_get("vector", base.ravel())
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
    return targets[target]
