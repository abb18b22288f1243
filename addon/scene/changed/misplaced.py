"""What known faults of Blender's exporter put in a wrong place, and the file with that undone; at one time.

A fault counts if undoing it brings what it moves much nearer to the scene, whatever else is wrong with the file; or
puts nodes where the scene has them, whatever is wrong below.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import degrees

import bpy
import numpy as np
from mathutils import Matrix, Quaternion

from ....skinning_core.compare.causes.exporter_faults import (
    ARMATURE_REMOVED,
    AXIS_ANGLE,
    BELOW_LIGHT,
    BLENDER,
    DEGREES,
    MIRROR_KEYS,
    RIG_ON_BONE,
)
from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.compare.measure.difference import guarded_scale
from ....skinning_core.compare.measure.tolerance import ORDINARY
from ....skinning_core.model import Float64, Model
from ....skinning_core.pose.clip import sample_clip
from ....skinning_core.skinned import Skinned
from ....skinning_core.text.sentence import Sentence
from ...rig.space import AXES
from ..identity.character import Character, objects_of
from ..read.evaluated_shapes import place_now
from .exporter_edits import LEFT, bones_with_nodes, is_nearer_where_moved
from .rig_edits import unkeyed_bones
from .written_pose import as_written, skinned_at, world_of

#: A quarter about X, by which the exporter turns cameras and lights in glTF's axes; turned back.
_BACK = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
_TURNED = ("CAMERA", "LIGHT")
_CHANNELS = ("translation", "rotation", "scale")


def misplaced(
    character: Character, model: Model, clip: int, wanted: Skinned, seen: Skinned
) -> tuple[list[Sentence], Skinned]:
    """The faults, and the file without them. wanted, seen: the file and the scene, at one time of a clip."""
    file = _File(model, clip, wanted, seen)
    if model.generator.startswith(BLENDER):
        for armature in (ob for ob in objects_of(character) if ob.type == "ARMATURE"):
            _left_out(file, armature)
            _on_a_bone(file, armature)
            _without_its_rotation(file, armature)
        for ob in objects_of(character):
            _angles_as_degrees(file, ob)
        _below_lights(file)
        _left_at_rest(file, character, clip, as_written(character, model, wanted, seen))
    if not file.causes:
        return [], wanted
    weights = sample_clip(model.nodes, model.clips[clip], wanted.times).morph_weights
    return file.causes, skinned_at(model, file.world, weights)


class _File:
    """A file at one time, and the faults that were undone in it."""

    def __init__(self, model: Model, clip: int, wanted: Skinned, seen: Skinned) -> None:
        self.model, self.names = model, list(model.nodes.names)
        self.keyed = {(track.node, track.path) for track in model.clips[clip].tracks}
        self.world = world_of(wanted)
        self.causes: list[Sentence] = []
        self._seen, self._size = seen, float(guarded_scale(wanted.diagonal)[0])

    def undo(self, cause: Sentence, places: Mapping[int, Float64]) -> None:
        """Take nodes, and all below them, to other places (4, 4), if that is nearer: then that is a cause.

        places: world matrices, glTF's axes. If the scene has the nodes there, and not where they are, the fault is
        found, even if what is wrong below it leaves the vertices as far off.
        """
        world = self.world.copy()
        for root, there in places.items():
            moved = there @ np.linalg.pinv(self.world[root])
            below = [node for node in range(len(world)) if root in self.model.nodes.path_to(node)]
            world[below] = moved @ self.world[below]
        nodes = list(places)
        now, then = (self._off_its_place(each, nodes) for each in (self.world, world))
        if then <= ORDINARY and then < LEFT * now:
            self.world = world
            self.causes.append(cause)
        else:
            self.undo_all(cause, world)

    def _off_its_place(self, world: Float64, nodes: list[int]) -> float:
        """By how much of the size ``world`` (N, 4, 4) has a vertex off that is one size away from one of ``nodes``.

        So a turn counts as far as it moves something, and a place by the character's size, whatever its units.
        """
        assert self._seen.node_globals is not None
        there = self._seen.node_globals[0][nodes]
        if not np.isfinite(there).all():
            return np.inf
        apart = world[nodes] - there
        turned = np.linalg.norm(apart[:, :3, :3] @ np.linalg.pinv(there[:, :3, :3]), axis=(1, 2))
        return float((turned + np.linalg.norm(apart[:, :3, 3], axis=1) / self._size).max(initial=0.0))

    def undo_all(self, cause: Sentence, world: Float64) -> None:
        """The same of all nodes, (N, 4, 4)."""
        as_it_is, undone = (skinned_at(self.model, each, self._seen.morph_weights) for each in (self.world, world))
        if is_nearer_where_moved(as_it_is, undone, self._seen):
            self.world = world
            self.causes.append(cause)


def _left_out(file: _File, armature: bpy.types.Object) -> None:
    """Remove Armature Object wrote animations of the topmost bones by a wrong product.

    With an armature at A, in Blender's axes, a bone at rest R moved by B stands at A R B. R B A is written, below what
    stands above the armature.
    """
    if armature.name in file.names:
        return
    there = np.array(armature.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world, np.float64)
    bones = {node for _, node in bones_with_nodes([armature])}
    roots = [node for node in bones if file.model.nodes.parents[node] not in bones]
    above = {node: int(file.model.nodes.parents[node]) for node in roots}
    own = {k: file.world[k] if up < 0 else np.linalg.pinv(file.world[up]) @ file.world[k] for k, up in above.items()}
    places = {node: AXES.T @ there @ AXES @ own[node] @ np.linalg.pinv(there) for node in roots}
    file.undo(scene_cause(ARMATURE_REMOVED.code, armature=armature.name), places)


def _on_a_bone(file: _File, armature: bpy.types.Object) -> None:
    """The topmost bones of an armature on another's bone rest in a wrong place, where a clip leaves them there.

    It may be parented to what is on that bone.
    """
    on_bone = armature
    while on_bone.parent is not None and on_bone.parent_type != "BONE":
        on_bone = on_bone.parent
    if on_bone.parent is None or armature.name not in file.names:
        return
    above = file.world[file.names.index(armature.name)] @ AXES.T
    rests = {node: bone.bone.matrix_local for bone, node in bones_with_nodes([armature]) if bone.parent is None}
    moved = {node for node, _ in file.keyed}
    places = {node: above @ np.array(rest) for node, rest in rests.items() if node not in moved}
    file.undo(scene_cause(RIG_ON_BONE.code, armature=armature.name, other=on_bone.parent.name), places)


def _without_its_rotation(file: _File, armature: bpy.types.Object) -> None:
    """A clip lacks the rotation of an armature.

    It is keyed as axis and angle, or belongs to scales that mirror, which were decomposed.
    """
    node = file.names.index(armature.name) if armature.name in file.names else -1
    if (node, "rotation") in file.keyed or node < 0:
        return
    there = place_now(armature, bpy.context.evaluated_depsgraph_get())
    if armature.rotation_mode == "AXIS_ANGLE":
        file.undo(scene_cause(AXIS_ANGLE.code, armature=armature.name), {node: there})
    elif (node, "scale") in file.keyed and np.linalg.det(there[:3, :3]) < 0.0:
        file.undo(scene_cause(MIRROR_KEYS.code, armature=armature.name), {node: there})


def _angles_as_degrees(file: _File, ob: bpy.types.Object) -> None:
    """Without sampling, keys of an axis and an angle turn an object and its bones by radians that are read as degrees.

    A bone's keys turn it from its rest.
    """
    nodes, rests = file.model.nodes, dict[int, Quaternion]()
    for bone, node in bones_with_nodes([ob]):
        if bone.rotation_mode == "AXIS_ANGLE":
            x, y, z, w = map(float, nodes.rotation[node])
            rests[node] = Quaternion((w, x, y, z))
    if ob.rotation_mode == "AXIS_ANGLE" and ob.name in file.names:
        rests[file.names.index(ob.name)] = Quaternion()
    turned = [node for node in rests if (node, "rotation") in file.keyed]
    world = file.world.copy()
    for node in nodes.order.tolist() if turned else ():
        above = int(nodes.parents[node])
        own = file.world[node] if above < 0 else np.linalg.pinv(file.world[above]) @ file.world[node]
        if node in turned:
            place, rotation, scale = Matrix(own.tolist()).decompose()
            axis, angle = (rests[node].inverted() @ rotation).to_axis_angle()
            there = rests[node] @ Quaternion(axis, degrees(angle))
            own = np.array(Matrix.LocRotScale(place, there, scale), np.float64)
        world[node] = own if above < 0 else world[above] @ own
    if turned:
        file.undo_all(scene_cause(DEGREES.code, object=ob.name), world)


def _below_lights(file: _File) -> None:
    """What is parented to cameras and lights is turned with them."""
    depsgraph, objects = bpy.context.evaluated_depsgraph_get(), bpy.context.scene.objects
    for node in file.model.nodes.order.tolist():  # parents first: one may be turned twice
        ob, above = objects.get(file.names[node]), int(file.model.nodes.parents[node])
        parent = None if ob is None or above < 0 else objects.get(file.names[above])
        if parent is None or ob.parent != parent or parent.type not in _TURNED:
            continue
        own = place_now(ob, depsgraph) @ (_BACK.T if ob.type in _TURNED else np.eye(4))
        there = file.world[above] @ _BACK @ np.linalg.pinv(file.world[above]) @ file.world[node]
        if np.abs(there - own).max() < LEFT * np.abs(file.world[node] - own).max():
            file.undo(scene_cause(BELOW_LIGHT.code, object=ob.name, parent=parent.name), {node: there})


def _left_at_rest(file: _File, character: Character, clip: int, written: Float64) -> None:
    """Flattened bones that are posed and have no keys: at rest in the file, and those below them are not.

    So in the scene without that pose the bones below would be elsewhere. written: (N, 4, 4) with all poses.
    """
    parents = file.model.nodes.parents
    for cause in unkeyed_bones(objects_of(character), clip):
        rig = bpy.data.objects[str(cause.values["at"])]
        bones = {node: bone for bone, node in bones_with_nodes([rig])}
        flat = any(bone.parent and parents[node] not in bones for node, bone in bones.items())
        at_rest = [node for node in bones if any((node, path) not in file.keyed for path in _CHANNELS)]
        if flat:
            file.undo(cause, {node: written[node] for node in at_rest})
