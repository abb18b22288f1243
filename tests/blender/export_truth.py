"""The truth about an export: the file skinned by the reference, against Blender's own vertices, at whole frames.

Which vertex of a file is which of the scene is known from a number that the exporter writes into the file for each
(the attribute "_VID"), so nothing of the truth comes from what is tested.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core.fast.exact_engine import skin_model
from skinning_core.gltf.load import load_gltf

bpy = pytest.importorskip("bpy")

SLOTTED = bpy.app.version >= (4, 4)


def numbered(mesh: Any) -> None:
    """Give each vertex its number, so that the exporter writes it into the file; behind all modifiers if there are."""
    if "_VID" in mesh.data.attributes:  # by another object that shows it
        return
    attribute = mesh.data.attributes.new("_VID", "FLOAT", "POINT")
    attribute.data.foreach_set("value", np.arange(len(mesh.data.vertices), dtype=np.float32))


def numbered_behind_modifiers(mesh: Any) -> None:
    group = bpy.data.node_groups.new("Number", "GeometryNodeTree")
    for in_out in ("INPUT", "OUTPUT"):
        group.interface.new_socket("Geometry", in_out=in_out, socket_type="NodeSocketGeometry")
    kinds = ("NodeGroupInput", "GeometryNodeStoreNamedAttribute", "GeometryNodeInputIndex", "NodeGroupOutput")
    start, store, index, end = (group.nodes.new(kind) for kind in kinds)
    store.data_type, store.domain = "FLOAT", "POINT"
    store.inputs["Name"].default_value = "_VID"
    value = next(s for s in store.inputs if s.name == "Value" and s.type == "VALUE" and s.enabled)
    group.links.new(start.outputs[0], store.inputs[0])
    group.links.new(index.outputs[0], value)
    group.links.new(store.outputs[0], end.inputs[0])
    mesh.modifiers.new("Number", "NODES").node_group = group


def numbers_in(path: Path) -> list[np.ndarray]:
    """Per primitive of each mesh, in the file's order, the numbers of its vertices (V,)."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    document, blob = json.loads(data[20 : 20 + length]), data[28 + length :]
    found = []
    for mesh in document["meshes"]:
        for primitive in mesh["primitives"]:
            if "_VID" not in primitive["attributes"]:
                found.append(np.zeros(0, int))
                continue
            accessor = document["accessors"][primitive["attributes"]["_VID"]]
            view = document["bufferViews"][accessor["bufferView"]]
            begin = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
            found.append(np.frombuffer(blob, "<f4", accessor["count"], begin).round().astype(int))
    return found


