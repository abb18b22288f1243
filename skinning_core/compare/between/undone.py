"""The other file with some things of the first: where its vertices are with some of a tool's steps undone.

A matched vertex follows its joints in either file. Each joint has matrices (by either file's keys, on either skeleton),
a place in its space (by either vertex and inverse bind matrix) and a weight. So every step can be undone alone.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...model import Bool, Clip, Float64, Int, Model, Track
from ...pose.clip import sample_clip
from ...pose.pose import Pose, world_matrices
from ...skeleton.bind_pose import all_invertible
from ...skin.morph import morphed
from ...transform import inverse, move_points, multiply
from .correspondence import Correspondence
from .joint_spaces import InOurJoints, InTheirJoints, inverse_binds, where_usable
from .match.joint_pairs import carried, carriers, joints_of_model
from .match.placement import size_of
from .weight_grid import ChangedWeights, lost_by_rounding

#: The step of vertices whose joints are gone.
DROPPED = "joints dropped"
#: Steps of a vertex that stays itself, in the order of skinning.
_STEPS_OF_THE_SAME = ("keys", "rest pose", "positions", "influences cut", "weights")
#: Steps by which a vertex becomes another.
_STEPS_TO_ANOTHER = ("welds", "surface", DROPPED)
#: All steps that can be undone.
EVERY_STEP = frozenset((*_STEPS_OF_THE_SAME, *_STEPS_TO_ANOTHER))
#: A joint's weight is another one from this on: float32 of one.
_SAME_WEIGHT = 1e-6
#: What a vertex has become: itself, or another by such a step.
BECAME = ("", *_STEPS_TO_ANOTHER)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Vertices of the first model, each with K weighted vertices of the other to compare with."""

    first: Int  # (n,)
    corners: Int  # (n, K); K = 1 if every vertex has a partner
    shares: Float64  # (n, K), sum 1
    became: NDArray[np.int8]  # (n,) indices into ``BECAME``

    def some(self, rows: Int) -> Pairs:
        """The pairs of these rows (k,)."""
        return Pairs(self.first[rows], self.corners[rows], self.shares[rows], self.became[rows])


