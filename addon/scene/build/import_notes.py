"""What the import notes of its work, to name later changes: bones, groups of meshes, curves.

Notes hold what the file does not tell. They stand on the thing, with its old name, and so survive renaming.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from zlib import crc32

import bpy
import numpy as np

from ... import compat
from ..ground import stored_names as stored
from ..ground.arrays import values_of
from ..ground.data_path import bone_in
from ..ground.noted import our
from ..identity.bone_notes import SETTINGS, made_bone
from ..identity.character import action_of, owners_among


def note_as_imported(objects: Iterable[bpy.types.Object], clips: Iterable[int]) -> None:
    """Note bones, vertex groups and these clips' curves of a new character."""
    objects, clips = list(objects), list(clips)
    for ob in objects:
        if ob.type == "ARMATURE":
            note_bones(ob)
        elif ob.type == "MESH" and our(ob).get(stored.SKIN, -1) >= 0:
            our(ob)[stored.GROUPS_MADE] = json.dumps([group.name for group in ob.vertex_groups])
    for owner in owners_among(objects):
        for clip in clips:
            action, slot = action_of(owner, clip)
            if action is not None:
                _note_curves(action, slot)


def note_bones(armature: bpy.types.Object) -> None:
    """Note an armature's bones as they are now."""
    for bone in armature.pose.bones:
        rest = [value for row in bone.bone.matrix_local for value in row]
        about = {
            "name": bone.name,
            "parent": bone.parent.name if bone.parent else "",
            "mode": bone.rotation_mode,
            "settings": [getattr(bone.bone, name) for name in SETTINGS],
        }
        our(bone)[stored.BONE_MADE], our(bone)[stored.BONE_REST] = json.dumps(about), rest


def made_groups(mesh_object: bpy.types.Object) -> list[str] | None:
    """The noted names of a skinned mesh's vertex groups, in order; None without a note."""
    return json.loads(our(mesh_object)[stored.GROUPS_MADE]) if stored.GROUPS_MADE in our(mesh_object) else None


def _note_curves(action: bpy.types.Action, slot: str) -> None:
    noted = _noted_curves(action)
    noted[slot] = [digest_of(curve) for curve in compat.curves_of_slot(action, slot)]
    # As text: slots are named after objects, and a key of a custom property has at most 63 bytes.
    our(action)[stored.CURVES_MADE] = json.dumps(noted)


def _noted_curves(action: bpy.types.Action) -> dict[str, list[int]]:
    noted = our(action).get(stored.CURVES_MADE, "{}")
    if isinstance(noted, str):
        return dict(json.loads(noted))
    return {slot: list(digests) for slot, digests in noted.items()}  # as earlier versions wrote it


def made_curves(action: bpy.types.Action, slot: str) -> set[int] | None:
    """The noted digests of an action's curves for a slot; None without a note."""
    noted = _noted_curves(action)
    return set(noted[slot]) if slot in noted else None


def made_path(curve: bpy.types.FCurve, owner: bpy.types.ID) -> str:
    """A curve's path at the import: Blender has written a renamed bone's new name into it."""
    path: str = curve.data_path
    pose, name = owner.pose if isinstance(owner, bpy.types.Object) else None, bone_in(path)
    bone = None if pose is None or name is None else pose.bones.get(name)
    about = None if bone is None else made_bone(bone)
    if bone is None or about is None:
        return path
    now, then = (f'"{bpy.utils.escape_identifier(each.name)}"' for each in (bone, about))
    return path.replace(now, then, 1)


def digest_of(curve: bpy.types.FCurve, path: str | None = None) -> int:
    """A number that changes with a curve's path, keys or interpolation; ``path``: instead of its own."""
    path = curve.data_path if path is None else path
    keys = values_of(curve.keyframe_points, "co", 2)
    ways = values_of(curve.keyframe_points, "interpolation", kind=np.int32)
    number = crc32(ways.tobytes(), crc32(keys.tobytes(), crc32(f"{path}[{curve.array_index}]".encode())))
    return number - 2**31  # a custom property holds 32 bits with a sign
