"""Lines to draw, as segments in glTF's world and metres: skeletons in three poses, axes, ground, crosses."""

from __future__ import annotations

import numpy as np

from ....skinning_core.model import Clip, Float64, Model
from ....skinning_core.pose.clip import sample_clip
from ....skinning_core.pose.pose import world_matrices
from ....skinning_core.skeleton.bind_pose import bind_pose
from ....skinning_core.transform import apply_to_points

Color = tuple[float, float, float, float]

#: sRGB colours of the three poses, apart for colour-blind people too.
POSE_COLORS = {
    "rest": (0.95, 0.60, 0.10, 1.0),
    "bind": (0.15, 0.45, 0.95, 1.0),
    "current": (0.10, 0.65, 0.30, 1.0),
}

#: sRGB colour of vertices of the scene that are not in the file.
STRANGER = (0.95, 0.15, 0.85, 1.0)
#: sRGB colour of vertices of the file that are not in the scene.
ABSENT = (0.10, 0.85, 0.95, 1.0)
#: Half the length of a line through such a vertex, as a fraction of the character's size.
REACH = 4e-3

#: A skeleton this large, in pixels of the interface, has lines of full width.
_LARGE = 300.0

#: Least share of full width for a smaller skeleton's lines.
_THINNEST = 0.3

#: sRGB colours of the axes x, y, z.
AXIS_COLORS = ((0.85, 0.2, 0.2, 1.0), (0.25, 0.6, 0.2, 1.0), (0.2, 0.35, 0.85, 1.0))


def pose_worlds(model: Model, clip: Clip | None, time: float) -> dict[str, Float64]:
    """(N, 3, 4) world matrices of all nodes in each of the three poses."""
    return {
        "rest": world_matrices(sample_clip(model.nodes, None, np.zeros(1)))[0],
        "bind": bind_pose(model.nodes, model.skins).world,
        "current": world_matrices(sample_clip(model.nodes, clip, np.array([time])))[0],
    }


def bone_segments(model: Model, world: Float64, size: float, *, nodes: bool = False) -> Float64:
    """(n, 2, 3) segments from each joint to its nearest joint above, and a small cross on every joint.

    ``size``: of the model, in metres; crosses are about a hundredth of it. ``nodes``: all nodes are joints.
    """
    joints = list(range(len(world))) if nodes else sorted({int(node) for skin in model.skins for node in skin.joints})
    known, parents = set(joints), model.nodes.parents.tolist()
    segments = []
    for node in joints:
        above = parents[node]
        while above >= 0 and above not in known:
            above = parents[above]
        if above >= 0:
            segments.append([world[above, :, 3], world[node, :, 3]])
        place = world[node, :, 3]
        segments.extend([place - axis, place + axis] for axis in np.eye(3) * 0.006 * size)
    return np.array(segments).reshape(-1, 2, 3)


def thinned(segments: Float64, world_to_clip: Float64, size: tuple[int, int], pixel: float) -> float:
    """The share of full width for a skeleton's lines: less if it looks small, or they would hide the mesh.

    segments: (n, 2, 3). size: of the viewport, in pixels. pixel: how many of them make one of the interface.
    """
    points = segments.reshape(-1, 3)
    clip = apply_to_points(world_to_clip, points)
    if not len(clip) or (clip[:, 3] <= 0.0).any():  # it reaches behind the viewer, who is close to it
        return 1.0
    seen = float((np.ptp(clip[:, :2] / clip[:, 3:], axis=0) * 0.5 * size).max())
    return float(np.clip(seen / (_LARGE * pixel), _THINNEST, 1.0))


def axes_segments(length: float) -> tuple[Float64, Float64, Float64]:
    """The three axes of a space at its origin, each (1, 2, 3)."""
    x, y, z = (np.array([[np.zeros(3), axis * length]]) for axis in np.eye(3))
    return x, y, z


def ground_lines(low: Float64, high: Float64) -> Float64:
    """(n, 2, 3) segments of a grid on the ground under a box, with cells of a round size."""
    extent = float(max(high[0] - low[0], high[2] - low[2], 1e-9))
    cell = 10.0 ** np.floor(np.log10(extent))
    cell *= 0.1 if extent / cell < 2.0 else 0.25 if extent / cell < 5.0 else 0.5
    margin = 2.0 * cell
    x = np.arange(np.floor((low[0] - margin) / cell), np.ceil((high[0] + margin) / cell) + 1.0) * cell
    z = np.arange(np.floor((low[2] - margin) / cell), np.ceil((high[2] + margin) / cell) + 1.0) * cell
    along = [[(a, low[1], z[0]), (a, low[1], z[-1])] for a in x]
    across = [[(x[0], low[1], b), (x[-1], low[1], b)] for b in z]
    return np.array(along + across)


def cross_segments(points: Float64, reach: float) -> Float64:
    """(3 n, 2, 3) a line along each axis through each of the points (n, 3), ``reach`` to either side."""
    ends = np.stack([-np.eye(3), np.eye(3)], axis=1) * reach
    return (np.asarray(points, np.float64)[:, None, None] + ends).reshape(-1, 2, 3)
