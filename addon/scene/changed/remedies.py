"""Remedies that can be a button: each changes the scene and returns what takes it back.

The cause's values name the object (``at``) and its bones, keys, strips and so on (``items``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from ....skinning_core.error import SkinproofError
from ... import compat
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.bone_notes import SETTINGS, made_bone
from ..identity.character import action_of, objects_of
from ..identity.vertex_map import vertex_map
from ..play.playback import REST_CHANNELS
from .applied_transform import unapplied
from .bone_edit_mode import with_parents, with_rest
from .case import Case, Fix, Undo, copied, set_all
from .mesh_edits import armature_of, weights_now, weights_of_file
from .rig_edits import BONE_CAUSES, USUAL
from .strip_remedies import strip_at_its_action, strips, track_heard, tracks, untrimmed


def _setting(things: Callable[[Case], Iterable[Any]], name: str, value: object) -> Fix:
    """The remedy that sets a property of a case's things."""
    return lambda case: set_all([(thing, name, value) for thing in list(things(case))])


def _object(case: Case) -> list[Any]:
    return [case.object]


def _animation(case: Case) -> list[Any]:
    return [case.owner.animation_data]


def _modifiers(case: Case) -> list[Any]:
    return [m for m in case.object.modifiers if m.type == "ARMATURE" and m.name in case.items]


def _own_armature(case: Case) -> bpy.types.Object:
    armatures = [ob for ob in objects_of(case.character) if ob.type == "ARMATURE"]
    if not armatures:
        raise SkinproofError("this character has no armature any more", fix="undo, or import the file again")
    if len(armatures) > 1:
        raise SkinproofError("this character has several armatures", fix="choose the armature in the modifier")
    return armatures[0]


def _armature_in_modifier(case: Case) -> Undo:
    armature = _own_armature(case)
    return set_all((m, "object", armature) for m in case.object.modifiers if m.name in case.items)


def _new_modifier(case: Case) -> Undo:
    modifiers, armature = case.object.modifiers, _own_armature(case)
    modifier = modifiers.new("Armature", "ARMATURE")
    modifier.object = armature
    return lambda: modifiers.remove(modifier)


def _keys(case: Case) -> list[Any]:
    return [key for key in case.object.data.shape_keys.key_blocks if key.name in case.items]


def _relative_key(case: Case) -> Undo:
    return set_all((key, "relative_key", case.object.data.shape_keys.reference_key) for key in _keys(case))


def _bone_setting(code: str) -> Fix:
    """The setting of the import or, for an attached character, the usual one."""
    place = BONE_CAUSES.index(code)

    def fix(case: Case) -> Undo:
        """Set it on the cause's bones; returns the way back."""
        known = {bone: made_bone(bone) for bone in case.bones}
        mesh = next((ob for ob in objects_of(case.character) if ob.type == "MESH"), None)
        attached = mesh is None or stored.GROUPS not in our(mesh)
        return set_all(
            (bone.bone, SETTINGS[place], USUAL[place] if attached or made is None else made.settings[place])
            for bone, made in known.items()
        )

    return fix


def _rotation_mode(case: Case) -> Undo:
    known = ((bone, made_bone(bone)) for bone in case.bones)
    return set_all((bone, "rotation_mode", made.mode) for bone, made in known if made is not None)


def _rest(case: Case) -> Undo:
    """The rest of the named bones, or of all, as noted."""
    armature = case.object
    chosen = list(armature.pose.bones)
    if case.cause.code == "bone-rest":  # a bone carries those below it along
        named = set(case.bones)
        chosen = [bone for bone in chosen if bone in named or named.intersection(bone.parent_recursive)]
    known = {bone.name: made for bone in chosen if (made := made_bone(bone)) is not None}
    bones = armature.data.bones
    before = {name: (np.array(bones[name].matrix_local, np.float64), bones[name].length) for name in known}
    factor = float(str(case.cause.values.get("factor", 1.0)))
    with_rest(case.context, armature, {name: (made.rest, before[name][1] / factor) for name, made in known.items()})
    return lambda: with_rest(case.context, armature, before)


def _unapplied(case: Case) -> Undo:
    """The scale goes back to the object or, if the meshes did not go along, only the rest goes back."""
    if not case.cause.values.get("along"):
        return _rest(case)
    meshes = [ob for ob in objects_of(case.character) if ob.type == "MESH" and our(ob).get(stored.SKIN, -1) >= 0]
    return unapplied(case.context, case.object, meshes)


