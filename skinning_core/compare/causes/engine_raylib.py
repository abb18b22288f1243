"""What raylib does to a character, step by step: rules that no other engine and no list of causes has.

Read in ``rmodels.c`` (``LoadGLTF``, ``LoadModelAnimationsGLTF``, ``GetPoseAtTimeGLTF``, ``BuildPoseFromParentJoints``,
``UpdateModelAnimation``) and ``raymath.h`` (``QuaternionSlerp``), and confirmed by its results:

1. The world transform of a mesh's own node is in its points. Without a clip that is what is drawn.
2. A clip is sampled 60 times a second: the joints of the first skin, each by T, R and S; a node's matrix is not read.
   Each is put together and taken apart again, which leaves a rotation that is not unit if a scale is 0.
3. World transforms are products of T, R and S, scales by component; a joint before its parent in the skin stays local.
   They are interpolated between two samples, near rotations by component.
4. Inverse bind matrices are kept as T, R and S. All parts wear the first skin, by the last set of influences of four.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ...model import Clip, Float64, Influences, Model, Nodes, Part, Track
from ...pose.track import find_segment
from ...skin.linear import skin_positions
from ...skin.posed_model import PosedModel, posed_model
from ...transform import compose, decompose, inverse, move_points, multiply, quaternion_product, rotation_matrix
from .engine_state import EngineState

#: Samples of a clip in a second (rule 2).
_RATE = 60.0

#: Dot product beyond which ``QuaternionSlerp`` interpolates by component.
_NEAR_DOT = 0.95

#: Translations (..., 3), rotations (..., 4) and scales (..., 3).
Parts = tuple[Float64, Float64, Float64]


def as_raylib(state: EngineState) -> EngineState:
    """The state that raylib follows; weights are still divided by their sum."""
    posed, model = state.posed, state.model
    moving = _palette(model, posed.clip, posed.times) if model.skins and posed.clip is not None else None

    def blending(at: PosedModel, part: Part, influences: Influences) -> Float64:
        placed = move_points(at.world[0, part.node], at.morphed_positions(part))
        if moving is None:
            return np.repeat(placed, len(at.times), axis=0)
        joints = influences.joints[:, -4:].astype(np.uint8).astype(np.intp)  # JOINTS are kept in bytes
        return skin_positions(moving, placed, np.minimum(joints, moving.shape[1] - 1), influences.weights[:, -4:])

    return dataclasses.replace(state, posed=posed_model(model, None, posed.times), blending=blending)


def _palette(model: Model, clip: Clip, times: Float64) -> Float64:
    """(T, J, 3, 4) matrices by which the first skin's joints move vertices."""
    last = int(np.float32(clip.end) * np.float32(_RATE))
    at = np.minimum(times * _RATE, last)
    frames, place = np.unique(np.stack([np.floor(at), np.minimum(np.floor(at) + 1, last)]), return_inverse=True)
    sampled = _world(model, clip, (frames / _RATE).astype(np.float32).astype(np.float64))  # on keys of frames
    before, after = ([values[k] for values in sampled] for k in place.reshape(2, -1))
    u = (at - np.floor(at))[:, None, None]
    moved, sized = (a + (b - a) * u for a, b in ((before[0], after[0]), (before[2], after[2])))
    turned = _slerp(before[1], after[1], u, one=np.inf)  # whether it rounds to one is not known here
    bound = compose(*_taken_apart(inverse(model.skins[0].inverse_bind)))
    return multiply(compose(moved, turned, sized), inverse(bound))


def _taken_apart(matrix: Float64) -> Parts:
    """``MatrixDecompose`` of (J, 3, 4): columns made square to those before, without shear."""
    linear = matrix[..., :3].copy()
    for k in range(3):
        for before in range(k):
            along = (linear[..., before] * linear[..., k]).sum(axis=-1, keepdims=True)
            linear[..., k] -= (
                along * linear[..., before] / np.maximum((linear[..., before] ** 2).sum(axis=-1, keepdims=True), 1e-300)
            )
    size = np.linalg.norm(linear, axis=-2)
    size *= np.where(np.linalg.det(linear) < 0.0, -1.0, 1.0)[..., None]
    return matrix[..., 3], _quaternion(linear / np.where(size == 0.0, 1.0, size)[..., None, :]), size


