"""A fingerprint of all editable things that a verdict depends on, to tell whether it still holds.

It is the same at every frame: a keyed value counts only if it is off its keys. Contents of meshes cost most, and are
read again only after an evaluation of the mesh.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from types import SimpleNamespace
from typing import Any

import bpy
import numpy as np

from ... import compat
from ..ground import stored_names as stored
from ..ground.arrays import corner_vertices, values_of
from ..ground.modifiers import positions_of
from ..ground.noted import our
from ..ground.visible import layers_shown, some_is_seen
from ..identity.bone_notes import SETTINGS
from ..identity.character import action_of, owners_among, stack_of
from ..play.playback import CHANNELS, heard_tracks, is_by_hand

#: Larger meshes are not known to be unchanged: reading weights takes microseconds per vertex.
_MOST_VERTICES = 50_000

_DELTAS = ("delta_location", "delta_rotation_euler", "delta_rotation_quaternion", "delta_scale")
_OF_OBJECT = (*_DELTAS, "rotation_mode", "parent_type", "parent_bone", "show_only_shape_key")

#: What bends a bone of several segments.
_BENDY = (
    *(f"bbone_curve{side}{axis}" for side in ("in", "out") for axis in "xz"),
    *("bbone_rollin", "bbone_rollout", "bbone_easein", "bbone_easeout", "bbone_scalein", "bbone_scaleout"),
)

#: Settings of modifiers, constraints, strips and curve modifiers that move no vertex in the viewport.
_NO_SETTINGS = {
    *("name", "rna_type", "show_expanded", "show_render", "is_active", "active", "select", "is_override_data"),
    *("execution_time", "persistent_uid", "use_pin_to_last", "is_valid"),
}

#: Interpolations above this have curves or easings; below is constant.
_LINEAR = 1

#: Digest of a mesh's contents by ``session_uid``. Whoever sees the mesh change takes it out.
Contents = dict[int, bytes]


def fingerprint(
    scene: bpy.types.Scene,
    objects: Iterable[bpy.types.Object],
    clips: Iterable[int],
    chosen: str,
    contents: Contents,
    *,
    seen: bool,
) -> str:
    """The fingerprint of the character with these objects; it survives saving and renaming.

    seen: what plays and poses it counts, else its own actions of these clips (-1: none). chosen: the panel's clip.
    contents: digests of meshes, read from and added to.
    """
    clips = list(clips)
    objects = sorted(objects, key=lambda ob: int(our(ob).get(stored.ROLE, -1)))
    digest = blake2b(digest_size=12)
    render = scene.render
    digest.update(_noted(chosen, render.frame_map_old, render.frame_map_new, render.use_simplify))
    for ob in objects:
        digest.update(_noted("evaluated", ob.hide_viewport, *sorted(_in_layers(scene, ob))))
        for part in _object(ob, objects, contents):
            digest.update(part)
    for owner in owners_among(objects):
        moves = _what_plays(scene, owner, objects) if seen else map(_curve, _curves_of(owner, clips))
        for part in moves:
            digest.update(part)
    return digest.hexdigest()


def _what_plays(scene: bpy.types.Scene, owner: bpy.types.ID, objects: list[bpy.types.Object]) -> Iterator[bytes]:
    """All that moves a data-block now: its action, strips, drivers, and values set by hand."""
    curves = compat.curves_of(owner)
    yield from map(_curve, curves)
    yield from _mixed(owner, objects)
    yield from _drivers(owner, objects)
    yield from _set_by_hand(owner, curves, scene.frame_current_final)


def _curves_of(owner: bpy.types.ID, clips: Iterable[int]) -> Iterator[bpy.types.FCurve]:
    """The curves of clips on a data-block, from its actions and NLA tracks."""
    for clip in clips:
        yield from compat.curves_of_slot(*action_of(owner, clip))
        for track in stack_of(owner, clip):
            for strip in track.strips:
                yield from compat.curves_of_strip(strip)


def _noted(*values: object) -> bytes:
    return repr(values).encode()


def _object(ob: bpy.types.Object, objects: list[bpy.types.Object], contents: Contents) -> Iterator[bytes]:
    yield _noted(
        "object",
        *_values(ob, _OF_OBJECT),
        _name_in(objects, ob.parent),
        *(tuple(ob.matrix_parent_inverse[row]) for row in range(4)),
    )
    for owned in (*ob.modifiers, *ob.constraints):
        yield _noted(*_settings(owned, objects))
    if ob.type == "MESH":
        yield _content(ob, contents)
    elif ob.type == "ARMATURE":
        yield from _armature(ob, objects)


def _in_layers(scene: bpy.types.Scene, ob: bpy.types.Object) -> set[tuple[bool, bool, bool]]:
    """How an object is in the view layers that windows show, or in all if none shows the scene: whether it is there,
    hidden, and its collections are seen."""
    holding, found = set(ob.users_collection), set()
    for layer in layers_shown(scene) or scene.view_layers:
        there = ob.name in layer.objects
        hidden = there and ob.hide_get(view_layer=layer)
        found.add((there, hidden, there and some_is_seen(layer.layer_collection, holding)))
    return found


def _mixed(owner: bpy.types.ID, objects: list[bpy.types.Object]) -> Iterator[bytes]:
    """The strips of a data-block, and their curves."""
    tracks = owner.animation_data.nla_tracks if owner.animation_data is not None else ()
    yield _noted("solo", [track.name for track in tracks if track.is_solo])
    for strip in _strips(owner):
        yield _noted(*_settings(strip, objects))
        yield from map(_curve, compat.curves_of_strip(strip))


def _drivers(owner: bpy.types.ID, objects: list[bpy.types.Object]) -> Iterator[bytes]:
    """A data-block's drivers: path, expression, variables. The value may change at any frame."""
    for curve in owner.animation_data.drivers if owner.animation_data is not None else ():
        driver = curve.driver
        yield _noted("driver", curve.data_path, curve.array_index, curve.mute, driver.type, driver.expression)
        for variable in driver.variables:
            of = [(_name_in(objects, t.id), t.data_path, t.bone_target, t.transform_type) for t in variable.targets]
            yield _noted(variable.name, variable.type, of)


