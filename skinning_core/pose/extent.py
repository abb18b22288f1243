"""How large the matrices of a clip can become at any time, between keys too: a bound, without sampling.

A world matrix's linear part is at most as long as the product of the largest scales on its chain, for rotations have
length one. Its place is at most as far as the sum of translations, each stretched by what is above it. Decimal
logarithms cannot overflow.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..model import Clip, Float64, Model, Track

#: Hermite's two weights of tangents are at most this: u (1 - u)^2 at a third of the way.
_TANGENT = 4.0 / 27.0

_LN10 = float(np.log(10.0))


def largest_matrix(model: Model, clip: Clip | None) -> float:
    """The decimal logarithm of a bound on all entries of a clip's world and skin matrices; -inf: all are zero."""
    scale, way = _largest_at_rest(model)
    for track in () if clip is None else clip.tracks:
        if track.path in ("scale", "translation"):
            bounds = scale if track.path == "scale" else way
            bounds[track.node] = _largest_value(track)
    nodes, parents = model.nodes, model.nodes.parents
    linear, place = np.zeros(len(nodes)), np.zeros(len(nodes))
    for node in nodes.order.tolist():
        above = int(parents[node])
        factor, start = (linear[above], place[above]) if above >= 0 else (0.0, -np.inf)
        linear[node] = factor + scale[node]
        place[node] = _sum(start, factor + way[node])
    largest = max(float(linear.max(initial=-np.inf)), float(place.max(initial=-np.inf)))
    for skin in model.skins:
        factor, start = linear[skin.joints], place[skin.joints]
        offset = _log(np.linalg.norm(skin.inverse_bind[..., 3], axis=-1))
        turned, moved = factor + _log(_stretch(skin.inverse_bind[..., :3])), _sum(start, factor + offset)
        largest = max(largest, float(turned.max(initial=-np.inf)), float(moved.max(initial=-np.inf)))
    return largest


def _largest_at_rest(model: Model) -> tuple[Float64, Float64]:
    """(N,) and (N,): how much each node's stored transform stretches, and how far it moves."""
    nodes = model.nodes
    scale = np.abs(nodes.scale).max(axis=1, initial=0.0)
    scale[nodes.has_matrix] = _stretch(nodes.matrix[nodes.has_matrix][..., :3])
    place = np.where(nodes.has_matrix[:, None], nodes.matrix[..., 3], nodes.translation)
    return _log(scale), _log(np.linalg.norm(place, axis=1))


def _largest_value(track: Track) -> float:
    """The decimal logarithm of a track's longest possible value."""
    with np.errstate(over="ignore"):
        largest = np.abs(track.values.astype(np.float64)).max(initial=0.0)
        if track.in_tangents is not None and track.out_tangents is not None and len(track.times) > 1:
            steps = np.diff(track.times)[:, None]
            slopes = np.abs(track.out_tangents[:-1]) * steps, np.abs(track.in_tangents[1:]) * steps
            largest = largest + _TANGENT * sum(float(slope.max(initial=0.0)) for slope in slopes)
        vector = largest if track.path == "scale" else largest * np.sqrt(3.0)
    return float(_log(np.array(vector)))


def _stretch(matrices: Float64) -> Float64:
    """(...,) the largest singular value of matrices (..., 3, 3).

    The root of their squares' sum is larger, for a rotation by the root of three: too much for a long chain.
    """
    largest: Float64 = np.linalg.svd(matrices, compute_uv=False).max(axis=-1, initial=0.0)
    return largest


def _sum(a: ArrayLike, b: ArrayLike) -> Float64:
    """The decimal logarithm of the sum of two numbers given by theirs."""
    total: Float64 = np.logaddexp(np.asarray(a) * _LN10, np.asarray(b) * _LN10) / _LN10
    return total


def _log(values: Float64) -> Float64:
    with np.errstate(divide="ignore"):
        logarithm: Float64 = np.log10(values)
    return logarithm