def _bone_parent(case: Case) -> Undo:
    """The noted parents of the named bones."""
    armature = case.object
    made = {bone.name: about for bone in armature.pose.bones if (about := made_bone(bone)) is not None}
    today = {about.name: name for name, about in made.items()}
    wanted = {bone.name: today.get(made[bone.name].parent, "") for bone in case.bones if bone.name in made}
    bones = [armature.data.bones[name] for name in wanted]
    before = {bone.name: (bone.parent.name if bone.parent else "", bone.use_connect) for bone in bones}
    with_parents(case.context, armature, {name: (parent, False) for name, parent in wanted.items()})
    return lambda: with_parents(case.context, armature, before)


def _weights(case: Case) -> Undo:
    """The file's weights, on all its vertices or in the named bones' groups."""
    ob = case.object
    armature = armature_of(ob)
    if armature is None:
        raise SkinproofError("this mesh has no armature any more", fix="give it one first")
    made = [ob.vertex_groups.new(name=name) for name in case.items if name not in ob.vertex_groups]
    count = len(ob.vertex_groups)
    before = weights_now(ob.data, count)
    chosen = [g.index for g in ob.vertex_groups if g.name in armature.pose.bones and (not made or g in made)]
    for piece in vertex_map(case.model, case.character).by_object[ob]:
        of_file = weights_of_file(ob, armature, case.model, piece)
        own = piece.rows < len(before)  # of a file with modifiers applied, rows are of what they make
        if of_file is not None:
            _write_weights(ob, piece.rows[own], of_file[own], chosen)

    def undo() -> None:
        _write_weights(ob, np.arange(len(before)), before, chosen)
        for group in made:
            ob.vertex_groups.remove(group)

    return undo


def _write_weights(ob: bpy.types.Object, rows: np.ndarray, table: np.ndarray, groups: Iterable[int]) -> None:
    """Write weights (n, G) of groups, by index, at vertices (n,); 0 removes the vertex from the group."""
    for index in groups:
        group = ob.vertex_groups[index]
        group.remove(rows[table[:, index] == 0.0].tolist())
        for row in np.flatnonzero(table[:, index]):
            group.add([int(rows[row])], float(table[row, index]), "REPLACE")
    ob.update_tag()


def _group_names(case: Case) -> Undo:
    """Groups without bones get the names of bones without groups: as many, in the same order."""
    groups, half = case.object.vertex_groups, len(case.items) // 2
    pairs = dict(zip(case.items[:half], case.items[half:], strict=False))
    if len(case.items) % 2 or not set(pairs) <= set(groups.keys()) or set(pairs.values()) & set(groups.keys()):
        raise SkinproofError("several groups have lost their bones", fix="give them their names by hand")
    return set_all([(groups[name], "name", bone) for name, bone in pairs.items()])


def _muted(case: Case) -> Undo:
    things = case.bones if case.cause.code == "bone-constraint" else [case.object]
    return set_all((constraint, "mute", True) for thing in things for constraint in thing.constraints)


def _drivers_muted(case: Case) -> Undo:
    ob = case.object
    blocks = [ob, ob.data, ob.data.shape_keys if ob.type == "MESH" else None]
    animated = [block.animation_data for block in blocks if block is not None and block.animation_data is not None]
    muted = [(d, "mute", True) for each in animated for d in each.drivers if d.data_path in case.items]
    return set_all([*muted, *_values_at_rest(ob, case.items)])  # without keys, a driver's last value would stay


def _values_at_rest(ob: Any, paths: Iterable[str]) -> Iterator[tuple[Any, str, object]]:
    """Values at rest for data paths of bones and shape keys."""
    for path in paths:
        name = path.rpartition(".")[2]
        for bone in ob.pose.bones if ob.pose is not None and name in REST_CHANNELS else ():
            if path == f"{bone.path_from_id()}.{name}" and stored.REST in our(bone):
                yield bone, name, our(bone)[stored.REST].to_list()[REST_CHANNELS[name]]
        keys = ob.data.shape_keys if ob.type == "MESH" and stored.WEIGHTS in our(ob) else None
        for key, weight in zip(keys.key_blocks[1:], our(ob)[stored.WEIGHTS].to_list(), strict=False) if keys else ():
            if path == f"{key.path_from_id()}.value":
                yield key, "value", weight


def _unparented(case: Case) -> Undo:
    ob = case.object
    parent, inverse, world = ob.parent, ob.matrix_parent_inverse.copy(), ob.matrix_world.copy()
    basis = ob.matrix_basis.copy()
    ob.parent = None
    ob.matrix_world = world

    def undo() -> None:
        ob.parent, ob.matrix_parent_inverse, ob.matrix_basis = parent, inverse, basis

    return undo


