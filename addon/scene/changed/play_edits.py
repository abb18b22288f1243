"""How what plays differs from what the import made: actions, curves, the scene's clock; in sentences that name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import bpy

from ....skinning_core.text.count import counted
from ....skinning_core.text.sentence import Sentence, sentence
from ... import compat
from ..build.import_notes import digest_of, made_curves, made_path
from ..identity.character import action_of, has_lost_action
from ..play.playback import plays_nla


def changed_clock(scene: bpy.types.Scene) -> Iterator[str]:
    """What makes the scene's frames something else than the clip's."""
    old, new = scene.render.frame_map_old, scene.render.frame_map_new
    if old != new:
        yield sentence(
            "the scene's time is remapped (Output Properties, Time Stretching: {old} to {new})", old=old, new=new
        )


def changed_actions(moved: Iterable[bpy.types.ID], clip: int | None, *, seen: bool) -> Iterator[str]:
    """Actions that are not the clip's, and curves that are not as imported. seen: of what is assigned now."""
    for owner in moved:
        own, own_slot = (None, "") if clip is None else action_of(owner, clip)
        action, slot = compat.assigned_action(owner) if seen else (own, own_slot)
        if clip is not None and has_lost_action(owner, clip):
            yield sentence("the action of the clip on {object!r} was deleted", object=owner.name)
        elif seen and action != own and not (plays_nla(owner) and _has_tracks(owner)):
            yield _plays(owner.name, action, own)
        elif seen and action is not None and compat.SLOTTED_ACTIONS and not slot:
            yield sentence(
                "{object!r} has no slot in the action {action!r}, which moves nothing then",
                object=owner.name,
                action=action.name,
            )
        if action is not None:
            yield from _curves(owner, action, slot)


def _plays(name: str, action: bpy.types.Action | None, own: bpy.types.Action | None) -> Sentence:
    """What plays, and not the clip's own action."""
    if action is None:
        assert own is not None
        return sentence("{object!r} plays no action, not {action!r}", object=name, action=own.name)
    if own is None:
        return sentence("{object!r} plays the action {other!r}", object=name, other=action.name)
    return sentence(
        "{object!r} plays the action {other!r}, not {action!r}", object=name, other=action.name, action=own.name
    )


def _has_tracks(owner: bpy.types.ID) -> bool:
    return any(not track.mute for track in owner.animation_data.nla_tracks)


def _curves(owner: bpy.types.ID, action: bpy.types.Action, slot: str) -> Iterator[str]:
    curves = compat.curves_of_slot(action, slot)
    muted = [curve for curve in curves if curve.mute]
    if muted:
        yield sentence(
            "{curves} of the action {action!r} muted, first {bone!r}",
            curves=counted(len(muted), "curve"),
            action=action.name,
            bone=_name(muted[0]),
        )
    made = made_curves(action, slot)
    if made is None:
        return
    there = {digest_of(curve, made_path(curve, owner)): curve for curve in curves}
    other = [curve for number, curve in there.items() if number not in made]
    gone = len(made) - (len(there) - len(other))
    if other:
        yield sentence(
            "{curves} of the action {action!r} changed since the import, first {bone!r}",
            curves=counted(len(other), "curve"),
            action=action.name,
            bone=_name(other[0]),
        )
    elif gone:
        yield sentence(
            "{curves} of the action {action!r} removed since the import",
            curves=counted(gone, "curve"),
            action=action.name,
        )


def _name(curve: bpy.types.FCurve) -> str:
    """The bone of a curve or, where it has none, its path."""
    _, *quoted = curve.data_path.split('"')
    return str(bpy.utils.unescape_identifier('"'.join(quoted[:-1])) if quoted else curve.data_path)
