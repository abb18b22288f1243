"""A mesh made anew over the same skeleton (retopology, voxel remesh): no vertex of it is the file's.

Its joints tell where it stands. Each vertex of the file is compared with the nearest point of the new surface, which
moves with its triangle's corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ....model import Float64, Int, Model
from ....pose.pose import rest_pose, world_matrices
from ....skeleton.bind_pose import bind_pose
from ....spread import evenly_spread
from ....transform import inverse, move_points, multiply
from .frames import Frames
from .joint_pairs import LEAST_JOINTS, JointMap, joints_of_model
from .placement import OVER, fitted_similarity
from .surface import REACH, SurfaceMap, nearest_on_surface, triangles_of_model, used_vertices
from .vertex_set import VertexSet, in_guessed_bind
from .vertices import ROUNDED, VertexMap

#: A mesh is made anew if fewer of a side's vertices have a partner, and none exactly.
_KEPT = 0.5
#: It is the same shape if this share of the vertices lies near its surface.
_SAME_SHAPE = 0.9
#: Poses whose surface is at most so many times farther are as good.
_ALIKE = 1.5
#: Vertices that tell which pose fits best.
_SAMPLE = 200


@dataclass(frozen=True, eq=False)
class Remade:
    """The points of the new surface, and the file's joints in the new mesh's space."""

    surface: SurfaceMap
    frames: Frames


def remade(
    models: tuple[Model, Model], sets: tuple[VertexSet, VertexSet], joints: JointMap, vertices: VertexMap
) -> Remade | None:
    """The second model's surface for the first's vertices; None: its mesh was not made anew over the same joints."""
    first, second = sets
    used = used_vertices(models[0])
    kept = len(np.unique(vertices.first)) / max(len(used), 1)
    kept_there = len(np.unique(vertices.second)) / max(len(second), 1)
    exact = len(vertices.first) > 0 and vertices.radius <= 2.0 * ROUNDED * first.diagonal
    if exact or min(kept, kept_there) >= _KEPT or not len(used):
        return None
    triangles, reach = triangles_of_model(models[1]), REACH * first.diagonal
    sample = used[evenly_spread(len(used), _SAMPLE)]

    def on_surface(some: Int, pose: _Pose) -> SurfaceMap:
        return nearest_on_surface(some, pose.places[some], move_points(pose.over, second.positions), triangles, reach)

    found: list[tuple[float, _Pose]] = []
    for pose in _poses(*models, first, joints):
        near = on_surface(sample, pose)
        if len(near.first) >= _SAME_SHAPE * len(sample):
            found.append((float(np.median(near.distance)), pose))
    if not found:
        return None
    alike = _ALIKE * min(apart for apart, _ in found) + OVER * first.diagonal
    pose = next(pose for apart, pose in found if apart <= alike)  # the plainest come first
    surface = on_surface(used, pose)
    back = inverse(pose.over)
    rest = None if pose.in_bind else back
    frames = Frames(multiply(back, pose.nodes), rest, float(np.median(surface.distance)), pose.in_bind)
    return Remade(surface, frames)


class _Pose(NamedTuple):
    """A pose at which the second model's mesh may have been made."""

    places: Float64  # (A, 3) vertices of the first
    nodes: Float64  # (N, 3, 4) of the first
    over: Float64  # (3, 4) the second's space -> this one
    in_bind: bool  # it is a bind pose


def _poses(model: Model, other: Model, first: VertexSet, joints: JointMap) -> Iterator[_Pose]:
    """Every rest pose that is possible."""
    theirs = np.flatnonzero(joints.first_of_second >= 0)
    theirs = theirs[np.isin(theirs, joints_of_model(other))]
    if not len(theirs):
        return
    ours, there = joints.first_of_second[theirs], _places(world_matrices(rest_pose(other.nodes)), theirs)
    rest = world_matrices(rest_pose(model.nodes)).reshape(-1, 3, 4)
    bind = bind_pose(model.nodes, model.skins)
    poses = [
        (first.positions, rest, False),
        (first.stored, np.where(bind.named[:, None, None], bind.world, rest), True),
    ]
    guessed = in_guessed_bind(model, first)
    poses += [] if guessed is None else [(*guessed, True)]
    for places, nodes, in_bind in poses:
        here = _places(nodes, ours)
        moved = [fitted_similarity(there, here)[0]] if len(theirs) >= LEAST_JOINTS else []
        for over in (np.eye(3, 4), *moved):  # joints in a line leave a turn open
            if np.linalg.norm(move_points(over, there) - here, axis=1).max() <= REACH * first.diagonal:
                yield _Pose(places, nodes, over, in_bind)


def _places(matrices: Float64, nodes: Int) -> Float64:
    """(n, 3) origins of nodes (n,) with matrices (N, 3, 4)."""
    return np.asarray(matrices.reshape(-1, 3, 4)[nodes, :, 3], np.float64)
