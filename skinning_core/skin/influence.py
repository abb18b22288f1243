"""Influences: which weights count, what happens if they do not sum to one, and which are the strongest.

The default is what nearly every engine does: all sets count, weights are divided by their sum, a vertex whose weights
sum to zero follows the first joint of JOINTS_0, and a joint named twice adds up. The raw policy keeps weights as
stored. Specification 3.7.3.3 asks the file for sums of one, within a threshold; it does not say what an engine does
with others.

A GPU path with a fixed number keeps each vertex's ``strongest``, divided by their sum: under still joints the vertex
stays. Everything exact skins by all influences.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from ..model import Bool, Float, Float64, Influences, Int, Model, Part, Primitive, remembered

#: How far a vertex's sum may be from one, per weight that is not zero. Specification 3.7.3.3 wants sums of float
#: weights as close to one as reasonably possible and names this threshold, which the official validator uses. Sums of
#: normalised integers are exact, or off by at least 1/65535.
SUM_THRESHOLD = 2e-7


def weight_sums(weights: Float) -> Float64:
    """(V,) float64 sum of each vertex's weights (V, I)."""
    result: Float64 = np.ascontiguousarray(weights.T, np.float64).sum(axis=0)  # NumPy is slow to sum up a few numbers
    return result


def sums_are_off(weights: Float) -> Bool:
    """(V,) whether weights (V, I) sum to something other than one, by the specification's threshold.

    It grows with the number of weights that are not zero, since each is rounded. Whether the difference can be *seen*
    is told by ``measure.weight_effect`` in metres.

    >>> sums_are_off(np.array([[0.5, 0.5, 0.0], [0.5, 0.5 + 3e-7, 0.0], [0.5, 0.4, 0.0]])).tolist()
    [False, False, True]
    """
    used = np.count_nonzero(np.ascontiguousarray(weights.T), axis=0)
    result: Bool = ~(np.abs(weight_sums(weights) - 1.0) <= SUM_THRESHOLD * used)
    return result


def normalised_weights(weights: Float) -> Float64:
    """(V, I) float64 weights that sum to one per vertex; a zero sum becomes weight 1 on the first influence.

    >>> normalised_weights(np.array([[0.2, 0.2], [0.0, 3.0], [0.0, 0.0]])).tolist()
    [[0.5, 0.5], [0.0, 1.0], [1.0, 0.0]]
    """
    out = weights.astype(np.float64)
    total = out.sum(axis=1, keepdims=True)
    lost = total[:, 0] == 0.0
    out /= np.where(total == 0.0, 1.0, total)
    out[lost] = 0.0
    out[lost, 0] = 1.0
    return out


def zero_weight_vertices(weights: Float) -> Int:
    """(n,) vertices whose stored weights (V, I) sum to zero.

    >>> zero_weight_vertices(np.array([[1.0, 0.0], [0.0, 0.0]])).tolist()
    [1]
    """
    return np.flatnonzero(weight_sums(weights) == 0.0)


def zero_weights(model: Model, part: Part) -> Int:
    """(n,) vertices of a skinned part whose stored weights sum to zero."""
    influences = model.influences(part)
    return np.zeros(0, np.intp) if influences is None else _zero_weights(influences)


@remembered
def _zero_weights(influences: Influences) -> Int:
    return zero_weight_vertices(influences.weights)


def with_influences(model: Model, change: Callable[[Influences], Influences | None]) -> Model:
    """The model with ``change`` applied to the influences of every primitive that has some.

    If ``change`` returns None, a primitive stays; if all stay, so does the model itself.
    """

    def changed(primitive: Primitive) -> Primitive:
        influences = None if primitive.influences is None else change(primitive.influences)
        return primitive if influences is None else dataclasses.replace(primitive, influences=influences)

    meshes = []
    for mesh in model.meshes:
        primitives = tuple(map(changed, mesh.primitives))
        same = all(a is b for a, b in zip(primitives, mesh.primitives, strict=True))
        meshes.append(mesh if same else dataclasses.replace(mesh, primitives=primitives))
    same = all(a is b for a, b in zip(meshes, model.meshes, strict=True))
    return model if same else dataclasses.replace(model, meshes=tuple(meshes))


def strongest(joints: Int, weights: Float, count: int = 4) -> tuple[Int, Float64]:
    """Joints (V, count) and weights (V, count) of the strongest of (V, I) influences, the largest first.

    Weights of a joint named several times are added up first. Equal weights keep the file's order. Unused places hold
    the first kept joint and weight 0. Sums are one; a vertex without weight follows its first joint.

    >>> joints, weights = strongest(np.array([[7, 8, 9]]), np.array([[0.1, 0.4, 0.4]]), count=2)
    >>> joints.tolist(), weights.tolist()
    ([[8, 9]], [[0.5, 0.5]])
    """
    merged = added_up(joints, normalised_weights(weights))
    order = np.argsort(-merged, axis=1, kind="stable")[:, :count]
    kept = np.take_along_axis(merged, order, axis=1)
    chosen = np.take_along_axis(joints, order, axis=1)
    if joints.shape[1] < count:
        missing = ((0, 0), (0, count - joints.shape[1]))
        kept, chosen = np.pad(kept, missing), np.pad(chosen, missing)
    return np.where(kept > 0, chosen, chosen[:, :1]), kept / kept.sum(axis=1, keepdims=True)


def lost_weight(joints: Int, weights: Float, count: int = 4) -> Float64:
    """(V,) share of each vertex's weight that ``strongest`` leaves out, from 0 to 1; joints and weights (V, I).

    >>> np.round(lost_weight(np.array([[7, 8, 9]]), np.array([[0.1, 0.4, 0.5]]), count=2), 3).tolist()
    [0.1]
    """
    merged = np.sort(added_up(joints, normalised_weights(weights)), axis=1)
    result: Float64 = merged[:, : max(0, joints.shape[1] - count)].sum(axis=1)
    return result


def with_strongest(model: Model, count: int = 4) -> Model:
    """The model with every vertex cut to its ``count`` strongest influences, as many engines load it."""
    return with_influences(model, lambda stored: Influences(*strongest(stored.joints, stored.weights, count)))


def with_strongest_raw(model: Model, count: int = 4) -> Model:
    """The same cut, with weights scaled to the stored sum of all."""

    def cut(stored: Influences) -> Influences:
        joints, weights = strongest(stored.joints, stored.weights, count)
        return Influences(joints, weights * weight_sums(stored.weights)[:, None])

    return with_influences(model, cut)


def added_up(joints: Int, weights: Float64) -> Float64:
    """(V, I) weights: a joint's first mention holds all that the vertex gives it, later ones 0."""
    merged = weights.copy()
    for later in range(1, joints.shape[1]):
        for earlier in range(later):
            same = (joints[:, later] == joints[:, earlier]) & (merged[:, later] != 0)
            merged[same, earlier] += merged[same, later]
            merged[same, later] = 0.0
    return merged