def _parented(case: Case) -> Undo:
    """The armature's child, standing where it stands, as imported."""
    ob, armature = case.object, armature_of(case.object)
    if armature is None:
        raise SkinproofError("this mesh has no armature any more", fix="give it one first")
    names = ("parent", "parent_type", "parent_bone", "matrix_parent_inverse", "matrix_basis")
    before = [(name, copied(getattr(ob, name))) for name in names]
    ob.parent, ob.parent_type, ob.matrix_parent_inverse, ob.matrix_local = armature, "OBJECT", Matrix(), Matrix()

    def undo() -> None:
        for name, value in before:
            setattr(ob, name, value)

    return undo


def _own_action(case: Case) -> Undo:
    owner = case.owner
    before = compat.animation_of(owner)
    compat.assign_action(owner, *((None, "") if case.clip is None else action_of(owner, case.clip)))
    return lambda: compat.put_back_animation(owner, before)


def _curves(case: Case) -> list[bpy.types.FCurve]:
    """The curves of the named action: the one that plays, or the clip's own if it was judged alone."""
    own = (None, "") if case.clip is None else action_of(case.owner, case.clip)
    if own[0] is not None and own[0].name == case.cause.values.get("action"):
        return compat.curves_of_slot(*own)
    return compat.curves_of(case.owner)


#: By code of a cause.
FIXES: dict[str, Fix] = {
    "modifier-missing": _new_modifier,
    "modifier-without-object": _armature_in_modifier,
    "modifier-other-armature": _armature_in_modifier,
    "modifier-off": _setting(_modifiers, "show_viewport", True),
    "modifier-without-groups": _setting(_modifiers, "use_vertex_groups", True),
    "modifier-masked": _setting(_modifiers, "vertex_group", ""),
    "modifier-preserve-volume": _setting(_modifiers, "use_deform_preserve_volume", False),
    "modifier-envelopes": _setting(_modifiers, "use_bone_envelopes", False),
    "armature-at-rest": lambda case: set_all([(case.object.data, "pose_position", "POSE")]),
    "group-and-bone-apart": _group_names,
    "bone-without-group": _weights,
    "weights-other": _weights,
    "weights-fewer": _weights,
    "weights-tiny": _weights,
    "key-foreign": _setting(_keys, "value", 0.0),
    "key-muted": _setting(_keys, "mute", False),
    "key-masked": _setting(_keys, "vertex_group", ""),
    "key-relative": _relative_key,
    "key-pinned": _setting(_object, "show_only_shape_key", False),
    "bone-rest": _rest,
    "rest-scaled": _unapplied,
    "rest-mirrored": _rest,
    "bone-parent": _bone_parent,
    **{code: _bone_setting(code) for code in BONE_CAUSES},
    "bone-envelope-multiplied": lambda case: set_all((b.bone, "use_envelope_multiply", False) for b in case.bones),
    "bone-rotation-mode": _rotation_mode,
    "bone-constraint": _muted,
    "object-constraint": _muted,
    "bone-driver": _drivers_muted,
    "object-driver": _drivers_muted,
    "key-driver": _drivers_muted,
    "mesh-moved": _setting(_object, "matrix_local", Matrix()),
    "parent-moves": _unparented,
    **dict.fromkeys(("mesh-unparented", "mesh-on-bone"), _parented),
    "clock-remapped": lambda case: set_all(
        [(case.context.scene.render, "frame_map_new", case.context.scene.render.frame_map_old)]
    ),
    **dict.fromkeys(("action-none", "action-foreign", "action-other", "slot-none", "slot-other"), _own_action),
    "track-muted": track_heard,
    "action-influence": _setting(_animation, "action_influence", 1.0),
    "action-blended": _setting(_animation, "action_blend_type", "REPLACE"),
    "curve-muted": _setting(_curves, "mute", False),
    "curve-modifier": lambda case: set_all((m, "mute", True) for curve in _curves(case) for m in curve.modifiers),
    "strip-shifted": strip_at_its_action,
    "strip-trimmed": untrimmed,
    "strip-timed": _setting(strips, "use_animated_time", False),
    "track-solo": _setting(tracks, "is_solo", False),
    "strip-scaled": _setting(strips, "scale", 1.0),
    "strip-repeated": _setting(strips, "repeat", 1.0),
    "strip-reversed": _setting(strips, "use_reverse", False),
    "strip-influence": _setting(strips, "use_animated_influence", False),
    "strip-faded": lambda case: set_all(
        (s, name, 0.0) for s in list(strips(case)) for name in ("blend_in", "blend_out")
    ),
    "strip-blended": _setting(strips, "blend_type", "REPLACE"),
    "strip-other": _setting(strips, "mute", True),
}
