"""One change of a scene that may mend an export, as data: the Blender that tries exports names it, yours makes it."""

from __future__ import annotations

from dataclasses import dataclass

import bpy

from ....skinning_core.error import SkinproofError


@dataclass(frozen=True)
class Mend:
    """One change of one object; ``mend_kinds`` knows how it is made."""

    code: str  # stable, of ``mend_kinds.KINDS``
    object: str  # its name
    items: tuple[str, ...] = ()  # names of bones, modifiers, shape keys, actions or other objects, by code


def own_object(scene: bpy.types.Scene, mend: Mend) -> bpy.types.Object:
    """The object that a mend is about. Raises ``SkinproofError`` if it is gone, or of another file."""
    ob = scene.objects.get(mend.object)
    if ob is None:
        raise SkinproofError("{object!r} is no longer in this scene", object=mend.object, fix="find the settings again")
    if ob.library is not None or (ob.data is not None and ob.data.library is not None):
        raise SkinproofError("{object!r} is linked from another file", object=mend.object, fix="mend it there")
    return ob


def is_own(ob: bpy.types.Object) -> bool:
    """Whether an object and its data are of this file, so that they can be changed here."""
    return ob.library is None and (ob.data is None or ob.data.library is None)
