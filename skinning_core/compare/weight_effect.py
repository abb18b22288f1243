"""What it matters whether weights are divided by their sum or kept as they are stored (row C7).

Shapes: weights (V, I), sums (V,), distances (T, V). Both variants come from the reference: ``Skinned.positions`` with
sums divided (and zero sums given to the first joint), ``Skinned.raw`` as stored. A vertex whose raw weights sum to s
stands at s times its place, measured from the world's origin: a sum of 0.5 pulls it halfway there, 0 all the way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model import Float64, Int, Model
from ..skinned import Skinned


@dataclass(frozen=True, eq=False)
class WeightEffect:
    """One part's weights, and what normalising them changes."""

    part: int  # K
    least_sum: float
    largest_sum: float
    off: Int  # (n,) vertices whose sum differs from one by more than the tolerance asked for
    zero: Int  # (n,) vertices whose sum is zero
    distance: Float64  # (T,) largest distance between the variants, relative to the scale at that time
    worst: Int  # (T,) vertex of that distance


#: Sums as far from one as this are rounding: the specification's own threshold for float weights, times influences.
TOLERANCE = 2e-3


def weight_effect(
    model: Model, skinned: Skinned, *, tolerance: float = TOLERANCE, scale: Float64 | None = None
) -> tuple[WeightEffect, ...]:
    """The effect per skinned part of a model, over the times of a result of the reference engine.

    scale: (T,) metres that distances are divided by; None: the diagonals, 1 where one is zero.
    """
    if scale is None:
        scale = np.where(skinned.diagonal > 0.0, skinned.diagonal, 1.0)
    return tuple(
        _effect_on_part(model, skinned, k, tolerance, scale)
        for k, part in enumerate(model.parts)
        if model.is_skinned(part)
    )


def _effect_on_part(model: Model, skinned: Skinned, k: int, tolerance: float, scale: Float64) -> WeightEffect:
    influences = model.influences(model.parts[k])
    sums = np.zeros(0) if influences is None else influences.weights.sum(axis=1, dtype=np.float64)
    raw = skinned.raw[k] if k < len(skinned.raw) else None
    moved = np.zeros(skinned.positions[k].shape[:2])
    if raw is not None:
        moved = np.linalg.norm(raw - skinned.positions[k], axis=-1)
    return WeightEffect(
        part=k,
        least_sum=float(sums.min()) if len(sums) else 1.0,
        largest_sum=float(sums.max()) if len(sums) else 1.0,
        off=np.flatnonzero(np.abs(sums - 1.0) > tolerance),
        zero=np.flatnonzero(sums == 0.0),
        distance=moved.max(axis=1, initial=0.0) / scale,
        worst=moved.argmax(axis=1) if moved.size else np.zeros(len(moved), np.intp),
    )
