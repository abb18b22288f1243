"""What Panda3D does to a character loaded by panda3d-gltf, step by step: rules that no other engine has.

Read in panda3d-gltf's ``_converter.py`` (``load_skin``, ``build_character_joints``, ``build_animation_skeleton``,
``combine_mesh_skin``) and Panda3D's ``MovingPartMatrix::get_blend_value`` and ``unwind_zup_rotation``, and confirmed by
its results:

1. The last node above all of a skin's joints and meshes becomes a character, with that node's rest transform C. Joints
   hang directly in it, without the nodes between, by their inverse binds: a file at rest is drawn as stored.
2. A clip is sampled 30 times a second, before its end. Each track gives its next key, STEP the one before that.
   Tangents count as keys. A joint without a track stands as the first joint of its name is bound.
3. A sample S R is taken apart into scales and angles without shear; a number that never changes by 1e-5 is held.
4. Between samples matrices are blended, made square again as in 3, and multiplied by blended scales: T R S.
5. A point p of a mesh at W is drawn at W J B C W^-1 p: J the joint in its character, B the inverse bind matrix.
6. The last set of influences counts; float weights are divided by their sum, whole numbers are not made fractions. A
   vertex without any is not skinned; a node with a mesh is no joint.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from ...error import require
from ...model import Clip, Float64, Influences, Model, Part, Track, TrackPath
from ...skin.influence import weight_sums
from ...skin.linear import skin_positions
from ...skin.posed_model import PosedModel, posed_model
from ...transform import identity, inverse, move_points, multiply, quaternion_product, rotation_matrix, unit_quaternions
from .engine_state import EngineState

#: Samples of a clip in a second (rule 2).
_RATE = 30.0

#: A number that changes by less over a clip is held (rule 3).
_HELD_CHANGE = 1e-5

#: The axes of heading, pitch and roll.
_AXES = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])


@dataclass(frozen=True, eq=False)
class _Character:
    """What one skin moves: its joints and all nodes below them, in the root's space."""

    root: int  # the node above all
    above: dict[int, int]  # moved node -> its parent, parents first; -1: none
    bind: dict[int, Float64]  # (3, 4) where such a node is bound; -1: the root's own matrix
    hung: dict[int, int]  # node of a mesh -> the moved node that it hangs on

    def bound(self, node: int) -> Float64:
        """(3, 4) where a node is bound, in its parent."""
        return multiply(_inverse(self.bind[self.above[node]]), self.bind[node])


def as_panda3d(state: EngineState) -> EngineState:
    """The state that Panda3D follows. Raises ``SkinproofError`` if panda3d-gltf cannot load the model."""
    posed, model = state.posed, state.model
    still = posed_model(model, None, posed.times)
    local = still.local[0]
    characters = [_character(model, skin, local) for skin in range(len(model.skins))]
    roots = {character.root for character in characters}
    require(len(roots) == len(characters), "panda3d-gltf cannot load it: two skins have one root")
    moved = [_moved(model, each, posed.clip, posed.times) for each in characters]
    hung = dict[int, Float64]()
    left_out = set[int]()
    for skin, character, of_character in zip(model.skins, characters, moved, strict=True):
        hung |= {node: of_character[on] for node, on in character.hung.items()}
        left_out |= {int(joint) for joint in skin.joints if joint in character.above}
    before, world = identity(len(local) + 1), identity(len(posed.times), len(local) + 1)  # the last one: above all
    for node in model.nodes.order.tolist():
        above = model.nodes.parents[node]
        own = identity() if node in left_out - roots else local[node]
        before[node] = multiply(before[above], own)
        world[:, node] = multiply(multiply(world[:, above], hung.get(node, identity())), own)

    def blending(at: PosedModel, part: Part, influences: Influences) -> Float64:
        character, joints = characters[part.skin], model.skins[part.skin].joints.tolist()
        matrices = {node: multiply(to, _inverse(character.bind[node])) for node, to in moved[part.skin].items()}
        none = np.zeros((len(at.times), 3, 4))
        palette = np.stack([matrices.get(node, none) for node in joints], axis=1)
        palette = multiply(palette, local[character.root])
        weights = influences.weights * np.isin(joints, [*matrices])[influences.joints]
        base = move_points(_inverse(before[part.node]), at.morphed_positions(part)[:1])
        points = skin_positions(palette, base, influences.joints, weights)
        points = np.where((weight_sums(weights) == 0.0)[:, None], base, points)
        return move_points(at.world[:, part.node, None], points)

    posed = dataclasses.replace(still, world=world[:, :-1])
    return dataclasses.replace(state, posed=posed, blending=blending, readings=(_last,), divided=False)


def _last(stored: Influences) -> Influences:
    """The last set of influences, with its weights as read there."""
    weights = stored.weights[:, -4:].astype(np.float64)
    whole = [n for n in (255.0, 65535.0) if np.abs(weights * n - np.round(weights * n)).max(initial=0.0) < 1e-9]
    if stored.weights.dtype != np.float32 and whole:
        weights *= whole[0]
    elif stored.weights.shape[1] == 4:
        total = weight_sums(weights)
        weights /= np.where(total == 0.0, 1.0, total)[:, None]
    return Influences(stored.joints[:, -4:], weights)