def is_self_contained(objects: Iterable[bpy.types.Object]) -> bool:
    """Whether an equal fingerprint means an equal verdict: nothing outside a character moves it."""
    objects = list(objects)
    return not any(_takes_part(ob, objects) for ob in objects)


def in_edit_mode(objects: Iterable[bpy.types.Object]) -> bool:
    """Whether any of these objects is in Edit Mode: its data cannot be read, so there is no fingerprint."""
    return any(ob.type in {"MESH", "ARMATURE"} and ob.data.is_editmode for ob in objects)


def _takes_part(ob: bpy.types.Object, objects: list[bpy.types.Object]) -> bool:
    """Whether something that the fingerprint leaves out moves an object."""
    if ob.parent is not None and ob.parent not in objects:
        return True
    if any(map(_is_driven, owners_among([ob]))) or (ob.data is not None and ob.data.animation_data is not None):
        return True
    if len(ob.constraints) or ob.rigid_body is not None:
        return True
    if ob.type == "MESH" and len(ob.data.vertices) > _MOST_VERTICES:
        return True
    if ob.pose is not None and any(len(bone.constraints) for bone in ob.pose.bones):
        return True
    return any(m.type != "ARMATURE" or (m.object is not None and m.object not in objects) for m in ob.modifiers)


def _is_driven(owner: bpy.types.ID) -> bool:
    animation = owner.animation_data
    return animation is not None and (len(animation.drivers) > 0 or any(True for _ in _strips(owner)))


def _strips(owner: bpy.types.ID) -> Iterator[bpy.types.NlaStrip]:
    animation = owner.animation_data
    if animation is not None and animation.use_nla:
        for track in heard_tracks(animation):
            yield from track.strips


def _name_in(objects: list[bpy.types.Object], target: bpy.types.ID | None) -> object:
    """What stands for a data-block: its place among the character's, else its name."""
    return objects.index(target) if target in objects else getattr(target, "name_full", None)


def _values(thing: Any, names: Iterable[str]) -> Iterator[object]:
    for name in names:
        value = getattr(thing, name)
        yield value if isinstance(value, (str, int, float)) else tuple(value)


def _settings(thing: Any, objects: list[bpy.types.Object]) -> Iterator[object]:
    """All plain settings of a modifier, constraint or strip, and what its pointers point at."""
    for prop in thing.bl_rna.properties:
        if prop.identifier in _NO_SETTINGS or prop.identifier.startswith(("error_", "show_on_", "show_in_")):
            continue
        if prop.type == "POINTER":
            yield prop.identifier, _name_in(objects, getattr(thing, prop.identifier))
        elif prop.type != "COLLECTION":
            value = getattr(thing, prop.identifier)
            yield prop.identifier, tuple(value) if getattr(prop, "is_array", False) else value


def _content(ob: bpy.types.Object, contents: Contents) -> bytes:
    """A digest of a mesh's positions, faces, weights, normals and shape keys; too many weights are left out."""
    mesh = ob.data
    digest = blake2b(positions_of(mesh).data, digest_size=12)
    digest.update(corner_vertices(mesh).data)
    digest.update(values_of(mesh.polygons, "loop_start", kind=np.int32).data)
    digest.update(repr([group.name for group in ob.vertex_groups]).encode())
    number = mesh.session_uid
    if number not in contents:
        contents[number] = _weights_normals_and_keys(mesh)
    digest.update(contents[number])
    return digest.digest()


