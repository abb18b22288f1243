"""How what plays differs from what the import made: actions, curves, the scene's clock; in sentences that name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import bpy

from ....skinning_core.text.count import counted
from ... import compat
from ..build.import_notes import digest_of, made_curves, made_path
from ..identity.character import action_of, has_lost_action
from ..play.playback import plays_nla


def changed_clock(scene: bpy.types.Scene) -> Iterator[str]:
    """What makes the scene's frames something else than the clip's."""
    old, new = scene.render.frame_map_old, scene.render.frame_map_new
    if old != new:
        yield f"the scene's time is remapped (Output Properties, Time Stretching: {old} to {new})"


def changed_actions(moved: Iterable[bpy.types.ID], clip: int | None, *, seen: bool) -> Iterator[str]:
    """Actions that are not the clip's, and curves that are not as imported. seen: of what is assigned now."""
    for owner in moved:
        own, own_slot = (None, "") if clip is None else action_of(owner, clip)
        action, slot = compat.assigned_action(owner) if seen else (own, own_slot)
        if clip is not None and has_lost_action(owner, clip):
            yield f"the action of the clip on {owner.name!r} was deleted"
        elif seen and action != own and not (plays_nla(owner) and _has_tracks(owner)):
            played = "no action" if action is None else f"the action {action.name!r}"
            yield f"{owner.name!r} plays {played}" + ("" if own is None else f", not {own.name!r}")
        elif seen and action is not None and compat.SLOTTED_ACTIONS and not slot:
            yield f"{owner.name!r} has no slot in the action {action.name!r}, which moves nothing then"
        if action is not None:
            yield from _curves(owner, action, slot)


def _has_tracks(owner: bpy.types.ID) -> bool:
    return any(not track.mute for track in owner.animation_data.nla_tracks)


def _curves(owner: bpy.types.ID, action: bpy.types.Action, slot: str) -> Iterator[str]:
    curves = compat.curves_of_slot(action, slot)
    muted = [curve for curve in curves if curve.mute]
    if muted:
        yield f"{counted(len(muted), 'curve')} of the action {action.name!r} muted, first {_name(muted[0])!r}"
    made = made_curves(action, slot)
    if made is None:
        return
    there = {digest_of(curve, made_path(curve, owner)): curve for curve in curves}
    other = [curve for number, curve in there.items() if number not in made]
    gone = len(made) - (len(there) - len(other))
    if other:
        first = _name(other[0])
        yield f"{counted(len(other), 'curve')} of the action {action.name!r} changed since the import, first {first!r}"
    elif gone:
        yield f"{counted(gone, 'curve')} of the action {action.name!r} removed since the import"


def _name(curve: bpy.types.FCurve) -> str:
    """The bone of a curve or, where it has none, its path."""
    _, *quoted = curve.data_path.split('"')
    return bpy.utils.unescape_identifier('"'.join(quoted[:-1])) if quoted else curve.data_path
