"""What of the extension is in the open file, asked of Blender alone: with the extension, without it, in a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import bpy


def left() -> list[str]:
    """What of ours is in the file: names, custom properties, choices of the tab, curves and drivers."""
    found = []
    for thing in things():
        found += [thing.name] if "skinproof" in thing.name.lower() else []
        found += [f"{thing.name}: {key}" for key in properties(thing) if "skinproof" in key]
        animation = getattr(thing, "animation_data", None)
        found += [d.data_path for d in animation.drivers if "skinproof" in d.data_path] if animation else []
    return found + [c.data_path for action in bpy.data.actions for c in curves(action) if "skinproof" in c.data_path]


def things() -> Iterator[Any]:
    """Every data-block of the file, its bones, attributes, modifiers, and vertex groups."""
    for name in dir(bpy.data):
        blocks = getattr(bpy.data, name)
        if not isinstance(blocks, bpy.types.bpy_prop_collection) or name == "screens":
            continue
        for block in blocks:
            yield block
            for parts in ("bones", "attributes", "modifiers", "vertex_groups"):
                yield from getattr(block, parts, ())
            yield from getattr(getattr(block, "pose", None), "bones", ())


def properties(thing: Any) -> list[str]:
    """The names of a thing's custom properties, where it can have any; and, since 5.0 apart, of what add-ons hold."""
    with suppress(AttributeError, TypeError):
        held = getattr(thing, "bl_system_properties_get", dict)() or {}
        return list(dict.fromkeys([*thing.keys(), *held.keys()]))
    return []


def curves(action: Any) -> Iterator[Any]:
    """Every curve of an action, of every slot of it."""
    if hasattr(action, "fcurves"):
        yield from action.fcurves
    for strip in (strip for layer in getattr(action, "layers", ()) for strip in layer.strips):
        for bag in strip.channelbags:
            yield from bag.fcurves
