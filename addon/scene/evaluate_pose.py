"""Blender's own node matrices and skin palettes of a character, from its evaluated bones and objects."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np

from ...skinning_core.model import Float64, Int, Model
from ...skinning_core.transform import as_4x4
from ..rig.space import TO_BLENDER
from . import stored_names as stored
from .changes import Changes
from .character import Character, collection_of
from .series import Series

#: (4, 4) glTF to Blender.
_AXES: Float64 = np.eye(4)
_AXES[:3, :3] = TO_BLENDER


@dataclass(frozen=True, eq=False)
class _Armature:
    """An armature object: which of its n pose bones stand for nodes, and how their axes differ from the nodes'."""

    object: bpy.types.Object
    bones: Int  # (B,) places in pose.bones
    nodes: Int  # (B,)
    back: Float64  # (B, 4, 4) bone axes -> node axes


@dataclass(frozen=True, eq=False)
class _Skin:
    """A skin: the bone that carries each joint, and the mesh object that wears it."""

    skin: int
    mesh: bpy.types.Object
    armature: bpy.types.Object
    bones: Int  # (J,) places in pose.bones
    origin: Float64  # (4, 4) the file's positions -> the mesh object's own


class PoseReader:
    """Collects, time after time, where Blender puts nodes and by which matrices it moves vertices."""

    def __init__(self, model: Model, character: Character) -> None:
        objects = list(collection_of(character).all_objects)
        self._nodes = len(model.nodes)
        self._joints = [skin.joints for skin in model.skins]
        self._armatures = [_armature(ob) for ob in objects if ob.type == "ARMATURE"]
        rigid = [ob for ob in objects if stored.NODE in ob and ob.get(stored.SKIN, -1) < 0]
        self._objects = {ob.session_uid: (ob, int(ob[stored.NODE])) for ob in rigid}  # by number
        skins = {int(ob[stored.SKIN]): ob for ob in objects if ob.get(stored.SKIN, -1) >= 0}
        self._skins = [skin for s, ob in sorted(skins.items()) if (skin := _skin(s, ob)) is not None]

    def start(self, count: int) -> None:
        """Begin a run of ``count`` times."""
        self._globals = Series(count, (self._nodes, 4, 4), np.float64)
        self._palettes = [Series(count, (len(joints), 4, 4), np.float64) for joints in self._joints]

    @property
    def node_globals(self) -> Float64:
        """(T, N, 4, 4) NaN for nodes that Blender has nothing of."""
        return self._globals.every

    @property
    def skin_palettes(self) -> tuple[tuple[Int, Float64], ...]:
        """Per skin: joint nodes (J,), and what moves a vertex of each joint (T, J, 4, 4)."""
        return tuple((j, palette.every) for j, palette in zip(self._joints, self._palettes, strict=True))

    def read(self, depsgraph: bpy.types.Depsgraph, t: int, changes: Changes | None) -> None:
        """Take in time t. ``changes``: what Blender evaluated since the time before; None: take in everything."""

        def moved(*objects: bpy.types.Object) -> bool:
            return changes is None or any(ob.session_uid in changes.shape | changes.place for ob in objects)

        for number in self._objects if changes is None else changes.of(self._objects):
            ob, node = self._objects[number]
            self._globals.row(t)[node] = _AXES.T @ np.array(ob.evaluated_get(depsgraph).matrix_world) @ _AXES
        for armature in filter(lambda a: moved(a.object), self._armatures):
            evaluated = armature.object.evaluated_get(depsgraph)
            world = _AXES.T @ np.array(evaluated.matrix_world)
            posed = _matrices(evaluated, "matrix")[armature.bones]
            self._globals.row(t)[armature.nodes] = world @ posed @ armature.back
        for skin in filter(lambda s: moved(s.armature, s.mesh), self._skins):
            evaluated = skin.armature.evaluated_get(depsgraph)
            world = np.array(evaluated.matrix_world)
            channels = _matrices(evaluated, "matrix_channel")[skin.bones]
            into = np.linalg.inv(world) @ np.array(skin.mesh.evaluated_get(depsgraph).matrix_world) @ skin.origin
            self._palettes[skin.skin].row(t)[:] = (_AXES.T @ world) @ channels @ into


def _armature(ob: bpy.types.Object) -> _Armature:
    found = [(k, bone) for k, bone in enumerate(ob.pose.bones) if stored.NODE in bone]
    back = np.zeros((len(found), 4, 4))
    back[:, 3, 3] = 1.0
    for row, (_, bone) in zip(back, found, strict=True):
        row[:3, :3] = np.reshape(bone[stored.AFTER].to_list(), (3, 3)).T
    places = np.array([k for k, _ in found], np.intp)
    return _Armature(ob, places, np.array([bone[stored.NODE] for _, bone in found], np.intp), back)


def _skin(skin: int, mesh: bpy.types.Object) -> _Skin | None:
    """None where the user has taken the armature off the mesh, or removed vertex groups."""
    armature = next((m.object for m in mesh.modifiers if m.type == "ARMATURE" and m.object is not None), None)
    if armature is None:
        return None
    place = {bone.name: k for k, bone in enumerate(armature.pose.bones)}
    names = [group.name for group in mesh.vertex_groups]
    groups = mesh[stored.GROUPS].to_list()
    if any(g >= len(names) or names[g] not in place for g in groups):
        return None
    origin = _AXES.copy()
    origin[:3, 3] = -(TO_BLENDER @ mesh[stored.ORIGIN].to_list())
    if stored.FACTOR in mesh:  # not in files saved by earlier versions
        origin = origin @ as_4x4(np.reshape(mesh[stored.FACTOR].to_list(), (3, 4)))
    return _Skin(skin, mesh, armature, np.array([place[names[g]] for g in groups], np.intp), origin)


def _matrices(ob: bpy.types.Object, name: str) -> Float64:
    """(n, 4, 4) of one matrix property of all pose bones."""
    buffer = np.empty(len(ob.pose.bones) * 16, np.float32)
    ob.pose.bones.foreach_get(name, buffer)
    return buffer.reshape(-1, 4, 4).swapaxes(1, 2).astype(np.float64)