@dataclass(frozen=True, eq=False)
class Exchangeable:
    """n matched vertices and what either file makes of them by m influences of non-zero weight.

    First axes of two: first file, other.
    """

    vertices: Int  # (m,) which of the n each influence moves
    joints: Int  # (m,) rows of ``worlds``
    worlds: Float64  # (2, 2, R, 3, 4) by whose keys, on whose skeleton; world space, metres
    local: Float64  # (2, 2, m, 3) by whose vertex, at whose morph keys; in the joint's space
    weights: Float64  # (m,) the first file's
    cut: Float64  # (m,) added if influences are cut
    rounded: Float64  # (m,) then added for the other file's weights
    became: NDArray[np.int8]  # (m,) what its vertex became
    count: int  # n

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps that any vertex may have taken, in the order of skinning."""
        return (*_STEPS_OF_THE_SAME, *(step for step in _STEPS_TO_ANOTHER if (self.became == BECAME.index(step)).any()))

    def places(self, undone: frozenset[str]) -> Float64:
        """(n, 3) metres: vertices of the other file with these things of the first."""
        keys, rest = ("keys" not in undone) * 1, ("rest pose" not in undone) * 1
        cut, rounded = (self._not_undone(step, undone) for step in ("influences cut", "weights"))
        weights = self.weights + self.cut * cut + self.rounded * rounded
        rows = np.flatnonzero(weights)
        other = self._not_undone("positions", undone, (DROPPED,))[rows]
        moved = move_points(self.worlds[keys, rest][self.joints[rows]], self.local[other * 1, keys, rows])
        vertices, each = self.vertices[rows], (moved * weights[rows, None]).T
        return np.array([np.bincount(vertices, along, self.count) for along in each]).T

    def changed_weights(self) -> ChangedWeights:
        """Of vertices that stay themselves: how far weights are others, but for influences cut."""
        own = np.flatnonzero(self.became == 0)
        joints = self.worlds.shape[2]
        pairs = self.vertices[own].astype(np.int64) * joints + self.joints[own]
        keys, pair = np.unique(pairs, return_inverse=True)
        vertex = keys // joints
        changed = np.abs(np.bincount(pair, self.rounded[own]))
        has_weight = np.bincount(pair, self.weights[own]) > 0.0
        several = np.bincount(vertex[has_weight], minlength=self.count) > 1
        others = np.bincount(vertex[changed > _SAME_WEIGHT], minlength=self.count) > 0
        farthest = np.zeros(self.count)
        np.maximum.at(farthest, vertex, changed)
        typical = float(np.median(farthest[others])) if others.any() else 0.0
        share = float((others & several).sum() / max(several.sum(), 1))
        return ChangedWeights(float(farthest.max(initial=0.0)), typical, share)

    def _not_undone(self, step: str, undone: frozenset[str], although: tuple[str, ...] = ()) -> Bool:
        """(m,) influences of vertices that still take a step, and of those that became one of ``although``."""
        itself = ("", *although)
        taken = np.array([(step if became in itself else became) not in undone for became in BECAME])
        return taken[self.became] if self.became.any() else np.full(len(self.became), taken[0])


@dataclass(frozen=True, eq=False)
class _Played:
    """Both files at one time, and each with the other's keys. Pairs: first file, other."""

    own: tuple[Pose, Pose]
    exchanged: tuple[Pose, Pose]
    ours: Float64  # (N, 3, 4) nodes of the first file, world space, metres
    theirs: Float64  # (M, 3, 4) nodes of the other, in its unit
    placed: Float64  # (M, 3, 4) nodes of the other, where the first file's are
    taken: Float64  # (N, 3, 4) where the other file puts the first's nodes, in their own unit
    worlds: Float64  # (2, 2, N + M, 3, 4) as in ``Exchangeable``
    of_first: Int  # (N,) node of the other; -1: none
    unit: float  # the other's, in the first's


@dataclass(frozen=True, eq=False)
class _Theirs:
    """T influences of n vertices in the other file."""

    nodes: Int  # (n, T) nodes of the other
    weights: Float64  # (n, T)
    carrier: Int  # (M,) node of the first file that moves like the other's; -1: none
    known: Bool  # (M,) it has one, and its place in that one's space is known
    link: Float64  # (M, 3, 4) from a node's space to its carrier's; the identity if unknown


def exchangeable(
    model: Model, other: Model, matched: Correspondence, pairs: Pairs, clip: int | None, time: float
) -> Exchangeable:
    """The matched vertices of two files at a time (seconds) of a clip of the first."""
    played = _played(model, other, matched, clip, time)
    theirs = _theirs(other, matched, pairs, played)
    joints = carriers(model, matched.joints)[matched.first.joints[pairs.first]]
    weights = matched.first.weights[pairs.first]
    still = _there(model, other, played.of_first)[joints]
    lost = lost_by_rounding(other)[matched.second.part[pairs.corners[:, 0]]]
    became = pairs.became.copy()
    became[((weights * ~still).sum(axis=1) > lost) & (became == 0)] = BECAME.index(DROPPED)
    followed = _followed(joints, np.where(theirs.weights > 0.0, theirs.carrier[theirs.nodes], -1))
    used = _only_used(weights, (weights <= lost[:, None]) | followed)
    row, slot = np.nonzero(weights)
    row_there, slot_there = np.nonzero(theirs.weights)
    here, there = (row, slot), (row_there, slot_there)
    nodes, none = theirs.nodes[there], np.zeros(len(row_there))
    rows = np.where(theirs.known, theirs.carrier, len(model.nodes) + np.arange(len(other.nodes)))[nodes]
    vertices = np.concatenate([row, row_there])
    return Exchangeable(
        vertices=vertices,
        joints=np.concatenate([joints[here], rows]),
        worlds=played.worlds,
        local=_local(model, other, matched, pairs, played, theirs, (row, joints[here]), there),
        weights=np.concatenate([weights[here], none]),
        cut=np.concatenate([(used - weights)[here], none]),
        rounded=np.concatenate([-used[here], theirs.weights[there]]),
        became=became[vertices],
        count=len(pairs.first),
    )


