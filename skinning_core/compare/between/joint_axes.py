"""The other file with the axes of the first file's joints.

Converters give joints other axes (along the bone, say) and turn inverse bind matrices and keys with them. Skinning
stays the same, but one file's keys or rest pose make no sense on the other's skeleton.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from ...model import Bool, Clip, Float, Float64, Model, Track
from ...pose.pose import rest_pose, world_matrices
from ...skeleton.bind_pose import all_invertible
from ...transform import decompose, inverse, multiply, quaternion_product, rotation_matrix
from .correspondence import Correspondence
from .key_kinds import with_clip
from .match.joint_pairs import SAME_PLACE, joints_of_model

#: Axes differ from this angle on, radians: half a degree. Rounded rotations differ by a tenth of that at most.
_TURNED = 0.01
#: How far a matrix may be from a rotation with one scale, as a share of the scale; and three scales from one.
_EVEN = 1e-3
_CONJUGATE = np.array([-1.0, -1.0, -1.0, 1.0])


@dataclass(frozen=True, eq=False)
class OtherAxes:
    """A file with another one's joint axes."""

    model: Model
    plain: bool  # all joints rest in place, and one with joints below is turned: no other rest pose does that


def in_first_axes(model: Model, other: Model, matched: Correspondence, clip: int | None) -> OtherAxes | None:
    """The other file, skinned the same, with joint axes as at rest in the first file; None: they are the same.

    clip: of ``model``; of the other's clips only its partner is turned.
    """
    there = matched.clip(clip)
    played = None if there is None else other.clips[there]
    turns, plain = _turns(model, other, matched, played)
    if not (np.abs(turns[:, 3]) < 1.0).any():
        return None
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
    if played is not None and there is not None:
        tracks = tuple(_turned(track, back, turns) for track in played.tracks)
        found = with_clip(found, there, Clip(played.name, tracks))
    return OtherAxes(found, plain)


def _turns(model: Model, other: Model, matched: Correspondence, played: Clip | None) -> tuple[Float64, bool]:
    """(M, 4) the turn of each node of the other file, in its own space; and ``OtherAxes.plain``."""
    partner = matched.joints.first_of_second
    ours, theirs = (world_matrices(rest_pose(one.nodes)) for one in (model, other))
    placed = multiply(matched.vertices.placement.matrix, theirs)
    reach = SAME_PLACE * matched.first.diagonal
    near = np.linalg.norm(placed[:, :, 3] - ours[partner][:, :, 3], axis=1) <= reach
    free = np.flatnonzero((partner >= 0) & near & all_invertible(placed) & _free(other, played))
    between = multiply(inverse(placed[free]), ours[partner[free]])
    _, turn, scale = decompose(between)
    linear = rotation_matrix(turn) * scale[:, None, :1]
    even = np.abs(between[:, :, :3] - linear).max(axis=(1, 2)) <= _EVEN * np.abs(scale[:, 0])
    angle = 2.0 * np.arccos(np.minimum(np.abs(turn[:, 3]), 1.0))
    taken = even & (scale[:, 0] > 0.0) & (angle > _TURNED)
    turns = np.tile([0.0, 0.0, 0.0, 1.0], (len(other.nodes), 1))
    turns[free[taken]] = turn[taken]
    joints = joints_of_model(other)
    joints = joints[partner[joints] >= 0]
    above = other.nodes.parents[joints]
    apart = np.linalg.norm(placed[joints][:, :, 3] - placed[above][:, :, 3], axis=1) > reach
    return turns, bool(near[joints].all() and (np.isin(above, free[taken]) & apart).any())


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
