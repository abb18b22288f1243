"""What takes a cause away for a moment: too much for a button, good enough to try."""

from __future__ import annotations

from typing import Any

import bpy
from mathutils import Matrix

from ....skinning_core.error import SkinproofError
from ... import compat
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.character import objects_of
from ..play.playback import CHANNELS, curves_that_play, poses_of, put_back, set_frame
from .case import Case, Fix, Undo, set_all
from .mesh_edits import armature_of, makers_of_weights
from .remedies import FIXES
from .rig_edits import posed_without_keys


def _one_modifier(case: Case) -> Undo:
    several = [modifier for modifier in case.object.modifiers if modifier.type == "ARMATURE"]
    return set_all((modifier, "show_viewport", False) for modifier in several[1:])


def _armature_last(case: Case) -> Undo:
    """The Armature modifiers behind all others, as an exporter that applies modifiers takes them."""
    ob = case.object
    before = [modifier.name for modifier in ob.modifiers]
    for name in [modifier.name for modifier in ob.modifiers if modifier.type == "ARMATURE"]:
        ob.modifiers.move(ob.modifiers.find(name), len(before) - 1)

    def undo() -> None:
        for place, name in enumerate(before):
            ob.modifiers.move(ob.modifiers.find(name), place)

    return undo


def _child_of_its_armature(case: Case) -> Undo:
    """Of an export it stays in place."""
    ob, armature = case.object, armature_of(case.object)
    if not case.character.written_here:
        return FIXES["mesh-unparented"](case)
    if armature is None:
        raise SkinproofError("this mesh has no armature any more", fix="give it one first")
    return set_all([(ob, "parent", armature), (ob, "matrix_parent_inverse", armature.matrix_world.inverted())])


def _not_mirrored(case: Case) -> Undo:
    return set_all([(case.object, "scale", [abs(each) for each in case.object.scale])])


def _without_unkeyed_pose(case: Case) -> Undo:
    curves = curves_that_play(case.object)
    left = [(bone, *each) for bone in case.bones for each in posed_without_keys(bone, curves).items()]
    return set_all(left)


def _as_at_the_export(case: Case) -> Undo:
    """A mesh without its action, as at the frame of the export."""
    ob, frame = case.object, float(str(case.cause.values["frame"]))
    before, basis = compat.animation_of(ob), ob.matrix_basis.copy()
    moving = [curve for curve in compat.curves_of(ob) if curve.data_path in dict(CHANNELS)]
    then = [(curve.data_path, curve.array_index, curve.evaluate(frame)) for curve in moving]
    compat.assign_action(ob, None)
    for path, index, value in then:
        getattr(ob, path)[index] = value

    def undo() -> None:
        compat.put_back_animation(ob, before)
        ob.matrix_basis = basis

    return undo


def _at_rest(ob: bpy.types.Object) -> Matrix:
    """An object's place, without its own transform, if its parent bone were at rest."""
    bone, armature = ob.parent.pose.bones[ob.parent_bone], ob.parent.matrix_world
    now = ob.matrix_world @ ob.matrix_basis.inverted_safe()
    return armature @ bone.bone.matrix_local @ bone.matrix.inverted_safe() @ armature.inverted_safe() @ now


def _is_held(ob: bpy.types.Object) -> bool:
    return any(not constraint.mute for constraint in ob.constraints)


def _parent_as_at_the_export(case: Case) -> Undo:
    """A moving ancestor stands still as at the frame of the export."""
    scene, mover = case.context.scene, bpy.data.objects[str(case.cause.values["parent"])]
    now, ob = scene.frame_current_final, case.object
    set_frame(scene, float(str(case.cause.values["frame"])))
    world, place = mover.matrix_world.copy(), ob.matrix_world @ ob.matrix_basis.inverted_safe()
    own, carried = mover.matrix_basis.copy(), mover.parent is not None and not _is_held(mover)
    set_frame(scene, now)
    if mover in objects_of(case.character):  # the others follow it in the file
        if ob.parent_type == "BONE" and ob.parent is not None:  # which the exporter puts at rest
            place = _at_rest(ob)
        kept = [(ob, name, getattr(ob, name)) for name in ("parent_bone", "parent_type")]  # gone with the parent
        held = [(ob, "parent", None), (ob, "matrix_parent_inverse", Matrix())]
        return set_all([*kept, *held, (ob, "matrix_basis", place @ ob.matrix_basis)])
    before, basis = compat.animation_of(mover), mover.matrix_basis.copy()
    animation = mover.animation_data
    switched: list[tuple[Any, str, object]] = [(constraint, "mute", True) for constraint in mover.constraints]
    if animation is not None:
        switched += [(animation, "use_nla", False), *((driver, "mute", True) for driver in animation.drivers)]
    switched_back = set_all(switched)
    compat.assign_action(mover, None)
    if carried:
        mover.matrix_basis = own  # what it is carried by may move in the clip
    else:
        mover.matrix_world = world

    def undo() -> None:
        switched_back()
        compat.put_back_animation(mover, before)
        mover.matrix_basis = basis

    return undo


