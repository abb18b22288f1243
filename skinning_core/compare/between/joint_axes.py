"""The other file with the axes of the first file's joints.

Converters give joints other axes (along the bone, say) and turn inverse bind matrices and keys with them. Skinning
stays the same, but one file's keys or rest pose make no sense on the other's skeleton.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from ...model import Bool, Clip, Float, Float64, Model, Track, remembered
from ...pose.pose import rest_pose, world_matrices
from ...skeleton.bind_pose import all_invertible
from ...transform import decompose, inverse, move_points, multiply, quaternion_product, rotation_matrix
from .correspondence import Correspondence
from .key_kinds import with_clip
from .match.joint_pairs import SAME_PLACE, joints_of_model

#: Axes differ from this angle on, radians: half a degree. Rounded rotations differ by a tenth of that at most.
_TURNED = 0.01
#: How far a matrix may be from a rotation with one scale, as a share of the scale; and three scales from one.
_EVEN = 1e-3
#: Points that a map in space needs.
_LEAST = 4
_CONJUGATE = np.array([-1.0, -1.0, -1.0, 1.0])


#: (M, 4) the turn of each node of the other file, in its own space; and ``OtherAxes.plain``.
_Turns = tuple[Float64, bool]


@dataclass(frozen=True, eq=False)
class OtherAxes:
    """A file with another one's joint axes."""

    model: Model
    plain: bool  # all joints rest in place, and one with joints below is turned: no other rest pose does that


def in_first_axes(model: Model, other: Model, matched: Correspondence, clip: int | None) -> tuple[OtherAxes, ...]:
    """The other file, skinned the same, with the joint axes of the first file; empty: they are the same.

    Axes are read off the inverse bind matrices, which do not change with the rest pose, and off the joints at rest.
    clip: of ``model``; of the other's clips only its partner is turned.
    """
    there = matched.clip(clip)
    played = None if there is None else other.clips[there]
    free = _free(other, played)
    by_rest, elsewhere = _by_rest(model, other, matched, free)
    found = [_by_binds(model, other, matched, free)] if elsewhere else []  # else a bind alone is another one
    if not any(np.abs(by_rest[0] - each).max() <= _TURNED for each, _ in found):
        found.append(by_rest)
    found = [(turns, plain) for turns, plain in found if (np.abs(turns[:, 3]) < 1.0).any()]
    return tuple(OtherAxes(_with_turns(other, turns, there), plain) for turns, plain in found)


def _with_turns(other: Model, turns: Float64, there: int | None) -> Model:
    """The other file with its nodes turned by (M, 4), each in its own space; there: the clip that is turned too."""
    nodes, back = other.nodes, np.where((other.nodes.parents >= 0)[:, None], turns[other.nodes.parents], [0, 0, 0, 1])
    back = back * _CONJUGATE
    local = multiply(_matrices(back), multiply(nodes.matrix, _matrices(turns)))
    turned = dataclasses.replace(
        nodes,
        translation=(rotation_matrix(back) @ nodes.translation[..., None])[..., 0],
        rotation=quaternion_product(quaternion_product(back, nodes.rotation), turns),
        matrix=np.where(nodes.has_matrix[:, None, None], local, nodes.matrix),
    )
    skins = tuple(
        dataclasses.replace(
            skin, inverse_bind=multiply(_matrices(turns[skin.joints] * _CONJUGATE), np.asarray(skin.inverse_bind))
        )
        for skin in other.skins
    )
    found = dataclasses.replace(other, nodes=turned, skins=skins)
    if there is None:
        return found
    played = other.clips[there]
    return with_clip(found, there, Clip(played.name, tuple(_turned(track, back, turns) for track in played.tracks)))


def _by_rest(model: Model, other: Model, matched: Correspondence, free: Bool) -> tuple[_Turns, bool]:
    """The turns at rest, and whether any joint rests turned or elsewhere."""
    partner, reach = matched.joints.first_of_second, SAME_PLACE * matched.first.diagonal
    placed, near, turns = _turned_at_rest(matched, model, other)
    turns = np.where(free[:, None], turns, [0.0, 0.0, 0.0, 1.0])
    taken = np.flatnonzero(np.abs(turns[:, 3]) < 1.0)
    joints = joints_of_model(other)
    joints = joints[partner[joints] >= 0]
    above = other.nodes.parents[joints]
    apart = np.linalg.norm(placed[joints][:, :, 3] - placed[above][:, :, 3], axis=1) > reach
    plain = bool(near[joints].all() and (np.isin(above, taken) & apart).any())
    return (turns, plain), bool(len(taken) or not near[joints].all())


@remembered
def _turned_at_rest(matched: Correspondence, model: Model, other: Model) -> tuple[Float64, Bool, Float64]:
    """The other's nodes (M, 3, 4) at rest, which (M,) rest in place, and the turns (M, 4) of those."""
    partner = matched.joints.first_of_second
    ours, theirs = (world_matrices(rest_pose(one.nodes)) for one in (model, other))
    placed = multiply(matched.vertices.placement.matrix, theirs)
    reach = SAME_PLACE * matched.first.diagonal
    near: Bool = np.linalg.norm(placed[:, :, 3] - ours[partner][:, :, 3], axis=1) <= reach
    asked = np.flatnonzero((partner >= 0) & near & all_invertible(placed))
    turns = np.tile([0.0, 0.0, 0.0, 1.0], (len(other.nodes), 1))
    turns[asked] = _turn_of(multiply(inverse(placed[asked]), ours[partner[asked]]))
    return placed, near, turns


