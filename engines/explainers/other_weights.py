"""Unknown weights: no reading of the file's weights produces the ones in use, but weights of its joints do.

Painted, transferred and re-computed weights and Blender's bone envelopes are such. In the specified pose each joint has
a place for a vertex at every time, and what follows joints lies between these. The nearest point of their hull
(non-negative least squares, weights that sum to one) must be the vertex at all times. The mesh's own place is one more:
a vertex that no joint moves stays there.

With enough joints anything fits. Against overfitting, a fifth of the vertices must be fitted with at most half as many
weights as independent coordinates (three for each pose that is no mean of the others). Of positions that no weights
make hardly a vertex is fitted so.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from ...compare.causes.explainer import Evidence, Explainer, Findings
from ...compare.causes.mistake import Mistake
from ...compare.causes.naming import named_of_all
from ...compare.causes.sample import Sample
from ...model import Float64
from .region import explains

#: Vertices whose weights are looked for, at most.
_LOOKED_AT = 120

#: Share of these that must be fitted with few weights.
_SURE = 0.2

#: Poses with places this near to a mean of the others, in sizes of the character, are no others.
_ONE_POSE = 1e-3

#: Smaller weights count as none.
_NONE = 1e-9

#: Regions are told instead if they touch this share of the differing vertices: an engine's rule says more.
_NEARLY_ALL = 0.95

#: It cannot be made on purpose: weights of other vertices are unknown.
OTHER_WEIGHTS = Mistake("other-weights", "kept", lambda _state: None)


def _explain(evidence: Evidence) -> Generator[None, None, Findings | None]:
    """Other weights, if nothing but mistakes of regions explains the result."""
    found = evidence.found
    regions = () if found is None else tuple(cause for cause in found.causes if cause.region)
    if evidence.search.done or evidence.linear or (found is not None and not regions):
        return None
    yield
    left = residual_of_other_weights(evidence.many, evidence.floor)
    if left is None:
        return None
    cause = named_of_all(evidence.posed, evidence.reference, evidence.other, OTHER_WEIGHTS, left)
    nearly_all = sum(each.vertices for each in regions) >= _NEARLY_ALL * cause.vertices
    return None if nearly_all else Findings((cause,), (), final=True)


def residual_of_other_weights(sample: Sample, floor: float) -> float | None:
    """The largest distance that the best weights leave, in sizes of the character; None: they explain too little.

    floor: residuals up to this are rounding.
    """
    error = sample.error
    worst = [row for row in np.argsort(-error, kind="stable").tolist() if error[row] > 8.0 * floor]
    rows = worst[:: 1 + len(worst) // _LOOKED_AT]
    residuals, lost, sure = [0.0], 0, 0
    for row in rows:
        made, few = _followed(sample, row, floor)
        wanted = sample.target[:, row]
        found = bool(explains(made[:, None], wanted[:, None], error[row : row + 1], floor)[0])
        lost, sure = lost + (not found), sure + (found and few)
        if lost > EXPLAINER.unexplained * len(rows):
            return None
        residuals.append(float(np.linalg.norm(made - wanted, axis=-1).max()))
    return max(residuals) if sure > _SURE * len(rows) else None


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
    """(J,) weights, none negative, of sum one, of the mean of points (n, J) that is nearest to the origin.

    Nearer than ``enough`` no more weights are added, which would follow rounding.

    The active-set method of Lawson and Hanson (1974, chapter 23), with a row of ones for the sum.
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


#: Of the vertices looked at one in twenty may follow something else.
EXPLAINER = Explainer("other weights", 60, 0.05, _explain)