def evaluated(ob: Any, numbers: np.ndarray) -> np.ndarray:
    """(n, 3) where Blender shows some vertices now, in the world, in glTF's axes."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    shown = ob.evaluated_get(depsgraph)
    places = np.empty((len(shown.data.vertices), 3), np.float32)
    shown.data.vertices.foreach_get("co", places.ravel())
    world = np.array(shown.matrix_world, np.float64)
    there = places[numbers].astype(np.float64) @ world[:3, :3].T + world[:3, 3]
    return there[:, [0, 2, 1]] * (1.0, 1.0, -1.0)


def truth(path: Path, *, plays: bool, zero: int = 0) -> dict[str, float]:
    """Per clip, how far the file is from the scene at the scene's frames, relative to its size, at most.

    plays: what plays in the scene is looked at, instead of the action of the clip's name. zero: the frame of the
    scene at which clips begin.
    """
    return {name: float(off.max(initial=0.0)) for name, off in errors(path, plays=plays, zero=zero).items()}


def errors(path: Path, *, plays: bool, zero: int = 0, still: bool = False) -> dict[str, np.ndarray]:
    """The same of every frame and vertex that has a number, (T, V) over all parts.

    still: a file without clips is at rest, by the name "".
    """
    model, numbers, scene = load_gltf(path), numbers_in(path), bpy.context.scene
    first = np.cumsum([0, *(len(mesh.primitives) for mesh in model.meshes)])
    frames = np.arange(scene.frame_start, scene.frame_end + 1)
    found = {}
    clips: list[tuple[int | None, str]] = list(enumerate(model.clip_names))
    for clip, name in clips or ([(None, "")] if still else []):
        if not plays:
            scene.frame_set(scene.frame_start)  # where what another clip moves stands in the file
            show_action(name) if name in bpy.data.actions else show_tracks(name)
        rate = scene.render.fps / scene.render.fps_base
        times = ((frames - zero) / rate).astype(np.float32)  # as keys are stored: a step is at its frame, not after it
        skinned = skin_model(model, clip, times.astype(np.float64), variants=False, normals=False)
        rows = []
        for t, frame in enumerate(frames.tolist()):
            scene.frame_set(frame)
            size = np.linalg.norm(np.ptp(np.concatenate([p[t] for p in skinned.positions]), axis=0))
            row = [np.zeros(0)]
            for part, positions in zip(model.parts, skinned.positions, strict=True):
                if not len(numbers[first[part.mesh] + part.primitive]):  # it is no mesh in the scene
                    continue
                ob = bpy.data.objects.get(model.nodes.names[part.node]) or _named(model.meshes[part.mesh].name)
                shown = evaluated(ob, numbers[first[part.mesh] + part.primitive])
                row.append(np.linalg.norm(positions[t] - shown, axis=1) / size)
            rows.append(np.concatenate(row))
        found[name] = np.stack(rows)
    return found


def _named(mesh: str) -> Any:
    return next(ob for ob in bpy.data.objects if ob.type == "MESH" and ob.data.name == mesh)


def show_action(name: str) -> None:
    """Assign the action of that name to what it moves, the NLA silent; whatever it leaves alone is at rest."""
    action = bpy.data.actions[name]
    for ob in bpy.data.objects:
        keys = ob.data.shape_keys if ob.type == "MESH" else None
        for owner in (ob, keys):
            if owner is None or owner.animation_data is None:
                continue
            owner.animation_data.use_nla = False
            if not _assigned(owner, action):
                if ob.type == "EMPTY":  # what is above plays on
                    continue
                owner.animation_data.action = None
                if owner == keys:
                    for block in keys.key_blocks:
                        block.value = 0.0
        for bone in ob.pose.bones if ob.type == "ARMATURE" else ():
            bone.matrix_basis.identity()


def show_tracks(name: str) -> None:
    """Let the NLA track of that name be heard, and those above it that are blended with it; no action is assigned."""
    with_tracks = (ob for ob in bpy.data.objects if ob.animation_data and name in ob.animation_data.nla_tracks)
    armature = next(with_tracks)
    tracks, heard = armature.animation_data.nla_tracks, False
    armature.animation_data.action, armature.animation_data.use_nla = None, True
    for track in tracks:
        if track.name == name:
            heard = True
        elif all(strip.blend_type == "REPLACE" for strip in track.strips):
            heard = False
        track.mute = not heard
    for bone in armature.pose.bones:
        bone.matrix_basis.identity()


def _assigned(owner: Any, action: Any) -> bool:
    """Whether an action could be assigned: its curves must find what they move in the owner."""
    if not SLOTTED:
        if action.id_root != owner.id_type or action not in _own(owner):
            return False
        owner.animation_data.action = action
        return True
    suited = [slot for slot in action.slots if slot.target_id_type == owner.id_type]
    suited = [slot for slot in suited if slot.name_display == owner.name] or (suited if len(suited) == 1 else [])
    if not suited or action not in _own(owner):
        return False
    owner.animation_data.action = action
    owner.animation_data.action_slot = suited[0]
    return True


def _own(owner: Any) -> set[Any]:
    """The actions of a data-block, as its scene notes their names in "actions", else all."""
    names = owner.get("actions")
    return set(bpy.data.actions) if names is None else {bpy.data.actions[name] for name in names.split(",")}