@dataclass(frozen=True, eq=False)
class KeysAlone:
    """The first file at a time by its own keys and by the other file's, each with its joints and morph targets."""

    model: Model
    matched: Correspondence
    poses: tuple[Pose, Pose]  # by its own keys, by the other's
    worlds: tuple[Float64, Float64]  # (N, 3, 4) each, metres

    def moved(self, pairs: Pairs) -> Float64:
        """(n,) metres by which the other file's keys alone move each vertex: as ``places``, all else undone."""
        model, first = self.model, self.matched.first
        joints = carriers(model, self.matched.joints)[first.joints[pairs.first]]
        row, slot = np.nonzero(first.weights[pairs.first])
        joint, weight = joints[row, slot], first.weights[pairs.first][row, slot, None]
        bind = inverse_binds(model, self.worlds[0])[first.part[pairs.first][row], joint]
        places = []
        for pose, world in zip(self.poses, self.worlds, strict=True):
            local = where_usable(move_points(bind, _base(model, pose)[pairs.first][row]), True, 0.0)
            each = (move_points(world[joint], local) * weight).T
            places.append([np.bincount(row, along, len(pairs.first)) for along in each])
        result: Float64 = np.linalg.norm(np.subtract(places[1], places[0]), axis=0)
        return result


def keys_alone(model: Model, other: Model, matched: Correspondence, clip: int, time: float) -> KeysAlone:
    """The first file at a time (seconds) of a clip of its own, by either file's keys."""
    of_second, unit = matched.joints.first_of_second, size_of(matched.vertices.placement.matrix)
    clips = model.clip(clip), other.clip(matched.clip(clip))
    own = _posed(model, clips[0], time)
    theirs = _posed(model, _retargeted(clips, (other, model), of_second, unit), time)
    return KeysAlone(model, matched, (own[0], theirs[0]), (own[1], theirs[1]))


def _played(model: Model, other: Model, matched: Correspondence, clip: int | None, time: float) -> _Played:
    """Both files at a time (seconds) of a clip of the first."""
    of_second = matched.joints.first_of_second
    of_first = np.full(len(model.nodes), -1, np.intp)
    of_first[of_second[of_second >= 0]] = np.flatnonzero(of_second >= 0)
    placement = matched.vertices.placement.matrix
    unit = size_of(placement)
    clips = model.clip(clip), other.clip(matched.clip(clip))
    own = _posed(model, clips[0], time), _posed(other, clips[1], time)
    exchanged = own
    if clips != (None, None):
        exchanged = (
            _posed(model, _retargeted(clips, (other, model), of_second, unit), time),
            _posed(other, _retargeted(clips[::-1], (model, other), of_first, 1.0 / unit), time),
        )
    (pose, ours), (their_pose, theirs) = own
    (pose_by_theirs, ours_by_theirs), (their_pose_by_ours, theirs_by_ours) = exchanged
    placed, placed_by_ours = multiply(placement[None], theirs), multiply(placement[None], theirs_by_ours)
    there = (of_first >= 0)[:, None, None]

    def on_their_skeleton(nodes: Float64, otherwise: Float64) -> Float64:
        """(N, 3, 4) where the other file puts the first's nodes, in their own unit."""
        in_own_unit = nodes / np.array([unit, unit, unit, 1.0])
        return np.where(there, in_own_unit[of_first], otherwise)

    taken = on_their_skeleton(placed, ours_by_theirs)
    back = on_their_skeleton(placed_by_ours, ours)
    worlds = np.array([[ours, back], [ours_by_theirs, taken]])
    return _Played(
        own=(pose, their_pose),
        exchanged=(pose_by_theirs, their_pose_by_ours),
        ours=ours,
        theirs=theirs,
        placed=placed,
        taken=taken,
        worlds=np.concatenate([worlds, np.broadcast_to(placed, (2, 2, *placed.shape))], axis=2),
        of_first=of_first,
        unit=unit,
    )


