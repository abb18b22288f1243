"""How armatures, bones and modifiers differ from the import, in sentences; and what the rig cannot hold of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import bpy
import numpy as np

from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.model import Float64, Model
from ....skinning_core.text.count import counted
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import Sentence, sentence
from ... import compat
from ...rig.price import price_of
from ..ground import stored_names as stored
from ..ground.modifiers import modifiers_behind
from ..ground.noted import our
from ..identity.bone_notes import REST_CHANGED, SETTINGS, MadeBone, applied_to, made_bone
from ..identity.character import action_of
from ..identity.record import read_record
from ..play.playback import curves_that_play

#: The causes by setting, in the order of SETTINGS; and the usual settings, for attached characters.
BONE_CAUSES = ("bone-inherit-scale", "bone-inherit-rotation", "bone-location-axes", "bone-deform", "bone-bendy")
USUAL = ("FULL", True, None, True, 1)

#: Least move of a mesh apart from its armature, as a fraction of its size: a parent turned and scaled leaves 1e-5 in
#: the matrix between them.
_APART = 1e-4


def changed_skinning(objects: list[bpy.types.Object]) -> Iterator[Sentence]:
    """Why a mesh, or a part of it, does not follow its bones: modifiers, and armatures at rest."""
    armatures = _armatures(objects)
    for ob in _skinned(objects):
        yield from _modifiers(ob, armatures)
    for ob in armatures:
        if ob.data.is_editmode:
            yield scene_cause("armature-edited", armature=ob.name, at=ob.name)
        elif ob.data.pose_position == "REST":
            yield scene_cause("armature-at-rest", armature=ob.name, at=ob.name)


def changed_bones(objects: list[bpy.types.Object], applied: Float64 | None) -> Iterator[Sentence]:
    """Changes of bones, then of meshes' places beside them.

    applied: (4, 4) what was applied to all bones and meshes since, armature space; None: nothing.
    """
    armatures, skinned = _armatures(objects), _skinned(objects)
    for ob in armatures:
        yield from _bones(ob, objects, along=applied is not None)
    for ob in skinned:
        if ob.parent not in armatures:
            yield scene_cause("mesh-unparented", mesh=ob.name, at=ob.name)
        elif ob.parent_type == "BONE":
            yield scene_cause("mesh-on-bone", mesh=ob.name, bone=ob.parent_bone, at=ob.name)
        elif _stands_apart(ob, np.eye(4)) and (applied is None or _stands_apart(ob, applied)):
            yield scene_cause("mesh-moved", mesh=ob.name, at=ob.name)


def changed_formula(objects: list[bpy.types.Object]) -> Iterator[Sentence]:
    """What only blends bones' motions otherwise: a vertex with a single bone stays."""
    for ob in _skinned(objects):
        for modifier in armature_modifiers(ob)[:1]:
            about = {"modifier": named_modifier(modifier, ob), "at": ob.name, "items": (modifier.name,)}
            if modifier.use_deform_preserve_volume:
                yield scene_cause("modifier-preserve-volume", **about)
            if modifier.use_bone_envelopes:
                yield scene_cause("modifier-envelopes", **about)


def acting_before_bones(objects: list[bpy.types.Object]) -> Iterator[Sentence]:
    """Modifiers behind the armature's of meshes with modifiers applied: an exporter evaluates them alone, at rest."""
    for ob in objects:
        if stored.BEHIND in our(ob) and (behind := modifiers_behind(ob)):
            names = tuple(modifier.name for modifier in behind)
            yield scene_cause("modifier-behind", modifiers=listed(names), mesh=ob.name, at=ob.name, items=names)


def _stands_apart(mesh: bpy.types.Object, place: Float64) -> bool:
    """Whether a mesh is off a place (4, 4) relative to its armature by more than rounding."""
    local = np.array(mesh.matrix_local)
    scale = abs(np.linalg.det(np.array(mesh.matrix_world)[:3, :3])) ** (1 / 3)
    size = max(tuple(mesh.dimensions)) / max(scale, 1e-12) or 1.0
    off = np.abs(local - place)
    off[:3, 3] /= size
    return bool(off.max() > _APART)


def _armatures(objects: list[bpy.types.Object]) -> list[bpy.types.Object]:
    return [ob for ob in objects if ob.type == "ARMATURE"]


