"""Fewer influences per vertex that move it as all do, fitted by least squares over given poses.

A vertex p with weights w stands at q(t) = sum_i w_i A_i(t) p. Let D_i(t) = A_i(t) p - q(t). Other weights x of sum one
miss it by sum_i x_i D_i(t). The squared miss over all poses is x G x, with the Gram matrix G_ij = sum_t D_i(t) .
D_j(t). Its minimum is at x = G^-1 1 / (1 G^-1 1), worth 1 / (1 G^-1 1).

Influences are left out one by one, always the cheapest. Cutting the smallest weights, with and without a fit, is tried
too, and each vertex keeps the best of the three. For the farthest vertices every choice is tried: of eight random
weights cut to four that takes a quarter off the largest error, of twelve smooth ones 0.91 % become 0.20.

Letters: V vertices, I influences, T poses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb

import numpy as np

from ...model import Bool, Float64, Influences, Int, Model
from ...skin.influence import added_up, normalised_weights, strongest, with_influences
from ...skin.posed_model import PosedModel
from ...transform import move_points

#: Vertices whose matrices are summed together: 12 influences at 100 poses take 30 MB.
_BLOCK = 1000

#: If there are more choices of influences, not all are tried: 4 or 8 of 12 are 495.
_CHOICES = 495

#: The farthest vertices of a primitive, for which all are tried: 3.3 s if each has twelve.
_FARTHEST = 500

#: Gram matrices are raised by this share of their trace, for joints that never part.
_RIDGE = 1e-12


@dataclass(frozen=True, eq=False)
class _Gram:
    """What is fitted for a primitive's vertices with more than one influence."""

    rows: Int  # (n,) vertices
    joints: Int  # (n, I)
    weights: Float64  # (n, I) sum one, a joint named once
    gram: Float64  # (n, I, I)


def refitted_models(posed: Sequence[PosedModel], counts: Sequence[int]) -> Mapping[int, Model]:
    """The model of ``posed`` with at most ``count`` influences per vertex, for each of ``counts``.

    posed: one model in the poses (T,) that count.
    """
    model = posed[0].model
    paths = {}
    for mesh_index, mesh in enumerate(model.meshes):
        for index, primitive in enumerate(mesh.primitives):
            if primitive.influences is not None:
                gram = _gram(posed, mesh_index, index)
                if gram is not None:
                    paths[id(primitive.influences)] = gram, _eliminated(gram)
    return {count: with_influences(model, partial(_refit, paths, count)) for count in counts}


def _refit(paths: Mapping[int, tuple[_Gram, Mapping[int, Bool]]], count: int, stored: Influences) -> Influences | None:
    """The influences cut to ``count``; None: no vertex has more."""
    found = paths.get(id(stored))
    if found is None or stored.joints.shape[1] <= count:
        return None
    gram, kept = found
    joints, weights = strongest(stored.joints, stored.weights, count)
    many = np.flatnonzero((gram.weights > 0.0).sum(axis=1) > count)
    if not len(many):
        return None
    cut = _largest(gram.weights[many], count)
    plain = np.where(cut, gram.weights[many], 0.0)
    plain /= plain.sum(axis=1, keepdims=True)
    g = gram.gram[many]
    options = [_fitted(g, kept[count][many]), _fitted(g, cut), plain]
    misses = np.stack([_miss(g, x) for x in options])
    best = _chosen_anew(
        g, gram.weights[many] > 0.0, count, np.stack(options)[misses.argmin(axis=0), np.arange(len(many))]
    )
    order = np.argsort(-best, axis=1, kind="stable")[:, :count]
    rows = gram.rows[many]
    weights[rows] = np.take_along_axis(best, order, axis=1)
    joints[rows] = np.take_along_axis(gram.joints[many], order, axis=1)
    return Influences(joints, weights)


