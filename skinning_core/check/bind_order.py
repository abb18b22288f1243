"""Inverse bind matrices in another order than the joints: the right one brings rest and bind pose together.

At rest, joint j moves vertices by W_j B_j: in most files one matrix C for all joints, which rest as they were bound. If
W_j B_k is C for another k, and such joints exchange places among themselves, the order is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..model import Bool, Float64, Int, Skin
from ..skeleton.bind_pose import invertible
from ..transform import inverse, multiply

#: Equal within this: of the largest entry, and of the skeleton's extent for places.
_SAME = 1e-3
#: This share of joints must rest as bound in the right order.
_MOST = 0.75
#: Skins of more joints are not looked at.
_JOINTS = 500
#: So many joints tell whether a matrix can be common to all.
_TOLD = 8


def right_order(skin: Skin, world: Float64) -> Int | None:
    """(J,) the place of each joint's matrix; None if each has its own, or no order is found.

    world: (N, 3, 4) of the nodes at rest.
    """
    at_rest, bind = world[skin.joints], skin.inverse_bind
    finite = bool(np.isfinite(at_rest).all() and np.isfinite(bind).all())
    if not 1 < len(bind) <= _JOINTS or not finite or not all(map(invertible, at_rest)):
        return None
    back = inverse(at_rest)
    extent = float(np.linalg.norm(np.ptp(bind[..., 3], axis=0))) or 1.0
    scale = np.full((3, 4), 1.0 / max(float(np.abs(bind[..., :3]).max()), 1e-300))
    scale[:, 3] = 1.0 / extent
    stored = (bind * scale).reshape(len(bind), 12)
    for common in _candidates(multiply(at_rest, bind), at_rest[0], bind):
        told = _alike((multiply(back[:_TOLD], common) * scale).reshape(-1, 12), stored)
        if 2 * told.any(axis=1).sum() < len(told):
            continue
        order = _order(_alike((multiply(back, common) * scale).reshape(-1, 12), stored))
        if order is not None:
            return order
    return None


def _candidates(moves: Float64, first: Float64, bind: Float64) -> Iterator[Float64]:
    """Matrices (3, 4) that may be common: what most joints have, and the first joint with any matrix."""
    flat = moves.reshape(len(moves), 12)
    size = float(np.abs(flat).max()) or 1.0
    neighbours = [(np.abs(flat - one).max(axis=1) <= _SAME * size).sum() for one in flat]
    yield moves[int(np.argmax(neighbours))]
    yield from multiply(first, bind)


def _alike(wanted: Float64, stored: Float64) -> Bool:
    """(n, J) which of the stored matrices (J, 12) is the wanted one of n (n, 12)."""
    result: Bool = np.array([np.abs(stored - one).max(axis=1) <= _SAME for one in wanted])
    return result


def _order(alike: Bool) -> Int | None:
    """(J,) each joint's matrix, from which ones could be it (J, J); None unless two change places."""
    count = len(alike)
    order, own = np.arange(count), np.diagonal(alike)
    for joint in np.flatnonzero(~own & alike.any(axis=1)).tolist():
        free = np.flatnonzero(alike[joint] & ~own)
        order[joint] = free[0] if len(free) == 1 else joint
    moved = np.flatnonzero(order != np.arange(count))
    closed = set(order[moved].tolist()) == set(moved.tolist())
    return order if len(moved) and closed and own.sum() + len(moved) >= _MOST * count else None
