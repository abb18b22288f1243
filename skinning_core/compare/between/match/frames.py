"""Where one model's joints are in the space of another that was made of it: the frames by which its bones are joints.

A program that reads a character turns its bones as it likes (Blender points them at their children), may put it into
another unit, and lets it rest in the bind pose or in the file's rest pose. Which pose its mesh rests in is seen from
the vertices: in one of the two, one similarity lays all of them over each other. Blender's own importer has a third,
which it guesses (``skeleton.guessed_bind``): it counts where neither of the two fits.
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

#: The rest pose is seen where vertices lie this well over each other, relative to the diagonal.
SAME = 1e-3
#: So many vertices, spread over the mesh, are enough to find a similarity.
_ENOUGH = 20000


@dataclass(frozen=True, eq=False)
class Frames:
    """The first model in the second one's space, at the pose in which the second's mesh rests."""

    nodes: Float64  # (N, 3, 4) each node's space -> the second model's world
    rest: Float64 | None  # (3, 4) the first model's world, at rest, -> the second's; None: its rest is not seen there
    residual: float  # root mean square distance of matched vertices, in the first's unit
    in_bind: bool  # the mesh rests in the bind pose, or in a guessed one, not in the file's rest pose


def joint_frames(model: Model, first: VertexSet, second: VertexSet, vertices: VertexMap) -> Frames:
    """Find the frames by matched vertices of the two sets, of A and of B vertices.

    Where nothing is matched, both are taken to stand in the same place.
    """
    world = world_matrices(rest_pose(model.nodes))
    a, b = vertices.first, vertices.second
    skinned = np.array([model.is_skinned(part) for part in model.parts], bool)[first.part[a]]
    if skinned.any():  # what moves as a whole may stand anywhere at the moment
        a, b = a[skinned], b[skinned]
    chosen = slice(None, None, max(1, len(a) // _ENOUGH))
    a, b = a[chosen], b[chosen]
    if not len(a):
        return Frames(world, None, 0.0, False)
    by_rest, off_rest = fitted_similarity(first.positions[a], second.positions[b])
    by_bind, off_bind = fitted_similarity(first.stored[a], second.positions[b])
    # Where bind and rest pose differ by a turn of the whole, it cannot be seen from which of them the scene started.
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