def _weights_normals_and_keys(mesh: bpy.types.Mesh) -> bytes:
    digest = blake2b(digest_size=12)
    if len(mesh.vertices) <= _MOST_VERTICES:
        weights = [(at.group, at.weight) for vertex in mesh.vertices for at in (*vertex.groups, _END)]
        digest.update(np.array(weights, np.float64).tobytes())
        digest.update(values_of(mesh.corner_normals, "vector", 3).data)  # of sharp faces and edges, and of the user's
    for key in mesh.shape_keys.key_blocks if mesh.shape_keys is not None else ():
        digest.update(repr((key.mute, key.vertex_group, key.relative_key.name)).encode())
        digest.update(values_of(key.data, "co", 3).data)
    return digest.digest()


#: Follows the weights of a vertex.
_END = SimpleNamespace(group=-1, weight=0.0)


def _armature(ob: bpy.types.Object, objects: list[bpy.types.Object]) -> Iterator[bytes]:
    """An armature's rest, and its bones' settings and constraints."""
    bones = ob.data.bones
    yield repr((ob.data.pose_position, [(bone.name, bone.parent and bone.parent.name) for bone in bones])).encode()
    yield values_of(bones, "matrix_local", 16).tobytes()
    for name in SETTINGS:
        yield values_of(bones, name, kind=np.int32).tobytes()
    yield values_of(ob.pose.bones, "rotation_mode", kind=np.int32).tobytes()
    for bone in ob.pose.bones:
        for constraint in bone.constraints:
            yield repr((bone.name, *_settings(constraint, objects))).encode()


def _curve(curve: bpy.types.FCurve) -> bytes:
    points = curve.keyframe_points
    kinds = values_of(points, "interpolation", kind=np.int32)
    parts = [repr((curve.data_path, curve.array_index, curve.mute, curve.extrapolation, len(points))).encode()]
    parts += [kinds.tobytes(), values_of(points, "co", 2).tobytes()]
    if (kinds > _LINEAR).any() or curve.extrapolation == "LINEAR":  # else neither handles nor easing count
        parts += [values_of(points, name, 2).tobytes() for name in ("handle_left", "handle_right")]
        parts += [repr([(key.easing, key.amplitude, key.back, key.period) for key in points]).encode()]
    for modifier in curve.modifiers:
        parts.append(repr(list(_settings(modifier, []))).encode())
    return b"".join(parts)


def _set_by_hand(owner: bpy.types.ID, curves: Iterable[bpy.types.FCurve], frame: float) -> Iterator[bytes]:
    """Values of a data-block and its bones; 0 if keys, strips or drivers set them."""
    values = _posed(owner)
    strips = list(_strips(owner))
    by_others = [curve for strip in strips for curve in compat.curves_of_strip(strip)]
    by_others += owner.animation_data.drivers if owner.animation_data is not None else ()
    for curve in (*curves, *by_others):
        channel, index = values.get(curve.data_path), curve.array_index
        if channel is None or index >= len(channel) or curve.mute:
            continue
        # A curve alone does not tell the value seen if strips play.
        is_set = bool(strips) or curve in by_others or not is_by_hand(float(channel[index]), curve.evaluate(frame))
        if is_set:
            channel[index] = 0.0
    yield from (channel.tobytes() for channel in values.values())


def _posed(owner: bpy.types.ID) -> dict[str, np.ndarray]:
    """By data path: the values (n,) float32 that pose an object with its bones, or shape keys."""
    if not isinstance(owner, bpy.types.Object):
        keys = {bpy.utils.escape_identifier(key.name): key.value for key in owner.key_blocks}
        return {f'key_blocks["{name}"].value': np.full(1, value, np.float32) for name, value in keys.items()}
    values: dict[str, np.ndarray] = {name: np.array(getattr(owner, name), np.float32) for name, _ in CHANNELS}
    return values if owner.pose is None else values | _posed_bones(owner.pose.bones)


def _posed_bones(bones: Any) -> dict[str, np.ndarray]:
    """By data path: the values (n,) float32 that pose bones, all at once if they have the same channels."""
    values: dict[str, np.ndarray] = {}
    paths = [f'pose.bones["{bpy.utils.escape_identifier(bone.name)}"].' for bone in bones]
    for name, size in CHANNELS:
        channels = values_of(bones, name, size)
        values |= {path + name: channel for path, channel in zip(paths, channels, strict=True)}
    for path, bone in zip(paths, bones, strict=True):
        if bone.bone.bbone_segments > 1:
            values |= {path + name: np.ravel(getattr(bone, name)).astype(np.float32) for name in _BENDY}
    return values
