"""Causes read off the recovered matrices, whatever their size: no list of guesses could hold them.

An engine's matrices A'_j against the expected A_j, joint by joint and at every time:

- A'_j = A_j C_j with C_j the same at all times: the joint is bound otherwise.
- A'_j = A_k: the joint has another one's matrix.
- A'_j = W_j B_k: the joint has another one's inverse bind matrix, see ``bind_order``.
- P'(t) = P(a t + b): the clip is sampled at other times.
- Matrices relative to the joint above: the joints that differ stand otherwise.

Each becomes a mistake, which is made on purpose and measured like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ...model import Bool, Float64, Int
from ...pose.clip import key_times
from ...transform import as_4x4, decompose, inverse, multiply
from .bind_order import binds_mixed
from .chain import nearest_known
from .engine_state import EngineState
from .mistake import Mistake, shift
from .mistake_pose import with_world
from .palette import Recovered
from .sample import Sample

#: Smaller effects of matrices, in sizes of the character, are rounding: entries are less exact than places.
_SAME_MATRIX = 2e-5

#: Poses of a joint needed before a constant matrix means something.
_POSES = 3

#: The cost of fitted numbers, in mistakes of the list; of one number, two.
_FITTED = 3

#: Joints with one constant wrong matrix each are named up to this many.
_EDITED_JOINTS = 3

#: Other wrong joints are named up to this share of all: a free matrix at every time explains anything of a few joints.
_EDITED_SHARE = 0.2

#: Least and most times of a clip at which a moment's pose is looked for.
_GRID = 100, 400

#: Refinements of the clock's rate and offset.
_CLOCK_ROUNDS = 6

#: Seconds to either side of a moment for its speed.
_SPEED_STEP = 1e-4

#: Clocks differ by an offset only if they run apart by fewer seconds up to the clip's end.
_SAME_CLOCK = 2e-4


class JointMatrices:
    """The matrices of one skin's joints, recovered from all parts that wear it."""

    def __init__(self, state: EngineState, found: Mapping[int, Recovered], sample: Sample, skin: int) -> None:
        parts = {k: each for k, each in found.items() if state.model.parts[k].skin == skin}
        self.skin = skin
        self.ours = state.posed.skin_palettes[skin]  # (T, J, 3, 4)
        self.theirs = self.ours.copy()  # (T, J, 3, 4)
        self.known: Bool = np.zeros(self.ours.shape[1], bool)  # (J,)
        self.points = np.zeros((self.ours.shape[1], 4, 4))  # (J, 4, 4) homogeneous points that span its vertices
        for k, each in parts.items():
            fresh = each.known & ~self.known
            self.theirs[:, fresh] = each.palette[:, fresh]
            self.known |= each.known
            self._spread(state, k, np.flatnonzero(fresh))
        self.size = float(sample.scale.max(initial=0.0)) or 1.0

    def _spread(self, state: EngineState, part: int, fresh: Int) -> None:
        """Set the points of joints: the middle of their vertices, and one spread away from it along each axis."""
        of_part = state.model.parts[part]
        influences = state.skinning(of_part)
        places = np.asarray(state.model.primitive(of_part).positions, np.float64)
        for joint in fresh.tolist():
            weights = np.where(influences.joints == joint, influences.weights, 0.0).sum(axis=1)
            middle = weights @ places / weights.sum()
            radius = np.sqrt(weights @ ((places - middle) ** 2).sum(axis=1) / weights.sum())
            self.points[joint] = np.append(middle + radius * np.eye(4, 3, -1), np.ones((4, 1)), axis=1)

    def effect(self, difference: Float64) -> Float64:
        """(...) sizes: how far matrices (..., J, 3, 4) move the joints' vertices at most."""
        moved = np.einsum("...jrc,jpc->...jpr", difference, self.points)
        largest: Float64 = np.linalg.norm(moved, axis=-1).max(axis=-1)
        return largest / self.size


