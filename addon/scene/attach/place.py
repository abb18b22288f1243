"""Where an attached character's root stands when the character stands as in its file."""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np
from mathutils import Matrix

from ....skinning_core.compare.between.match.placement import fitted_similarity
from ....skinning_core.compare.causes.played_keys import frames_late
from ....skinning_core.fast.exact_engine import skin_model
from ....skinning_core.model import Float64, Model
from ....skinning_core.pose.clip import sample_clip
from ....skinning_core.pose.pose import Pose, local_matrices, rest_pose, world_matrices
from ....skinning_core.transform import as_4x4, inverse
from ... import compat
from ...rig.space import AXES
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.character import Character
from ..play.playback import restored, set_frame, show_clip, silence_nla
from ..play.span import keyed_span
from ..read.evaluate import Evaluation
from .counterpart import Counterpart

#: Tolerance of a root's place, as a fraction of the character's size: single vertices are matched no better.
_STANDS = 1e-5
#: Tolerance of two placements. Points tell one only if they keep the file's shape within this fraction of their extent.
_SAME_PLACE = 1e-3
#: Points in a line tell none: their second extent must be more than this fraction of the first.
_FLAT = 1e-3
#: What moves an object as a whole.
_OWN = ("location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle", "scale")


def placed_as_in_file(context: bpy.types.Context, model: Model, character: Character, found: Counterpart) -> Matrix:
    """Where the root stands, in Blender's world, when the character stands as in its file.

    The first key of one of its clips tells it, else the mesh at rest. If neither does, it is where the root stands now.
    """
    root, rest = found.scene.root, found.frames.rest
    now = root.matrix_world.copy()
    if root.type != "ARMATURE":
        return now
    then = None
    for clip in character.imported_clips[:1]:
        then = _placed_by_clip(context, model, character, root, clip)
    if then is None and rest is not None:
        then = AXES @ np.linalg.inv(as_4x4(rest)) @ AXES.T @ np.linalg.inv(found.scene.space) @ np.array(now)
    if then is None:
        return now
    apart = np.abs(then - np.array(now))
    stands = apart[:3, :3].max() <= _STANDS and apart[:3, 3].max() <= _STANDS * found.matched.first.diagonal
    return now if stands else Matrix(then.tolist())


def carried_by_node(model: Model, character: Character, root: bpy.types.Object, placed: Matrix) -> Matrix:
    """Note the node of an armature object that clips move; returns its place at rest.

    It is the node above the topmost bones, if the object stands where that node does as the first clip begins, by
    ``placed``. Any other armature object stays as placed.
    """
    tops = [bone for bone in root.pose.bones if bone.parent is None and stored.NODE in our(bone)]
    above = {int(model.nodes.parents[our(bone)[stored.NODE]]) for bone in tops}
    clip = next(iter(character.imported_clips), None)
    if clip is None or len(above) != 1 or min(above) < 0 or not any(_moves(root, c) for c in character.imported_clips):
        return placed
    node = above.pop()
    begin = sample_clip(model.nodes, model.clips[clip], [model.clips[clip].start])
    there = _in_blender(world_matrices(begin)[0, node])
    if np.abs(there - np.array(placed)).max() > _SAME_PLACE * max(1.0, float(np.abs(there).max())):
        return placed
    rest: Pose = rest_pose(model.nodes)
    location, rotation, scale = Matrix(_in_blender(local_matrices(rest).reshape(-1, 3, 4)[node]).tolist()).decompose()
    our(root)[stored.NODE], our(root)[stored.REST] = node, [*location, *rotation, *scale]
    return Matrix(_in_blender(world_matrices(rest).reshape(-1, 3, 4)[node]).tolist())


def _moves(root: bpy.types.Object, clip: int) -> bool:
    """Whether the root's action of a clip moves the object itself."""
    actions, slots = (our(root).get(key, {}) for key in (stored.ACTIONS, stored.SLOTS))
    curves = compat.curves_of_slot(actions.get(str(clip)), slots.get(str(clip), ""))
    return any(curve.data_path in _OWN for curve in curves)


def _in_blender(matrix: Float64) -> Float64:
    """(4, 4) in Blender's axes from (3, 4) in glTF's."""
    return np.asarray(AXES @ as_4x4(matrix) @ AXES.T, np.float64)


def _placed_by_clip(
    context: bpy.types.Context, model: Model, character: Character, root: bpy.types.Object, clip: int
) -> Float64 | None:
    """(4, 4) the root's place when the character stands as in its file, by the joints as the clip begins.

    If the joints are in a line, the vertices tell it; None if they do not either. The scene is left as it was.
    """
    begin, rate = model.clips[clip].start, character.frame_rate
    keyed = keyed_span(character, clip, plays=False)
    # Late keys need nothing: their first pose holds before them.
    early = 0.0 if keyed is None else min(0.0, frames_late(model.clips[clip], *keyed, rate))
    with restored(context.scene, character):
        silence_nla(character, clip)
        show_clip(character, clip)
        set_frame(context.scene, begin * rate + early)
        depsgraph = context.evaluated_depsgraph_get()
        shown = Evaluation(model, character).as_it_is(depsgraph, begin)
        stands = np.array(root.evaluated_get(depsgraph).matrix_world)
    assert shown.node_globals is not None
    joints = world_matrices(sample_clip(model.nodes, model.clips[clip], [begin]))[0, :, :, 3]
    moved = _similarity(joints, shown.node_globals[0, :, :3, 3])
    if moved is None:
        ours = skin_model(model, clip, np.array([begin]), variants=False, normals=False)
        moved = _similarity(_points(ours.positions), _points(shown.positions))
    return None if moved is None else np.asarray(_in_blender(inverse(moved)) @ stands, np.float64)


def _points(positions: Sequence[np.ndarray]) -> Float64:
    """(V, 3) the parts' positions (1, V, 3) at one time, joined."""
    return np.concatenate([np.zeros((0, 3)), *(p[0] for p in positions)])


def _similarity(ours: Float64, theirs: Float64) -> Float64 | None:
    """(3, 4) that takes points (n, 3) to theirs (n, 3); None if they are in a line, or have another shape."""
    known = np.isfinite(theirs).all(axis=1) & np.isfinite(ours).all(axis=1)
    ours, theirs = ours[known], theirs[known]
    if len(ours) < 3:
        return None
    spread = np.linalg.svd(ours - ours.mean(axis=0), compute_uv=False)
    if not spread[1] > _FLAT * spread[0]:
        return None
    moved, left = fitted_similarity(ours, theirs)
    return moved if left <= _SAME_PLACE * float(np.linalg.norm(np.ptp(theirs, axis=0))) else None