def _skinned(objects: list[bpy.types.Object]) -> list[bpy.types.Object]:
    return [ob for ob in objects if ob.type == "MESH" and our(ob).get(stored.SKIN, -1) >= 0]


def armature_modifiers(ob: bpy.types.Object) -> list[bpy.types.ArmatureModifier]:
    return [modifier for modifier in ob.modifiers if modifier.type == "ARMATURE"]


def named_modifier(modifier: bpy.types.ArmatureModifier, ob: bpy.types.Object) -> Sentence:
    return sentence("the Armature modifier {modifier!r} of {mesh!r}", modifier=modifier.name, mesh=ob.name)


def _modifiers(ob: bpy.types.Object, armatures: list[bpy.types.Object]) -> Iterator[Sentence]:
    modifiers = armature_modifiers(ob)
    if not modifiers:
        yield scene_cause("modifier-missing", mesh=ob.name, at=ob.name)
    elif len(modifiers) > 1:
        told = counted(len(modifiers), "Armature modifier")
        yield scene_cause("modifier-several", mesh=ob.name, modifiers=told, at=ob.name)
    for modifier in modifiers[:1]:
        about = {"modifier": named_modifier(modifier, ob), "at": ob.name, "items": (modifier.name,)}
        if modifier.object is None:
            yield scene_cause("modifier-without-object", **about)
        elif modifier.object not in armatures:
            yield scene_cause("modifier-other-armature", object=modifier.object.name, **about)
        if not modifier.show_viewport:
            yield scene_cause("modifier-off", **about)
        if not modifier.use_vertex_groups:
            yield scene_cause("modifier-without-groups", **about)
        if modifier.vertex_group:
            yield scene_cause("modifier-masked", group=modifier.vertex_group, **about)


def _bones(armature: bpy.types.Object, objects: list[bpy.types.Object], *, along: bool) -> Iterator[Sentence]:
    made = {bone: about for bone in armature.pose.bones if (about := made_bone(bone)) is not None}
    attached = bool(read_record(objects).get("attached"))
    yield from _rests(armature, made, along=along)
    yield from _of_bones(_other_parent(made), "bone-parent", armature)
    for k, (name, code) in enumerate(zip(SETTINGS, BONE_CAUSES, strict=True)):
        other = [bone for bone, about in made.items() if getattr(bone.bone, name) != about.settings[k]]
        if attached:  # settings from before the file was attached count too
            usual = USUAL[k]
            other = [b for b in _of_file(armature, objects) if usual is not None and getattr(b.bone, name) != usual]
        yield from _of_bones(other, code, armature)
    multiplied = [bone for bone in _of_file(armature, objects) if bone.bone.use_envelope_multiply]
    yield from _of_bones(multiplied, "bone-envelope-multiplied", armature)
    moded = [bone for bone, about in made.items() if bone.rotation_mode != about.mode]
    yield from _of_bones(moded, "bone-rotation-mode", armature)
    held = {bone: name for bone in armature.pose.bones for name in _at_work(bone.constraints)[:1]}
    first = min(held, key=_depth, default=None)
    yield from _of_bones(list(held), "bone-constraint", armature, constraint=held.get(first, ""))


def _rests(armature: bpy.types.Object, made: dict[bpy.types.PoseBone, MadeBone], *, along: bool) -> Iterator[Sentence]:
    """Bones with another rest. What was applied to them and the meshes alike does not count."""
    applied, mirror = applied_to(armature), "" if along else _applied_mirror(made)
    if mirror:
        yield scene_cause("rest-mirrored", armature=armature.name, axis=mirror, at=armature.name)
    elif applied is None or not (along or _scales_alone(applied)):
        yield from _of_bones(_other_rest(made), "bone-rest", armature)
    elif abs((factor := _factor(applied)) - 1.0) > REST_CHANGED:
        yield scene_cause("rest-scaled", armature=armature.name, factor=factor, along=along, at=armature.name)


def _factor(applied: Float64) -> float:
    """The scale of a similarity (4, 4)."""
    return float(np.cbrt(np.linalg.det(applied[:3, :3])))


def _of_file(armature: bpy.types.Object, objects: list[bpy.types.Object]) -> list[bpy.types.PoseBone]:
    """Bones of nodes of the file that have a vertex group."""
    groups = {group.name for ob in _skinned(objects) for group in ob.vertex_groups}
    return [bone for bone in armature.pose.bones if bone.name in groups and stored.NODE in our(bone)]


