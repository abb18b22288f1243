"""How everything in a scene stands, what has moved since, and how it is put back.

Channels are compared as stored, in Blender's units (metres, radians), without matrices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np

#: Blender's channels of an object or a bone.
_CHANNELS = ("location", "rotation_quaternion", "rotation_axis_angle", "rotation_euler", "scale")

#: Tolerance, absolute in the channel's unit and relative: Blender evaluates in float32.
_ROUNDING = 1e-6

#: Object, "bone" or "key" ("" for the object itself), name.
_Place = tuple[str, str, str]

#: In the order of ``_CHANNELS``; a shape key has its value alone.
_Values = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, eq=False)
class Stands:
    """Channels of a scene's objects, bones and shape keys."""

    scene: str
    values: Mapping[_Place, _Values]


def stands_of(scene: bpy.types.Scene) -> Stands:
    """How all objects of a scene stand now."""
    values = {place: _values(thing) for place, thing in _things(scene)}
    return Stands(scene.name, values)


def moved_since(before: Stands) -> list[str]:
    """Names of what has moved, objects first. What was removed is left out."""
    scene = bpy.data.scenes.get(before.scene)
    if scene is None:
        return []
    now = {place: _values(thing) for place, thing in _things(scene)}
    moved = [place for place in before.values.keys() & now.keys() if _differ(before.values[place], now[place])]
    return list(dict.fromkeys(place[2] or place[0] for place in sorted(moved, key=lambda p: (bool(p[1]), p))))


def stand_again(before: Stands) -> None:
    """Put back everything that still exists."""
    scene = bpy.data.scenes.get(before.scene)
    if scene is None:
        return
    for place, thing in _things(scene):
        if place in before.values:
            _set_values(thing, before.values[place])


@contextmanager
def standing_as(before: Stands) -> Iterator[None]:
    """Within the block everything stands as before, then as now."""
    scene = bpy.data.scenes.get(before.scene)
    now = None if scene is None else stands_of(scene)
    stand_again(before)
    try:
        yield
    finally:
        if now is not None:
            stand_again(now)


def _things(scene: bpy.types.Scene) -> Iterator[tuple[_Place, Any]]:
    for ob in scene.objects:
        yield (ob.name, "", ""), ob
        for bone in ob.pose.bones if ob.pose is not None else ():
            yield (ob.name, "bone", bone.name), bone
        keys = getattr(ob.data, "shape_keys", None)
        for key in keys.key_blocks if keys is not None else ():
            yield (ob.name, "key", key.name), key


def _values(thing: Any) -> _Values:
    if isinstance(thing, bpy.types.ShapeKey):
        return ((float(thing.value),),)
    return tuple(tuple(map(float, getattr(thing, channel))) for channel in _CHANNELS)


def _set_values(thing: Any, values: _Values) -> None:
    """Write only what differs: every write has Blender evaluate the object anew."""
    now = _values(thing)
    if isinstance(thing, bpy.types.ShapeKey):
        if now != values:
            thing.value = values[0][0]
        return
    for channel, old, new in zip(_CHANNELS, now, values, strict=True):
        if old != new:
            setattr(thing, channel, new)


def _differ(before: _Values, now: _Values) -> bool:
    return any(not np.allclose(a, b, rtol=_ROUNDING, atol=_ROUNDING) for a, b in zip(before, now, strict=True))