def _theirs(other: Model, matched: Correspondence, pairs: Pairs, played: _Played) -> _Theirs:
    """What the matched vertices follow in the other file."""
    second = matched.second
    width = pairs.corners.shape[1] * second.joints.shape[1]
    nodes = second.joints[pairs.corners].reshape(-1, width)
    weights = (second.weights[pairs.corners] * pairs.shares[..., None]).reshape(-1, width)
    carrier = carried(other, matched.joints)
    invertible = (carrier >= 0) & all_invertible(played.taken)[carrier]
    as_matrix = invertible[:, None, None]
    link = multiply(inverse(np.where(as_matrix, played.taken[carrier], np.eye(3, 4))), played.placed)
    # A joint scaled to nothing is still its partner in the first file, whose space has the first file's unit.
    itself = (carrier >= 0) & (played.of_first[carrier] == np.arange(len(carrier)))
    in_unit = np.diag([played.unit] * 3 + [1.0])[:3]
    alone = np.where(itself[:, None, None], in_unit, np.eye(3, 4))
    return _Theirs(nodes, weights, carrier, invertible | itself, np.where(as_matrix, link, alone))


def _local(
    model: Model,
    other: Model,
    matched: Correspondence,
    pairs: Pairs,
    played: _Played,
    theirs: _Theirs,
    here: tuple[Int, Int],
    there: tuple[Int, Int],
) -> Float64:
    """(2, 2, m, 3) the vertices in their joints' spaces, as in ``Exchangeable``.

    here: vertex and joint of each of the first file's influences. there: rows and columns of the other's.
    """
    binds = inverse_binds(model, played.ours)
    own = _in_our_joints(binds, other, matched, pairs, played, here)
    away = _in_their_joints(binds, other, matched, pairs, theirs, there)
    poses = zip(played.own[:1] + played.exchanged[:1], played.exchanged[1:] + played.own[1:])
    bases = [(_base(model, pose), _base(other, their_pose)) for pose, their_pose in poses]
    if all(np.array_equal(*of_one) for of_one in zip(*bases)):
        del bases[1]  # no morph target moves anything
    by_keys = []
    for base, their_base in bases:
        ours, corners = base[pairs.first], their_base[pairs.corners]
        mean = (corners * pairs.shares[..., None]).sum(axis=1)
        of_own, of_away = own.places(ours, mean), away.places(ours, corners)
        by_keys.append([np.concatenate([first, second]) for first, second in zip(of_own, of_away)])
    local = np.array(by_keys).swapaxes(0, 1)
    return np.broadcast_to(local, (2, 2, *local.shape[2:]))


def _in_our_joints(
    binds: Float64, other: Model, matched: Correspondence, pairs: Pairs, played: _Played, here: tuple[Int, Int]
) -> InOurJoints:
    """binds: of the first file, by part and node."""
    vertex, joint = here
    partner = played.of_first[joint]
    part, their_part = matched.first.part[pairs.first], matched.second.part[pairs.corners[:, 0]]
    partner_bind = inverse_binds(other, played.theirs)[their_part[vertex], partner]
    return InOurJoints(vertex, binds[part[vertex], joint], partner_bind, partner >= 0, played.unit)