def _quaternion(linear: Float64) -> Float64:
    """(..., 4) ``QuaternionFromMatrix`` of (..., 3, 3) by the largest number: not unit if an axis is 0."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = np.moveaxis(linear, (-2, -1), (0, 1))
    w = np.stack([zy - yz, xz - zx, yx - xy, 1.0 + xx + yy + zz], axis=-1)
    x = np.stack([1.0 + xx - yy - zz, yx + xy, xz + zx, zy - yz], axis=-1)
    y = np.stack([yx + xy, 1.0 + yy - xx - zz, zy + yz, xz - zx], axis=-1)
    z = np.stack([xz + zx, zy + yz, 1.0 + zz - xx - yy, yx - xy], axis=-1)
    largest = np.stack([w[..., 3], x[..., 0], y[..., 1], z[..., 2]], axis=-1)
    row = np.take_along_axis(np.stack([w, x, y, z], axis=-2), largest.argmax(axis=-1)[..., None, None], axis=-2)
    result: Float64 = row[..., 0, :] / (2.0 * np.sqrt(largest.max(axis=-1, keepdims=True)))
    return result


def _world(model: Model, clip: Clip, times: Float64) -> Parts:
    """World transforms of the first skin's joints at times (F,): (F, J, 3), (F, J, 4) and (F, J, 3)."""
    local = [np.repeat(each[None], len(times), axis=0) for each in _rest(model.nodes)]
    by_path = dict(zip(("translation", "rotation", "scale"), local, strict=True))
    for track in clip.tracks:
        if track.path in by_path:
            by_path[track.path][:, track.node] = _sampled(track, times)
    joints = model.skins[0].joints.tolist()
    made: list[Parts] = []
    for place, node in enumerate(joints):
        parent = int(model.nodes.parents[node])
        above = joints.index(parent) if parent in joints else -1
        own = _taken_apart(compose(local[0][:, node], local[1][:, node], local[2][:, node]))
        if above < 0:
            made.append(_under(decompose(_above(model.nodes, parent)), own))
        else:
            made.append(_under(made[above], own) if above < place else own)
    moved, turned, sized = (np.stack([each[k] for each in made], axis=1) for k in range(3))
    return moved, turned, sized


def _under(parent: Parts, own: Parts) -> Parts:
    """The world transform of a child."""
    moved = move_points(np.concatenate([rotation_matrix(parent[1]), parent[0][..., None]], axis=-1), own[0] * parent[2])
    return moved, quaternion_product(parent[1], own[1]), own[2] * parent[2]


def _rest(nodes: Nodes) -> Parts:
    """T, R and S of all nodes as stored; none for nodes with a matrix."""
    none = nodes.has_matrix[:, None]
    unit = np.array([0.0, 0.0, 0.0, 1.0])
    return (
        np.where(none, 0.0, nodes.translation),
        np.where(none, unit, nodes.rotation),
        np.where(none, 1.0, nodes.scale),
    )


def _above(nodes: Nodes, node: int) -> Float64:
    """(3, 4) the world matrix at rest of a node above the skeleton."""
    local = compose(*_rest(nodes))
    world: Float64 = np.eye(3, 4)
    for above in nodes.path_to(node)[::-1]:
        world = multiply(local[above], world)
    return world


def _sampled(track: Track, times: Float64) -> Float64:
    """(F, C) values of a track at times (F,)."""
    values = track.values.astype(np.float64)
    if len(values) < 2:
        return np.repeat(values, len(times), axis=0)
    k, u = find_segment(track.times, times)
    a, b, u = values[k], values[k + 1], u[:, None]
    if track.interpolation == "STEP":
        return a
    if track.interpolation == "CUBICSPLINE":
        return _cubic(track, k, (a, b), u)
    return _slerp(a, b, u) if track.path == "rotation" else a + (b - a) * u


def _cubic(track: Track, k: np.ndarray, ends: tuple[Float64, Float64], u: Float64) -> Float64:
    """Cubic values: tangents of T and S are per key, not per second; those of rotations lose their last number."""
    assert track.in_tangents is not None
    assert track.out_tangents is not None
    (a, b), leaving = ends, track.out_tangents[k].astype(np.float64)
    arriving = track.in_tangents[k + 1].astype(np.float64)
    if track.path == "rotation":
        interval = (track.times[k + 1] - track.times[k])[:, None] * [1.0, 1.0, 1.0, 0.0]
        leaving, arriving = leaving * interval, arriving * interval
        a, b = _unit(a), _unit(b)
        b = np.where((a * b).sum(axis=-1, keepdims=True) < 0.0, -b, b)
    squared, cubed = u**2, u**3
    value = a * (2 * cubed - 3 * squared + 1) + leaving * (cubed - 2 * squared + u)
    value = value + b * (3 * squared - 2 * cubed) + arriving * (cubed - squared)
    return _unit(value) if track.path == "rotation" else value


def _slerp(a: Float64, b: Float64, u: Float64, one: float = 1.0) -> Float64:
    """(..., 4) ``QuaternionSlerp``: near ones by component; the first if their product rounds to one."""
    dot = (a.astype(np.float32) * b.astype(np.float32)).sum(axis=-1, dtype=np.float32)[..., None]
    b, dot = np.where(dot < 0.0, -b, b), np.abs(dot).astype(np.float64)
    angle = np.arccos(np.minimum(dot, _NEAR_DOT))
    along = (np.sin((1.0 - u) * angle) * a + np.sin(u * angle) * b) / np.sin(angle)
    return np.where(dot >= one, a, np.where(dot > _NEAR_DOT, _by_component(a, b, u), along))


def _by_component(a: Float64, b: Float64, u: Float64) -> Float64:
    """(..., 4) by component the short way, of length one."""
    b = np.where((a * b).sum(axis=-1, keepdims=True) < 0.0, -b, b)
    return _unit(a + (b - a) * u)


def _unit(quaternions: Float64) -> Float64:
    result: Float64 = quaternions / np.linalg.norm(quaternions, axis=-1, keepdims=True)
    return result
