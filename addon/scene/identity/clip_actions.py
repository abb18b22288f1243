"""The actions of one clip with their F-curves, and copies of them for clips that move the same properties.

Most files move the same bones in all clips. A copied F-curve costs a tenth of a new one, and with as many keys only
their places are written.
"""

from __future__ import annotations

from dataclasses import dataclass

import bpy

from ... import compat
from ..ground.curves import Curve

#: An animated property: ``session_uid`` of its data-block, data path.
Property = tuple[int, str]


@dataclass(frozen=True)
class OwnedAction:
    """One clip's action on one data-block."""

    owner: bpy.types.ID
    action: bpy.types.Action
    slot: str  # identifier; "" if this Blender has no slots


class ClipActions:
    """One action with a slot for each data-block that a clip moves; before Blender 4.4 one action each."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._owners: dict[int, tuple[bpy.types.ID, compat.ActionCurves]] = {}
        self._curves: dict[Property, list[Curve]] = {}
        self._places: dict[Property, list[int]] = {}  # in copies only, see _placed

    @property
    def properties(self) -> set[Property]:
        """All properties with F-curves."""
        return set(self._curves)

    def curves(self, owner: bpy.types.ID, path: str, components: int, group: str) -> list[Curve]:
        """The F-curves of a property's components, made if missing."""
        key = owner.session_uid, path
        if key not in self._curves:
            new = self._of(owner).new
            self._curves[key] = [Curve(new(path, k, group)) for k in range(components)]
        return self._curves[key]

    def copy(self, name: str) -> ClipActions:
        """A copy under another name, with its curves. Write over its keys."""
        twin = ClipActions(name)
        copied: dict[int, bpy.types.Action] = {}
        for uid, (owner, action_curves) in self._owners.items():
            action = copied.get(action_curves.action.session_uid)
            if action is None:
                action = copied[action_curves.action.session_uid] = action_curves.action.copy()
                action.name = name
                action.use_fake_user = True
            twin._owners[uid] = owner, compat.ActionCurves(action, owner, action_curves.slot_identifier)
        twins = {uid: list(curves.all) for uid, (_, curves) in twin._owners.items()}
        twin._places = self._places or self._placed()
        for key, places in twin._places.items():
            twin._curves[key] = [
                Curve(twins[key[0]][place], old.keys, old.form)
                for place, old in zip(places, self._curves[key], strict=True)
            ]
        return twin

    def owned(self) -> list[OwnedAction]:
        """One entry per data-block."""
        return [OwnedAction(owner, curves.action, curves.slot_identifier) for owner, curves in self._owners.values()]

    def _of(self, owner: bpy.types.ID) -> compat.ActionCurves:
        uid = owner.session_uid
        if uid not in self._owners:
            shared = next(iter(self._owners.values()))[1].action if self._owners and compat.SLOTTED_ACTIONS else None
            if shared is None:
                shared = bpy.data.actions.new(self._name)
                shared.use_fake_user = True
            self._owners[uid] = owner, compat.ActionCurves(shared, owner)
        return self._owners[uid][1]

    def _placed(self) -> dict[Property, list[int]]:
        """Places of each property's curves among their data-block's, in which curves of a group are neighbours."""
        places: dict[Property, list[int]] = {}
        for uid, (_, curves) in self._owners.items():
            at = {(curve.data_path, curve.array_index): place for place, curve in enumerate(curves.all)}
            for key in self._curves:
                if key[0] == uid:
                    places[key] = [at[key[1], k] for k in range(len(self._curves[key]))]
        return places
