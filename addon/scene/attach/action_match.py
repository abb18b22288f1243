"""Which actions of a character that others brought in are which clips of its file: by their names.

Importers keep each clip on an NLA track of its name, or in an action of that name, to which Blender may have added a
number, the object's name or an end that it cut. Clips without a name are numbered. A single clip is a single action,
whatever its name, where both are equally long.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import bpy

from ....skinning_core.model import Clip, Model
from ... import compat
from ..ground import stored_names as stored


def find_actions(owners: Sequence[bpy.types.ID], model: Model, frame_rate: float) -> list[int]:
    """Remember for each data-block the actions that are clips of a model; returns the clips that have any."""
    found: set[int] = set()
    for owner in owners:
        for key in (stored.ACTIONS, stored.SLOTS):
            if key in owner:
                del owner[key]
        named = _named_actions(owner)
        for clip, name in enumerate(model.clip_names):
            unnamed = f"Anim_{clip}" if name == f"clip {clip}" else ""  # as Blender's importer calls it
            action, slot = named.get(_plain(name), named.get(unnamed, (None, "")))
            if action is None and len(model.clips) == 1 == len({id(a) for a, _ in named.values()}):
                action, slot = next(iter(named.values()))
                action = action if _same_length(action, model.clips[0], frame_rate) else None
            if action is not None:
                for key, value in ((stored.ACTIONS, action), (stored.SLOTS, slot)):
                    if key not in owner:
                        owner[key] = {}
                    owner[key][str(clip)] = value
                found.add(clip)
    return sorted(found)


def _same_length(action: bpy.types.Action, clip: Clip, frame_rate: float) -> bool:
    span = action.frame_range
    return abs((span[1] - span[0]) - (clip.end - clip.start) * frame_rate) <= 1.0


def _named_actions(owner: bpy.types.ID) -> dict[str, tuple[bpy.types.Action, str]]:
    """The actions that could move a data-block, each with its slot, by their plain names; NLA tracks come first."""
    named: dict[str, tuple[bpy.types.Action, str]] = {}
    animation = owner.animation_data
    if animation is None:
        return named
    for track in animation.nla_tracks:
        for strip in list(track.strips)[:1]:
            if strip.action is not None:
                slot = strip.action_slot if compat.SLOTTED_ACTIONS else None
                named.setdefault(_plain(track.name), (strip.action, slot.identifier if slot else ""))
    assigned, slot = compat.assigned_action(owner)
    if assigned is not None:
        name = _plain(assigned.name)
        named.setdefault(name, (assigned, slot))
        named.setdefault(_plain(name.removesuffix(f"_{owner.name}")), (assigned, slot))
    return named


def _plain(name: str) -> str:
    """The name without Blender's number at its end, cut where Blender cuts names."""
    cut = name.encode("utf-8", "replace")[:63].decode("utf-8", "ignore")
    return re.sub(r"\.\d{3}$", "", cut)
