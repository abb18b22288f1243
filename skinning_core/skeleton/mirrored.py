"""Parts that a joint or a node mirrors: their triangles turn the other way round, and may show their back.

The specification says which side is drawn for a node whose matrix mirrors (3.7.4), and nothing for joints of a skin.
Nothing here judges it: a comparison is of places and normals.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..model import Bool, Clip, Model
from ..pose.pose import levels, rest_pose, world_matrices


def mirrored_parts(model: Model, clips: Sequence[Clip]) -> list[int]:
    """Indices of parts that are mirrored at rest, or by a key of one of the clips, by any joint that has a weight."""
    with np.errstate(all="ignore"):  # a file may hold any number; what is not finite mirrors nothing
        turned = np.linalg.det(world_matrices(rest_pose(model.nodes))[..., :3]) < 0.0
        by_clip = [turned ^ _turned_by_keys(model, clip) for clip in clips]
        poses = np.array([turned, *by_clip])
        return [index for index in range(len(model.parts)) if _is_mirrored(model, index, poses)]


def _turned_by_keys(model: Model, clip: Clip) -> Bool:
    """(N,) nodes that some key of a clip mirrors, as it does not at rest: the node's own, or one of a node above."""
    flips = np.zeros(len(model.nodes), bool)
    for track in clip.tracks:
        if track.path == "scale" and not model.nodes.has_matrix[track.node]:
            at_rest = np.prod(model.nodes.scale[track.node]) < 0.0
            flips[track.node] = bool(((np.prod(track.values, axis=-1) < 0.0) != at_rest).any())
    for level in levels(model.nodes.parents, model.nodes.order)[1:]:
        flips[level] |= flips[model.nodes.parents[level]]
    return flips


def _is_mirrored(model: Model, index: int, poses: Bool) -> bool:
    """Whether a part is mirrored in any of the poses, (P, N) nodes that are."""
    part = model.parts[index]
    if not model.is_skinned(part):
        return bool(poses[:, part.node].any())
    skin, influences = model.skins[part.skin], model.influences(part)
    if influences is None:
        return False
    used = np.unique(influences.joints[influences.weights != 0.0])
    bound = np.linalg.det(np.asarray(skin.inverse_bind)[used][..., :3]) < 0.0
    return bool((poses[:, np.asarray(skin.joints)[used]] != bound).any())
