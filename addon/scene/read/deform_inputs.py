"""What an Armature modifier reads, as arrays of ``skinning_core.skin.blender.armature``, and its formula on them.

All is float32, in Blender's object and armature space (+Z up). The mesh is read once; armature and shape keys at every
frame, *evaluated*. Bendy bones and envelopes are not of the formula.
"""

from __future__ import annotations

import dataclasses

import bpy
import numpy as np

from ....skinning_core.model import Float, Int
from ....skinning_core.skin.blender.armature import DeformedMesh, DeformingArmature, Float32, deform_linear
from ....skinning_core.skin.blender.matrix import inverse_4x4, product_4x4
from ....skinning_core.skin.blender.preserve_volume import deform_preserve_volume
from ..ground.arrays import values_of
from ..ground.modifiers import positions_of


def armature_modifier(mesh_object: bpy.types.Object) -> bpy.types.ArmatureModifier | None:
    """The first Armature modifier; None if there is none."""
    return next((modifier for modifier in mesh_object.modifiers if modifier.type == "ARMATURE"), None)


def deformed(depsgraph: bpy.types.Depsgraph, mesh_object: bpy.types.Object, mesh: DeformedMesh) -> Float32:
    """(V, 3) object-space positions at the depsgraph's frame by the modifier's formula; without one, by shape keys.

    mesh: from ``read_mesh``.
    """
    modifier, shaped = armature_modifier(mesh_object), with_shape_keys(depsgraph, mesh_object, mesh)
    if modifier is None or modifier.object is None or not (modifier.show_viewport and modifier.use_vertex_groups):
        return shaped.positions
    formula = deform_preserve_volume if modifier.use_deform_preserve_volume else deform_linear
    return formula(shaped, read_armature(depsgraph, mesh_object, modifier.object))


def read_mesh(mesh_object: bpy.types.Object) -> DeformedMesh:
    """The object's own mesh: positions (V, 3), influences (V, I) in each vertex's group order."""
    modifier, mesh = armature_modifier(mesh_object), mesh_object.data
    rows = [[(g.group, g.weight) for g in vertex.groups] for vertex in mesh.vertices]
    width = max(map(len, rows), default=0)
    groups, weights = np.full((len(rows), width), -1, np.int32), np.zeros((len(rows), width), np.float32)
    for vertex, row in enumerate(rows):
        for influence, (group, weight) in enumerate(row):
            groups[vertex, influence], weights[vertex, influence] = group, weight
    return DeformedMesh(positions_of(mesh), groups, weights, _mask(mesh_object, modifier, groups, weights))


def _mask(
    mesh_object: bpy.types.Object, modifier: bpy.types.ArmatureModifier | None, groups: Int, weights: Float
) -> Float32 | None:
    """(V,) weights of the modifier's own vertex group, 0 outside it; None if it names no group."""
    name = "" if modifier is None else modifier.vertex_group
    group = mesh_object.vertex_groups.get(name) if name else None
    if modifier is None or group is None:
        return None
    mask = np.where(groups == group.index, weights, np.float32(0.0)).sum(axis=1, dtype=np.float32)
    return np.asarray(np.float32(1.0) - mask if modifier.invert_vertex_group else mask, np.float32)


def with_shape_keys(depsgraph: bpy.types.Depsgraph, mesh_object: bpy.types.Object, mesh: DeformedMesh) -> DeformedMesh:
    """The mesh with its shape keys' values at the depsgraph's frame, each from the key it is relative to."""
    if mesh_object.data.shape_keys is None:
        return mesh
    keys = mesh_object.data.shape_keys.evaluated_get(depsgraph)
    positions = values_of(keys.reference_key.data, "co", 3)
    for key in keys.key_blocks:
        if key != keys.reference_key and not key.mute and key.value != 0.0:
            displacement = values_of(key.data, "co", 3) - values_of(key.relative_key.data, "co", 3)
            positions += np.float32(key.value) * displacement
    return dataclasses.replace(mesh, positions=positions)


def read_armature(
    depsgraph: bpy.types.Depsgraph, mesh_object: bpy.types.Object, armature_object: bpy.types.Object
) -> DeformingArmature:
    """The armature at the depsgraph's frame, one row per vertex group of the mesh object."""
    armature = armature_object.evaluated_get(depsgraph)
    object_world = np.array(mesh_object.evaluated_get(depsgraph).matrix_world, np.float32)
    to_object = product_4x4(inverse_4x4(object_world), np.array(armature.matrix_world, np.float32))
    count = len(mesh_object.vertex_groups)
    channel = np.broadcast_to(np.eye(4, dtype=np.float32), (count, 4, 4)).copy()
    rest, deforms = channel.copy(), np.zeros(count, bool)
    for group in mesh_object.vertex_groups:
        bone = armature.pose.bones.get(group.name)
        if bone is None:
            continue
        deforms[group.index] = bone.bone.use_deform
        channel[group.index] = bone.matrix_channel
        rest[group.index] = bone.bone.matrix_local
    return DeformingArmature(
        channel=channel,
        rest=rest,
        deforms=deforms,
        to_armature=inverse_4x4(to_object),
        to_object=to_object,
        displaces=bpy.app.version >= (5, 0, 0),  # before, Preserve Volume set the position: the last bit differs
    )
