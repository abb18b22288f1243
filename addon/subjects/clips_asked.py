"""Which clips of a character are judged where all are asked for, and whether its rest pose is one of them."""

from __future__ import annotations

from ...skinning_core.model import Model
from ...skinning_core.pose.clip import deforming_clips
from ..scene.identity.character import Character, objects_of, owners


def clips_asked(character: Character, model: Model) -> tuple[int, ...]:
    """The clips that move vertices in the file or in the scene; all if none does."""
    asked = {*deforming_clips(model), *character.imported_clips}
    return tuple(sorted(asked)) or model.readable_clips


def rest_asked(character: Character) -> tuple[None, ...]:
    """The rest pose, where it is a pose of its own: constraints and drivers move a character in it, too."""
    if character.written_here or character.played:
        return ()
    for ob in objects_of(character):
        bones = ob.pose.bones if ob.pose is not None else ()
        if ob.constraints or any(bone.constraints for bone in bones):
            return ()
    animated = (owner.animation_data for owner in owners(character))
    return () if any(each is not None and len(each.drivers) for each in animated) else (None,)
