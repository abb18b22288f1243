"""One more character of a file in the scene, with the same meshes, armatures, materials and actions.

This is Blender's linked duplicate: an edit of a shared mesh or action shows in all. Each character has its own poses,
placement and clip, and its own meshes with shape keys, whose values are the mesh's. The skeleton of
``skinning_core.lessons.instance`` is Blender's armature data.
"""

from __future__ import annotations

import bpy
from mathutils import Matrix

from ....skinning_core.model import Model
from ... import compat
from ...rig.keys import frame_span
from ...rig.kinds import RigKind
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.character import action_of, character_of, imported_into, mark, owners_among

#: Of an object as an import leaves it, what you may have set on the first character.
_AS_IMPORTED = {
    "delta_location": (0.0, 0.0, 0.0),
    "delta_rotation_euler": (0.0, 0.0, 0.0),
    "delta_rotation_quaternion": (1.0, 0.0, 0.0, 0.0),
    "delta_scale": (1.0, 1.0, 1.0),
    "hide_viewport": False,
    "hide_render": False,
    "hide_select": False,
    "show_only_shape_key": False,
}


def twin_in(model: Model, rig: RigKind, frame_rate: float, clips: list[int]) -> bpy.types.Collection | None:
    """A character of the .blend made of the same files in the same way, with all its parts."""
    for collection in bpy.data.collections:
        if _is_twin(collection, model, rig, frame_rate, clips):
            return collection
    return None


def _is_twin(collection: bpy.types.Collection, model: Model, rig: RigKind, frame_rate: float, clips: list[int]) -> bool:
    if collection.library is not None or not imported_into(collection):
        return False
    character = character_of(collection)
    made_of = character.sources, character.frame_rate, list(character.imported_clips)
    if made_of != (model.sources, frame_rate, clips):
        return False
    if any(our(bpy.data.objects[name]).get(stored.RIG, "EXACT") != rig for name in character.armatures):
        return False
    held = sorted(part for mesh in character.meshes for part in mesh.parts)
    return held == list(range(len(model.parts))) and all(
        len(bpy.data.objects[mesh.object].data.vertices)
        == sum(model.primitive(model.parts[part]).vertex_count for part in mesh.parts)
        for mesh in character.meshes
    )


def build_instance(
    context: bpy.types.Context, twin: bpy.types.Collection, model: Model, frame_rate: float, clips: list[int]
) -> bpy.types.Collection:
    """A character in its own collection that shares the data of ``twin``, without what you added to it."""
    collection = bpy.data.collections.new(model.name)
    context.scene.collection.children.link(collection)
    copies: dict[bpy.types.Object, bpy.types.Object] = {}
    for ob in imported_into(twin):
        copy = copies[ob] = ob.copy()
        if ob.type == "MESH" and ob.data.shape_keys is not None:
            copy.data = ob.data.copy()
        collection.objects.link(copy)
    for copy in copies.values():
        _detach(copy, copies)
        _put_in_place(copy)
    for owner in owners_among(collection.all_objects):
        owner.animation_data_clear()
        for clip in clips:
            action, slot = action_of(owner, clip)
            if action is not None:
                first, _ = frame_span(model.clips[clip].start, model.clips[clip].end, frame_rate, model.name)
                compat.add_muted_track(owner, model.clips[clip].name, action, slot, first)
    mark(collection, model, frame_rate, clips)
    return collection


def _put_in_place(copy: bpy.types.Object) -> None:
    """Put an object where an import puts it. Objects of nodes are put there when a clip is shown."""
    for name, value in _AS_IMPORTED.items():
        setattr(copy, name, value)
    for bone in copy.pose.bones if copy.pose else ():
        bone.rotation_mode = "QUATERNION"  # in which clips are keyed
    if stored.REST in our(copy):
        copy.rotation_mode = "QUATERNION"
        return
    copy.matrix_basis = Matrix.Identity(4)
    if stored.PLACED in our(copy):
        placed = our(copy)[stored.PLACED].to_list()
        copy.location, copy.rotation_quaternion, copy.scale = placed[:3], placed[3:7], placed[7:]


def _detach(copy: bpy.types.Object, copies: dict[bpy.types.Object, bpy.types.Object]) -> None:
    """Let a copied object refer to other copies, not their originals, and to nothing else."""
    inverse = copy.matrix_parent_inverse.copy()
    copy.parent = copies.get(copy.parent)
    copy.matrix_parent_inverse = inverse
    for modifier in reversed(list(copy.modifiers)):
        if modifier.type == "ARMATURE" and modifier.object in copies:
            modifier.object = copies[modifier.object]
        else:
            copy.modifiers.remove(modifier)
    copy.constraints.clear()
    for bone in copy.pose.bones if copy.pose else ():
        for constraint in reversed(list(bone.constraints)):
            bone.constraints.remove(constraint)
