"""What a tool changed, and how much each change moves: a difference between two files, taken apart step by step.

On the way from the first file to the other, one thing at a time is exchanged, in the order in which skinning uses them:

======================  ==========================================================================
keys                    the first file's skeleton plays the other file's keys
rest pose               joints stand where the other file's skeleton puts them
positions               vertices and inverse bind matrices of the other file
joints dropped          the first file's weights without joints that the other file does not use there
weights                 the other file's weights
======================  ==========================================================================

Each step moves a vertex by a vector, and the vectors add up to the whole difference. A step's size is its share of the
difference at the worst vertex: the length of its vector along the vector of the whole difference. So the sizes add up,
too.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from ..model import Clip, Float64, Int, Model, Track
from ..pose.clip import sample_clip
from ..pose.pose import Pose, world_matrices
from ..skin.morph import morphed
from ..transform import move_points, multiply
from .other_file import Correspondence, OtherFile

#: Step -> what happened, in a sentence, and the options of two common tools that avoid it.
STEPS = {
    "keys": ("the keys of the animation were resampled, dropped or rounded", "gltfpack -af 0 (or a higher rate)"),
    "rest pose": ("joints stand elsewhere at rest", "keep the node tree: gltfpack -kn"),
    "positions": ("vertex positions or inverse bind matrices were rounded", "gltfpack -vp 16 or -noq"),
    "joints dropped": ("influences were cut", "keep all influences per vertex"),
    "weights": ("weights were rounded", "glTF-Transform quantize --quantize-weight 16"),
}


@dataclass(frozen=True)
class Step:
    """One change between two files."""

    name: str  # a key of STEPS
    distance: float  # metres, along the whole difference at the worst vertex; negative: it offsets another step
    maximum: float  # metres, the farthest that this change alone moves any vertex

    @property
    def sentence(self) -> str:
        """What happened, in one sentence."""
        return STEPS[self.name][0]

    @property
    def option(self) -> str:
        """The options of common tools that avoid it."""
        return STEPS[self.name][1]


@dataclass(frozen=True)
class Split:
    """The difference of one vertex at one time, taken apart."""

    vertex: int  # among all vertices of the first model, one part after the other
    time: float
    distance: float  # metres; the steps' distances add up to it
    steps: tuple[Step, ...]  # in the order of STEPS


@dataclass(frozen=True, eq=False)
class _Bound:
    """Matched vertices of one model, each with its influences, at one time."""

    joints: Int  # (n, I) nodes of the first model; -1: the first model has none
    weights: Float64  # (n, I)
    local: Float64  # (n, I, 3) the vertex in each joint's space, metres; a rigid part's in its node's


def split(model: Model, other: OtherFile, clip: int | None, time: float) -> Split:
    """Take the difference at one time (seconds) apart; the worst vertex is the worst one at this time.

    Raises ``KeyError`` where the other file has no such clip.
    """
    matched = other.correspondence(model)
    pairs = matched.vertices.first, matched.vertices.second
    theirs_of_first = _theirs_of_first(matched, len(model.nodes))
    world = _world(model, model.clip(clip), time)
    own_clip = other.model.clip(matched.clip(clip))
    played = _world(model, _retargeted(model.clip(clip), own_clip, matched), time)
    pose, their_world = _posed(other.model, own_clip, time)
    placed = multiply(matched.vertices.placement.matrix[None], their_world)
    unit = float(np.cbrt(np.linalg.det(matched.vertices.placement.matrix[:, :3])))
    in_our_unit = placed / np.array([unit, unit, unit, 1.0])  # joints' spaces in the first file's unit
    taken = np.where((theirs_of_first >= 0)[:, None, None], in_our_unit[theirs_of_first], played)
    ours = _bound(model, sample_clip(model.nodes, model.clip(clip), [time]), matched, pairs[0], first=True)
    theirs = _bound(other.model, pose, matched, pairs[1], first=False)
    their_local = _their_local(other.model, pose, matched, ours, theirs_of_first, pairs, unit)
    exchanged = dataclasses.replace(ours, local=their_local)
    kept = dataclasses.replace(exchanged, weights=_without_dropped(ours, theirs))
    final = move_points(placed[matched.second.joints[pairs[1]]], theirs.local)
    stages = [
        _skinned(world, ours),
        _skinned(played, ours),
        _skinned(taken, ours),
        _skinned(taken, exchanged),
        _skinned(taken, kept),
        (final * theirs.weights[..., None]).sum(axis=1),
    ]
    whole = stages[-1] - stages[0]
    lengths = np.linalg.norm(whole, axis=1)
    worst = int(lengths.argmax())
    along = whole[worst] / (lengths[worst] or 1.0)
    steps = []
    for name, before, after in zip(STEPS, stages[:-1], stages[1:], strict=True):
        moved = after - before
        steps.append(Step(name, float(moved[worst] @ along), float(np.linalg.norm(moved, axis=1).max(initial=0.0))))
    return Split(int(pairs[0][worst]), time, float(lengths[worst]), tuple(steps))


def _posed(model: Model, clip: Clip | None, time: float) -> tuple[Pose, Float64]:
    pose = sample_clip(model.nodes, clip, [time])
    return pose, world_matrices(pose)[0]


def _world(model: Model, clip: Clip | None, time: float) -> Float64:
    """(N, 3, 4) world matrices."""
    return _posed(model, clip, time)[1]


def _theirs_of_first(matched: Correspondence, count: int) -> Int:
    """(N,) for each node of the first model its node in the other one, -1 for none."""
    back = np.full(count, -1, np.intp)
    nodes = np.flatnonzero(matched.joints.first_of_second >= 0)
    back[matched.joints.first_of_second[nodes]] = nodes
    return back


def _retargeted(ours: Clip | None, theirs: Clip | None, matched: Correspondence) -> Clip | None:
    """The other file's tracks on the first file's nodes; tracks of nodes that the other file does not have stay."""
    if ours is None or theirs is None:
        return ours
    our_node = matched.joints.first_of_second
    tracks = [dataclasses.replace(t, node=int(our_node[t.node])) for t in theirs.tracks if our_node[t.node] >= 0]
    replaced = {(t.node, t.path) for t in tracks}
    moved_nodes = set(our_node[our_node >= 0].tolist())
    kept: list[Track] = [t for t in ours.tracks if (t.node, t.path) not in replaced and t.node not in moved_nodes]
    return Clip(ours.name, (*tracks, *kept))


def _bound(model: Model, pose: Pose, matched: Correspondence, vertices: Int, *, first: bool) -> _Bound:
    """The influences of these vertices, joints as nodes of the first model, with their places in each joint's space."""
    matched_set = matched.first if first else matched.second
    joints, weights = matched_set.joints[vertices], matched_set.weights[vertices]
    local = move_points(
        _inverse_binds(model, matched_set.part[vertices], joints), _base(model, pose)[vertices][:, None]
    )
    numbered = joints if first else np.append(matched.joints.first_of_second, -1)[joints]
    return _Bound(numbered, weights, np.where(weights[..., None] != 0.0, local, 0.0))  # only influences have a place