def _character(model: Model, skin: int, local: Float64) -> _Character:
    """The character of a skin; local: (N, 3, 4) all nodes at rest."""
    nodes, of = model.nodes, model.skins[skin]
    joints = of.joints.tolist()
    common: tuple[int, ...] = ()
    for path in (nodes.path_to(n) for n in range(len(nodes)) if n in joints or nodes.skin[n] == skin):
        shared = [a == b for a, b in zip(common, path, strict=False)]
        common = common[: [*shared, False].index(False)] or common or path  # a path that shares nothing changes nothing
    made = _Character(common[-1], {}, {-1: local[common[-1]]}, {})
    waiting = [(node, -1) for node in joints if nodes.parents[node] not in joints][::-1]
    waiting = [(of.skeleton, -1)] if of.skeleton >= 0 else waiting
    while waiting:
        node, above = waiting.pop()
        if nodes.mesh[node] >= 0:
            made.hung.update({node: above} if above >= 0 else {})
            continue
        made.above[node] = above
        made.bind[node] = _inverse(of.inverse_bind[joints.index(node)]) if node in joints else identity()
        waiting += [(int(below), node) for below in np.flatnonzero(nodes.parents == node)[::-1]]
    return made


def _inverse(matrix: Float64) -> Float64:
    """(3, 4) the inverse of a matrix, or the identity."""
    return inverse(matrix) if np.linalg.det(matrix[:, :3]) else identity()


def _moved(model: Model, character: _Character, clip: Clip | None, times: Float64) -> dict[int, Float64]:
    """(T, 3, 4) each node that a character moves at times (T,), in the character."""
    found = [] if clip is None else [track for track in clip.tracks if track.node in character.above]
    first: dict[str, int] = {}
    world: dict[int, Float64] = {}
    for node, above in character.above.items():
        named = first.setdefault(model.nodes.names[node] or f"bone{node}", node)
        if clip is None or not found:
            own = np.repeat(character.bound(node)[None], len(times), axis=0)
        else:
            tracks = {track.path: track for track in found[::-1] if track.node == node}
            own = _played(tracks, character.bound(named), clip.end, times)
        world[node] = own if above < 0 else multiply(world[above], own)
    return world


def _played(tracks: dict[TrackPath, Track], bound: Float64, end: float, times: Float64) -> Float64:
    """(T, 3, 4) a joint in its parent at times (T,); bound: (3, 4) where it is bound."""
    frames = np.arange(max(int(np.ceil(end * _RATE)), 1))
    angles, scale = _taken_apart(bound[:, :3])
    rest: dict[TrackPath, Float64] = {"translation": bound[:, 3], "rotation": _turned(angles), "scale": scale}
    sampled = {path: np.repeat(value[None], len(frames), axis=0) for path, value in rest.items()}
    sampled |= {path: _sampled(track, frames / _RATE) for path, track in tracks.items() if path in rest}
    turned = sampled["rotation"]
    turned = turned if turned.ndim == 3 else rotation_matrix(unit_quaternions(turned))
    angles, scale = _taken_apart(sampled["scale"][..., None] * turned)
    place, angles, scale = (_held(each) for each in (sampled["translation"], angles, scale))
    at = np.minimum(times * _RATE, frames[-1])
    before = np.floor(at).astype(np.intp)
    after, u = (before + 1) % len(frames), (at - before)[:, None]
    place, scale = (each[before] * (1.0 - u) + each[after] * u for each in (place, scale))
    turned = _turned(angles)
    blended = turned[before] * (1.0 - u[..., None]) + turned[after] * u[..., None]
    linear = _turned(_taken_apart(blended)[0]) * scale[:, None, :]
    return np.concatenate([linear, place[..., None]], axis=-1)


def _sampled(track: Track, times: Float64) -> Float64:
    """(F, C) values of a track at times (F,)."""
    values = track.values.astype(np.float64)
    if track.in_tangents is not None and track.out_tangents is not None:
        values = np.stack([track.in_tangents, values, track.out_tangents], axis=1).reshape(-1, values.shape[1])
    if len(track.times) == 1:
        return np.repeat(values[:1], len(times), axis=0)
    key = np.maximum(np.searchsorted(track.times, times), 1)
    require(key.max() < len(track.times), "panda3d-gltf cannot load it: a track ends before its clip")
    chosen: Float64 = values[key - 1 if track.interpolation == "STEP" else key]
    return chosen


def _held(values: Float64) -> Float64:
    """(F, C) each column, or its first value if it nearly stands still."""
    return np.where(np.ptp(values, axis=0) < _HELD_CHANGE, values[:1], values)


def _taken_apart(linear: Float64) -> tuple[Float64, Float64]:
    """Heading, pitch and roll (..., 3), degrees, and scales (..., 3) of (..., 3, 3); zero axes give no angle."""
    back = linear[..., 2] + 0.0  # no -0.0, whose angle would be 180 degrees
    heading = np.arctan2(back[..., 0], back[..., 2])
    pitch = np.arctan2(-back[..., 1], np.hypot(back[..., 0], back[..., 2]))
    angles = np.degrees(np.stack([heading, pitch, np.zeros_like(pitch)], axis=-1))
    right = (_turned(angles).swapaxes(-1, -2) @ linear)[..., 0] + 0.0
    angles[..., 2] = np.degrees(-np.arctan2(right[..., 1], right[..., 0]))
    return angles, np.diagonal(_turned(angles).swapaxes(-1, -2) @ linear, axis1=-2, axis2=-1)


def _turned(angles: Float64) -> Float64:
    """(..., 3, 3) rotations by heading, pitch and roll (..., 3), degrees."""
    half = np.radians(angles)[..., None] / 2.0
    heading, pitch, roll = np.moveaxis(np.concatenate([np.sin(half) * _AXES, np.cos(half)], axis=-1), -2, 0)
    return rotation_matrix(quaternion_product(quaternion_product(heading, pitch), roll))
