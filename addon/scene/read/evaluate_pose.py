"""Blender's own node matrices and skin palettes, from evaluated bones and objects."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np

from ....skinning_core.model import Float64, Int, Model
from ....skinning_core.skinned import over_time
from ....skinning_core.transform import as_4x4
from ...rig.space import AXES, TO_BLENDER
from ..ground import stored_names as stored
from ..ground.dependency import Changes
from ..ground.noted import our
from ..ground.series import Series
from ..identity.character import Character, objects_of


@dataclass(frozen=True, eq=False)
class _Armature:
    """An armature object: its pose bones that stand for nodes, and their axes."""

    object: bpy.types.Object
    bones: Int  # (B,) places in pose.bones
    nodes: Int  # (B,)
    back: Float64  # (B, 4, 4) bone axes -> node axes


@dataclass(frozen=True, eq=False)
class _Skin:
    """A skin: the bone of each joint, and the mesh object that wears it."""

    skin: int
    mesh: bpy.types.Object
    armature: bpy.types.Object
    bones: Int  # (J,) places in pose.bones
    origin: Float64  # (4, 4) the file's positions -> the mesh object's own


class PoseReader:
    """Collects, time after time, Blender's matrices of nodes and joints."""

    def __init__(self, model: Model, character: Character) -> None:
        objects = objects_of(character)
        self._nodes = len(model.nodes)
        self._joints = [skin.joints for skin in model.skins]
        self._armatures = [_armature(ob) for ob in objects if ob.type == "ARMATURE"]
        rigid = [ob for ob in objects if stored.NODE in our(ob) and our(ob).get(stored.SKIN, -1) < 0]
        self._objects = {ob.session_uid: (ob, int(our(ob)[stored.NODE])) for ob in rigid}  # by number
        skins = {int(our(ob)[stored.SKIN]): ob for ob in objects if our(ob).get(stored.SKIN, -1) >= 0}
        self._skins = [skin for s, ob in sorted(skins.items()) if (skin := _skin(s, ob)) is not None]

    def start(self, count: int, off: Float64 | None) -> None:
        """Begin a run of ``count`` times. off: (4, 4) taken off the world, see ``Placement``."""
        self._into = AXES.T if off is None else AXES.T @ off
        self._count = count
        self._objects_world = Series(count, (self._nodes, 4, 4), np.float64)  # by node
        self._bones = [_BoneSeries(armature.object, count) for armature in self._armatures]
        self._worn = [_BoneSeries(skin.armature, count, "matrix_channel", skin.mesh) for skin in self._skins]

    @property
    def node_globals(self) -> Float64:
        """(T, N, 4, 4) matrices of all nodes; NaN if nothing in Blender stands for one."""
        stood = self._into @ self._objects_world.rows @ AXES
        if not self._armatures:
            return over_time(stood, self._count)
        world = np.array(over_time(stood, self._count))
        for armature, bones in zip(self._armatures, self._bones, strict=True):
            moved = (self._into @ bones.world)[:, None]
            world[:, armature.nodes] = moved @ bones.matrices[:, armature.bones] @ armature.back
        return world

    @property
    def skin_palettes(self) -> tuple[tuple[Int, Float64], ...]:
        """Per skin: its joint nodes (J,), and the matrices that move their vertices (T, J, 4, 4)."""
        palettes = [np.full((self._count, len(joints), 4, 4), np.nan) for joints in self._joints]
        for skin, bones in zip(self._skins, self._worn, strict=True):
            into = np.linalg.inv(bones.world) @ bones.mesh_world @ skin.origin
            moved = (self._into @ bones.world)[:, None]
            palettes[skin.skin][:] = moved @ bones.matrices[:, skin.bones] @ into[:, None]
        return tuple(zip(self._joints, palettes, strict=True))

    def read(self, depsgraph: bpy.types.Depsgraph, t: int, changes: Changes | None) -> None:
        """Take in time t. changes: what Blender evaluated since the last; None: take in everything."""
        for number in self._objects if changes is None else changes.of(self._objects):
            ob, node = self._objects[number]
            self._objects_world.row(t)[node] = np.array(ob.evaluated_get(depsgraph).matrix_world)
        for bones in (*self._bones, *self._worn):
            bones.read(depsgraph, t, changes)