def _gram(posed: Sequence[PosedModel], mesh: int, primitive: int) -> _Gram | None:
    """What is fitted for a primitive over all parts that draw it; None: nothing can be left out."""
    model = posed[0].model
    stored = model.meshes[mesh].primitives[primitive].influences
    assert stored is not None
    weights = added_up(stored.joints, normalised_weights(stored.weights))
    rows = np.flatnonzero((weights > 0.0).sum(axis=1) > 1)
    drawn = [p for p in model.parts if (p.mesh, p.primitive) == (mesh, primitive) and p.skin >= 0]
    if not len(rows) or not drawn:
        return None
    count = stored.joints.shape[1]
    gram = np.zeros((len(rows), count, count))
    for part in drawn:
        for at in posed:
            base = np.broadcast_to(at.morphed_positions(part), (len(at.times), len(weights), 3))
            for first in range(0, len(rows), _BLOCK):
                some = rows[first : first + _BLOCK]
                palette = at.skin_palettes[part.skin][:, stored.joints[some]]  # (T, n, I, 3, 4)
                moved = move_points(palette, base[:, some, None])
                apart = moved - np.einsum("tnic,ni->tnc", moved, weights[some])[:, :, None]
                flat = apart.transpose(1, 2, 0, 3).reshape(len(some), count, -1)
                gram[first : first + _BLOCK] += flat @ flat.swapaxes(1, 2)
    trace = np.trace(gram, axis1=1, axis2=2)
    gram += (_RIDGE * np.where(trace > 0.0, trace, 1.0))[:, None, None] * np.eye(count)
    return _Gram(rows, stored.joints[rows], weights[rows], gram)


def _eliminated(gram: _Gram) -> Mapping[int, Bool]:
    """By count: (n, I) the influences that stay."""
    kept = gram.weights > 0.0
    stages: dict[int, Bool] = {}
    for count in range(kept.shape[1], 0, -1):
        over = np.flatnonzero(kept.sum(axis=1) > count)
        if len(over):
            cost = np.full((len(over), kept.shape[1]), np.inf)
            for i in range(kept.shape[1]):
                tried = kept[over] & (np.arange(kept.shape[1]) != i)
                some = kept[over, i]
                cost[some, i] = 1.0 / _solved(gram.gram[over[some]], tried[some]).sum(axis=1)
            kept[over, cost.argmin(axis=1)] = False
        stages[count] = kept.copy()
    return stages


def _miss(gram: Float64, x: Float64) -> Float64:
    return np.asarray(np.einsum("vi,vij,vj->v", x, gram, x), np.float64)


def _chosen_anew(gram: Float64, own: Bool, count: int, best: Float64) -> Float64:
    """Weights (n, I), for the farthest vertices on the best ``count`` of their ``own`` (n, I) influences."""
    if comb(own.shape[1], count) > _CHOICES:
        return best
    best, miss = best.copy(), _miss(gram, best)
    far = np.argsort(-miss, kind="stable")[:_FARTHEST]
    for choice in combinations(range(own.shape[1]), count):
        rows = far[own[far][:, choice].all(axis=1)]
        option = _fitted(gram[rows], np.isin(np.arange(own.shape[1]), choice) & own[rows])
        cost = _miss(gram[rows], option)
        less = cost < miss[rows]
        best[rows[less]], miss[rows[less]] = option[less], cost[less]
    return best


def _fitted(gram: Float64, kept: Bool) -> Float64:
    """(n, I) the best weights of sum one, none negative, on the influences ``kept`` (n, I) of Gram matrices."""
    kept = kept.copy()
    while True:
        solved = _solved(gram, kept)
        sums: Float64 = solved.sum(axis=1, keepdims=True)
        np.divide(solved, sums, out=solved)
        negative = np.flatnonzero((solved < 0.0).any(axis=1))
        if not len(negative):
            return solved
        kept[negative, solved[negative].argmin(axis=1)] = False


def _solved(gram: Float64, kept: Bool) -> Float64:
    """(n, I) x with G x = 1 on the influences ``kept`` (n, I), 0 elsewhere; G (n, I, I)."""
    both = kept[:, :, None] & kept[:, None, :]
    system = np.where(both, gram, 0.0) + np.eye(kept.shape[1]) * ~kept[:, :, None]
    return np.asarray(np.linalg.solve(system, kept[..., None].astype(np.float64))[..., 0], np.float64)


def _largest(weights: Float64, count: int) -> Bool:
    """(n, I) the ``count`` largest of weights (n, I)."""
    order = np.argsort(-weights, axis=1, kind="stable")[:, :count]
    kept = np.zeros(weights.shape, bool)
    np.put_along_axis(kept, order, True, axis=1)
    return kept & (weights > 0.0)
