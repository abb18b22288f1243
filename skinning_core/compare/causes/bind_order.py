"""Inverse bind matrices in another order: each joint has another's, which is read off the result.

An engine that stores them by node number, name or walk gives A'_j = W_j B_k: the joint's world matrix W_j, and the
inverse bind matrix B_k of joint k. If vertices pin A'_j down, k is the one that gives it. For the other joints constant
matrices are solved together, and each takes the nearest of the file's. Then each in turn takes the one that leaves
least of its vertices' positions, until none changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...model import Bool, Float64, Int
from ...spread import evenly_spread
from ...transform import move_points, multiply
from .engine_state import EngineState
from .mistake import Mistake
from .sample import Sample

if TYPE_CHECKING:
    from .invariant import JointMatrices

#: Matrices whose effects differ by less, in sizes of the character, are the same: entries are less exact than places.
_SAME_MATRIX = 2e-5

#: The same if few vertices pin them down. Most known joints must pass this.
_NEAR_MATRIX = 5e-3

#: With more open joints the search would take seconds, and is not made.
_OPEN = 150

#: The cost, in mistakes of the list: an order has no fitted numbers.
_COST = 2

#: Rounds through the joints at most, until none changes.
_ROUNDS = 6

#: Vertices of each joint to look at in a round, at most: those it moves most.
_JOINT_VERTICES = 60

#: Unknowns to solve for together; if there are more, none is solved for.
_MOST_UNKNOWNS = 400

#: Vertices to solve on, at most, evenly chosen.
_SOLVED_VERTICES = 400


@np.errstate(all="ignore")
def binds_mixed(sample: Sample, state: EngineState, joints: list[JointMatrices]) -> Mistake | None:
    """Joints with others' inverse bind matrices; None: most have none of the file's, or all have their own."""
    orders: dict[int, Int] = {}
    named: list[tuple[int, int]] = []
    for each in joints:
        skin = state.model.skins[each.skin]
        order, effect = _of_known(state, each)
        sure = effect <= _SAME_MATRIX
        if 2 * (effect <= _NEAR_MATRIX).sum() < each.known.sum() or (~sure).sum() > _OPEN:
            return None
        order = _completed(sample, state, each.skin, order, ~sure)
        other = ~np.isclose(skin.inverse_bind[order], skin.inverse_bind, atol=1e-6).all(axis=(1, 2))
        named += [(int(skin.joints[j]), int(skin.joints[order[j]])) for j in np.flatnonzero(other)]
        orders[each.skin] = order
    if not named:
        return None

    def change_of(at: EngineState) -> EngineState:
        skins = zip(at.model.skins, at.posed.skin_palettes, strict=True)
        return at.with_palettes(
            tuple(
                multiply(at.posed.world[:, skin.joints], skin.inverse_bind[orders[s]]) if s in orders else palette
                for s, (skin, palette) in enumerate(skins)
            )
        )

    first, second = (state.model.nodes.names[node] or f"node {node}" for node in named[0])
    values = {"count": len(named), "first": first, "second": second}
    return Mistake("binds-mixed", "bind", change_of, values, _COST)


def _of_known(state: EngineState, joints: JointMatrices) -> tuple[Int, Float64]:
    """(J,) whose inverse bind matrix each joint of a skin has, and (J,) the effect of the remainder, in sizes."""
    skin = state.model.skins[joints.skin]
    world = state.posed.world[:, skin.joints]
    order, left = np.arange(len(skin.joints)), np.full(len(skin.joints), np.inf)
    for joint in np.flatnonzero(joints.known).tolist():
        difference = joints.theirs[:, joint, None] - multiply(world[:, joint, None], skin.inverse_bind)
        moved = np.einsum("tkrc,pc->tkpr", difference, joints.points[joint])
        effect = np.linalg.norm(moved, axis=-1).max(axis=(0, 2)) / joints.size
        nearest = joint if effect[joint] <= _SAME_MATRIX else int(effect.argmin())
        order[joint], left[joint] = nearest, effect[nearest]
    return order, left


def _completed(sample: Sample, state: EngineState, skin: int, order: Int, open_joints: Bool) -> Int:
    """(J,) the order, in which each open joint takes the matrix that leaves least of its vertices' positions."""
    left = _Left(sample, state, skin, order)
    waiting = [joint for joint in np.argsort(-left.weight).tolist() if open_joints[joint] and left.weight[joint] > 0.0]
    left.solve(waiting)
    for _ in range(_ROUNDS):
        if not [joint for joint in waiting if left.improved(joint)]:
            break
    return left.order


