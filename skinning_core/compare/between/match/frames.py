"""A model's joints in the space of another model made from it, whose bones have other axes.

An importer turns bones as it likes (Blender points them at their children), may change the unit, and lets the mesh rest
in the bind pose or the file's rest pose. The vertices tell which: in one of the two, a similarity lays all of them over
each other. Blender's own importer guesses a third pose (``skeleton.guessed_bind``), tried if neither fits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....model import Float64, Model
from ....pose.pose import rest_pose, world_matrices
from ....skeleton.bind_pose import bind_pose
from ....transform import multiply
from .placement import fitted_similarity, size_of
from .vertex_set import VertexSet, in_guessed_bind
from .vertices import VertexMap

#: The rest pose is found if vertices lie this close, relative to the diagonal.
SAME = 1e-3
#: So many vertices, spread over the mesh, are enough for a similarity.
_ENOUGH = 20000


@dataclass(frozen=True, eq=False)
class Frames:
    """The first model in the second one's space, in the pose in which the second's mesh rests."""

    nodes: Float64  # (N, 3, 4) each node's space -> the second model's world
    rest: Float64 | None  # (3, 4) the first model's world, at rest, -> the second's; None: unknown
    residual: float  # root mean square distance of matched vertices, in the first's unit
    in_bind: bool  # the mesh rests in the bind pose or a guessed one, not in the file's rest pose


def joint_frames(model: Model, first: VertexSet, second: VertexSet, vertices: VertexMap) -> Frames:
    """Find the frames by matched vertices of the two sets, of (A,) and (B,) vertices.

    Without any match both stand in the same place.
    """
    world = world_matrices(rest_pose(model.nodes))
    a, b = vertices.first, vertices.second
    skinned = np.array([model.is_skinned(part) for part in model.parts], bool)[first.part[a]]
    if skinned.any():  # what moves as a whole may stand anywhere now
        a, b = a[skinned], b[skinned]
    chosen = slice(None, None, max(1, len(a) // _ENOUGH))
    a, b = a[chosen], b[chosen]
    if not len(a):
        return Frames(world, None, 0.0, False)
    by_rest, off_rest = fitted_similarity(first.positions[a], second.positions[b])
    by_bind, off_bind = fitted_similarity(first.stored[a], second.positions[b])
    # If bind and rest pose differ by a turn of the whole, the scene may have started from either.
    same = SAME * first.diagonal * size_of(by_rest)
    turned = off_bind <= same and np.abs(by_bind - by_rest).max() > same
    rest = by_rest if off_rest <= same and not turned else None
    guessed = in_guessed_bind(model, first) if min(off_rest, off_bind) > same else None
    if guessed is not None:
        by_guess, off_guess = fitted_similarity(guessed[0][a], second.positions[b])
        if off_guess <= same:
            return Frames(multiply(by_guess, guessed[1]), None, off_guess, True)
    if not model.skins or off_rest < off_bind * (1.0 - 1e-6):
        return Frames(multiply(by_rest, world), rest, off_rest, False)
    bind = bind_pose(model.nodes, model.skins)
    nodes = np.where(bind.named[:, None, None], multiply(by_bind, bind.world), multiply(by_rest, world))
    return Frames(nodes, rest, off_bind, True)