def _at_work(constraints: bpy.types.bpy_prop_collection) -> list[str]:
    return [constraint.name for constraint in constraints if not constraint.mute and constraint.influence]


def _other_rest(made: dict[bpy.types.PoseBone, MadeBone]) -> list[bpy.types.PoseBone]:
    """Bones that stand otherwise to their nearest remaining ancestor."""
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
        if off.max() > REST_CHANGED:
            other.append(bone)
    return other


def _scales_alone(applied: Float64) -> bool:
    """Whether a similarity (4, 4) neither turns nor moves."""
    factor = _factor(applied)
    return bool(np.abs(applied[:3] - factor * np.eye(4)[:3]).max() <= REST_CHANGED * factor)


def _applied_mirror(made: dict[bpy.types.PoseBone, MadeBone]) -> str:
    """The axis along which all heads are mirrored at rest; empty if none."""
    now = np.array([_rest(bone)[:3, 3] for bone in made]).reshape(-1, 3)
    then = np.array([about.rest[:3, 3] for about in made.values()]).reshape(-1, 3)
    size = np.abs(then).max(initial=0.0)
    for axis, name in enumerate("XYZ"):
        turned = then * np.where(np.arange(3) == axis, -1.0, 1.0)
        if np.abs(then[:, axis]).max(initial=0.0) > _APART * size and np.abs(now - turned).max() <= REST_CHANGED * size:
            return name
    return ""


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


def _depth(bone: bpy.types.PoseBone) -> int:
    return len(bone.parent_recursive)


def unkeyed_bones(objects: list[bpy.types.Object], clip: int) -> Iterator[Sentence]:
    """Bones off their rest without keys in a clip's action, or in what plays.

    Blender shows the pose; its exporter takes it back between actions.
    """
    for armature in _armatures(objects):
        own, slot = action_of(armature, clip)
        curves = curves_that_play(armature) if own is None else compat.curves_of_slot(own, slot)
        left = [bone for bone in armature.pose.bones if posed_without_keys(bone, curves)]
        yield from _of_bones(left, "bone-unkeyed", armature)


#: Smaller values are at rest.
_POSED = 1e-5


def posed_without_keys(bone: bpy.types.PoseBone, curves: Iterable[bpy.types.FCurve]) -> dict[str, object]:
    """The unkeyed channels by which a bone is off its rest, with their values at rest.

    Rest is Edit Mode's, as for an exporter; the one that an import noted does not count.
    """
    location, rotation, scale = bone.matrix_basis.decompose()
    turned = rotation.angle > _POSED
    rotations: dict[str, tuple[str, object]] = {
        "QUATERNION": ("rotation_quaternion", (1.0, 0.0, 0.0, 0.0)),
        "AXIS_ANGLE": ("rotation_axis_angle", (0.0, 0.0, 1.0, 0.0)),
    }
    channel, upright = rotations.get(bone.rotation_mode, ("rotation_euler", (0.0, 0.0, 0.0)))
    posed = {
        "location": (location.length > _POSED, (0.0, 0.0, 0.0)),
        channel: (turned, upright),
        "scale": (max(abs(each - 1.0) for each in scale) > _POSED, (1.0, 1.0, 1.0)),
    }
    keyed = {curve.data_path for curve in curves if not curve.mute}
    path = bone.path_from_id()
    return {name: rest for name, (off, rest) in posed.items() if off and f"{path}.{name}" not in keyed}


def _of_bones(
    bones: list[bpy.types.PoseBone], code: str, armature: bpy.types.Object, **values: object
) -> Iterator[Sentence]:
    """One cause for all these bones: the first down the chain, and how many more."""
    if bones:
        names = tuple(bone.name for bone in sorted(bones, key=_depth))
        about = {"bone": names[0], "armature": armature.name, "at": armature.name, "items": names, **values}
        told = scene_cause(code, **about)
        if len(names) > 1:
            told = sentence("{what} (and {more})", what=told, more=counted(len(names) - 1, "more bone"))
        yield told.with_code(code, **about)


def beyond_rig(objects: list[bpy.types.Object], model: Model) -> Iterator[Sentence]:
    """One sentence if the character is on the rig for animation and its error is visible."""
    if not any(our(ob).get(stored.RIG) == "ANIMATION" for ob in objects):
        return
    price = price_of(model, "ANIMATION")
    if price.is_visible:
        yield scene_cause("rig-limit", share=100.0 * price.error)
