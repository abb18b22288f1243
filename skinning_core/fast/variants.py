"""Weights as stored and quaternions left unnormalised, as some engines compute: each kept only if it differs.

Bounds rule out most before anything is skinned.
"""

from __future__ import annotations

import numpy as np

from ..model import Float, Float64, Influences, Model, Part, Primitive, remembered
from ..skin.influence import normalised_weights
from ..skin.posed_model import PosedModel, posed_model
from ..skinned import Skinned
from .exact_parts import part_positions

#: Relative to the diagonal: an engine in float32 could not show a smaller difference.
VARIANT_MATTERS = 1e-6


def with_variants(skinned: Skinned, posed: PosedModel) -> Skinned:
    """The same result with raw weights and unnormalised quaternions, each if it differs."""
    model, diagonal = posed.model, skinned.diagonal
    farthest = np.maximum(*map(np.abs, skinned.bounds)).max(axis=1) if diagonal.any() else np.zeros(len(diagonal))
    unnormalised = posed_model(model, posed.clip, posed.times, normalise=False)
    raw = tuple(
        part_positions(posed, part, raw_weights=True) if _matters(_off(model, part) * farthest, diagonal) else None
        for part in model.parts
    )
    any_matters = _any_matrix_matters(posed, unnormalised, diagonal)
    as_they_are = tuple(
        part_positions(unnormalised, part)
        if any_matters and _matrices_matter(part, posed, unnormalised, diagonal)
        else None
        for part in model.parts
    )
    return skinned.beside(
        raw=_only_where_different(raw, skinned.positions, diagonal),
        unnormalised=_only_where_different(as_they_are, skinned.positions, diagonal),
    )


def _off(model: Model, part: Part) -> float:
    """Twice what a sum of weights is off at most: a vertex whose weights sum to s stands at s times its place."""
    influences = model.influences(part)
    return 0.0 if influences is None else _sums(influences)[1]


@remembered
def _sums(influences: Influences) -> tuple[float, float]:
    """The largest sum of absolute normalised weights, and twice the largest error of a stored sum."""
    absolute = np.abs(normalised_weights(influences.weights)).sum(axis=1).max(initial=0.0)
    off = np.abs(influences.weights.sum(axis=1, dtype=np.float64) - 1.0).max(initial=0.0)
    return float(absolute), 2.0 * float(off)


def _any_matrix_matters(posed: PosedModel, other: PosedModel, diagonal: Float64) -> bool:
    """Whether ``_matrices_matter`` for any part, by one bound."""
    model = posed.model
    sums = [_sums(of_part)[0] for part in model.parts if (of_part := model.influences(part)) is not None]
    reach = max((float(_reach(posed, part).max()) for part in model.parts), default=0.0)
    # The first may also have skins of joined parts, made of the nodes' matrices.
    pairs = zip((posed.world, *posed.skin_palettes), (other.world, *other.skin_palettes), strict=False)
    change = np.max([np.abs(a - b).max(axis=(1, 2, 3), initial=0.0) for a, b in pairs], axis=0)
    return _matters(2.0 * max([1.0, *sums]) * (3.0 * reach + 1.0) * change, diagonal)


def _reach(posed: PosedModel, part: Part) -> Float64:
    """(3,) metres: the largest coordinate of a part in mesh space along each axis, at any time."""
    base, targets = _extents(posed.model.primitive(part))
    weights = np.abs(posed.pose.morph_weights[part.node][:, : len(targets)])
    result: Float64 = base + (weights @ targets).max(axis=0, initial=0.0)
    return result


@remembered
def _extents(primitive: Primitive) -> tuple[Float64, Float64]:
    """(3,) largest absolute coordinates of a primitive, (M, 3) of its displacements, metres."""
    targets = () if primitive.morph_positions is None else primitive.morph_positions
    far = [np.abs(values).max(axis=0, initial=0.0) for values in (primitive.positions, *targets)]
    return np.asarray(far[0], np.float64), np.array(far[1:], np.float64).reshape(-1, 3)


def _matrices_matter(part: Part, posed: PosedModel, other: PosedModel, diagonal: Float64) -> bool:
    """Whether the matrices of ``other`` could move a part's vertices.

    A coordinate moves by no more than the absolute change of a matrix's row, times the largest absolute coordinates,
    times the vertex's sum of absolute weights (one unless some are negative). diagonal: (T,).
    """
    influences = posed.model.influences(part)
    most = 1.0 if influences is None else _sums(influences)[0]
    farthest = np.append(_reach(posed, part), 1.0)
    change = np.abs(other.part_matrices(part) - posed.part_matrices(part)) @ farthest
    return _matters(2.0 * most * change.max(axis=(1, 2), initial=0.0), diagonal)


def _matters(distance: Float, diagonal: Float64) -> bool:
    """Of (T,), at any time."""
    return bool((distance > VARIANT_MATTERS * diagonal).any())


def _only_where_different(
    variant: tuple[Float64 | None, ...], positions: tuple[Float, ...], diagonal: Float64
) -> tuple[Float64 | None, ...]:
    pairs = zip(variant, positions, strict=True)
    return tuple(a if a is not None and _matters(_largest(a - b), diagonal) else None for a, b in pairs)


def _largest(vectors: Float) -> Float:
    """(T,) the largest absolute coordinate of vectors (T, V, 3), along one long axis, which is fast."""
    flat = vectors.reshape(len(vectors), vectors.shape[1] * vectors.shape[2])
    result: Float = np.maximum(flat.max(axis=1, initial=0.0), -flat.min(axis=1, initial=0.0))
    return result
