"""Modifiers beside the Armature modifier of a mesh with shape keys: applied, to every shape key by itself.

With shape keys Blender applies no modifier that makes vertices. Here the mesh is evaluated at its basis and with each
key alone: a new mesh with keys of the same names, values and drivers.
"""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64
from ... import compat
from .mend import Mend, is_own, own_object

#: Of a key block, what is the same afterwards.
_KEPT = ("slider_min", "slider_max", "value", "mute", "interpolation")


def mends_of_modifiers(scene: bpy.types.Scene) -> Iterator[Mend]:
    """Those of every mesh with shape keys that an armature moves."""
    for ob in scene.objects:
        names = _names(ob)
        if names and ob.data.shape_keys is not None and ob.find_armature() is not None and is_own(ob):
            yield Mend("APPLY_MODIFIERS", ob.name, names)


def _names(ob: bpy.types.Object) -> tuple[str, ...]:
    return tuple(m.name for m in ob.modifiers if m.show_viewport and m.type != "ARMATURE") if ob.type == "MESH" else ()


def has_modifiers(scene: bpy.types.Scene, mend: Mend) -> bool:
    """Whether one of them is there."""
    ob = scene.objects.get(mend.object)
    return ob is not None and bool(set(_names(ob)) & set(mend.items))


def apply_modifiers(scene: bpy.types.Scene, mend: Mend) -> None:
    """Apply them. Raises ``SkinproofError`` if the object is gone, or a key would have other vertices than the rest."""
    ob = own_object(scene, mend)
    old = ob.data.shape_keys
    names = [key.name for key in old.key_blocks if key != old.reference_key]
    mesh, keys = _applied(scene, ob, names)
    mesh.name = ob.data.name
    ob.data = mesh
    for name in _names(ob):
        ob.modifiers.remove(ob.modifiers[name])
    ob.shape_key_add(name=old.reference_key.name, from_mix=False)
    new = mesh.shape_keys
    for name in names:
        key = ob.shape_key_add(name=name, from_mix=False)
        key.points.foreach_set("co", keys[name].astype(np.float32).ravel())
        for kept in _KEPT:
            setattr(key, kept, getattr(old.key_blocks[name], kept))
    new.name = old.name
    _animate(old, new)
    ob.active_shape_key_index = 0
    mesh.update()


def _applied(
    scene: bpy.types.Scene, ob: bpy.types.Object, names: list[str]
) -> tuple[bpy.types.Mesh, dict[str, Float64]]:
    """The mesh at its basis, without keys, and by key (V, 3) where its vertices are; of a copy that is removed."""
    twin = ob.copy()
    twin.data = ob.data.copy()
    copied = twin.data
    scene.collection.objects.link(twin)
    try:
        for block in (twin, twin.data.shape_keys):
            block.animation_data_clear()
        for modifier in [m for m in twin.modifiers if m.type == "ARMATURE"]:
            twin.modifiers.remove(modifier)
        blocks = twin.data.shape_keys.key_blocks
        for key in blocks:
            key.value, key.mute = 0.0, False
        mesh = bpy.data.meshes.new_from_object(
            twin.evaluated_get(_evaluated()), preserve_all_data_layers=True, depsgraph=_evaluated()
        )
        basis, keys = _places(mesh), {}
        for name in names:
            blocks[name].slider_min, blocks[name].slider_max = 0.0, 1.0
            blocks[name].value = 1.0
            keys[name] = _places(twin.evaluated_get(_evaluated()).data)
            blocks[name].value = 0.0
            if keys[name].shape != basis.shape:
                bpy.data.meshes.remove(mesh)
                words = "with the shape key {key!r} the modifiers make other vertices"
                raise SkinproofError(words, where=ob.name, key=name)
    finally:
        bpy.data.objects.remove(twin)
        bpy.data.meshes.remove(copied)
    return mesh, keys


def _evaluated() -> bpy.types.Depsgraph:
    bpy.context.view_layer.update()
    return bpy.context.evaluated_depsgraph_get()


def _places(mesh: bpy.types.Mesh) -> Float64:
    found = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", found)
    return found.reshape(-1, 3).astype(np.float64)


def _animate(old: bpy.types.Key, new: bpy.types.Key) -> None:
    """Let the same action, tracks and drivers move the new keys."""
    before = old.animation_data
    if before is None:
        return
    after = new.animation_data_create()
    compat.assign_action(new, *compat.assigned_action(old))
    for driver in before.drivers:
        after.drivers.from_existing(src_driver=driver)
    for track in before.nla_tracks:
        for strip in track.strips:
            if strip.action is not None:
                frame, slot = int(strip.frame_start), compat.slot_of(strip)
                compat.add_muted_track(new, track.name, strip.action, slot, frame)
                after.nla_tracks[-1].mute = track.mute
                if track.is_solo:  # taking the star off any track takes it off all
                    after.nla_tracks[-1].is_solo = True
