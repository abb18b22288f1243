"""The rig for animation: the file's joints and no other bones, at the size in which you see the character.

The exact rig (`bones`, `helper_bones`) keeps the file to the last digit. Its price is bones that are no joint, and
bones posed at a hundredth of their length below a node that scales by 0.01. Here instead

- mesh and bones are in *standing* space: about where, and as large as, they stand at rest;
- a scale that a joint's inverse bind matrix undoes is a constant factor of the bone (``BonePlan.sizes``), so bones are
  posed at their own length: posed = W @ after * size;
- nodes that are no joints and never move have no bone; their matrices stand ``between`` the bones around them;
- every joint carries its own vertices. What an inverse bind matrix has beyond rotation, place and one scale is lost.

`price` measures that loss. It is nothing if inverse bind matrices only turn, shift and scale evenly, as nearly all do.
"""

from __future__ import annotations

import numpy as np

from ...skinning_core.model import Bool, Clip, Float64, Int, Model, Track, TrackPath
from ...skinning_core.pose.pose import Pose, local_matrices, rest_pose, world_matrices
from ...skinning_core.transform import apply_to_points, identity, inverse, multiply
from .bind_factor import bind_factors, in_bind_space
from .bind_frames import bind_frames
from .bones import AXIS_SWAPS, BonePlan, along_limbs, armature_groups
from .origin import box_of_skins, origin_of
from .space import TO_BLENDER

#: The rest is the bind pose, moved as a whole, if all joints move the mesh alike within this share of its size.
_ALIKE = 1e-3

#: A linear part this near to a similarity, relative to its size, only turns and scales evenly.
_EVEN = 1e-6


def standing_factors(model: Model) -> Float64:
    """(S, 3, 4) matrices from the file's positions to standing space, one per skin.

    Skins of one armature share bones, which rest by the largest skin. The others' meshes are moved to it, by their
    joints' mean.
    """
    out = bind_factors(model)
    model = in_bind_space(model, out)
    world = world_matrices(rest_pose(model.nodes))
    for skins, _ in armature_groups(model):
        frames: dict[int, Float64] = {}  # by node: its place at bind, in standing space
        for s in sorted(skins, key=lambda s: -len(model.skins[s].joints)):
            skin = model.skins[s]
            joints = np.flatnonzero(_are_invertible(skin.inverse_bind)).tolist()
            shared = [j for j in joints if int(skin.joints[j]) in frames]
            moves = [multiply(frames[int(skin.joints[j])], skin.inverse_bind[j]) for j in shared]
            standing = np.mean(moves, axis=0) if moves else _standing(model, s, world)
            for j, frame in zip(joints, multiply(standing, inverse(skin.inverse_bind[joints])), strict=True):
                frames.setdefault(int(skin.joints[j]), frame)
            out[s] = multiply(standing, out[s])
    return out


def _standing(model: Model, skin: int, world: Float64) -> Float64:
    """(3, 4) how a skin's joints move its mesh at rest: all alike, or as the topmost one in steps of 90 degrees.

    world: (N, 3, 4) rest matrices.
    """
    joints, inverse_bind = model.skins[skin].joints, model.skins[skin].inverse_bind
    moves = multiply(world[joints], inverse_bind)
    usable = _are_invertible(moves)
    if not usable.any():
        return identity()
    depth = {int(node): k for k, node in enumerate(model.nodes.order)}
    top = moves[min(np.flatnonzero(usable).tolist(), key=lambda j: depth[int(joints[j])])]
    sizes = np.cbrt(np.abs(np.linalg.det(moves[usable, :, :3])))
    size = float(np.median(sizes))
    if abs(size - 1.0) < _ALIKE:
        size = 1.0
    corners = np.stack(box_of_skins(model, (skin,))).astype(np.float64)
    slack = _ALIKE * size * np.linalg.norm(np.ptp(corners, axis=0))
    moved = apply_to_points(moves[usable], corners[None])
    alike = np.abs(moved - moved[:1]).max() <= slack
    turn = _nearest_rotation(top[:, :3])
    swap = AXIS_SWAPS[np.argmax(np.einsum("nij,ij->n", AXIS_SWAPS, turn))]
    if alike and np.abs(turn - swap).max() > _ALIKE:
        swap = turn
    standing = np.zeros((3, 4))
    standing[:, :3] = size * swap
    if alike and np.linalg.norm(top[:, 3]) > slack:
        standing[:, 3] = top[:, 3]
    return standing


def _are_invertible(matrices: Float64) -> Bool:
    """(n,) of (n, 3, 4)."""
    out = np.asarray(np.isfinite(matrices).all(axis=(1, 2)), bool)
    sizes = np.linalg.svd(matrices[out, :, :3], compute_uv=False)
    out[out] = (sizes[:, 2] > 1e-6 * sizes[:, 0]) & (sizes[:, 0] > 0.0)
    return out


def _nearest_rotation(linear: Float64) -> Float64:
    """(3, 3) nearest rotation of (3, 3)."""
    u, _, vt = np.linalg.svd(linear)
    u[:, 2] *= np.linalg.det(u @ vt)
    return np.asarray(u @ vt, np.float64)


def plan_animation(model: Model) -> list[BonePlan]:
    """One plan per armature of a model in standing space."""
    world = world_matrices(rest_pose(model.nodes))
    uneven = _unevenness(model)
    return [_animation_plan(model, skins, nodes, world, uneven) for skins, nodes in armature_groups(model)]


