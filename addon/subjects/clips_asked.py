"""Which clips are judged if all are asked for, and whether the rest pose is too."""

from __future__ import annotations

import bpy

from ...skinning_core.model import Model
from ...skinning_core.pose.clip import deforming_clips
from ..scene.identity.character import Character, objects_of, owners
from ..scene.read.own_actions import bones_of, moves_bones_of


def clips_asked(character: Character, model: Model) -> tuple[int, ...]:
    """The clips that move vertices in the file or in the scene; all if none does."""
    asked = {*deforming_clips(model), *character.imported_clips} - {*clips_elsewhere(character, model)}
    return tuple(sorted(asked)) or model.readable_clips


def clips_elsewhere(character: Character, model: Model) -> tuple[int, ...]:
    """The clips that are actions of rigs elsewhere: the exporter writes each for all rigs."""
    if not model.left_out:
        return ()
    rigs = [ob for ob in objects_of(character) if ob.type == "ARMATURE"]
    nodes = set(model.nodes.names)
    actions = {clip: bpy.data.actions.get(model.clip_names[clip]) for clip in deforming_clips(model)}
    return tuple(
        clip
        for clip, action in actions.items()
        if clip not in character.imported_clips
        and action is not None
        and bones_of(action) <= nodes
        and not moves_bones_of(action, rigs)
    )


def rest_asked(character: Character) -> tuple[None, ...]:
    """The rest pose, if it is a pose of its own: constraints and drivers move a character in it too."""
    if character.written_here or character.played:
        return ()
    for ob in objects_of(character):
        bones = ob.pose.bones if ob.pose is not None else ()
        if ob.constraints or any(bone.constraints for bone in bones):
            return ()
    animated = (owner.animation_data for owner in owners(character))
    return () if any(each is not None and len(each.drivers) for each in animated) else (None,)
