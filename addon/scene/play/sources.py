"""What moves a character in the scene: actions, NLA strips, a pose without keys. Read only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import Sentence, joined, sentence
from ... import compat
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.character import Character, action_of, mesh_objects, objects_of, owners, stack_of
from .animation_pose import off_its_animation
from .playback import heard_tracks, is_by_hand, played_action, plays_nla

_CHANNELS = (("location", 0, 3), ("rotation_quaternion", 3, 7), ("scale", 7, 10))

#: A bone moved this far is elsewhere, as a share of the skeleton and of an axis. An importer that had spread a scale of
#: 100 over the chain above left 2e-5 by its float32.
_SEEN = 1e-4

#: Beginnings of paths of curves that move nothing: hiding, colour, a custom property.
NO_MOTION = ("hide_", "color", '["')


@dataclass(frozen=True)
class Playing:
    """What moves a character within a range of frames."""

    actions: tuple[str, ...]
    strips: tuple[str, ...]
    unkeyed: bool  # something is off its keys or, without keys, off its rest
    own: bool  # only the import's own actions of the clip
    held: bool = False  # constraints of bones take part

    @property
    def words(self) -> Sentence:
        """All that moves the character, in words."""
        words = []
        if self.actions:
            several = "actions {names}" if len(self.actions) > 1 else "action {names}"
            words.append(sentence(several, names=listed(self.actions)))
        if self.strips:
            several = "NLA strips {names}" if len(self.strips) > 1 else "NLA strip {names}"
            words.append(sentence(several, names=listed(self.strips)))
        if self.held:
            words.append(sentence("constraints"))
        if self.unkeyed:
            words.append(sentence("a pose without keys"))
        return joined(words, ", ") if words else sentence("no action")

    def notes(self, clip_name: str) -> tuple[str, ...]:
        """Sentences that say what is judged; ``clip_name``: the clip that it is compared with."""
        if self.own:
            return (sentence("Compared: {what}, as it plays", what=self.words),)
        return (sentence("Playing: {what}. The file's clip is {clip!r}", what=self.words, clip=clip_name),)


def playing(character: Character, clip: int | None, first: float, last: float, frame: float) -> Playing:
    """What moves a character from frame ``first`` to ``last``; a pose without keys is looked for at ``frame``."""
    moved = list(owners(character))
    actions = [_moving_action(owner) for owner in moved]
    strips = [strip.name for owner in moved for strip in _strips(owner, first, last)]
    own = all(
        action == (None if clip is None else action_of(owner, clip)[0])
        for owner, action in zip(moved, actions, strict=True)
    )
    mixed = [owner for owner in moved if _is_nla(owner)]
    unkeyed = any(_off_its_keys(owner, frame) for owner in moved if owner not in mixed)
    unkeyed = unkeyed or any(_off_its_rest(owner, frame, character) for owner in moved)
    unkeyed = unkeyed or off_its_animation(mixed, frame)
    held = any(_is_held(bone) for owner in moved for bone in getattr(getattr(owner, "pose", None), "bones", ()))
    return Playing(
        actions=tuple(dict.fromkeys(action.name for action in actions if action is not None)),
        strips=tuple(dict.fromkeys(strips)),
        unkeyed=unkeyed,
        own=own and not strips and not unkeyed,
        held=held and not own,
    )


def _moving_action(owner: bpy.types.ID) -> bpy.types.Action | None:
    """The action that plays beside NLA tracks, if it has a curve that moves something or none at all."""
    action, slot = played_action(owner)
    paths = [curve.data_path for curve in compat.curves_of_slot(action, slot)]
    return None if paths and all(path.startswith(NO_MOTION) for path in paths) else action


def is_heard(character: Character, clip: int, frame: float) -> bool:
    """Whether strips play the clip's own actions at a frame, and nothing else."""
    heard = False
    for owner in owners(character):
        layers = [] if _moving_action(owner) is None and not _is_nla(owner) else _layers(owner, frame, frame)
        seen = [below for k, below in enumerate(layers) if not any(above.covers(below) for above in layers[k + 1 :])]
        own = action_of(owner, clip)[0]
        if any(layer.action != own or layer.adds for layer in seen):
            return False
        heard |= bool(seen)
    return heard


