"""How armatures, bones and modifiers differ from what the import made, in sentences that name them."""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

from ....skinning_core.model import Float64
from ....skinning_core.text.count import counted
from ....skinning_core.text.sentence import Sentence, sentence
from ..build.import_notes import SETTINGS, MadeBone, made_bone
from ..ground import stored_names as stored

#: A bone's rest counts as changed where it is this far off, as a fraction of the length of the skeleton.
_CHANGED = 1e-5

#: What another setting of a bone is to a reader, in the order of SETTINGS.
_MEANING = (
    "bone {bone!r} of {armature!r} inherits scale otherwise",
    "bone {bone!r} of {armature!r} inherits rotation otherwise",
    "bone {bone!r} of {armature!r} moves along other axes",
    "bone {bone!r} of {armature!r} deforms otherwise (Deform, in its properties)",
    "bone {bone!r} of {armature!r} bends (Bendy Bones)",
)


def changed_skinning(objects: list[bpy.types.Object]) -> Iterator[str]:
    """Without which no mesh, or not the whole of it, follows its bones: modifiers, and armatures that stand at rest."""
    armatures = _armatures(objects)
    for ob in _skinned(objects):
        yield from _modifiers(ob, armatures)
    for ob in armatures:
        if ob.data.is_editmode:
            yield sentence("{armature!r} is in Edit Mode, where Blender shows its rest position", armature=ob.name)
        elif ob.data.pose_position == "REST":
            yield sentence(
                "{armature!r} shows its rest position (Object Data Properties, Pose Position)", armature=ob.name
            )


def changed_bones(objects: list[bpy.types.Object]) -> Iterator[str]:
    """Bones, then where objects stand and what moves them beside their bones."""
    armatures, skinned = _armatures(objects), _skinned(objects)
    for ob in armatures:
        yield from _bones(ob)
    for ob in skinned:
        if ob.parent not in armatures:
            yield sentence("{mesh!r} is no longer the child of its armature", mesh=ob.name)
        elif not np.allclose(np.array(ob.matrix_local), np.eye(4), atol=1e-6):
            yield sentence("{mesh!r} has been moved, turned or scaled apart from its armature", mesh=ob.name)
    for ob in (*armatures, *skinned):
        for constraint in ob.constraints:
            if not constraint.mute and constraint.influence:
                yield sentence(
                    "the constraint {constraint!r} moves {object!r}", constraint=constraint.name, object=ob.name
                )


def changed_formula(objects: list[bpy.types.Object]) -> Iterator[str]:
    """What only blends the motions of bones otherwise: a vertex that follows a single bone stays where it is."""
    for ob in _skinned(objects):
        for modifier in _armature_modifiers(ob)[:1]:
            name = _name_of(modifier, ob)
            if modifier.use_deform_preserve_volume:
                yield sentence("Preserve Volume is on in {modifier}", modifier=name)
            if modifier.use_bone_envelopes:
                yield sentence("{modifier} uses bone envelopes", modifier=name)


def _armatures(objects: list[bpy.types.Object]) -> list[bpy.types.Object]:
    return [ob for ob in objects if ob.type == "ARMATURE"]


def _skinned(objects: list[bpy.types.Object]) -> list[bpy.types.Object]:
    return [ob for ob in objects if ob.type == "MESH" and ob.get(stored.SKIN, -1) >= 0]


def _armature_modifiers(ob: bpy.types.Object) -> list[bpy.types.ArmatureModifier]:
    return [modifier for modifier in ob.modifiers if modifier.type == "ARMATURE"]


def _name_of(modifier: bpy.types.ArmatureModifier, ob: bpy.types.Object) -> Sentence:
    return sentence("the Armature modifier {modifier!r} of {mesh!r}", modifier=modifier.name, mesh=ob.name)


def _modifiers(ob: bpy.types.Object, armatures: list[bpy.types.Object]) -> Iterator[str]:
    modifiers = _armature_modifiers(ob)
    if not modifiers:
        yield sentence("{mesh!r} has no Armature modifier: it was removed or applied", mesh=ob.name)
    elif len(modifiers) > 1:
        yield sentence("{mesh!r} has {modifiers}", mesh=ob.name, modifiers=counted(len(modifiers), "Armature modifier"))
    for modifier in modifiers[:1]:
        name = _name_of(modifier, ob)
        if modifier.object is None:
            yield sentence("{modifier} has no object: the armature was deleted, or taken off", modifier=name)
        elif modifier.object not in armatures:
            yield sentence(
                "{modifier} follows {object!r}, which is not of this character",
                modifier=name,
                object=modifier.object.name,
            )
        if not modifier.show_viewport:
            yield sentence("{modifier} is off in viewports", modifier=name)
        if not modifier.use_vertex_groups:
            yield sentence("{modifier} does not use vertex groups", modifier=name)
        if modifier.vertex_group:
            yield sentence(
                "{modifier} is limited to the vertex group {group!r}", modifier=name, group=modifier.vertex_group
            )


def _bones(armature: bpy.types.Object) -> Iterator[str]:
    made = {bone: about for bone in armature.pose.bones if (about := made_bone(bone)) is not None}
    factor = _applied_scale(made)
    if factor is None:
        yield from _of_bones(
            _by_depth(_other_rest(made)), "bone {bone!r} of {armature!r} stands otherwise at rest", armature
        )
    else:
        yield sentence(
            "a scale was applied to {armature!r}: at rest it is {factor:.4g} times as large, its keys are not",
            armature=armature.name,
            factor=factor,
        )
    yield from _of_bones(_by_depth(_other_parent(made)), "bone {bone!r} of {armature!r} has another parent", armature)
    for k, (name, meaning) in enumerate(zip(SETTINGS, _MEANING, strict=True)):
        other = [bone for bone, about in made.items() if getattr(bone.bone, name) != about.settings[k]]
        yield from _of_bones(_by_depth(other), meaning, armature)
    moded = [bone for bone, about in made.items() if bone.rotation_mode != about.mode]
    yield from _of_bones(
        _by_depth(moded), "bone {bone!r} of {armature!r} has another rotation mode than its keys are for", armature
    )
    for bone in _by_depth(list(armature.pose.bones)):
        for constraint in bone.constraints:
            if not constraint.mute and constraint.influence:
                yield sentence(
                    "the constraint {constraint!r} moves bone {bone!r} of {armature!r}",
                    constraint=constraint.name,
                    bone=bone.name,
                    armature=armature.name,
                )


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
    """By how much all bones stand farther from the armature's origin than they were made; None if they do not."""
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


def _of_bones(bones: list[bpy.types.PoseBone], template: str, armature: bpy.types.Object) -> Iterator[str]:
    """One sentence about the first of these bones, and how many more there are."""
    if bones:
        first = sentence(template, bone=bones[0].name, armature=armature.name)
        more = counted(len(bones) - 1, "more bone")
        yield first if len(bones) == 1 else sentence("{what} (and {more})", what=first, more=more)
