"""Objects of a character's meshes: skinned ones under their armature, rigid ones in the file's hierarchy.

Every node from an unskinned mesh up to a root or a bone is an object with the node's translation, rotation and scale.
Blender multiplies plain matrices up that chain, so shear comes out as in the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Matrix

from ....skinning_core.model import Float64, Model
from ....skinning_core.pose.pose import rest_pose
from ....skinning_core.transform import as_4x4, multiply
from ...rig.channels import channel_map
from ...rig.helper_bones import constant_parts, has_shear
from ...rig.space import AXES, TO_BLENDER
from ..ground import stored_names as stored
from ..ground.noted import our
from .armature import Rig
from .mesh import Surfaces, add_shape_keys, fill_mesh, memberships_of

#: From a node's properties to those of an object in Blender's axes whose parent is one too: only the axes change.
OBJECT_CHANNELS = channel_map(AXES[None, :3], TO_BLENDER.T[None])


@dataclass(frozen=True, eq=False)
class MeshObject:
    """A mesh in the scene: its parts, and the divisor of its morph weights (see `mesh.add_shape_keys`)."""

    object: bpy.types.Object
    node: int
    skin: int
    parts: tuple[int, ...]
    weight_divisor: Float64  # (M,)


def parts_by_object(model: Model) -> list[tuple[int, int, list[int]]]:
    """(node, skin, parts) of each mesh object: all parts of a node that share a skin."""
    grouped: dict[tuple[int, int], list[int]] = {}
    for k, part in enumerate(model.parts):
        grouped.setdefault((part.node, part.skin), []).append(k)
    return [(node, skin, parts) for (node, skin), parts in grouped.items()]


def build_skinned(
    model: Model,
    rig: Rig,
    node: int,
    skin: int,
    parts: Sequence[int],
    surfaces: Surfaces,
    collection: bpy.types.Collection,
) -> MeshObject:
    """The mesh object of a skinned node, deformed by its armature."""
    ob = _new_mesh_object(model, node, parts)
    names = list(dict.fromkeys(rig.groups[skin]))
    for name in names:
        ob.vertex_groups.new(name=name)
    place = {name: k for k, name in enumerate(names)}
    groups = np.array([place[name] for name in rig.groups[skin]], np.int64)
    our(ob)[stored.GROUPS], our(ob)[stored.ORIGIN] = groups.astype(float).tolist(), rig.plan.origin.bind_origin.tolist()
    memberships = memberships_of(model, parts, groups)
    fill_mesh(ob.data, model, parts, surfaces, origin=rig.plan.origin.bind_origin, memberships=memberships)
    collection.objects.link(ob)
    ob.parent = rig.object
    modifier = ob.modifiers.new("Armature", "ARMATURE")
    modifier.object = rig.object
    return _finish(ob, model, node, skin, parts)


def build_rigid(
    model: Model, rigs: Sequence[Rig], surfaces: Surfaces, collection: bpy.types.Collection
) -> tuple[list[MeshObject], dict[int, bpy.types.Object]]:
    """Mesh objects of all unskinned parts, and objects of their nodes and the nodes above, by node."""
    meshes: list[MeshObject] = []
    rigid_parts = {node: parts for node, skin, parts in parts_by_object(model) if skin < 0}
    bones = {int(n): (rig, b) for rig in rigs for b, n in enumerate(rig.plan.nodes)}
    needed = _with_ancestors(model, rigid_parts, bones)
    objects: dict[int, bpy.types.Object] = {}
    shared: dict[int, bpy.types.Mesh] = {}
    for node in (int(n) for n in model.nodes.order if int(n) in needed):
        parts = rigid_parts.get(node)
        if parts is None:
            ob = bpy.data.objects.new(model.nodes.names[node], None)
            ob.empty_display_size = 0.1
        else:
            mesh = model.parts[parts[0]].mesh
            ob = _new_mesh_object(model, node, parts, shared.get(mesh))
            if mesh not in shared:
                fill_mesh(ob.data, model, parts, surfaces, origin=np.zeros(3))
                if not len(model.nodes.morph_weights[node]):
                    shared[mesh] = ob.data
        collection.objects.link(ob)
        objects[node] = ob
        _place(ob, model, node, objects, bones, collection)
        if parts is not None:
            meshes.append(_finish(ob, model, node, -1, parts))
    return meshes, objects


def _with_ancestors(model: Model, nodes: dict[int, list[int]], bones: dict[int, tuple[Rig, int]]) -> set[int]:
    needed: set[int] = set()
    for node in nodes:
        if node in bones:
            needed.add(node)
            continue
        while node >= 0 and node not in needed and node not in bones:
            needed.add(node)
            node = int(model.nodes.parents[node])
    return needed


def _place(
    ob: bpy.types.Object,
    model: Model,
    node: int,
    objects: dict[int, bpy.types.Object],
    bones: dict[int, tuple[Rig, int]],
    collection: bpy.types.Collection,
) -> None:
    """Parent an object and give it its node's rest transform."""
    ob.rotation_mode = "QUATERNION"
    parent = node if node in bones else int(model.nodes.parents[node])
    if parent in bones:
        _parent_to_bone(ob, *bones[parent])
    elif parent >= 0:
        ob.parent = objects[parent]
    location, rotation, scale = np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0]), np.ones(3)
    if model.nodes.has_matrix[node] and node not in bones:
        matrix = multiply(AXES[:3], model.nodes.matrix[node])
        matrix[:, :3] = matrix[:, :3] @ TO_BLENDER.T
        if has_shear(matrix[:, :3]):
            _hold_in_parent_inverse(ob, matrix, collection)
        else:
            location, rotation, scale = constant_parts(matrix)
    elif node not in bones:
        rest = OBJECT_CHANNELS.at_rest(rest_pose(model.nodes), np.array([node]))
        location, rotation, scale = (part[0] for part in rest)
    ob.location, ob.rotation_quaternion, ob.scale = location, rotation, scale
    our(ob)[stored.REST] = [*location.tolist(), *rotation.tolist(), *scale.tolist()]
    our(ob)[stored.NODE] = node