def mixed(character: Character, first: float, last: float) -> tuple[str, ...]:
    """Names of what plays at once from frame ``first`` to ``last``, if none of it is seen by itself.

    Strips add to one another or leave parts of a pose to those below; a shape key's action plays beside a bone's.
    """
    names: list[str] = []
    for owner in owners(character):
        layers = _layers(owner, first, last)
        # The parts of one clip may play at once.
        stacks = [{s.name for t in stack_of(owner, clip) for s in t.strips} for clip in character.imported_clips]
        for below, above in pairwise(layers):
            is_a_clip = any({below.name, above.name} <= stack for stack in stacks)
            if above.overlaps(below) and not above.covers(below) and not is_a_clip:
                names += [below.name, above.name]
        if len(layers) == 1 and layers[0].adds and not any(layers[0].name in stack for stack in stacks):
            names.append(layers[0].name)
    return tuple(dict.fromkeys(names)) or _beside(character)


@dataclass(frozen=True)
class _Layer:
    """A strip, or the action above all strips, as Blender mixes it."""

    name: str
    first: float  # frame
    last: float  # frame
    paths: frozenset[tuple[str, int]]  # data path and array index of what it moves
    adds: bool  # to what is below; or shows less than its action
    action: bpy.types.Action | None

    def overlaps(self, other: _Layer) -> bool:
        return self.first < other.last and other.first < self.last

    def covers(self, below: _Layer) -> bool:
        """Whether this layer hides the one below."""
        return not self.adds and below.paths <= self.paths


def _layers(owner: bpy.types.ID, first: float, last: float) -> list[_Layer]:
    """What plays on a data-block from frame ``first`` to ``last``, lowest first."""
    layers = [
        _Layer(
            name=strip.name,
            first=strip.frame_start,
            last=strip.frame_end,
            paths=_paths(compat.curves_of_strip(strip)),
            adds=_adds(strip),
            action=strip.action,
        )
        for strip in _strips(owner, first, last)
    ]
    action = played_action(owner)[0]
    if action is not None:
        animation = owner.animation_data
        adds = animation.action_blend_type != "REPLACE" or animation.action_influence != 1.0
        layers.append(_Layer(action.name, first, last, _paths(compat.curves_of(owner)), adds, action))
    return layers


def _beside(character: Character) -> tuple[str, ...]:
    """Names of actions of an armature and of its meshes' shape keys, if no clip of the file has both."""
    for mesh in mesh_objects(character):
        keys = mesh.data.shape_keys
        rigs = [m.object for m in mesh.modifiers if m.type == "ARMATURE" and m.object is not None]
        for rig in rigs if keys is not None else ():
            now = [played_action(owner)[0] for owner in (rig, keys)]
            clips = [[action_of(owner, clip)[0] for owner in (rig, keys)] for clip in character.imported_clips]
            if all(now) and now not in clips and all(any(a in clip for clip in clips) for a in now):
                return tuple(action.name for action in now if action is not None)
    return ()


def _paths(curves: Iterable[bpy.types.FCurve]) -> frozenset[tuple[str, int]]:
    return frozenset((curve.data_path, curve.array_index) for curve in curves)


def _adds(strip: bpy.types.NlaStrip) -> bool:
    """Whether a strip shows less than its action, or adds to what is below."""
    blends = strip.blend_type != "REPLACE" or strip.use_animated_influence
    return bool(blends or strip.blend_in or strip.blend_out)


def _strips(owner: bpy.types.ID, first: float, last: float) -> Iterator[bpy.types.NlaStrip]:
    """NLA strips that move a data-block from ``first`` to ``last``, those that hold their end included."""
    if not plays_nla(owner):
        return
    for track in heard_tracks(owner.animation_data):
        for strip in track.strips:
            ended = strip.frame_end < first and strip.extrapolation == "NOTHING"
            begins = strip.frame_start <= last or strip.extrapolation == "HOLD"
            if not strip.mute and begins and not ended:
                yield strip


def _is_nla(owner: bpy.types.ID) -> bool:
    """Whether NLA tracks move a data-block; without any, Blender plays its action in full."""
    return plays_nla(owner) and bool(heard_tracks(owner.animation_data))


def _off_its_keys(owner: bpy.types.ID, frame: float) -> bool:
    for curve in compat.curves_of(owner):
        try:
            value: Any = owner.path_resolve(curve.data_path)
        except ValueError:  # keys of something that is gone
            continue
        if isinstance(value, str):  # keys of an enum, such as a rotation's mode
            continue
        value = value[curve.array_index] if hasattr(value, "__len__") else value
        if not curve.mute and is_by_hand(value, curve.evaluate(frame)):
            return True
    return False