def _base(model: Model, pose: Pose) -> Float64:
    """(V, 3) all vertices in mesh space, morph targets applied."""
    places = [np.zeros((0, 3))]
    for part in model.parts:
        primitive = model.primitive(part)
        places.append(morphed(primitive.positions, primitive.morph_positions, pose.morph_weights[part.node])[0])
    return np.concatenate(places)


def _inverse_binds(model: Model, part: Int, nodes: Int) -> Float64:
    """(n, I, 3, 4) inverse bind matrix of each node (n, I) in the skin of its part (n,); NaN where it is no joint."""
    table = np.full((len(model.parts), len(model.nodes), 3, 4), np.nan)
    for k, drawn in enumerate(model.parts):
        if model.is_skinned(drawn):
            skin = model.skins[drawn.skin]
            table[k, skin.joints] = skin.inverse_bind
        else:
            table[k, drawn.node] = np.eye(3, 4)
    return table[part[:, None], nodes]


def _their_local(
    model: Model,
    pose: Pose,
    matched: Correspondence,
    ours: _Bound,
    theirs_of_first: Int,
    pairs: tuple[Int, Int],
    unit: float,
) -> Float64:
    """(n, I, 3) the partners in the space of the first file's joints, by the other file's inverse bind matrices.

    ``unit``: metres of the first file per unit of the other. Where the other file binds the vertex to no such joint,
    the first file's place stays.
    """
    nodes = theirs_of_first[ours.joints]
    matrices = _inverse_binds(model, matched.second.part[pairs[1]], nodes)
    local = unit * move_points(matrices, _base(model, pose)[pairs[1]][:, None])
    is_matched = (nodes >= 0) & np.isfinite(local).all(axis=-1)
    return np.where(is_matched[..., None], local, ours.local)


def _without_dropped(ours: _Bound, theirs: _Bound) -> Float64:
    """(n, I) the first file's weights on joints that the other file uses for the vertex, divided by their sum."""
    used = np.zeros(ours.joints.shape, bool)
    for j in range(theirs.joints.shape[1]):
        used |= (ours.joints == theirs.joints[:, j : j + 1]) & (theirs.weights[:, j : j + 1] > 0.0)
    weights = np.where(used, ours.weights, 0.0)
    total = weights.sum(axis=1, keepdims=True)
    return np.where(total > 0.0, weights / np.where(total > 0.0, total, 1.0), ours.weights)


def _skinned(world: Float64, bound: _Bound) -> Float64:
    """(n, 3) places of the vertices: the weighted mean of where each joint carries them."""
    return (move_points(world[bound.joints], bound.local) * bound.weights[..., None]).sum(axis=1)
