"""Notes of earlier versions, which stood on things one by one, and the curves that keys made of them.

By I, with custom properties among the channels, our numbers were keyed too: hundreds of curves that move nothing. They
are removed from every action, and the notes go into their group.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import bpy

from ... import compat
from ..ground import stored_names as stored
from ..ground.noted import our

#: A curve of a note: it ends in the name of one of our custom properties, today's group included.
_OF_A_NOTE = re.compile(r'\["(former_)?skinproof_\w+"\](\["\w+"\])?$')

#: What stays: names of version 1 on collections, and what is no character's.
_LEFT = (stored.GROUP, stored.CHARACTER, stored.SHADING, stored.ACTIVE_COLOR)


def gather_loose_notes() -> int:
    """Put loose notes into their groups and remove their curves; returns how many curves.

    Linked things are left alone, and read as they are.
    """
    for thing in _things():
        for name in [key for key in thing.keys() if _is_loose(key)]:  # noqa: SIM118 -- Blender's own type iterates values
            value = thing[name]
            our(thing)[name] = value.to_dict() if hasattr(value, "to_dict") else value
    return sum(_without_notes(action) for action in bpy.data.actions if action.library is None)


def _is_loose(name: str) -> bool:
    return name.removeprefix(stored.FORMER).startswith("skinproof_") and name not in _LEFT


def _things() -> Iterator[bpy.types.bpy_struct]:
    for ob in bpy.data.objects:
        if ob.library is None:
            yield ob
            yield from ob.pose.bones if ob.pose is not None else ()
            if ob.type == "MESH" and ob.data.shape_keys is not None and ob.data.shape_keys.library is None:
                yield ob.data.shape_keys
    yield from (action for action in bpy.data.actions if action.library is None)
    yield from (collection for collection in bpy.data.collections if collection.library is None)


def _without_notes(action: bpy.types.Action) -> int:
    """Remove the curves of notes from an action; returns how many."""
    count = 0
    for curves in compat.curve_lists(action):
        for curve in [each for each in curves if _OF_A_NOTE.search(each.data_path)]:
            curves.remove(curve)
            count += 1
    return count