def _parent_to_bone(ob: bpy.types.Object, rig: Rig, bone: int) -> None:
    """Parent an object to a bone, with the axes of the bone's node turned to Blender's."""
    ob.parent = rig.object
    ob.parent_type = "BONE"
    ob.parent_bone = rig.names[bone]
    # Blender puts a bone's children at its tail, in the bone's axes.
    to_node = np.zeros((3, 4))
    to_node[:, :3] = rig.after[bone].T @ TO_BLENDER.T / rig.plan.sizes[bone]
    to_node[1, 3] -= rig.object.data.bones[rig.names[bone]].length
    ob.matrix_parent_inverse = Matrix(as_4x4(to_node).tolist())


def _hold_in_parent_inverse(ob: bpy.types.Object, matrix: Float64, collection: bpy.types.Collection) -> None:
    """Put a sheared node matrix, never animated, into the parent inverse, which may be any affine matrix."""
    if ob.parent is None:
        ob.parent = bpy.data.objects.new(f"{ob.name} shear", None)
        ob.parent.empty_display_size = 0.1
        collection.objects.link(ob.parent)
    before = np.array(ob.matrix_parent_inverse, np.float64)
    ob.matrix_parent_inverse = Matrix((before @ as_4x4(matrix)).tolist())


def _new_mesh_object(
    model: Model, node: int, parts: Sequence[int], mesh: bpy.types.Mesh | None = None
) -> bpy.types.Object:
    data = mesh or bpy.data.meshes.new(model.meshes[model.parts[parts[0]].mesh].name)
    return bpy.data.objects.new(model.nodes.names[node], data)


def _finish(ob: bpy.types.Object, model: Model, node: int, skin: int, parts: Sequence[int]) -> MeshObject:
    """Mark a mesh object as the node's, and give it its shape keys at rest weights."""
    our(ob)[stored.NODE], our(ob)[stored.SKIN], our(ob)[stored.PARTS] = node, skin, list(map(float, parts))
    divisor = np.ones(0)
    if any(model.primitive(model.parts[k]).morph_positions is not None for k in parts):
        divisor = add_shape_keys(ob, model, parts, _weight_span(model, node))
        weights = model.nodes.morph_weights[node] / divisor
        ob.data.shape_keys.key_blocks.foreach_set("value", np.concatenate([[0.0], weights]).astype(np.float32))
        our(ob)[stored.WEIGHTS] = weights.tolist()
        if (divisor != 1.0).any():
            our(ob)[stored.DIVISOR] = divisor.tolist()
    return MeshObject(ob, node, skin, tuple(parts), divisor)


def _weight_span(model: Model, node: int) -> Float64:
    """(M, 2) least and largest morph weight of a node, at rest and in all clips."""
    weights = [model.nodes.morph_weights[node][None]]
    for clip in model.clips:
        for track in clip.tracks:
            if track.node == node and track.path == "weights":
                weights.append(np.asarray(track.values, np.float64))
                if track.out_tangents is not None and track.in_tangents is not None and len(track.times) > 1:
                    # A spline swings beyond its keys by no more than its handles.
                    thirds = np.diff(track.times)[:, None] / 3
                    weights.append(track.values[:-1] + track.out_tangents[:-1] * thirds)
                    weights.append(track.values[1:] - track.in_tangents[1:] * thirds)
    values = np.concatenate(weights)
    return np.stack([values.min(axis=0), values.max(axis=0)], axis=1)