class _BoneSeries:
    """One matrix per bone over time, and the places of the armature and a mesh."""

    def __init__(
        self, armature: bpy.types.Object, count: int, name: str = "matrix", mesh: bpy.types.Object | None = None
    ) -> None:
        self._armature, self._mesh, self._name = armature, mesh, name
        self._numbers = {armature.session_uid, *([] if mesh is None else [mesh.session_uid])}
        self._matrices = Series(count, (len(armature.pose.bones), 16), np.float32)
        self._places = Series(count, (2, 4, 4), np.float64)  # armature, mesh

    def read(self, depsgraph: bpy.types.Depsgraph, t: int, changes: Changes | None) -> None:
        """Take in time t if something changed."""
        if changes is not None and not changes.of(self._numbers):
            return
        evaluated = self._armature.evaluated_get(depsgraph)
        evaluated.pose.bones.foreach_get(self._name, self._matrices.row(t, whole=True).ravel())
        if changes is None or any(number in changes.place for number in self._numbers):
            mesh = evaluated if self._mesh is None else self._mesh.evaluated_get(depsgraph)
            self._places.row(t)[:] = np.array(evaluated.matrix_world), np.array(mesh.matrix_world)

    @property
    def matrices(self) -> Float64:
        """(T, n, 4, 4) the matrix of every bone."""
        stored_by_columns = self._matrices.every
        return stored_by_columns.reshape(*stored_by_columns.shape[:2], 4, 4).swapaxes(2, 3).astype(np.float64)

    @property
    def world(self) -> Float64:
        """(T, 4, 4) world matrices of the armature."""
        return self._places.every[:, 0]

    @property
    def mesh_world(self) -> Float64:
        """(T, 4, 4) world matrices of the mesh."""
        return self._places.every[:, 1]


def _armature(ob: bpy.types.Object) -> _Armature:
    node_bones = [(k, bone) for k, bone in enumerate(ob.pose.bones) if stored.NODE in our(bone)]
    back = np.zeros((len(node_bones), 4, 4))
    back[:, 3, 3] = 1.0
    for row, (_, bone) in zip(back, node_bones, strict=True):
        if stored.BACK in our(bone):
            row[:3] = np.reshape(our(bone)[stored.BACK].to_list(), (3, 4))
        else:
            row[:3, :3] = np.reshape(our(bone)[stored.AFTER].to_list(), (3, 3)).T
    places = np.array([k for k, _ in node_bones], np.intp)
    return _Armature(ob, places, np.array([our(bone)[stored.NODE] for _, bone in node_bones], np.intp), back)


def _skin(skin: int, mesh: bpy.types.Object) -> _Skin | None:
    """The skin that a mesh wears; None if it has lost its armature or vertex groups."""
    armature = next((m.object for m in mesh.modifiers if m.type == "ARMATURE" and m.object is not None), None)
    if armature is None or stored.GROUPS not in our(mesh):  # unknown of attached characters
        return None
    place = {bone.name: k for k, bone in enumerate(armature.pose.bones)}
    names = [group.name for group in mesh.vertex_groups]
    groups = [int(g) for g in our(mesh)[stored.GROUPS]]
    if any(g >= len(names) or names[g] not in place for g in groups):
        return None
    origin = AXES.copy()
    origin[:3, 3] = -(TO_BLENDER @ our(mesh)[stored.ORIGIN].to_list())
    if stored.FACTOR in our(mesh):  # earlier versions saved none
        origin = origin @ as_4x4(np.reshape(our(mesh)[stored.FACTOR].to_list(), (3, 4)))
    return _Skin(skin, mesh, armature, np.array([place[names[g]] for g in groups], np.intp), origin)
