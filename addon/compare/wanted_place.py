"""Where the worst vertex should be, in Blender's world, to draw a line to it."""

from __future__ import annotations

import numpy as np
from bpy.types import Context

from ...skinning_core.compare.judge.question import Judged
from ...skinning_core.error import SkinproofError
from ...skinning_core.fast.exact_engine import skin_model
from ...skinning_core.model import Float64, Model
from ...skinning_core.pose.world_pose import model_in_pose
from ..rig.space import points_to_blender
from ..scene.identity.character import Character
from ..scene.read.evaluate import Evaluation, placement_now
from ..state.results import Result
from ..state.session import session


def wanted_place(context: Context, character: Character, model: Model, result: Result) -> Float64 | None:
    """(3,) where the file has the worst vertex at the worst time, which the scene shows, wherever the character stands.

    None if unknown: what was compared is not the scene's character, or was forgotten.
    """
    answer = session.answer_under(result.key)
    if result.engine != "blender" or answer is None or result.worst_vertex < 0:
        return None
    depsgraph = context.evaluated_depsgraph_get()
    clip = None if result.clip_index < 0 else result.clip_index
    strict = bool(answer.question.strict)
    try:
        if answer.question.judged is Judged.POSE:
            seen = Evaluation(model, character).as_it_is(depsgraph, result.worst_time)
            assert seen.node_globals is not None
            posed = model_in_pose(model, seen.node_globals[0], [weights[0] for weights in seen.morph_weights])
            skinned = skin_model(posed, None, [0.0], variants=False, normals=False)
            back: Float64 = np.eye(4)
        else:
            placement = placement_now(depsgraph, character, model, clip, strict=strict)
            skinned = skin_model(model, clip, [result.worst_time], variants=False, normals=False)
            back = np.eye(4) if placement.off is None else np.asarray(np.linalg.inv(placement.off), np.float64)
    except SkinproofError:  # a mesh is hidden, say: then there is no line
        return None
    point = points_to_blender(np.asarray(skinned.positions[result.worst_part][0][result.worst_vertex], np.float64))
    return np.asarray(back[:3, :3] @ point + back[:3, 3], np.float64)