@np.errstate(all="ignore")
def read_off(sample: Sample, state: EngineState, found: Mapping[int, Recovered]) -> list[Mistake]:
    """The mistakes that the recovered matrices of parts show, against a state's."""
    joints = _joints(sample, state, found)
    made = [binds_mixed(sample, state, joints)]
    if any(each.known.any() for each in joints):
        made = [mixed(state, joints), *made, other_bind(joints)]
    return [mistake for mistake in made if mistake is not None]


def _joints(sample: Sample, state: EngineState, found: Mapping[int, Recovered]) -> list[JointMatrices]:
    skins = sorted({state.model.parts[k].skin for k in found})
    return [JointMatrices(state, found, sample, skin) for skin in skins]


def other_bind(joints: list[JointMatrices]) -> Mistake | None:
    """Joints bound by other matrices; None: too few poses, or all are the file's."""
    constant: dict[int, Float64] = {}
    for each in joints:
        linear = each.ours[..., :3].transpose(1, 0, 2, 3).reshape(len(each.known), -1, 3)  # (J, 3 T, 3)
        theirs = each.theirs - np.pad(each.ours[..., 3:], [(0, 0)] * 3 + [(3, 0)])
        target = theirs.transpose(1, 0, 2, 3).reshape(len(each.known), -1, 4)
        change = np.linalg.pinv(linear) @ target  # (J, 3, 4)
        moving = each.effect(each.ours - each.ours[:1]).max(axis=0) > 1e3 * _SAME_MATRIX
        told = len(each.ours) >= _POSES and (each.known & moving).sum() * 2 > each.known.sum()
        constant[each.skin] = np.where((each.known & told)[:, None, None], change, np.eye(3, 4))
    if all(np.allclose(c, np.eye(3, 4), atol=_SAME_MATRIX) for c in constant.values()):
        return None

    def change_of(state: EngineState) -> EngineState:
        palettes = enumerate(state.posed.skin_palettes)
        return state.with_palettes(tuple(multiply(p, constant[s]) if s in constant else p for s, p in palettes))

    return Mistake("other-bind", "index", change_of, cost=_FITTED)


def mixed(state: EngineState, joints: list[JointMatrices]) -> Mistake | None:
    """Joints with others' matrices; None: one has no joint's, or each has its own."""
    orders: dict[int, Int] = {}
    named: list[tuple[int, int]] = []
    for each in joints:
        nodes = state.model.skins[each.skin].joints
        order = np.arange(len(nodes))
        for joint in np.flatnonzero(each.known).tolist():
            difference = each.theirs[:, joint, None] - each.ours  # (T, J, 3, 4): as each other joint would have it
            moved = np.einsum("tkrc,pc->tkpr", difference, each.points[joint])
            effect = np.linalg.norm(moved, axis=-1).max(axis=(0, 2)) / each.size
            nearest = int(effect.argmin())
            if effect[nearest] > _SAME_MATRIX:
                return None
            if effect[joint] > _SAME_MATRIX:
                order[joint] = nearest
                named.append((int(nodes[joint]), int(nodes[nearest])))
        orders[each.skin] = order
    if not named:
        return None

    def change_of(at: EngineState) -> EngineState:
        palettes = enumerate(at.posed.skin_palettes)
        return at.with_palettes(tuple(p[:, orders[s]] if s in orders else p for s, p in palettes))

    first, second = (state.model.nodes.names[node] or f"node {node}" for node in named[0])
    values = {"count": len(named), "first": first, "second": second}
    return Mistake("joints-mixed", "index", change_of, values, _FITTED)


