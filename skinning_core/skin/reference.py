"""The engine "reference": what the specification demands, in float64, without a single approximation.

Its steps are clip, pose, world matrices, skin palettes, morph targets and linear blend; ``posed_model`` has them one by
one. Everything else is measured against this engine.
"""

from __future__ import annotations

import dataclasses
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ..fast.tiles.joined_parts import of_each_part, with_joined_parts
from ..fast.tiles.kernels import run_together, shares_of, thread_count
from ..fast.tiles.tuning import LARGE
from ..fast.tiles.workspace import Scratch
from ..model import Float, Float64, Influences, Int, Model, Part, Primitive, remembered
from ..pose.pose import Pose
from ..pose.stillness import still_parts
from ..pose.world_pose import ByNode, model_in_pose
from ..skinned import Progress, Skinned, bounding_box, no_progress, over_time
from ..transform import as_4x4
from .influence import normalised_weights, zero_weight_vertices
from .posed_model import PosedModel, posed_model

#: A variant (raw weights, unnormalised quaternions) is kept only where it differs by more than this, relative to the
#: diagonal: an engine that computes in float32 could not show a smaller difference.
VARIANT_MATTERS = 1e-6


def skin_model(
    model: Model,
    clip: int | None,
    times: ArrayLike,
    *,
    variants: bool = True,
    normals: bool = True,
    progress: Progress = no_progress,
) -> Skinned:
    """Skinned positions and normals of every part, by the specification.

    A part that the clip does not move is skinned at one time, which is then seen at all times (see ``skinned.once``).

    Parameters
    ----------
    clip : index into ``model.clips``; None for the rest pose
    times : (T,) seconds, or one number
    variants : also skin with raw weights and with unnormalised quaternions, where that can matter, and keep each
        where it differs
    normals : also carry the normals; without them, every part has None
    progress : called with the number of parts that are done and that there are
    """
    with_normals = None if normals else 0
    return skin_model_in(None, model, clip, times, variants=variants, with_normals=with_normals, progress=progress)


def skin_model_in(
    memory: Scratch | None,
    model: Model,
    clip: int | None,
    times: ArrayLike,
    *,
    variants: bool,
    with_normals: int | None,
    progress: Progress = no_progress,
) -> Skinned:
    """The same; positions may be written to ``memory``, and hold until it is used again.

    with_normals: normals (n, V, 3) are carried at so many of the first times only; None: at all.
    The system clears memory that it gives out anew, which takes as long as skinning a third of the positions.
    """
    joined, places = with_joined_parts(model)
    posed = posed_model(joined, model.clip(clip), times)
    carrying = len(posed.times) if with_normals is None else with_normals
    still, once_posed, first = still_parts(joined, clip), posed.at_first(1), posed.at_first(carrying)
    positions, carried = [], []
    for k, part in enumerate(joined.parts):
        progress(k, len(joined.parts))
        of_part = once_posed if still[k] else posed
        positions.append(over_time(of_part.part_positions(part, memory=memory), len(posed.times)))
        turned = (once_posed if still[k] else first).part_normals(part) if carrying else None
        carried.append(None if turned is None else over_time(turned, carrying))
    progress(len(joined.parts), len(joined.parts))
    shown = model.nodes.in_scene[:, None, None]
    skinned = Skinned(
        engine="reference",
        times=posed.times,
        parts=model.parts,
        positions=of_each_part(positions, places),
        normals=of_each_part(carried, places),
        node_globals=np.where(shown, as_4x4(posed.world), np.nan),
        skin_palettes=tuple((s.joints, as_4x4(p)) for s, p in zip(model.skins, posed.skin_palettes, strict=False)),
        zero_weight=tuple(zero_weights(model, part) for part in model.parts),
    )
    skinned = _with_bounds(skinned)
    return _with_variants(skinned, dataclasses.replace(posed, model=model)) if variants else skinned


def _with_bounds(skinned: Skinned) -> Skinned:
    """The same result; if it is large its bounds are found here, by several threads, each at some of the times."""
    times = len(skinned.times)
    if times * sum(p.shape[1] for p in skinned.positions) < LARGE:
        return skinned
    low, high = np.empty((2, times, 3))

    def find(some: slice) -> None:
        low[some], high[some] = bounding_box(tuple(p[some] for p in skinned.positions), len(skinned.times[some]))

    run_together([partial(find, share) for share in shares_of(times, min(thread_count(), times))])
    return skinned.with_bounds(low, high)


def skin_pose(model: Model, pose: Pose | ArrayLike | ByNode) -> Skinned:
    """Skin every part in one pose: (1, V, 3) positions and normals per part, by the specification, at time 0.

    pose: joints' world matrices (N, 3 or 4, 4) in glTF's axes, or some of them by node; or a ``Pose``. See
    ``pose.given.model_in_pose``.
    """
    return skin_model(model_in_pose(model, pose), None, np.zeros(1))


