"""How armatures, bones and modifiers differ from what the import made, in sentences that name them."""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

from ....skinning_core.model import Float64
from ....skinning_core.text.count import counted
from ..build.import_notes import SETTINGS, MadeBone, made_bone
from ..ground import stored_names as stored

#: A bone's rest counts as changed where it is this far off, as a fraction of the length of the skeleton.
_CHANGED = 1e-5

#: What a setting of a bone means to a reader, in the order of SETTINGS.
_MEANING = (
    "inherits scale otherwise",
    "inherits rotation otherwise",
    "moves along other axes",
    "deforms otherwise (Deform, in its properties)",
    "bends (Bendy Bones)",
)


def changed_skinning(objects: list[bpy.types.Object]) -> Iterator[str]:
    """Without which no mesh, or not the whole of it, follows its bones: modifiers, and armatures that stand at rest."""
    armatures = _armatures(objects)
    for ob in _skinned(objects):
        yield from _modifiers(ob, armatures)
    for ob in armatures:
        if ob.data.is_editmode:
            yield f"{ob.name!r} is in Edit Mode, where Blender shows its rest position"
        elif ob.data.pose_position == "REST":
            yield f"{ob.name!r} shows its rest position (Object Data Properties, Pose Position)"


def changed_bones(objects: list[bpy.types.Object]) -> Iterator[str]:
    """Bones, then where objects stand and what moves them beside their bones."""
    armatures, skinned = _armatures(objects), _skinned(objects)
    for ob in armatures:
        yield from _bones(ob)
    for ob in skinned:
        if ob.parent not in armatures:
            yield f"{ob.name!r} is no longer the child of its armature"
        elif not np.allclose(np.array(ob.matrix_local), np.eye(4), atol=1e-6):
            yield f"{ob.name!r} has been moved, turned or scaled apart from its armature"
    for ob in (*armatures, *skinned):
        for constraint in ob.constraints:
            if not constraint.mute and constraint.influence:
                yield f"the constraint {constraint.name!r} moves {ob.name!r}"


def changed_formula(objects: list[bpy.types.Object]) -> Iterator[str]:
    """What only blends the motions of bones otherwise: a vertex that follows a single bone stays where it is."""
    for ob in _skinned(objects):
        for modifier in _armature_modifiers(ob)[:1]:
            name = _name_of(modifier, ob)
            if modifier.use_deform_preserve_volume:
                yield f"Preserve Volume is on in {name}"
            if modifier.use_bone_envelopes:
                yield f"{name} uses bone envelopes"


def _armatures(objects: list[bpy.types.Object]) -> list[bpy.types.Object]:
    return [ob for ob in objects if ob.type == "ARMATURE"]


def _skinned(objects: list[bpy.types.Object]) -> list[bpy.types.Object]:
    return [ob for ob in objects if ob.type == "MESH" and ob.get(stored.SKIN, -1) >= 0]


def _armature_modifiers(ob: bpy.types.Object) -> list[bpy.types.ArmatureModifier]:
    return [modifier for modifier in ob.modifiers if modifier.type == "ARMATURE"]


def _name_of(modifier: bpy.types.ArmatureModifier, ob: bpy.types.Object) -> str:
    return f"the Armature modifier {modifier.name!r} of {ob.name!r}"


def _modifiers(ob: bpy.types.Object, armatures: list[bpy.types.Object]) -> Iterator[str]:
    modifiers = _armature_modifiers(ob)
    if not modifiers:
        yield f"{ob.name!r} has no Armature modifier: it was removed or applied"
    elif len(modifiers) > 1:
        yield f"{ob.name!r} has {len(modifiers)} Armature modifiers"
    for modifier in modifiers[:1]:
        name = _name_of(modifier, ob)
        if modifier.object is None:
            yield f"{name} has no object: the armature was deleted, or taken off"
        elif modifier.object not in armatures:
            yield f"{name} follows {modifier.object.name!r}, which is not of this character"
        if not modifier.show_viewport:
            yield f"{name} is off in viewports"
        if not modifier.use_vertex_groups:
            yield f"{name} does not use vertex groups"
        if modifier.vertex_group:
            yield f"{name} is limited to the vertex group {modifier.vertex_group!r}"


