"""Weights of no file: vertices that follow the file's joints, but by weights that its own do not come to in any way.

Painted, transferred and re-computed weights and Blender's bone envelopes do so. With the pose as specified each joint
has a place for a vertex at every time, and what follows joints lies between these places: the nearest point of their
hull is sought (non-negative least squares, whose weights sum to one), and must be the vertex at all times. A vertex
that no joint moves stays on the mesh, so that its place there is one more of these.

Enough joints come near to anything. So at one vertex of five there must be no more than half as many weights as numbers
that they explain, three for each pose that is not a mean of the others: of what no weights make there is hardly one.
"""

from __future__ import annotations

import numpy as np

from ...model import Float64
from .mistake import Mistake
from .region import explains
from .sample import Sample

#: Vertices whose weights are looked for, the share of them that may have none, and the share that must have few.
_LOOKED_AT, _LOST, _SURE = 120, 0.05, 0.2

#: Poses whose places lie this near to a mean of the others, in sizes of the character, are no others.
_ONE_POSE = 1e-3

#: Weights less than this are none.
_NONE = 1e-9

#: What is named. It cannot be made on purpose: which weights is not known of vertices that were not looked at.
OTHER_WEIGHTS = Mistake("other-weights", "kept", lambda _course: None)


def rest_of_other_weights(sample: Sample, floor: float) -> float | None:
    """What the best weights leave of the largest distance, in sizes of the character; None: they explain too little.

    floor: rests up to this are rounding.
    """
    error = sample.error
    worst = [row for row in np.argsort(-error, kind="stable").tolist() if error[row] > 8.0 * floor]
    rows = worst[:: 1 + len(worst) // _LOOKED_AT]
    rests, lost, sure = [0.0], 0, 0
    for row in rows:
        made, few = _followed(sample, row, floor)
        wanted = sample.target[:, row]
        found = bool(explains(made[:, None], wanted[:, None], error[row : row + 1], floor)[0])
        lost, sure = lost + (not found), sure + (found and few)
        if lost > _LOST * len(rows):
            return None
        rests.append(float(np.linalg.norm(made - wanted, axis=-1).max()))
    return max(rests) if sure > _SURE * len(rows) else None


def _followed(sample: Sample, row: int, floor: float) -> tuple[Float64, bool]:
    """(T, 3) how near any weights bring a vertex, in sizes of the character; and whether they are few enough."""
    state, k = sample.state, int(sample.of_part[row])
    part = state.model.parts[k]
    if not state.model.is_skinned(part):
        return sample.stacked(sample.ours)[:, row], False
    base = state.base(part)[:, row - int(np.searchsorted(sample.of_part, k))]
    palette = state.posed.skin_palettes[part.skin]
    on_mesh = np.broadcast_to(base, (len(palette), 3))
    moved = np.einsum("tjrc,tc->tjr", palette[..., :3], on_mesh) + palette[..., 3]
    places = np.concatenate([moved, on_mesh[:, None]], axis=1) / sample.scale[:, None, None]
    towards = (places - sample.target[:, row, None]).swapaxes(1, 2).reshape(-1, places.shape[1])
    weights = nearest_in_hull(towards, floor * np.sqrt(len(palette)))
    poses = 1 + int(np.linalg.matrix_rank((places - places.mean(axis=0)).reshape(len(places), -1), tol=_ONE_POSE))
    return np.einsum("j,tjc->tc", weights, places), 2 * (int(np.count_nonzero(weights)) - 1) <= 3 * poses


def nearest_in_hull(points: Float64, enough: float = 0.0) -> Float64:
    """(J,) weights, none negative, whose sum is one, of the mean of points (n, J) that is nearest to the origin.

    Nearer than ``enough`` no more weights are added, which would follow rounding.

    The active-set method of Lawson and Hanson (1974, chapter 23), a row of ones standing for the sum.
    """
    rows = np.concatenate([points, np.ones((1, points.shape[1]))])
    wanted = np.zeros(len(rows))
    wanted[-1] = 1.0
    weights, active = np.zeros(rows.shape[1]), np.zeros(rows.shape[1], np.bool_)
    for _ in range(3 * rows.shape[1]):
        rest = wanted - rows @ weights
        gain = np.where(active, -np.inf, rows.T @ rest)
        best = int(gain.argmax())
        if gain[best] <= 1e-15 or rest @ rest <= enough**2:
            break
        active[best] = True
        while True:
            tried = np.zeros_like(weights)
            tried[active] = np.linalg.lstsq(rows[:, active], wanted, rcond=None)[0]
            low = active & (tried <= _NONE)
            if not low.any():
                break
            reach = (weights[low] / np.maximum(weights[low] - tried[low], 1e-300)).min()
            weights += reach * (tried - weights)
            active &= weights > _NONE
            weights[~active] = 0.0
            if not active.any():
                break
        weights = tried * active
    weights /= max(float(weights.sum()), 1e-300)
    return weights