def _with_variants(skinned: Skinned, posed: PosedModel) -> Skinned:
    """The same result, together with raw weights and unnormalised quaternions, each where it differs."""
    model, diagonal = posed.model, skinned.diagonal
    farthest = np.maximum(*map(np.abs, skinned.bounds)).max(axis=1) if diagonal.any() else np.zeros(len(diagonal))
    unnormalised = posed_model(model, posed.clip, posed.times, normalise=False)
    raw = tuple(
        posed.part_positions(part, raw_weights=True) if _matters(_off(model, part) * farthest, diagonal) else None
        for part in model.parts
    )
    any_matters = _any_matrix_matters(posed, unnormalised, diagonal)
    as_they_are = tuple(
        unnormalised.part_positions(part)
        if any_matters and _matrices_matter(part, posed, unnormalised, diagonal)
        else None
        for part in model.parts
    )
    return skinned.beside(
        raw=_only_where_different(raw, skinned.positions, diagonal),
        unnormalised=_only_where_different(as_they_are, skinned.positions, diagonal),
    )


def _off(model: Model, part: Part) -> float:
    """Twice what a part's sums of weights are off at most: a vertex whose weights sum to s stands at s times its place.

    So raw weights cannot matter if the sums are near one.
    """
    influences = model.influences(part)
    return 0.0 if influences is None else _sums(influences)[1]


@remembered
def _sums(influences: Influences) -> tuple[float, float]:
    """The largest sum of absolute weights, normalised, and twice what a sum of weights as stored is off at most."""
    absolute = np.abs(normalised_weights(influences.weights)).sum(axis=1).max(initial=0.0)
    off = np.abs(influences.weights.sum(axis=1, dtype=np.float64) - 1.0).max(initial=0.0)
    return float(absolute), 2.0 * float(off)


def _any_matrix_matters(posed: PosedModel, other: PosedModel, diagonal: Float64) -> bool:
    """Whether following the matrices of ``other`` could move any part's vertices, by a bound for all at once."""
    model = posed.model
    sums = [_sums(of_part)[0] for part in model.parts if (of_part := model.influences(part)) is not None]
    reach = max((float(_reach(posed, part).max()) for part in model.parts), default=0.0)
    # The first may have skins of joined parts besides, made of the nodes' matrices.
    pairs = zip((posed.world, *posed.skin_palettes), (other.world, *other.skin_palettes), strict=False)
    change = np.max([np.abs(a - b).max(axis=(1, 2, 3), initial=0.0) for a, b in pairs], axis=0)
    return _matters(2.0 * max([1.0, *sums]) * (3.0 * reach + 1.0) * change, diagonal)


def _reach(posed: PosedModel, part: Part) -> Float64:
    """(3,) metres: what no coordinate of a part in mesh space, along each axis, is beyond at any time."""
    base, targets = _extents(posed.model.primitive(part))
    weights = np.abs(posed.pose.morph_weights[part.node][:, : len(targets)])
    result: Float64 = base + (weights @ targets).max(axis=0, initial=0.0)
    return result


@remembered
def _extents(primitive: Primitive) -> tuple[Float64, Float64]:
    """(3,) the largest absolute coordinates of a primitive, and (M, 3) those of its targets' displacements, metres."""
    targets = () if primitive.morph_positions is None else primitive.morph_positions
    far = [np.abs(values).max(axis=0, initial=0.0) for values in (primitive.positions, *targets)]
    return np.asarray(far[0], np.float64), np.array(far[1:], np.float64).reshape(-1, 3)


def _matrices_matter(part: Part, posed: PosedModel, other: PosedModel, diagonal: Float64) -> bool:
    """Whether following the matrices of ``other`` could move a part's vertices; not where they are nearly equal.

    A coordinate moves by no more than the absolute change of a matrix's row times the largest absolute coordinates,
    times the sum of the vertex's absolute weights, which is one unless some are negative. diagonal: (T,).
    """
    influences = posed.model.influences(part)
    most = 1.0 if influences is None else _sums(influences)[0]
    farthest = np.append(_reach(posed, part), 1.0)
    change = np.abs(other.part_matrices(part) - posed.part_matrices(part)) @ farthest
    return _matters(2.0 * most * change.max(axis=(1, 2), initial=0.0), diagonal)


def _matters(distance: Float, diagonal: Float64) -> bool:
    """Whether a distance (T,) is, at any time, more than a variant may differ by."""
    return bool((distance > VARIANT_MATTERS * diagonal).any())


def _only_where_different(
    variant: tuple[Float64 | None, ...], positions: tuple[Float, ...], diagonal: Float64
) -> tuple[Float64 | None, ...]:
    pairs = zip(variant, positions, strict=True)
    return tuple(a if a is not None and _matters(_largest(a - b), diagonal) else None for a, b in pairs)


def _largest(vectors: Float) -> Float:
    """(T,) the largest absolute coordinate of vectors (T, V, 3), found along one long axis, which is fast."""
    flat = vectors.reshape(len(vectors), vectors.shape[1] * vectors.shape[2])
    result: Float = np.maximum(flat.max(axis=1, initial=0.0), -flat.min(axis=1, initial=0.0))
    return result


def zero_weights(model: Model, part: Part) -> Int:
    """(n,) vertices of a skinned part whose stored weights sum to zero."""
    influences = model.influences(part)
    return np.zeros(0, np.intp) if influences is None else _zero_weights(influences)


@remembered
def _zero_weights(influences: Influences) -> Int:
    return zero_weight_vertices(influences.weights)