def _by_binds(model: Model, other: Model, matched: Correspondence, free: Bool) -> _Turns:
    """The same by inverse bind matrices, if all of them tell a turn about the joint alone; else none."""
    turns, asked = np.tile([0.0, 0.0, 0.0, 1.0], (len(other.nodes), 1)), matched.vertices
    none = turns.copy(), False
    between = _between_stored(matched)
    if between is None or not (other.skins and model.skins):
        return none
    ours = {int(j): bind for skin in model.skins for j, bind in zip(skin.joints, skin.inverse_bind, strict=True)}
    scale = float(np.cbrt(np.abs(np.linalg.det(asked.placement.matrix[:, :3]))))
    for skin in other.skins:
        partner = matched.joints.first_of_second[skin.joints]
        bound = np.flatnonzero(np.isin(partner, list(ours)) & all_invertible(skin.inverse_bind) & free[skin.joints])
        if not len(bound):
            continue
        first = multiply(np.stack([ours[int(j)] for j in partner[bound]]), between)
        if not all_invertible(first).all():
            return none
        turn = multiply(skin.inverse_bind[bound], inverse(first))  # from the first file's joint to the other's
        reach = SAME_PLACE * matched.first.diagonal / (scale or 1.0)
        if np.linalg.norm(turn[:, :, 3], axis=1).max() > reach * np.abs(skin.inverse_bind[bound, :, :3]).max():
            return none
        turns[skin.joints[bound]] = _turn_of(turn)
    return turns, bool((np.abs(turns[:, 3]) < 1.0).any())


def _between_stored(matched: Correspondence) -> Float64 | None:
    """(3, 4) the map of stored positions, the other file's to the first's; None: no one map does it."""
    rows = matched.vertices.first, matched.vertices.second
    ours, theirs = matched.first.stored[rows[0]], matched.second.stored[rows[1]]
    if len(ours) < _LEAST:
        return None
    solved, _, rank, _ = np.linalg.lstsq(np.column_stack([theirs, np.ones(len(theirs))]), ours, rcond=None)
    left = np.linalg.norm(move_points(solved.T, theirs) - ours, axis=1)
    size = float(np.linalg.norm(np.ptp(ours, axis=0)))
    return np.asarray(solved.T) if rank == _LEAST and float(np.median(left)) <= SAME_PLACE * size else None


def _turn_of(between: Float64) -> Float64:
    """(n, 4) the rotations in matrices (n, 3, 4) that turn, and scale evenly; no rotation for others and small ones."""
    _, turn, scale = decompose(between)
    linear = rotation_matrix(turn) * scale[:, None, :1]
    even = np.abs(between[:, :, :3] - linear).max(axis=(1, 2), initial=0.0) <= _EVEN * np.abs(scale[:, 0])
    angle = 2.0 * np.arccos(np.minimum(np.abs(turn[:, 3]), 1.0))
    taken = even & (scale[:, 0] > 0.0) & (angle > _TURNED)
    return np.where(taken[:, None], turn, [0.0, 0.0, 0.0, 1.0])


def _free(other: Model, played: Clip | None) -> Bool:
    """(M,) nodes that can have other axes: without a rigid mesh, and scaled evenly."""
    scale = np.asarray(other.nodes.scale)
    free: Bool = (np.abs(scale - scale[:, :1]).max(axis=1) <= _EVEN * np.abs(scale[:, 0])) | other.nodes.has_matrix
    free[[part.node for part in other.parts if not other.is_skinned(part)]] = False
    for track in played.tracks if played is not None else ():
        if track.path == "scale" and len(track.values):
            keys = np.asarray(track.values, np.float64)
            free[track.node] &= bool((np.abs(keys - keys[:, :1]) <= _EVEN * np.abs(keys[:, :1])).all())
    return free


def _matrices(turns: Float64) -> Float64:
    """(..., 3, 4) rotations about the origin."""
    return np.concatenate([rotation_matrix(turns), np.zeros((*turns.shape[:-1], 3, 1))], axis=-1)


def _turned(track: Track, back: Float64, turns: Float64) -> Track:
    """A track after turns of its node and its parent: back (M, 4) of parents, turns (M, 4)."""
    before, own = back[track.node], turns[track.node]
    if track.path not in ("rotation", "translation"):
        return track

    def turned(row: Float) -> Float64:
        if track.path == "rotation":
            return quaternion_product(quaternion_product(before, row), own)
        moved: Float64 = np.asarray(row, np.float64) @ rotation_matrix(before).T
        return moved

    slopes = {name: getattr(track, name) for name in ("in_tangents", "out_tangents")}
    slopes = {name: turned(each) for name, each in slopes.items() if each is not None}
    return dataclasses.replace(track, values=turned(track.values), **slopes)
