"""The strongest influences of each vertex: what a GPU path with a fixed number of them keeps of MD5's many.

Weights of a joint that a vertex names several times are added up before the choice is made. What is kept is divided
by its sum, so that a vertex under still joints stays where it is. Everything exact skins by all influences instead.
"""

from __future__ import annotations

import numpy as np

from ..model import Float, Float64, Influences, Int, Model
from .influence import normalised_weights, with_influences


def strongest(joints: Int, weights: Float, count: int = 4) -> tuple[Int, Float64]:
    """Joints (V, count) and weights (V, count), the largest first, of (V, I) influences.

    Equal weights keep the order of the file. Unused places hold the vertex's first joint kept and weight 0. The sums
    are one; a vertex without any weight follows its first joint.
    """
    merged = _merged(joints, normalised_weights(weights))
    order = np.argsort(-merged, axis=1, kind="stable")[:, :count]
    kept = np.take_along_axis(merged, order, axis=1)
    chosen = np.take_along_axis(joints, order, axis=1)
    if joints.shape[1] < count:
        missing = ((0, 0), (0, count - joints.shape[1]))
        kept, chosen = np.pad(kept, missing), np.pad(chosen, missing)
    return np.where(kept > 0, chosen, chosen[:, :1]), kept / kept.sum(axis=1, keepdims=True)


def lost_weight(joints: Int, weights: Float, count: int = 4) -> Float64:
    """(V,) share of each vertex's weight that ``strongest`` leaves out, 0 to 1."""
    merged = np.sort(_merged(joints, normalised_weights(weights)), axis=1)
    return merged[:, : max(0, joints.shape[1] - count)].sum(axis=1)


def with_strongest(model: Model, count: int = 4) -> Model:
    """The model with every vertex cut to its ``count`` strongest influences, as many engines load it."""
    return with_influences(model, lambda stored: Influences(*strongest(stored.joints, stored.weights, count)))


def _merged(joints: Int, weights: Float64) -> Float64:
    """(V, I) weights in which the first mention of a joint holds all that the vertex gives to it, later ones 0."""
    merged = weights.copy()
    for later in range(1, joints.shape[1]):
        for earlier in range(later):
            same = (joints[:, later] == joints[:, earlier]) & (merged[:, later] != 0)
            merged[same, earlier] += merged[same, later]
            merged[same, later] = 0.0
    return merged