def _in_their_joints(
    binds: Float64, other: Model, matched: Correspondence, pairs: Pairs, theirs: _Theirs, there: tuple[Int, Int]
) -> InTheirJoints:
    """binds: of the first file, by part and node."""
    vertex, column = there
    nodes, corner = theirs.nodes[there], column // matched.second.joints.shape[1]
    part, their_part = matched.first.part[pairs.first], matched.second.part[pairs.corners]
    known = theirs.known[nodes]
    carrier = np.where(known, theirs.carrier[nodes], 0)
    return InTheirJoints(
        vertex=vertex,
        corner=corner,
        bind=inverse_binds(other)[their_part[vertex, corner], nodes],
        link=theirs.link[nodes],
        carrier_bind=binds[part[vertex], carrier],
        known=known,
    )


def _posed(model: Model, clip: Clip | None, time: float) -> tuple[Pose, Float64]:
    """The local pose, and (N, 3, 4) world matrices."""
    pose = sample_clip(model.nodes, clip, [time])
    return pose, world_matrices(pose)[0]


def _retargeted(
    clips: tuple[Clip | None, Clip | None], models: tuple[Model, Model], nodes: Int, unit: float
) -> Clip | None:
    """The second clip's tracks on the nodes of the first one's model, whose other tracks stay.

    models: the second clip's and the first's. nodes: (M,) node of the first's for each of the second's, -1: none. unit:
    the second's in the first's. None: one file has no clip.
    """
    onto, tracks = clips
    if onto is None or tracks is None:
        return None
    moved = []
    for track in tracks.tracks:
        node = int(nodes[track.node])
        if node >= 0 and (track.path != "weights" or _targets(models, track.node, node)):
            moved.append(_scaled(dataclasses.replace(track, node=node), unit))
    replaced = {(track.node, track.path) for track in moved}
    partner = {node: k for k, node in enumerate(nodes.tolist()) if node >= 0}
    kept = [each for each in onto.tracks if (each.node, each.path) not in replaced and _stays(each, models, partner)]
    return Clip(onto.name, (*moved, *kept))


def _stays(track: Track, models: tuple[Model, Model], partner: dict[int, int]) -> bool:
    """The other clip could not have this track: its node, or its targets, are missing there."""
    there = partner.get(track.node)
    return there is None or (track.path == "weights" and not _targets(models, there, track.node))


def _targets(models: tuple[Model, Model], node: int, onto: int) -> bool:
    """Two nodes have as many morph targets."""
    first, second = models
    return len(first.nodes.morph_weights[node]) == len(second.nodes.morph_weights[onto])


def _scaled(track: Track, unit: float) -> Track:
    """A track in another unit, if it moves."""
    if track.path != "translation" or unit == 1.0:
        return track
    rows = {name: getattr(track, name) for name in ("values", "in_tangents", "out_tangents")}
    return dataclasses.replace(track, **{name: each * unit for name, each in rows.items() if each is not None})


def _base(model: Model, pose: Pose) -> Float64:
    """(V, 3) all vertices in mesh space, morph targets applied."""
    places = [np.zeros((0, 3))]
    for part in model.parts:
        primitive = model.primitive(part)
        places.append(morphed(primitive.positions, primitive.morph_positions, pose.morph_weights[part.node])[0])
    return np.concatenate(places)


def _there(model: Model, other: Model, of_first: Int) -> Bool:
    """(N,) nodes of the first model that are no joints, or whose partner still is one."""
    is_joint, still = (np.isin(np.arange(len(m.nodes)), joints_of_model(m)) for m in (model, other))
    return ~is_joint | ((of_first >= 0) & still[of_first])


def _followed(joints: Int, theirs: Int) -> Bool:
    """(n, I) joints that the other's vertex follows too (n, S)."""
    found = np.zeros(joints.shape, bool)
    for slot in range(theirs.shape[1]):
        found |= joints == theirs[:, slot : slot + 1]
    return found


def _only_used(weights: Float64, used: Bool) -> Float64:
    """(n, I) weights of used influences (n, I), divided by their sum; all of them if none is used."""
    kept = np.where(used, weights, 0.0)
    total = kept.sum(axis=1, keepdims=True)
    return np.where(total > 0.0, kept / np.where(total > 0.0, total, 1.0), weights)