class RecoveredWorlds:
    """Nodes' matrices, recovered through the joints that they are, each relative to the known joint above it."""

    def __init__(self, sample: Sample, state: EngineState, found: Mapping[int, Recovered]) -> None:
        joints = _joints(sample, state, found)
        self._ours = state.posed.world  # (T, N, 3, 4)
        self._theirs, self.known, self._points = _worlds_of(joints, state)  # (T, N, 3, 4), (N,), (N, 4, 4)
        self._size = joints[0].size if joints else 1.0
        self._order = [node for node in state.model.nodes.order.tolist() if self.known[node]]
        self.above = nearest_known(state.model, self.known)

    def local(self, node: int) -> Float64:
        """(T, 3, 4) the recovered one."""
        return _relative(self._theirs, node, self.above[node])

    def expected(self, node: int) -> Float64:
        """(T, 3, 4) the state's own."""
        return _relative(self._ours, node, self.above[node])

    def off(self, node: int, local: Float64) -> float:
        """Sizes: how far a matrix (T, 3, 4) puts a joint's vertices from where the recovered one does."""
        apart = local - self.local(node)
        if self.above[node] >= 0:
            apart = self._ours[:, self.above[node], :, :3] @ apart
        moved = np.einsum("trc,pc->tpr", apart, self._points[node])
        return float(np.linalg.norm(moved, axis=-1).max(initial=0.0)) / self._size

    def differing(self) -> dict[int, float]:
        """By node, parents first, how far those are off that are not as expected."""
        found = {node: self.off(node, self.expected(node)) for node in self._order}
        return {node: off for node, off in found.items() if not off <= _SAME_MATRIX}

    def chain(self, node: int, parents: Int) -> list[int]:
        """The nodes from below the known joint above down to this one; parents: (N,), of each node."""
        nodes = [node]
        while parents[nodes[0]] >= 0 and parents[nodes[0]] != self.above[node]:
            nodes.insert(0, int(parents[nodes[0]]))
        return nodes


@np.errstate(all="ignore")
def edited(sample: Sample, state: EngineState, found: Mapping[int, Recovered]) -> Mistake | None:
    """Joints with another transform relative to the joint above; None: there are none, or too many.

    Asked last, as it says where and not why.
    """
    model, worlds = state.model, RecoveredWorlds(sample, state, found)
    differing = {node: worlds.local(node) for node in worlds.differing()}
    pairs = [(worlds.expected(node), local) for node, local in differing.items()]
    # A free matrix at every time explains anything of a few joints; a constant one does not.
    constant = len(state.posed.times) >= _POSES and all(_constant(*pair) for pair in pairs)
    most = _EDITED_JOINTS if constant else int(_EDITED_SHARE * worlds.known.sum())
    if not 0 < len(differing) <= most:
        return None
    names = ", ".join(repr(model.nodes.names[node] or f"node {node}") for node in differing)
    values = {"joints": names, "how": _how(pairs)}
    return Mistake("joint-edited", "hierarchy", _standing(differing, worlds.above), values, _FITTED)


def _worlds_of(joints: Sequence[JointMatrices], state: EngineState) -> tuple[Float64, Bool, Float64]:
    """(T, N, 3, 4) nodes' world matrices there, (N,) whether each is known, and (N, 4, 4) points that it moves."""
    count = len(state.model.nodes)
    theirs, known, points = state.posed.world.copy(), np.zeros(count, bool), np.zeros((count, 4, 4))
    for each in joints:
        skin = state.model.skins[each.skin]
        usable = np.flatnonzero(each.known & (np.abs(np.linalg.det(skin.inverse_bind[..., :3])) > 0.0))
        nodes, inverse_bind = skin.joints[usable], skin.inverse_bind[usable]
        theirs[:, nodes] = multiply(each.theirs[:, usable], inverse(inverse_bind))
        known[nodes] = True
        points[nodes] = each.points[usable] @ as_4x4(inverse_bind).swapaxes(-1, -2)
    return theirs, known, points


def _constant(ours: Float64, theirs: Float64) -> bool:
    """Matrices (T, 3, 4) differ from others by a constant one, on either side."""
    a, b = as_4x4(ours), as_4x4(theirs)
    inverses = np.linalg.pinv(a)
    return any(np.allclose(each, each[:1], rtol=1e-3, atol=1e-4) for each in (inverses @ b, b @ inverses))


