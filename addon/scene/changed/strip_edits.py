"""How NLA strips, and an action that is mixed with them, play otherwise than the clip in its file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import bpy

from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.text.sentence import Sentence, sentence
from ..identity.character import action_of
from ..play.playback import plays_nla

#: Frames, factors and influences that differ by less are one.
_SAME = 1e-4


def changed_strips(moved: Iterable[bpy.types.ID], clip: int | None) -> Iterator[Sentence]:
    """What strips and the settings of mixing do to the data-blocks that are moved."""
    for owner in moved:
        animation = owner.animation_data
        if animation is None:
            continue
        mixed = plays_nla(owner) and any(True for _ in playing_strips(animation))
        if mixed and animation.action is not None:  # without strips the action plays in full
            if abs(animation.action_influence - 1.0) > _SAME:
                value = animation.action_influence
                yield scene_cause("action-influence", object=owner.name, value=value, at=owner.name)
            if animation.action_blend_type != "REPLACE":
                blend = _item(animation, "action_blend_type")
                yield scene_cause("action-blended", object=owner.name, blend=blend, at=owner.name)
        if mixed:
            own = action_of(owner, clip)[0] if clip is not None else None
            for strip in playing_strips(animation):
                yield from _strip(owner.name, strip, own)


def playing_strips(animation: bpy.types.AnimData) -> Iterator[bpy.types.NlaStrip]:
    """Strips of tracks that play."""
    tracks = [track for track in animation.nla_tracks if not track.mute]
    for track in [track for track in tracks if track.is_solo] or tracks:
        yield from (strip for strip in track.strips if not strip.mute)


def _strip(name: str, strip: bpy.types.NlaStrip, own: bpy.types.Action | None) -> Iterator[Sentence]:
    about = {"strip": strip.name, "object": name, "at": name, "items": (strip.name,)}
    if own is not None and strip.action is not None and strip.action != own:
        yield scene_cause("strip-other", other=strip.action.name, action=own.name, **about)
        return
    late = strip.frame_start - strip.action_frame_start
    if abs(late) > _SAME:
        yield scene_cause("strip-shifted", frames=abs(late), which=sentence("late" if late > 0.0 else "early"), **about)
    if abs(strip.scale - 1.0) > _SAME:
        yield scene_cause("strip-scaled", factor=strip.scale, **about)
    if abs(strip.repeat - 1.0) > _SAME:
        yield scene_cause("strip-repeated", factor=strip.repeat, **about)
    if strip.use_reverse:
        yield scene_cause("strip-reversed", **about)
    if strip.use_animated_influence and (len(strip.fcurves) or abs(strip.influence - 1.0) > _SAME):
        yield scene_cause("strip-influence", value=strip.influence, **about)
    elif strip.blend_in or strip.blend_out:
        yield scene_cause("strip-faded", before=strip.blend_in, after=strip.blend_out, **about)
    if strip.blend_type != "REPLACE":
        yield scene_cause("strip-blended", blend=_item(strip, "blend_type"), **about)


def _item(thing: bpy.types.bpy_struct, name: str) -> str:
    """What Blender calls the value of a choice."""
    return str(thing.bl_rna.properties[name].enum_items[getattr(thing, name)].name)