def _off_its_rest(owner: bpy.types.ID, frame: float, character: Character) -> bool:
    """Whether a node's object, or a bone that carries something, is off its rest without keys."""
    of_strips = [curve for strip in _strips(owner, frame, frame) for curve in compat.curves_of_strip(strip)]
    keyed = {curve.data_path for curve in (*compat.curves_of_slot(*played_action(owner)), *of_strips)}
    if stored.REST in our(owner) and _has_left_its_rest(owner, "", keyed, 1.0):
        return True
    if not isinstance(owner, bpy.types.Object) or owner.pose is None:
        return False
    size = max((max(map(abs, bone.head_local)) for bone in owner.data.bones), default=1.0)
    # A constraint hides what was set by hand.
    noted = [bone for bone in owner.pose.bones if stored.REST in our(bone) and not _is_held(bone)]
    posed = {bone for bone in noted if _has_left_its_rest(bone, f"{bone.path_from_id()}.", keyed, max(size, 1.0))}
    return bool(posed) and _carries_on(owner, posed, keyed, _carrying(character))


def _is_held(bone: bpy.types.PoseBone) -> bool:
    return any(not constraint.mute and constraint.influence for constraint in bone.constraints)


def _has_left_its_rest(each: bpy.types.bpy_struct, prefix: str, keyed: set[str], size: float) -> bool:
    """Whether a channel without keys is off its rest; a quaternion and its negative are one rotation.

    Rest is what the import noted. For Blender's own, to which an exporter goes back, see ``posed_without_keys``.
    """
    rest = our(each)[stored.REST].to_list()
    for name, start, end in _CHANNELS:
        now, then = list(getattr(each, name)), rest[start:end]
        if name == "rotation_quaternion" and sum(a * b for a, b in zip(now, then, strict=True)) < 0.0:
            now = [-value for value in now]
        # in float32 a bone's place is as coarse as the skeleton is large: 1e-5 for 200 units
        by = size if name == "location" else 1.0
        if prefix + name not in keyed and any(is_by_hand(a / by, b / by) for a, b in zip(now, then, strict=True)):
            return True
    return False


def _carries_on(
    armature: bpy.types.Object, posed: set[bpy.types.PoseBone], keyed: set[str], carrying: frozenset[str]
) -> bool:
    """Whether bones off their rest move one that carries something.

    A bone may undo what one above it does: importers so spread a node's scale over a chain that carries nothing.
    """
    stands: dict[str, tuple[Matrix, Matrix]] = {}
    size = max((bone.bone.tail_local.length for bone in armature.pose.bones), default=1.0) or 1.0
    for bone in armature.pose.bones:  # parents come first
        basis = bone.matrix_basis
        rested = _rested(bone, keyed) if bone in posed else basis
        pair = []
        for k, local in enumerate((basis, rested)):
            above: dict[str, Matrix] = {}
            if bone.parent is not None:
                above = {
                    "parent_matrix": stands[bone.parent.name][k],
                    "parent_matrix_local": bone.parent.bone.matrix_local,
                }
            pair.append(bone.bone.convert_local_to_pose(local, bone.bone.matrix_local, **above))
        stands[bone.name] = (pair[0], pair[1])
        if bone.name in carrying:
            now, then = (np.array(matrix) for matrix in pair)
            reach = np.array([[0.0, 0.0, 0.0, 1.0], [0.0, bone.bone.length, 0.0, 1.0]])  # head and tail
            apart = np.linalg.norm(reach @ (now - then).T, axis=1).max()
            turned = np.linalg.norm((now - then)[:3, :3], axis=0).max()
            if apart > _SEEN * size or turned > _SEEN:
                return True
    return False


def _rested(bone: bpy.types.PoseBone, keyed: set[str]) -> Matrix:
    """A bone's own matrix if its channels without keys were at rest."""
    rest, path = our(bone)[stored.REST].to_list(), bone.path_from_id()
    location, rotation, scale = bone.matrix_basis.decompose()
    now = {"location": location, "rotation_quaternion": rotation, "scale": scale}
    own = {name: now[name] if f"{path}.{name}" in keyed else rest[start:end] for name, start, end in _CHANNELS}
    turned = Quaternion(own["rotation_quaternion"])
    return Matrix.LocRotScale(Vector(own["location"]), turned, Vector(own["scale"]))


def _carrying(character: Character) -> frozenset[str]:
    """Names of bones that vertices or an object follow. Importers make empty groups too."""
    groups: set[str] = set()
    for mesh in mesh_objects(character):
        names = [group.name for group in mesh.vertex_groups]
        used = {element.group for vertex in mesh.data.vertices for element in vertex.groups}
        groups |= {names[k] for k in used if k < len(names)}
    return frozenset(groups | {ob.parent_bone for ob in objects_of(character) if ob.parent_type == "BONE"})
