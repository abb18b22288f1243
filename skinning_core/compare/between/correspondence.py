"""Which joints, clips and vertices of two models correspond: everything that ``match`` finds, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...model import Float64, Int, Model
from ...transform import move_points
from .match.clips import ClipMap, match_clips
from .match.joint_pairs import JointMap, carried, joints_by_hand, match_joints, placements_by_joints
from .match.surface import REACH, SurfaceMap, nearest_on_surface, no_surface, triangles_of_model, used_vertices
from .match.vertex_set import VertexSet, vertex_set
from .match.vertices import VertexMap, known_vertices, match_vertices


@dataclass(frozen=True, eq=False)
class Correspondence:
    """Which joints, clips and vertices of two models correspond."""

    joints: JointMap
    clips: ClipMap
    vertices: VertexMap
    surface: SurfaceMap  # for vertices without a partner that lie near the other surface
    unjudged: Int  # (n,) vertices of the first model that have neither, and that a face, a line or a point uses
    unused: Int  # (n,) those that nothing uses, so that nobody sees them
    first: VertexSet
    second: VertexSet

    def clip(self, first: int | None) -> int | None:
        """The other model's clip for this one; None, its rest pose, where it has none."""
        return None if first is None else dict(self.clips.pairs).get(first)


def correspondence(
    first: Model,
    second: Model,
    *,
    elsewhere: Sequence[Float64] = (),
    known: tuple[Int, Int] | None = None,
    by_hand: Mapping[int, int] | None = None,
) -> Correspondence:
    """Match joints, clips and vertices of two models.

    elsewhere:
        See ``match_vertices``, places (V, 3).
    known:
        (n,) vertices of the first, over all parts, and (n,) of the second that they are, where this is known.
    by_hand:
        Nodes of the first and of the second that are one, as the user knows (``joints_by_hand``).
    """
    joints = match_joints(first, second)
    joints = joints if by_hand is None else joints_by_hand(first, second, joints, by_hand)
    sets = vertex_set(first), vertex_set(second)
    if known is None:
        guesses = placements_by_joints(first, second, joints)
        vertices = match_vertices(*sets, carried(second, joints), guesses, elsewhere=elsewhere)
    else:
        vertices = known_vertices(*sets, *known)
    left = np.intersect1d(vertices.unmatched_first, used_vertices(first))
    surface = _near_surface(np.setdiff1d(left, vertices.ambiguous), *sets, second, vertices)
    return Correspondence(
        joints=joints,
        clips=match_clips(first, second, joints),
        vertices=vertices,
        surface=surface,
        unjudged=np.setdiff1d(left, surface.first),
        unused=np.setdiff1d(vertices.unmatched_first, left),
        first=sets[0],
        second=sets[1],
    )


def _near_surface(left: Int, first: VertexSet, second: VertexSet, other: Model, vertices: VertexMap) -> SurfaceMap:
    """The nearest points of the other surface, at rest, for the vertices (n,) that are left."""
    if not len(left) or not len(second):
        return no_surface()
    places = move_points(vertices.placement.matrix, second.positions)
    triangles = triangles_of_model(other)
    return nearest_on_surface(left, first.positions[left], places, triangles, REACH * first.diagonal)