class _Left:
    """What an order of one skin's inverse bind matrices leaves of its parts' positions."""

    def __init__(self, sample: Sample, state: EngineState, skin: int, order: Int) -> None:
        self.order = order.copy()
        self._bind = state.model.skins[skin].inverse_bind
        self._world = state.posed.world[:, state.model.skins[skin].joints]
        parts = [k for k, part in enumerate(state.model.parts) if part.skin == skin and len(sample.rows[k])]
        times, count = self._world.shape[:2]
        bases = [state.base(state.model.parts[k]) for k in parts]
        moving = [np.broadcast_to(base, (times, *base.shape[1:])) for base in bases]
        self._base = np.concatenate([np.zeros((times, 0, 3)), *moving], axis=1)
        self._weights = np.zeros((self._base.shape[1], count))
        rows = np.split(np.arange(len(self._weights)), np.cumsum([len(sample.rows[k]) for k in parts])[:-1])
        for k, own in zip(parts, rows, strict=True):
            influences = state.skinning(state.model.parts[k])
            np.add.at(self._weights, (own[:, None], influences.joints), influences.weights)
        self.weight: Float64 = self._weights.sum(axis=0)
        wanted = np.concatenate([np.zeros((times, 0, 3)), *(sample.wanted[k] for k in parts)], axis=1)
        blended = self._weights @ multiply(self._world, self._bind[order]).reshape(times, count, 12)
        self._left = wanted - move_points(blended.reshape(times, -1, 3, 4), self._base)

    def solve(self, joints: list[int]) -> None:
        """Give joints the file's matrices nearest to the best constant ones."""
        _, size, basis = np.linalg.svd(self._bind.reshape(-1, 12), full_matrices=False)
        basis = basis[size > 1e-6 * size[0]].reshape(-1, 3, 4)  # all that binds are sums of
        touched = np.flatnonzero(self._weights[:, joints].any(axis=1))
        if not joints or len(joints) * len(basis) > _MOST_UNKNOWNS:
            return
        rows = touched[evenly_spread(len(touched), _SOLVED_VERTICES)]
        columns = [self._turned(joint, rows, basis) * self._weights[rows, joint, None] for joint in joints]
        system = np.concatenate(columns).reshape(len(joints) * len(basis), -1).T
        target = self._left[:, rows].copy()
        for joint in joints:
            target += self._turned(joint, rows, self._bind[self.order[[joint]]])[0] * self._weights[rows, joint, None]
        found = np.linalg.lstsq(system, target.ravel(), rcond=1e-9)[0]
        for joint, parts in zip(joints, found.reshape(len(joints), -1), strict=True):
            wanted = self._turned(joint, rows, np.tensordot(parts, basis, 1)[None])
            apart = (self._turned(joint, rows, self._bind) - wanted) * self._weights[rows, joint, None]
            self._give(joint, int((apart**2).sum(axis=(1, 2, 3)).argmin()))

    def improved(self, joint: int) -> bool:
        """Give the joint another inverse bind matrix if that leaves less. Returns whether it does."""
        weights = self._weights[:, joint]
        rows = np.argsort(-weights)[: min(_JOINT_VERTICES, int(np.count_nonzero(weights)))]
        moved = self._turned(joint, rows, self._bind)
        step = (moved - moved[self.order[joint]]) * weights[rows, None]
        rest = ((self._left[:, rows] - step) ** 2).sum(axis=(1, 2, 3))
        best, before = int(rest.argmin()), float(rest[self.order[joint]])
        if not rest[best] < before * (1.0 - 1e-6):
            return False
        self._give(joint, best)
        return True

    def _give(self, joint: int, bind: int) -> None:
        """Let a joint have another's inverse bind matrix."""
        rows = np.flatnonzero(self._weights[:, joint])
        own, other = self._turned(joint, rows, self._bind[[self.order[joint], bind]])
        self._left[:, rows] -= (other - own) * self._weights[rows, joint, None]
        self.order[joint] = bind

    def _turned(self, joint: int, rows: Int, binds: Float64) -> Float64:
        """(K, T, n, 3) vertices (n,) of a joint bound by matrices (K, 3, 4), relative to the joint."""
        matrices = self._world[None, :, joint, :, :3] @ binds[:, None]  # (K, T, 3, 4)
        return move_points(matrices[:, :, None], self._base[:, rows])
