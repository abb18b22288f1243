"""Every difference between Blender versions (4.2 to 5.3) that this add-on needs, and nothing else."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import bpy

#: Since 4.4 one action animates any number of data-blocks, each by a slot of its own.
SLOTTED_ACTIONS: bool = bpy.app.version >= (4, 4, 0)

#: A path for new F-curves that is replaced afterwards.
_UNTOLD = "x"

#: An index that no F-curve keeps. Blender compares a new F-curve with all others, by index first: 20,000 made so and
#: then told what they animate take 0.3 s, by their own paths 0.7.
_NO_INDEX = 1 << 20

#: Since 5.0 new F-curves take their group by name, and actions have no F-curves of their own.
_GROUP_BY_NAME: bool = bpy.app.version >= (5, 0, 0)


class ActionCurves:
    """The F-curves by which an action animates a data-block, through the slot of that identifier or a new one."""

    def __init__(self, action: bpy.types.Action, owner: bpy.types.ID, slot: str = "") -> None:
        self.action = action
        self.slot: bpy.types.ActionSlot | None = None
        self._bag = None
        if SLOTTED_ACTIONS:
            layer = action.layers[0] if action.layers else action.layers.new("Layer")
            strip = layer.strips[0] if layer.strips else layer.strips.new(type="KEYFRAME")
            self.slot = action.slots.get(slot) if slot else None
            if self.slot is None:
                self.slot = action.slots.new(id_type=owner.id_type, name=owner.name)
            self._bag = strip.channelbag(self.slot, ensure=True)
            self._curves = self._bag.fcurves
        else:
            action.id_root = owner.id_type
            self._curves = action.fcurves

    @property
    def slot_identifier(self) -> str:
        """The slot's identifier; empty if this Blender has no slots."""
        return self.slot.identifier if self.slot else ""

    @property
    def all(self) -> list[bpy.types.FCurve]:
        """The existing F-curves, in Blender's order."""
        return list(self._curves)

    def remove(self, paths: Collection[str]) -> None:
        """Remove the F-curves of these data paths."""
        for curve in [curve for curve in self._curves if curve.data_path in paths]:
            self._curves.remove(curve)

    def new(self, path: str, index: int, group: str) -> bpy.types.FCurve:
        """A new, empty F-curve, which must not exist already, in a group, made if missing; "" means none."""
        curve = self._grouped(group)
        curve.data_path, curve.array_index = path, index
        return curve

    def _grouped(self, group: str) -> bpy.types.FCurve:
        if not group:
            return self._curves.new(_UNTOLD, index=_NO_INDEX)
        if self._bag is None:
            return self._curves.new(_UNTOLD, index=_NO_INDEX, action_group=group)
        if _GROUP_BY_NAME:
            return self._curves.new(_UNTOLD, index=_NO_INDEX, group_name=group)
        curve = self._curves.new(_UNTOLD, index=_NO_INDEX)
        curve.group = self._bag.groups.get(group) or self._bag.groups.new(group)
        return curve


def assign_action(owner: bpy.types.ID, action: bpy.types.Action | None, slot: str = "") -> None:
    """Let an action, by the slot of that identifier if there are slots, animate a data-block; None: nothing.

    Without an identifier it has no slot and stands still: Blender by itself would choose one.
    """
    if action is None and owner.animation_data is None:
        return
    animation = owner.animation_data or owner.animation_data_create()
    animation.action = action
    if SLOTTED_ACTIONS and action is not None:
        animation.action_slot = action.slots.get(slot)


def curves_of(owner: bpy.types.ID) -> list[bpy.types.FCurve]:
    """The F-curves that animate a data-block now; none without action or slot."""
    return curves_of_slot(*assigned_action(owner))


def curves_of_strip(strip: bpy.types.NlaStrip) -> list[bpy.types.FCurve]:
    """The F-curves by which an NLA strip animates its data-block; none without action or slot."""
    return curves_of_slot(strip.action, slot_of(strip))


def slot_of(played: bpy.types.NlaStrip | bpy.types.AnimData) -> str:
    """The identifier of the slot of a strip or of a data-block's animation; "" if it has none."""
    slot = played.action_slot if SLOTTED_ACTIONS else None
    return slot.identifier if slot else ""


