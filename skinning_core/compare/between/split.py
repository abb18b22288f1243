"""What a tool changed, and how much each change moves: a difference between two files, taken apart step by step.

On the way from the first file to the other, one thing at a time is exchanged, in the order in which skinning uses them:

======================  ==========================================================================
keys                    the first file's skeleton plays the other file's keys
rest pose               joints stand where the other file's skeleton puts them
positions               vertices and inverse bind matrices of the other file
influences cut          the first file's weights without joints that the other file does not use
                        for the vertex
weights                 the other file's weights
======================  ==========================================================================

A vertex that was merged with others apart from it, or is compared with a point of the other surface, has become another
one: its steps from the positions on are one step, ``welds`` or ``surface``. So are the last two steps, as ``joints
dropped``, for a vertex that follows a joint that the other file has not.

Each step moves a vertex by a vector, and the vectors add up to the whole difference. A step's size is its share of the
difference at the worst vertex: the length of its vector along the vector of the whole difference. So the sizes add up,
too. Steps that work against each other (keys that move a vertex by 13 m, positions that take 10 m of it back) have no
shares of their own: they are told together, so that every share is between none and the whole.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...model import Bool, Clip, Float64, Int, Model, Track
from ...pose.clip import sample_clip
from ...pose.pose import Pose, world_matrices
from ...skeleton.bind_pose import invertible
from ...skin.morph import morphed
from ...text.immutable import immutable
from ...transform import inverse, move_points, multiply
from .correspondence import Correspondence
from .match.joint_pairs import carried, carriers, joints_of_model
from .match.placement import size_of
from .match.vertex_set import VertexSet
from .match.vertices import EXACT
from .steps import STEPS, TOGETHER, Split, Step

#: Steps of the skeleton, which concern all vertices alike.
BEFORE_THE_MESH = ("keys", "rest pose")

#: The step of vertices whose joints are gone.
DROPPED = "joints dropped"

#: The extension of compressed meshes, and the steps that are its doing if only the other file has it.
DRACO = "KHR_draco_mesh_compression"
_BY_DRACO = {"positions": "draco", "weights": "draco"}

#: A step that moves no vertex by more than this fraction of the whole difference is left out.
NOTHING = 1e-9

#: So is one below this part of the size: every tool that writes a file anew rounds it to float32.
NOISE = 1e-6

#: Weights up to this may be rounded to zero by 8 bits, which is not to cut an influence.
ROUNDED_AWAY = 1.0 / 255.0


#: Shares may leave the range from none to the whole by this much before steps are told together: that is rounding.
SLACK = 0.01


@immutable(eq=False)
class _Bound:
    """Matched vertices of one model, each with its influences, at one time."""

    joints: Int  # (n, I) nodes of the first model; -1: the first model has none
    weights: Float64  # (n, I)
    local: Float64  # (n, I, 3) the vertex in each joint's space, metres; a rigid part's in its node's


@immutable(eq=False)
class _Pairs:
    """Vertices of the first model, each with what it is compared with: K vertices of the other, by their weights."""

    first: Int  # (n,)
    corners: Int  # (n, K); K = 1 where every vertex has a partner
    shares: Float64  # (n, K), sum 1
    became: NDArray[np.str_]  # (n,) the step by which it became another vertex; empty if it is the same one


def split(model: Model, other: Model, matched: Correspondence, clip: int | None, time: float) -> Split:
    """Take the difference at one time (seconds) of a clip apart; the worst vertex is the worst one at this time.

    matched: how the model and the other file's correspond.
    """
    pairs = _pairs(matched)
    theirs_of_first = _theirs_of_first(matched, len(model.nodes))
    ours_pose, world = _posed(model, model.clip(clip), time)
    own_clip = other.clip(matched.clip(clip))
    played = _posed(model, _retargeted(model.clip(clip), own_clip, matched), time)[1]
    pose, their_world = _posed(other, own_clip, time)
    placed = multiply(matched.vertices.placement.matrix[None], their_world)
    unit = size_of(matched.vertices.placement.matrix)
    in_our_unit = placed / np.array([unit, unit, unit, 1.0])  # joints' spaces in the first file's unit
    taken = np.where((theirs_of_first >= 0)[:, None, None], in_our_unit[theirs_of_first], played)
    first = dataclasses.replace(matched.first, joints=carriers(model, matched.joints)[matched.first.joints])
    ours = _bound(model, ours_pose, first, pairs.first[:, None], np.ones((len(pairs.first), 1)), world)
    theirs = _bound(other, pose, matched.second, pairs.corners, pairs.shares)
    numbered = dataclasses.replace(theirs, joints=np.append(carried(other, matched.joints), -1)[theirs.joints])
    their_local = _their_local(other, pose, their_world, matched, ours, theirs_of_first, pairs, unit)
    exchanged = dataclasses.replace(ours, local=their_local)
    there = _there(model, other, theirs_of_first)[ours.joints]
    pairs.became[((ours.weights * ~there).sum(axis=1) > ROUNDED_AWAY) & (pairs.became == "")] = DROPPED
    kept = dataclasses.replace(exchanged, weights=_only_used(ours, _used_by(numbered, ours)))
    final = move_points(placed[theirs.joints], theirs.local)
    stages = [
        ("", _skinned(world, ours)),
        ("keys", _skinned(played, ours)),
        ("rest pose", _skinned(taken, ours)),
        ("positions", _skinned(taken, exchanged)),
        ("influences cut", _skinned(taken, kept)),
        ("weights", (final * theirs.weights[..., None]).sum(axis=1)),
    ]
    if DRACO in other.extensions and DRACO not in model.extensions:
        stages = [(_BY_DRACO.get(name, name), places) for name, places in stages]
        pairs.became[pairs.became == "surface"] = "draco"
    return _told(stages, pairs, time, other.generator, NOISE * matched.first.diagonal)


def _told(stages: list[tuple[str, Float64]], pairs: _Pairs, time: float, generator: str, noise: float = 0.0) -> Split:
    """The steps between stages, each the places (n, 3) of the vertices and the name of the step that led to it.

    noise: metres; steps that move no vertex farther are left out.
    """
    whole = stages[-1][1] - stages[0][1]
    lengths = np.linalg.norm(whole, axis=1)
    worst = int(lengths.argmax())
    along = whole[worst] / (lengths[worst] or 1.0)
    moved: dict[str, Float64] = {}
    for (_, before), (name, after) in pairwise(stages):
        for step, its in _shares(name, pairs.became, after - before):
            moved[step] = moved.get(step, 0.0) + its
    size = lengths[worst] or 1.0
    farthest = {name: float(np.linalg.norm(m, axis=1).max(initial=0.0)) for name, m in moved.items()}
    shares = {
        name: float(moved[name][worst] @ along) / size
        for name in STEPS
        if farthest.get(name, 0.0) > max(NOTHING * size, noise)
    }
    together = [(names, min(max(sum(shares[n] for n in names), 0.0), 1.0)) for names in _groups(shares)]
    total = sum(share for _, share in together) or 1.0
    steps = tuple(
        Step(
            TOGETHER.join(names),
            share / total,
            share / total * float(lengths[worst]),
            float(np.linalg.norm(sum(moved[n] for n in names), axis=1).max(initial=0.0)),
            "; ".join(filter(None, (_option(n, generator) for n in names))),
        )
        for names, share in together
    )
    return Split(int(pairs.first[worst]), time, float(lengths[worst]), steps)


def _groups(shares: Mapping[str, float]) -> list[list[str]]:
    """The steps by themselves, and those together whose shares leave the range from none to the whole.

    To these the largest others are added until what they come to is in that range. All together come to the whole.
    """

    def within(share: float) -> bool:
        return -SLACK <= share <= 1.0 + SLACK

    group = [name for name, share in shares.items() if not within(share)]
    others = sorted(shares.keys() - set(group), key=lambda name: abs(shares[name]))
    while others and not within(sum(shares[name] for name in group)):
        group.append(others.pop())
    first = [[name for name in shares if name in group]] if group else []
    return [*first, *([name] for name in shares if name not in group)]


def _shares(stage: str, became: NDArray[np.str_], moved: Float64) -> Iterator[tuple[str, Float64]]:
    """What a stage moved (n, 3), by the steps that it counts as."""
    if stage in BEFORE_THE_MESH:
        yield stage, moved
        return
    if stage == "positions":
        became = np.where(became == DROPPED, "", became)
    for other in np.unique(became):
        yield str(other) or stage, np.where((became == other)[:, None], moved, 0.0)


def _option(step: str, generator: str) -> str:
    """How the tool that wrote a file avoids a step; empty if that is not known."""
    return next((option for tool, option in STEPS[step][1].items() if tool in generator), "")


def _pairs(matched: Correspondence) -> _Pairs:
    """What each vertex is compared with."""
    vertices, surface = matched.vertices, matched.surface
    count = len(vertices.first)
    became = np.full(count + len(surface.first), "", dtype="U14")
    nearest = surface.corners[np.arange(len(surface.first)), surface.weights.argmax(axis=1)]
    apart = (
        move_points(vertices.placement.matrix, matched.second.positions[nearest])
        - matched.first.positions[surface.first]
    )
    # Those that lie as near to a vertex there as partners do have fallen together with others by rounding.
    became[count:][np.linalg.norm(apart, axis=1) > vertices.radius] = "surface"
    became[:count][_merged(matched)] = "welds"
    if not len(surface.first):
        return _Pairs(vertices.first, vertices.second[:, None], np.ones((count, 1)), became)
    alone = np.zeros((count, 3))
    alone[:, 0] = 1.0
    return _Pairs(
        np.concatenate([vertices.first, surface.first]),
        np.concatenate([np.repeat(vertices.second[:, None], 3, axis=1), surface.corners]),
        np.concatenate([alone, surface.weights]),
        became,
    )


def _merged(matched: Correspondence) -> Bool:
    """(n,) pairs whose partner also is that of another vertex, somewhere else: the tool has merged them."""
    first, second = matched.vertices.first, matched.vertices.second
    low, high = (np.full((len(matched.second), 3), value) for value in (np.inf, -np.inf))
    np.minimum.at(low, second, matched.first.stored[first])
    np.maximum.at(high, second, matched.first.stored[first])
    extent = np.linalg.norm(np.ptp(matched.first.stored, axis=0)) if len(first) else 0.0
    result: Bool = np.linalg.norm(high[second] - low[second], axis=1) > EXACT * extent
    return result


def _posed(model: Model, clip: Clip | None, time: float) -> tuple[Pose, Float64]:
    pose = sample_clip(model.nodes, clip, [time])
    return pose, world_matrices(pose)[0]


def _theirs_of_first(matched: Correspondence, count: int) -> Int:
    """(N,) for each node of the first model its node in the other one, -1 for none."""
    back = np.full(count, -1, np.intp)
    nodes = np.flatnonzero(matched.joints.first_of_second >= 0)
    back[matched.joints.first_of_second[nodes]] = nodes
    return back


def _retargeted(ours: Clip | None, theirs: Clip | None, matched: Correspondence) -> Clip | None:
    """The other file's tracks on the first file's nodes; tracks of nodes that the other file does not have stay.

    None, the rest pose, where one of the files has no clip.
    """
    if ours is None or theirs is None:
        return None
    our_node = matched.joints.first_of_second
    tracks = [dataclasses.replace(t, node=int(our_node[t.node])) for t in theirs.tracks if our_node[t.node] >= 0]
    replaced = {(t.node, t.path) for t in tracks}
    moved_nodes = set(our_node[our_node >= 0].tolist())
    kept: list[Track] = [t for t in ours.tracks if (t.node, t.path) not in replaced and t.node not in moved_nodes]
    return Clip(ours.name, (*tracks, *kept))


def _bound(
    model: Model, pose: Pose, vertices: VertexSet, corners: Int, shares: Float64, world: Float64 | None = None
) -> _Bound:
    """The influences of points: means of vertices (n, K) by shares (n, K), which follow all joints of all of them.

    world: (N, 3, 4) of the nodes, if rigid parts are bound to nodes above their own.
    """
    joints, weights = vertices.joints[corners], vertices.weights[corners] * shares[..., None]
    matrices = _inverse_binds(model, vertices.part[corners], joints, world)
    local = move_points(matrices, _base(model, pose)[corners][:, :, None])
    local = np.where(weights[..., None] != 0.0, local, 0.0)  # only influences have a place
    count = len(corners)
    return _Bound(joints.reshape(count, -1), weights.reshape(count, -1), local.reshape(count, -1, 3))


def _base(model: Model, pose: Pose) -> Float64:
    """(V, 3) all vertices in mesh space, morph targets applied."""
    places = [np.zeros((0, 3))]
    for part in model.parts:
        primitive = model.primitive(part)
        places.append(morphed(primitive.positions, primitive.morph_positions, pose.morph_weights[part.node])[0])
    return np.concatenate(places)


def _inverse_binds(model: Model, part: Int, nodes: Int, world: Float64 | None = None) -> Float64:
    """(..., I, 3, 4) inverse bind matrix of each node (..., I) in the skin of its part (...); NaN: it is no joint.

    With matrices of the nodes, ``world`` (N, 3, 4), a rigid part has one for each node above its own, too.
    """
    table = np.full((len(model.parts), len(model.nodes), 3, 4), np.nan)
    for k, drawn in enumerate(model.parts):
        if model.is_skinned(drawn):
            skin = model.skins[drawn.skin]
            table[k, skin.joints] = skin.inverse_bind
        else:
            table[k, drawn.node] = np.eye(3, 4)
            above = int(model.nodes.parents[drawn.node])
            while world is not None and above >= 0 and invertible(world[above]):
                table[k, above] = multiply(inverse(world[above]), world[drawn.node])
                above = int(model.nodes.parents[above])
    return table[part[..., None], nodes]


def _their_local(
    model: Model,
    pose: Pose,
    world: Float64,
    matched: Correspondence,
    ours: _Bound,
    theirs_of_first: Int,
    pairs: _Pairs,
    unit: float,
) -> Float64:
    """(n, I, 3) the partners in the space of the first file's joints, by the other file's inverse bind matrices.

    ``world``: (M, 3, 4) of the other file's nodes at this time. ``unit``: metres of the first file per unit of the
    other. Where the other file binds the vertex to no such joint, the first file's place stays.
    """
    nodes = theirs_of_first[ours.joints]
    matrices = _inverse_binds(model, matched.second.part[pairs.corners[:, 0]], nodes, world)
    base = (_base(model, pose)[pairs.corners] * pairs.shares[..., None]).sum(axis=1)
    local = unit * move_points(matrices, base[:, None])
    is_matched = (nodes >= 0) & np.isfinite(local).all(axis=-1)
    return np.where(is_matched[..., None], local, ours.local)


def _there(model: Model, other: Model, theirs_of_first: Int) -> Bool:
    """(N,) nodes of the first model that are no joints, or have a partner in the other one that still is a joint."""
    is_joint, still = (np.isin(np.arange(len(m.nodes)), joints_of_model(m)) for m in (model, other))
    return ~is_joint | ((theirs_of_first >= 0) & still[theirs_of_first])


def _used_by(theirs: _Bound, ours: _Bound) -> Bool:
    """(n, I) influences of ours whose joint the others' vertex follows, too, or whose weight is nearly nothing."""
    used = ours.weights <= ROUNDED_AWAY
    for j in range(theirs.joints.shape[1]):
        used |= (ours.joints == theirs.joints[:, j : j + 1]) & (theirs.weights[:, j : j + 1] > 0.0)
    return used


def _only_used(ours: _Bound, used: Bool) -> Float64:
    """(n, I) weights of the influences that are used (n, I), divided by their sum; all of them where none is."""
    weights = np.where(used, ours.weights, 0.0)
    total = weights.sum(axis=1, keepdims=True)
    return np.where(total > 0.0, weights / np.where(total > 0.0, total, 1.0), ours.weights)


def _skinned(world: Float64, bound: _Bound) -> Float64:
    """(n, 3) places of the vertices: the weighted mean of where each joint carries them."""
    result: Float64 = (move_points(world[bound.joints], bound.local) * bound.weights[..., None]).sum(axis=1)
    return result