def _unevenness(model: Model) -> Float64:
    """(N,) the spread of scales along a node's axes, as a share of the largest, at rest and in all clips."""
    sizes = np.linalg.svd(local_matrices(rest_pose(model.nodes))[:, :, :3], compute_uv=False)
    out = _spread(sizes.astype(np.float64, copy=False))
    for clip in model.clips:
        for track in clip.tracks:
            if track.path == "scale":
                out[track.node] = max(out[track.node], _spread(np.abs(np.asarray(track.values, np.float64))).max())
    return out


def _spread(sizes: Float64) -> Float64:
    """(n,) of (n, 3): largest less least, as a share of the largest."""
    largest = sizes.max(axis=1)
    return np.asarray((largest - sizes.min(axis=1)) / np.where(largest > 0.0, largest, 1.0), np.float64)


def _animation_plan(model: Model, skins: tuple[int, ...], nodes: Int, world: Float64, uneven: Float64) -> BonePlan:
    nodes = nodes[~_carried_by_bones(model, skins, nodes)]
    parents, between = _between(model, nodes)
    origin = origin_of(model, skins)
    root = parents < 0
    between[root, :, 3] -= origin.place
    between[root] = np.einsum("ij,njk->nik", TO_BLENDER, between[root]) / origin.size
    frames, sizes = _sized(bind_frames(model, skins, nodes, world, origin), model, skins, nodes, world)
    free_axes = uneven[nodes] <= _EVEN
    rests, after, lengths = along_limbs(frames, parents, free_axes)
    return BonePlan(
        skins=skins,
        nodes=nodes,
        parents=parents,
        rests=rests,
        lengths=lengths,
        after=after,
        free_axes=free_axes,
        between=between,
        origin=origin,
        sizes=sizes,
        uneven=np.where(free_axes, 0.0, uneven[nodes]),
        may_help=False,
    )


def _carried_by_bones(model: Model, skins: tuple[int, ...], nodes: Int) -> Bool:
    """(B,) whether a node is no joint, never moves, and only turns, shifts and scales evenly: it needs no bone."""
    rest = rest_pose(model.nodes)
    moving = {track.node for clip in model.clips for track in clip.tracks if _moves(track, rest)}
    joints = {int(joint) for skin in skins for joint in model.skins[skin].joints}
    still = ~np.isin(nodes, list(moving | joints))
    linear = local_matrices(rest)[nodes, :, :3]
    gram = linear.swapaxes(1, 2) @ linear
    square = np.trace(gram, axis1=1, axis2=2)[:, None, None] / 3  # of the scale, if it is even
    even = (np.abs(gram - square * np.eye(3)) <= _EVEN * square).all(axis=(1, 2)) & (square[:, 0, 0] > 0.0)
    return np.asarray(even & still)


def _moves(track: Track, rest: Pose) -> bool:
    """Whether any key of a track is off its node's rest."""
    if track.path == "weights":
        return False
    place = getattr(rest, track.path)[track.node]
    values = [v for v in (track.values, track.in_tangents, track.out_tangents) if v is not None]
    away = np.abs(np.asarray(values[0], np.float64) - place).max(initial=0.0)
    return bool(away > _EVEN * max(1.0, np.abs(place).max()) or any(np.abs(v).max(initial=0.0) > 0 for v in values[1:]))


def _between(model: Model, nodes: Int) -> tuple[Int, Float64]:
    """Per bone, the place (B,) of the next bone above (-1: none), and the product (B, 3, 4) of nodes between."""
    place = dict(zip(nodes.tolist(), range(len(nodes)), strict=True))
    local, above = local_matrices(rest_pose(model.nodes)), model.nodes.parents.tolist()
    parents, between = np.full(len(nodes), -1, np.intp), identity(len(nodes))
    for b, node in enumerate(nodes.tolist()):
        node = above[node]
        while node >= 0 and node not in place:
            between[b] = multiply(local[node], between[b])
            node = above[node]
        parents[b] = place.get(node, -1)
    return parents, between


def _sized(
    frames: Float64, model: Model, skins: tuple[int, ...], nodes: Int, world: Float64
) -> tuple[Float64, Float64]:
    """Frames (B, 3, 4) that a rotation describes, and the factors (B,) by which bones are larger than their nodes.

    frames: (B, 3, 4) inverses of inverse bind matrices, or free. A joint bound mirrored has a negative factor. A bone
    without vertices is posed at its own length: in files born as FBX its inverse bind matrix may scale by 100.
    """
    bound = {int(j) for s in skins for j in model.skins[s].joints} & set(model.moving_joints.tolist())
    at_rest = np.cbrt(np.abs(np.linalg.det(world[nodes, :, :3])))
    when_bound = np.cbrt(np.linalg.det(frames[:, :, :3]))
    is_joint = np.array([node in bound for node in nodes.tolist()], bool) & (np.abs(when_bound) > 0.0)
    smaller = np.where(is_joint, when_bound, np.where(at_rest > 0.0, at_rest, 1.0))
    out = frames.copy()
    out[:, :, :3] *= np.sign(np.where(is_joint, when_bound, 1.0))[:, None, None]
    return out, 1.0 / smaller


def keyed_throughout(model: Model, clip: Clip, plans: list[BonePlan]) -> Clip:
    """The clip with a starting key for each property of a bone's node that it leaves alone.

    So every action, assigned or exported, poses the whole character.
    """
    keyed = {(track.node, track.path) for track in clip.tracks}
    rest = rest_pose(model.nodes)
    paths: tuple[TrackPath, ...] = ("translation", "rotation", "scale")
    start = np.array([clip.start])
    tracks = [
        Track(node, path, "STEP", start, getattr(rest, path)[node][None])
        for plan in plans
        for node in plan.nodes.tolist()
        for path in paths
        if (node, path) not in keyed
    ]
    return Clip(clip.name, (*clip.tracks, *tracks))