def curves_of_slot(action: bpy.types.Action | None, slot: str) -> list[bpy.types.FCurve]:
    """The F-curves of an action's slot; of the whole action if there are no slots."""
    if action is None:
        return []
    if not SLOTTED_ACTIONS:
        return list(action.fcurves)
    bags = (strip.channelbag(action.slots[slot]) for layer in action.layers for strip in layer.strips if slot)
    return [curve for bag in bags if bag is not None for curve in bag.fcurves]


def curve_lists(action: bpy.types.Action) -> list[bpy.types.bpy_prop_collection]:
    """The collections of an action's F-curves, one for each slot and strip."""
    if not SLOTTED_ACTIONS:
        return [action.fcurves]
    return [bag.fcurves for layer in action.layers for strip in layer.strips for bag in strip.channelbags]


def all_curves(action: bpy.types.Action) -> list[bpy.types.FCurve]:
    """An action's F-curves, of whatever slot."""
    return [curve for curves in curve_lists(action) for curve in curves]


def assigned_action(owner: bpy.types.ID) -> tuple[bpy.types.Action | None, str]:
    """The action that animates a data-block now, and its slot's identifier ("" if there are no slots)."""
    animation = owner.animation_data
    if animation is None or animation.action is None:
        return None, ""
    return animation.action, slot_of(animation)


class Assigned(NamedTuple):
    """What animates a data-block, to be put back."""

    there: bool  # whether it has animation data
    action: bpy.types.Action | None
    slot: str
    last: str  # identifier of its last slot


def animation_of(owner: bpy.types.ID) -> Assigned:
    """What animates a data-block now, for ``put_back_animation``."""
    animation = owner.animation_data
    last = animation.last_slot_identifier if SLOTTED_ACTIONS and animation is not None else ""
    return Assigned(animation is not None, *assigned_action(owner), last)


def put_back_animation(owner: bpy.types.ID, before: Assigned) -> None:
    """Let a data-block be animated as before, what was empty included; touches nothing that has not changed."""
    if animation_of(owner) == before:
        return
    if not before.there:
        owner.animation_data_clear()
        return
    assign_action(owner, before.action, before.slot)
    if SLOTTED_ACTIONS and owner.animation_data.last_slot_identifier != before.last:
        owner.animation_data.last_slot_identifier = before.last


def slot_for(action: bpy.types.Action, owner: bpy.types.ID) -> str | None:
    """The identifier of the slot by which an action could animate a data-block ("" if there are no slots), or None.

    It is the last slot, the one of its name, or the only one for its kind.
    """
    if not SLOTTED_ACTIONS:
        return "" if action.id_root in ("", owner.id_type) else None
    slots = [slot for slot in action.slots if slot.target_id_type in (owner.id_type, "UNSPECIFIED")]
    last = owner.animation_data.last_slot_identifier if owner.animation_data is not None else ""
    chosen = [slot for slot in slots if slot.identifier == last] or [
        slot for slot in slots if slot.name_display == owner.name
    ]
    chosen = chosen or slots
    return chosen[0].identifier if len(chosen) == 1 else None


def add_muted_track(owner: bpy.types.ID, name: str, action: bpy.types.Action, slot: str, frame: int) -> None:
    """Put an action on a muted NLA track, where it stays with the data-block and Blender's exporter finds it."""
    animation = owner.animation_data or owner.animation_data_create()
    track = animation.nla_tracks.new()
    track.name = name
    strip = track.strips.new(name, frame, action)
    if SLOTTED_ACTIONS and slot in action.slots:
        strip.action_slot = action.slots[slot]
    track.mute = True
    track.lock = True


def enable_nodes(material: bpy.types.Material) -> None:
    """Give a material its node tree; from 5.0 on it always has one."""
    if material.node_tree is None:
        material.use_nodes = True


def select_pose_bone(bone: bpy.types.PoseBone, selected: bool) -> None:
    """Select a bone in Pose Mode, or deselect it; until 5.0 the armature's bone holds that."""
    (bone if _GROUP_BY_NAME else bone.bone).select = selected


def joins_local_view(ob: bpy.types.Object, space: bpy.types.SpaceView3D) -> bool:
    """Put an object into a Local View; whether it is in it. Blender 4.3.2 does not, and says nothing."""
    ob.local_view_set(space, True)
    return bool(ob.local_view_get(space))
