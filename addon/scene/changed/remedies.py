"""The remedies that can be a button: each applies itself to the scene, and returns what takes it back.

A remedy gets the cause: its values name the object (``at``) and its bones, keys, strips and so on (``items``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np
from mathutils import Euler, Matrix, Quaternion, Vector

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Model
from ....skinning_core.text.sentence import Sentence
from ... import compat
from ..build.import_notes import SETTINGS, made_bone
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.character import Character, action_of, objects_of, owners
from ..identity.vertex_map import vertex_map
from .mesh_edits import armature_of, weights_now, weights_of_file
from .play_edits import playing_strips
from .rig_edits import BONE_CAUSES, USUAL

#: What takes a remedy back.
Undo = Callable[[], None]


@dataclass(frozen=True, eq=False)
class Case:
    """A cause, and the character in which it was found."""

    context: bpy.types.Context
    character: Character
    model: Model
    clip: int | None
    cause: Sentence

    @property
    def items(self) -> tuple[str, ...]:
        """Names of bones, keys, strips and so on; () where the cause is of the object as a whole."""
        items = self.cause.values.get("items", ())
        return tuple(map(str, items)) if isinstance(items, tuple) else ()

    @property
    def object(self) -> Any:
        """The object. Raises ``SkinproofError`` if it is gone."""
        name = self.cause.values.get("at", "")
        found = next((ob for ob in objects_of(self.character) if ob.name == name), None)
        if found is None:
            raise SkinproofError("what this is about is no longer there", fix="compare again")
        return found

    @property
    def owner(self) -> Any:
        """The object, or the shape keys, that an action moves."""
        name = self.cause.values.get("at", "")
        return next((owner for owner in owners(self.character) if owner.name == name), None) or self.object

    @property
    def bones(self) -> list[bpy.types.PoseBone]:
        """The object's pose bones that are named among the items."""
        return [bone for bone in self.object.pose.bones if bone.name in self.items]


Fix = Callable[[Case], Undo]


def set_all(pairs: Iterable[tuple[Any, str, object]]) -> Undo:
    """Set properties of things; the values from before come back in the opposite order."""
    before = []
    for thing, name, value in pairs:
        before.append((thing, name, _copy(getattr(thing, name))))
        setattr(thing, name, value)

    def undo() -> None:
        for thing, name, value in reversed(before):
            setattr(thing, name, value)

    return undo


def _copy(value: Any) -> Any:
    """A value that stays as it is: a vector or a matrix by itself would follow its property."""
    return value.copy() if isinstance(value, (Euler, Matrix, Quaternion, Vector)) else value


def _setting(things: Callable[[Case], Iterable[Any]], name: str, value: object) -> Fix:
    """The remedy that sets a property of the things that a case is about."""
    return lambda case: set_all([(thing, name, value) for thing in list(things(case))])


def _object(case: Case) -> list[Any]:
    return [case.object]


def _animation(case: Case) -> list[Any]:
    return [case.owner.animation_data]


def _modifiers(case: Case) -> list[Any]:
    return [m for m in case.object.modifiers if m.type == "ARMATURE" and m.name in case.items]


def _own_armature(case: Case) -> bpy.types.Object:
    armatures = [ob for ob in objects_of(case.character) if ob.type == "ARMATURE"]
    if len(armatures) != 1:
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
    """The setting that the import made; of an attached character, the usual one."""
    place = BONE_CAUSES.index(code)

    def fix(case: Case) -> Undo:
        """Set it on the bones of the cause; the way back."""
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
    """The rest of the bones named, or of all, as it was when the character was imported or attached."""
    armature = case.object
    chosen = case.bones if case.cause.code == "bone-rest" else list(armature.pose.bones)
    known = {bone.name: made for bone in chosen if (made := made_bone(bone)) is not None}
    bones = armature.data.bones
    before = {name: (np.array(bones[name].matrix_local, np.float64), bones[name].length) for name in known}
    factor = case.cause.values.get("factor", 1.0)
    lengths = {name: length / float(str(factor)) for name, (_, length) in before.items()}
    with_rest(case.context, armature, {name: (made.rest, lengths[name]) for name, made in known.items()})
    return lambda: with_rest(case.context, armature, before)


def with_rest(
    context: bpy.types.Context, armature: bpy.types.Object, rests: dict[str, tuple[np.ndarray, float]]
) -> None:
    """Set bones' rest matrices (4, 4), armature space, and lengths, in Edit Mode, which is left again."""
    active = context.view_layer.objects.active
    context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    connected = [bone for bone in armature.data.edit_bones if bone.use_connect]
    for bone in connected:  # else a bone carries its parent's tail along
        bone.use_connect = False
    for bone in armature.data.edit_bones:
        if bone.name in rests:
            matrix, bone.length = rests[bone.name]
            bone.matrix = Matrix(matrix.tolist())
    for bone in connected:
        bone.use_connect = True
    bpy.ops.object.mode_set(mode="OBJECT")
    context.view_layer.objects.active = active