def _target_as_it_plays(case: Case) -> Undo:
    """A target's own action, which the clip lacks, moves what follows it."""
    if "plays" not in case.cause.values:
        return _parent_as_at_the_export(case)
    ob, target = case.object, bpy.data.objects[str(case.cause.values["parent"])]
    before, stood = compat.animation_of(target), poses_of([target])
    compat.assign_action(target, bpy.data.actions[str(case.cause.values["plays"])], str(case.cause.values["slot"]))
    case.context.view_layer.update()
    place = ob.matrix_world.copy()
    compat.put_back_animation(target, before)
    put_back(stood)
    basis = ob.matrix_basis.copy()
    unmuted = set_all((constraint, "mute", True) for constraint in ob.constraints)
    ob.matrix_world = place

    def undo() -> None:
        unmuted()
        ob.matrix_basis = basis

    return undo


def _held_as_at_the_export(case: Case) -> Undo:
    """What constraints and drivers move stands still as at the frame of the export."""
    fix = FIXES[case.cause.code]
    if not case.character.written_here or "frame" not in case.cause.values:
        return fix(case)
    scene, ob = case.context.scene, case.object
    now, basis = scene.frame_current_final, ob.matrix_basis.copy()
    set_frame(scene, float(str(case.cause.values["frame"])))
    world = ob.matrix_world.copy()
    set_frame(scene, now)
    unfixed = fix(case)
    case.context.view_layer.update()
    ob.matrix_world = world

    def undo() -> None:
        ob.matrix_basis = basis
        unfixed()

    return undo


def _without_key(case: Case) -> Undo:
    """A shape key is not heard, whatever keys or drivers set its value."""
    return set_all((key, "mute", True) for key in case.object.data.shape_keys.key_blocks if key.name in case.items)


def _keys_of_file(case: Case) -> Undo:
    """Shape keys without their action, at the file's weights. Of others, what the file has is not known here."""
    owner = case.owner
    if not isinstance(owner, bpy.types.Key):
        raise SkinproofError("what this is about is no longer there", fix="compare again")
    users = [ob for ob in objects_of(case.character) if ob.data == owner.user and stored.WEIGHTS in our(ob)]
    weights = our(users[0])[stored.WEIGHTS].to_list() if users else []
    before, blocks = compat.animation_of(owner), owner.key_blocks[1:]
    compat.assign_action(owner, None)
    valued = set_all((block, "value", weight) for block, weight in zip(blocks, weights, strict=False))

    def undo() -> None:
        valued()
        compat.put_back_animation(owner, before)

    return undo


def _with_weights_of_file(case: Case) -> Undo:
    shown = set_all((modifier, "show_viewport", False) for modifier in makers_of_weights(case.object))
    painted = FIXES["weights-other"](case)

    def undo() -> None:
        painted()
        shown()

    return undo


#: By code of a cause.
SWITCHES: dict[str, Fix] = {
    "modifier-several": _one_modifier,
    "modifier-behind": _armature_last,
    "weights-behind": FIXES["weights-other"],
    "weights-by-pose": _with_weights_of_file,
    **dict.fromkeys(("object-constraint", "object-driver"), _held_as_at_the_export),
    "mesh-unparented": _child_of_its_armature,
    "object-mirrored": _not_mirrored,
    "bone-unkeyed": _without_unkeyed_pose,
    "key-foreign": _without_key,
    "action-foreign": _keys_of_file,
    "mesh-keyed": _as_at_the_export,
    "target-moves": _target_as_it_plays,
    "parent-moves": _parent_as_at_the_export,
    "parent-left-behind": _parent_as_at_the_export,
}