def _bones(armature: bpy.types.Object) -> Iterator[str]:
    made = {bone: about for bone in armature.pose.bones if (about := made_bone(bone)) is not None}
    factor = _applied_scale(made)
    if factor is None:
        yield from _counted(_by_depth(_other_rest(made)), "stands otherwise at rest", armature)
    else:
        yield f"a scale was applied to {armature.name!r}: at rest it is {factor:.4g} times as large, its keys are not"
    yield from _counted(_by_depth(_other_parent(made)), "has another parent", armature)
    for k, (name, meaning) in enumerate(zip(SETTINGS, _MEANING, strict=True)):
        other = [bone for bone, about in made.items() if getattr(bone.bone, name) != about.settings[k]]
        yield from _counted(_by_depth(other), meaning, armature)
    moded = [bone for bone, about in made.items() if bone.rotation_mode != about.mode]
    yield from _counted(_by_depth(moded), "has another rotation mode than its keys are for", armature)
    for bone in _by_depth(list(armature.pose.bones)):
        for constraint in bone.constraints:
            if not constraint.mute and constraint.influence:
                yield f"the constraint {constraint.name!r} moves bone {bone.name!r} of {armature.name!r}"


def _other_rest(made: dict[bpy.types.PoseBone, MadeBone]) -> list[bpy.types.PoseBone]:
    """Bones that stand otherwise towards the nearest bone above that is still there."""
    by_name = {about.name: bone for bone, about in made.items()}
    parents = {about.name: about.parent for about in made.values()}
    size = max((float(np.abs(about.rest[:3, 3]).max()) for about in made.values()), default=1.0) or 1.0
    other = []
    for bone, about in made.items():
        parent = about.parent
        while parent and parent not in by_name:
            parent = parents.get(parent, "")
        now, then = _rest(bone), about.rest
        if parent:
            now = np.linalg.inv(_rest(by_name[parent])) @ now
            then = np.linalg.inv(made[by_name[parent]].rest) @ then
        off = np.abs(now - then)
        off[:3, 3] /= size
        if off.max() > _CHANGED:
            other.append(bone)
    return other


def _applied_scale(made: dict[bpy.types.PoseBone, MadeBone]) -> float | None:
    """By how much all bones stand farther from the armature's origin than they were made; None where they do not."""
    now = np.array([_rest(bone) for bone in made]).reshape(-1, 4, 4)
    then = np.array([about.rest for about in made.values()]).reshape(-1, 4, 4)
    size = np.linalg.norm(then[:, :3, 3])
    if not size or np.abs(now[:, :3, :3] - then[:, :3, :3]).max() > _CHANGED:
        return None
    factor = float(np.linalg.norm(now[:, :3, 3]) / size)
    off = np.abs(now[:, :3, 3] - factor * then[:, :3, 3]).max()
    return factor if abs(factor - 1.0) > _CHANGED and off <= _CHANGED * factor * size else None


def _rest(bone: bpy.types.PoseBone) -> Float64:
    return np.array(bone.bone.matrix_local, np.float64)


def _other_parent(made: dict[bpy.types.PoseBone, MadeBone]) -> list[bpy.types.PoseBone]:
    there = {about.name for about in made.values()}
    other = []
    for bone, about in made.items():
        parent = made.get(bone.parent) if bone.parent else None
        name = parent.name if parent is not None else ""
        if name != about.parent and (not about.parent or about.parent in there):
            other.append(bone)
    return other


def _by_depth(bones: list[bpy.types.PoseBone]) -> list[bpy.types.PoseBone]:
    return sorted(bones, key=lambda bone: len(bone.parent_recursive))


def _counted(bones: list[bpy.types.PoseBone], what: str, armature: bpy.types.Object) -> Iterator[str]:
    """One sentence about the first of these bones, and how many more there are."""
    if bones:
        more = f" (and {counted(len(bones) - 1, 'more bone')})" if len(bones) > 1 else ""
        yield f"bone {bones[0].name!r} of {armature.name!r} {what}{more}"