def _standing(locals_of: Mapping[int, Float64], above: Int) -> Callable[[EngineState], EngineState]:
    """The mistake of joints with other matrices (T, 3, 4), relative to the known joints above."""

    def change(state: EngineState) -> EngineState:
        posed = state.posed
        world = posed.world.copy()
        for node in posed.pose.order.tolist():
            parent, local = int(posed.pose.parents[node]), posed.local[:, node]
            if node in locals_of:
                parent, local = int(above[node]), locals_of[node]
            world[:, node] = local if parent < 0 else multiply(world[:, parent], local)
        return with_world(state, world)

    return change


def _relative(world: Float64, node: int, parent: int) -> Float64:
    """(T, 3, 4) a node's matrix relative to one above (-1: the world); the nearest if that is flat."""
    if parent < 0:
        return world[:, node]
    return (np.linalg.pinv(as_4x4(world[:, parent])) @ as_4x4(world[:, node]))[:, :3]


def _how(pairs: list[tuple[Float64, Float64]]) -> str:
    """Whether translation, rotation or scale of matrices (T, 3, 4) differ, in words."""
    words: dict[str, None] = {}
    for ours, theirs in pairs:
        a, b = decompose(ours), decompose(theirs)
        turned = 1.0 - np.abs((a[1] * b[1]).sum(axis=-1)).min()
        differs = {
            "rotation": turned > 1e-8,
            "translation": not np.allclose(a[0], b[0], rtol=1e-3, atol=1e-4 * np.abs(a[0]).max(initial=1e-9)),
            "scale": not np.allclose(a[2], b[2], rtol=1e-3),
        }
        words |= dict.fromkeys(word for word, differing in differs.items() if differing)
    return ", ".join(words) or "shear"


@np.errstate(all="ignore")
def other_clock(sample: Sample, state: EngineState) -> Mistake | None:
    """The clock by which the clip shows what the other shows, moment by moment; None: there is none.

    ``state``: with an unchanged pose.
    """
    posed = state.posed
    clip = posed.clip
    if clip is None or clip.end <= clip.start or len(posed.times) < _POSES:
        return None
    grid = np.linspace(clip.start, clip.end, int(np.clip(2 * len(key_times(clip)), *_GRID)))
    places = sample.stacked(state.reposed(times=grid).positions(), scaled=False)
    wanted = sample.stacked(sample.wanted, scaled=False)
    distance = np.stack([np.linalg.norm(places - at, axis=-1).mean(axis=1) for at in wanted])  # (T, G)
    nearest = distance.argmin(axis=1)
    # A moment tells if others are worse. They are not while the character rests or is held.
    inside = (nearest > 0) & (nearest < len(grid) - 1)
    sure = inside & (2.0 * distance.min(axis=1) < distance.mean(axis=1))
    if sure.sum() < _POSES:
        return None
    clock = np.polyfit(posed.times[sure], grid[nearest[sure]], 1)
    for _ in range(_CLOCK_ROUNDS):
        clock = clock + _nearer(state, clock, wanted, sample)
    factor, offset = clock.tolist()
    if abs(factor - 1.0) * (clip.end - clip.start) < _SAME_CLOCK:
        factor, offset = 1.0, float(np.mean(clock @ np.stack([posed.times, np.ones(len(posed.times))]) - posed.times))
    return shift(factor, offset, 2 if factor == 1.0 else _FITTED) if 0.05 < abs(factor) < 20.0 else None


def _nearer(state: EngineState, clock: Float64, wanted: Float64, sample: Sample) -> Float64:
    """(2,) change of a clock's rate and offset towards ``wanted`` (T, n, 3)."""
    times = state.posed.times
    at = clock[0] * times + clock[1]
    steps = np.concatenate([at - _SPEED_STEP, at, at + _SPEED_STEP])
    before, now, after = np.split(sample.stacked(state.reposed(times=steps).positions(), scaled=False), 3)
    speed = (after - before) / (2.0 * _SPEED_STEP)  # (T, n, 3)
    slope, gap = (np.einsum("tnc,tnc->t", speed, other) for other in (speed, wanted - now))
    basis = np.stack([times, np.ones(len(times))], axis=1)
    change: Float64 = np.linalg.pinv(basis.T @ (slope[:, None] * basis)) @ (basis.T @ gap)
    return change
