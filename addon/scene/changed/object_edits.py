"""What moves a character's objects beside its actions: drivers, constraints, parents that move, scales of objects."""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.text.sentence import Sentence
from ..ground import stored_names as stored
from .play_edits import bone_of, channel_of

#: Scales that differ by less, relatively, are one.
_EVEN = 1e-4


def changed_objects(objects: list[bpy.types.Object]) -> Iterator[Sentence]:
    """Constraints, moving parents and scales of the objects of a character."""
    for ob in objects:
        yield from _scale(ob, objects)
        for constraint in ob.constraints:
            if not constraint.mute and constraint.influence:
                about = {"constraint": constraint.name, "object": ob.name}
                yield scene_cause("object-constraint", **about, at=ob.name, items=(constraint.name,))
        mover = _moving(ob.parent) if ob.parent not in objects else None
        if mover is not None:
            yield scene_cause("parent-moves", object=ob.name, parent=mover.name, at=ob.name)


def changed_drivers(objects: list[bpy.types.Object]) -> Iterator[Sentence]:
    """Drivers of bones, shape keys and all else of a character's objects."""
    for ob in objects:
        keys = ob.data.shape_keys if ob.type == "MESH" else None
        for owner in filter(None, (ob, ob.data, keys)):
            seen = set()
            for driver in _drivers(owner):
                told = _driver(ob, driver)
                if str(told) not in seen:  # one for each component of a vector
                    yield told
                seen.add(str(told))


def _driver(ob: bpy.types.Object, driver: bpy.types.FCurve) -> Sentence:
    path = driver.data_path
    about = {"at": ob.name, "items": (path,)}
    if path.startswith("pose.bones["):
        about |= {"channel": channel_of(path), "bone": bone_of(driver), "armature": ob.name}
        return scene_cause("bone-driver", **about)
    if path.startswith("key_blocks["):
        return scene_cause("key-driver", key=bone_of(driver), mesh=ob.name, **about)
    return scene_cause("object-driver", channel=channel_of(path), object=ob.name, **about)


def _drivers(owner: bpy.types.ID) -> Iterator[bpy.types.FCurve]:
    animation = owner.animation_data
    for driver in animation.drivers if animation is not None else ():
        if not driver.mute and driver.driver is not None:
            yield driver


def _moving(parent: bpy.types.Object | None) -> bpy.types.Object | None:
    """The nearest of an object's ancestors that something moves over time; None: all stand still."""
    while parent is not None:
        animation = parent.animation_data
        animated = animation is not None and (
            animation.action is not None
            or len(animation.drivers) > 0
            or (animation.use_nla and any(not track.mute for track in animation.nla_tracks))
        )
        if animated or any(not c.mute and c.influence for c in parent.constraints):
            return parent
        parent = parent.parent
    return None


def _scale(ob: bpy.types.Object, objects: list[bpy.types.Object]) -> Iterator[Sentence]:
    """A mirrored or uneven scale of a character's topmost objects, which its file did not give them."""
    if ob.parent in objects or stored.NODE in ob:
        return
    before = ob.get(stored.PLACED)
    made = list(before.to_list()[7:]) if before is not None else [1.0, 1.0, 1.0]
    now: list[float] = np.array(ob.scale).tolist()
    ratio = [new / then if then else 1.0 for new, then in zip(now, made, strict=True)]
    if (value := min(ratio)) < 0.0:
        axis = "XYZ"[ratio.index(value)]
        yield scene_cause("object-mirrored", object=ob.name, axis=axis, value=value, at=ob.name)
    elif max(ratio) - min(ratio) > _EVEN * max(ratio):
        x, y, z = ratio
        yield scene_cause("object-scaled-unevenly", object=ob.name, x=x, y=y, z=z, at=ob.name)