def _weights(case: Case) -> Undo:
    """The weights of the file, on all vertices that are of it, or in the groups of the bones named."""
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
    """Write weights (n, G) of groups, by index, at vertices (n,); 0 takes the vertex out of the group."""
    for index in groups:
        group = ob.vertex_groups[index]
        group.remove(rows[table[:, index] == 0.0].tolist())
        for row in np.flatnonzero(table[:, index]):
            group.add([int(rows[row])], float(table[row, index]), "REPLACE")
    ob.update_tag()


def _group_names(case: Case) -> Undo:
    """A group without a bone gets the name of the bone without a group; several get the file's weights anew."""
    groups = case.object.vertex_groups
    if len(case.items) != 2:
        raise SkinproofError("several groups have lost their bones", fix="give them their names by hand")
    return set_all([(groups[case.items[0]], "name", case.items[1])])


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
    """What data paths of bones and shape keys hold at rest."""
    parts = {"location": slice(0, 3), "rotation_quaternion": slice(3, 7), "scale": slice(7, 10)}
    for path in paths:
        name = path.rpartition(".")[2]
        for bone in ob.pose.bones if ob.pose is not None and name in parts else ():
            if path == f"{bone.path_from_id()}.{name}" and stored.REST in our(bone):
                yield bone, name, our(bone)[stored.REST].to_list()[parts[name]]
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


def _own_action(case: Case) -> Undo:
    owner = case.owner
    before = compat.animation_of(owner)
    compat.assign_action(owner, *((None, "") if case.clip is None else action_of(owner, case.clip)))
    return lambda: compat.put_back_animation(owner, before)


def _track_heard(case: Case) -> Undo:
    animation = case.owner.animation_data
    tracks = [track for track in animation.nla_tracks if track.name in case.items]
    strips = [strip for track in tracks for strip in track.strips]
    return set_all([(animation, "use_nla", True), *((thing, "mute", False) for thing in (*tracks, *strips))])


def _curves(case: Case) -> list[bpy.types.FCurve]:
    """The curves of the action that is named: the one that plays, or the clip's own if it was judged alone."""
    own = (None, "") if case.clip is None else action_of(case.owner, case.clip)
    if own[0] is not None and own[0].name == case.cause.values.get("action"):
        return compat.curves_of_slot(*own)
    return compat.curves_of(case.owner)


def _strips(case: Case) -> Iterator[bpy.types.NlaStrip]:
    playing = playing_strips(case.owner.animation_data)
    return (strip for strip in playing if strip.name in case.items)


def _strip_at_its_action(case: Case) -> Undo:
    undone = []
    for strip in _strips(case):
        before, late = strip.frame_start, strip.frame_start - strip.action_frame_start
        _move(strip, -late)
        undone.append((strip, before))

    def undo() -> None:
        for strip, before in undone:
            _move(strip, before - strip.frame_start)

    return undo


def _move(strip: bpy.types.NlaStrip, by: float) -> None:
    ends = [("frame_start", strip.frame_start + by), ("frame_end", strip.frame_end + by)]
    for name, frame in ends if by < 0.0 else ends[::-1]:
        setattr(strip, name, frame)


#: By code of a cause: its remedy.
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
    "rest-scaled": _rest,
    "rest-mirrored": _rest,
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
    "clock-remapped": lambda case: set_all(
        [(case.context.scene.render, "frame_map_new", case.context.scene.render.frame_map_old)]
    ),
    **dict.fromkeys(("action-none", "action-foreign", "action-other", "slot-none", "slot-other"), _own_action),
    "track-muted": _track_heard,
    "action-influence": _setting(_animation, "action_influence", 1.0),
    "action-blended": _setting(_animation, "action_blend_type", "REPLACE"),
    "curve-muted": _setting(_curves, "mute", False),
    "curve-modifier": lambda case: set_all((m, "mute", True) for curve in _curves(case) for m in curve.modifiers),
    "strip-shifted": _strip_at_its_action,
    "strip-scaled": _setting(_strips, "scale", 1.0),
    "strip-repeated": _setting(_strips, "repeat", 1.0),
    "strip-reversed": _setting(_strips, "use_reverse", False),
    "strip-influence": _setting(_strips, "use_animated_influence", False),
    "strip-faded": lambda case: set_all(
        (s, name, 0.0) for s in list(_strips(case)) for name in ("blend_in", "blend_out")
    ),
    "strip-blended": _setting(_strips, "blend_type", "REPLACE"),
    "strip-other": _setting(_strips, "mute", True),
}
