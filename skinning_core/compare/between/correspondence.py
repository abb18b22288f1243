"""Which joints, clips and vertices of two models correspond: all that ``match`` finds, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...model import Bool, Float64, Int, Model
from ...transform import move_points
from .match.by_faces import with_moved
from .match.clips import ClipMap, match_clips
from .match.joint_pairs import (
    JointMap,
    carried,
    carriers,
    joints_by_hand,
    joints_by_weights,
    joints_of_model,
    match_joints,
    of_skins,
    one_tree,
    placements_by_joints,
)
from .match.moving import WORLD, by_moving_nodes
from .match.near import pairs_within
from .match.placement import LEAST_SHARED
from .match.surface import (
    REACH,
    SurfaceMap,
    joined_maps,
    nearest_on_surface,
    no_surface,
    shared_at,
    triangles_of_model,
    used_vertices,
)
from .match.torn import with_torn
from .match.vertex_set import VertexSet, shared_weight, vertex_set
from .match.vertices import VertexMap, known_vertices, match_left, match_vertices

#: If a larger share of the other file's influences have joints without a partner, they tell nothing.
_UNKNOWN = 0.5
#: A surface point follows a vertex's joints if it shares this much weight. Simplified surfaces share little at their
#: corners; another part of the body shares nothing.
_FOLLOWS = 0.05
#: A vertex that shares no joint counts as this many radii farther off.
_UNSHARED = 4.0


@dataclass(frozen=True, eq=False)
class Correspondence:
    """Which joints, clips and vertices of two models correspond."""

    joints: JointMap
    clips: ClipMap
    vertices: VertexMap
    surface: SurfaceMap  # for vertices without a partner near the other surface
    unjudged: Int  # (n,) used vertices of the first model with neither
    unused: Int  # (n,) vertices without a partner that no face, line or point uses: nobody sees them
    first: VertexSet
    second: VertexSet

    def clip(self, first: int | None) -> int | None:
        """The other model's clip for this one; None: rest, if it has none."""
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

    elsewhere: places (V, 3), see ``match_vertices``.
    known: (n,) vertices of the first and (n,) of the second that are known to be the same, over all parts.
    by_hand: nodes of the first -> nodes of the second, from the user (``joints_by_hand``).
    """
    joints = match_joints(first, second)
    if by_hand:
        joints = joints_by_hand(first, second, joints, by_hand)
    sets = vertex_set(first), vertex_set(second)
    vertices = _vertices(first, second, sets, joints, elsewhere, known)
    skinned = of_skins(sets[0], first), of_skins(sets[1], second)
    weighted = {} if by_hand else joints_by_weights(joints, *skinned, (vertices.first, vertices.second))
    if weighted:
        found = joints_by_hand(first, second, joints, weighted)
        if one_tree(first, second, found, weighted):
            joints, vertices = found, _vertices(first, second, sets, found, elsewhere, known)
    ours, theirs = _with_shared_numbers(first, second, sets, joints)
    moving = None
    if known is None and _any_left(first, second, vertices):
        moving = by_moving_nodes(first, second, sets, joints)
    if moving is not None:
        vertices = match_left(*moving, vertices)
    vertices = with_moved((first, second), sets, joints, with_torn((first, second), sets, vertices))
    left = np.intersect1d(vertices.unmatched_first, used_vertices(first))
    no_joint = ~np.isin(ours.joints, [*joints_of_model(first), *joints.first_of_second])
    ours = replace(ours, joints=np.where(no_joint, -1, ours.joints))
    surface = _near_surface(np.setdiff1d(left, vertices.ambiguous), ours, theirs, second, vertices)
    if moving is not None:
        rest = np.setdiff1d(left, np.append(surface.first, vertices.ambiguous))
        surface = joined_maps([surface, _near_surface(rest, *moving, second, vertices)])
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


def _any_left(first: Model, second: Model, vertices: VertexMap) -> bool:
    """A face, line or point of either model uses a vertex without a partner."""
    left = (vertices.unmatched_first, first), (vertices.unmatched_second, second)
    return any(len(alone) and np.isin(alone, used_vertices(model)).any() for alone, model in left)


def _with_shared_numbers(
    first: Model, second: Model, sets: tuple[VertexSet, VertexSet], joints: JointMap
) -> tuple[VertexSet, VertexSet]:
    """The vertices of both, in which a joint and its partner have one number; -1: no joint of the first."""
    return (
        replace(sets[0], joints=carriers(first, joints)[sets[0].joints]),
        replace(sets[1], joints=np.append(carried(second, joints), -1)[sets[1].joints]),
    )


def _vertices(
    first: Model,
    second: Model,
    sets: tuple[VertexSet, VertexSet],
    joints: JointMap,
    elsewhere: Sequence[Float64],
    known: tuple[Int, Int] | None,
) -> VertexMap:
    """Which vertex is which, after the joints are known."""
    if known is not None:
        return known_vertices(*sets, *known)
    ours, _ = _with_shared_numbers(first, second, sets, joints)
    guesses = placements_by_joints(first, second, joints)
    return match_vertices(ours, sets[1], carried(second, joints), guesses, elsewhere=elsewhere)


def _near_surface(left: Int, first: VertexSet, second: VertexSet, other: Model, vertices: VertexMap) -> SurfaceMap:
    """The nearest surface points at rest that follow the same joints, for vertices (n,) left.

    Parts of a character that touch at rest part in motion. If the nearest surface follows other joints, only triangles
    that the vertex's own joint moves are tried. first, second: as in ``_with_shared_numbers``.
    """
    if not len(left) or not len(second):
        return no_surface()
    places = move_points(vertices.placement.matrix, second.positions)
    triangles = triangles_of_model(other)
    nearest = nearest_on_surface(left, first.positions[left], places, triangles, REACH * first.diagonal)
    first, second = _with_world_joint(first), _with_world_joint(second)
    if not len(nearest.first) or (second.joints < 0).mean() > _UNKNOWN:  # another shape, or joints that are not known
        return nearest
    found = [_fallen_together(left, first, second, places, vertices.radius)]
    nearest = nearest.some(~np.isin(nearest.first, found[0].first), 0)
    found.append(nearest.some(_follow_same_joints(nearest, first, second), 0))
    waiting = np.setdiff1d(left, np.concatenate([each.first for each in found]))
    strongest = first.joints[waiting, first.weights[waiting].argmax(axis=1)] if len(waiting) else waiting
    for joint in np.unique(strongest):
        moves = (second.weights * (second.joints == joint)).sum(axis=1) >= _FOLLOWS
        own, vertex = triangles[moves[triangles].any(axis=1)], waiting[strongest == joint]
        near = nearest_on_surface(vertex, first.positions[vertex], places, own, REACH * first.diagonal)
        found.append(near.some(_follow_same_joints(near, first, second), 0))
    return joined_maps(found)


def _fallen_together(left: Int, first: VertexSet, second: VertexSet, places: Float64, radius: float) -> SurfaceMap:
    """For vertices (n,) left the nearest vertex there, at places (B, 3), within the partners' radius.

    A coarse grid lets vertices fall together; the one left belongs to the nearest. It must follow the same joints,
    which a surface point between three vertices may not.
    """
    a, b = pairs_within(first.positions[left], places, radius) if radius > 0.0 else (np.zeros(0, np.intp),) * 2
    vertex = left[a]
    shared = shared_weight(first.joints[vertex], first.weights[vertex], second.joints[b], second.weights[b])
    apart = np.linalg.norm(first.positions[vertex] - places[b], axis=1)
    order = np.lexsort((apart / radius + _UNSHARED * (1.0 - shared), vertex)) if len(a) else a
    order = order[shared[order] >= LEAST_SHARED]
    best = order[np.flatnonzero(np.diff(vertex[order], prepend=-1))]
    corners = np.repeat(b[best][:, None], 3, axis=1)
    return SurfaceMap(vertex[best], corners, np.tile([1.0, 0.0, 0.0], (len(best), 1)), apart[best])


def _with_world_joint(vertices: VertexSet) -> VertexSet:
    """Vertices of rigid parts that no matched node carries follow the world, which both files have."""
    alone = np.asarray((vertices.joints < 0).all(axis=1))
    return replace(vertices, joints=np.where(alone[:, None], WORLD, vertices.joints))


def _follow_same_joints(near: SurfaceMap, first: VertexSet, second: VertexSet) -> Bool:
    """(n,) surface points that follow the vertex's joints."""
    return np.asarray(shared_at(near, first, second) >= _FOLLOWS)
