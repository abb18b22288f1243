"""A character's limb reaches for a place: the core solves it on the bones as they stand, and two bones are turned.

Spaces: *world*: Blender's; *file*: the same world in glTF's axes, where the core solves.
"""

from __future__ import annotations

import bpy
import numpy as np
from mathutils import Matrix

from ...skinning_core.error import SkinproofError
from ...skinning_core.lessons.cached_pose import CachedPose
from ...skinning_core.lessons.reach import Reached, reach
from ...skinning_core.model import Float64, Model
from ...skinning_core.pose.pose import world_matrices
from ...skinning_core.pose.world_pose import pose_where
from ...skinning_core.transform import as_4x4
from ..rig.space import AXES, TO_BLENDER
from ..scene.ground import stored_names as stored
from ..scene.ground.noted import our
from ..scene.identity.character import Character
from ..scene.read.evaluate_pose import PoseReader


def put_limb_on(
    context: bpy.types.Context, character: Character, model: Model, bone: bpy.types.PoseBone, target: Float64
) -> tuple[Reached, float]:
    """Turn the two bones above ``bone`` to bring it to ``target`` (3,), world; returns what the core says of it.

    And the bone's distance from the target then, in Blender, metres: constraints may hold it elsewhere. Nothing is
    keyed. Raises ``SkinproofError``, and turns nothing, if the bone is no end of a limb.
    """
    if stored.NODE not in our(bone):
        raise SkinproofError("the bone {bone!r} is no joint of the file", bone=bone.name, fix="take another bone")
    end = int(our(bone)[stored.NODE])
    pose = pose_where(model, _nodes_now(context, character, model))
    cached = CachedPose(pose)
    before = world_matrices(pose)
    result = reach(cached, pose.parents, end, TO_BLENDER.T @ target)
    armature = bone.id_data
    of_nodes = [bone for bone in armature.pose.bones if stored.NODE in our(bone)]
    by_node = {int(our(bone)[stored.NODE]): bone for bone in of_nodes}
    limb = (result.shoulder, result.elbow)
    if not all(joint in by_node for joint in limb):
        raise SkinproofError(
            "the joints above {bone!r} have no bones", bone=bone.name, fix="import it on the exact rig"
        )
    into = AXES.T @ np.array(armature.matrix_world, np.float64)  # armature space -> file space
    stood = {joint: np.array(by_node[joint].matrix, np.float64) for joint in limb}
    for joint in limb:
        moved = as_4x4(cached.world(joint)) @ np.linalg.inv(as_4x4(before[joint]))
        stood[joint] = np.linalg.inv(into) @ moved @ into @ stood[joint]
    for joint in limb:  # from the shoulder down: the elbow's own values count from the turned shoulder
        by_node[joint].matrix = Matrix(stood[joint].tolist())
        context.view_layer.update()
    there = _nodes_now(context, character, model)[end][:3, 3]
    return result, float(np.linalg.norm(TO_BLENDER @ there - target))


def _nodes_now(context: bpy.types.Context, character: Character, model: Model) -> Float64:
    """(N, 4, 4) matrices of all nodes by Blender's bones and objects now, file; NaN if it has none."""
    poses = PoseReader(model, character)
    poses.start(1, None)
    poses.read(context.evaluated_depsgraph_get(), 0, None)
    return np.asarray(poses.node_globals[0])
