"""Checks of joints and weights per vertex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..model import Float64, Influences, Model
from ..skin.influence import sums_are_off, weight_sums
from ..text.count import counted
from ..text.listing import listed
from .finding import Finding, found

#: Draco may round a weight so far: half a step of 8 bits, the least that its encoders use.
_DRACO_STEP = 0.5 / 255.0


def check_weights(model: Model) -> Iterator[Finding]:
    """Findings about the influences of every primitive that is drawn with a skin."""
    skinned = {part.mesh for part in model.parts if part.skin >= 0}
    step = _DRACO_STEP if "KHR_draco_mesh_compression" in model.extensions else 0.0
    for m, mesh in enumerate(model.meshes):
        for p, primitive in enumerate(mesh.primitives):
            if m in skinned and primitive.influences is not None:
                pointer = f"/meshes/{m}/primitives/{p}/attributes"
                yield from _findings(primitive.influences, pointer, step)


def _findings(influences: Influences, pointer: str, step: float) -> Iterator[Finding]:
    weights = influences.weights.astype(np.float64)
    yield from check_influences(influences.joints, weights, pointer, step)
    used, sums = (weights != 0.0).sum(axis=1), _sums(weights)
    many = (used > 4) & np.isfinite(sums)
    if many.any():
        kept = np.sort(weights, axis=1)[:, -4:].sum(axis=1)
        lost = 1.0 - kept[many] / sums[many]
        sentence = (
            f"{many.sum()} of {counted(len(weights), 'vertex')} with more than four influences, up to {used.max()}; "
            f"engines that keep the four strongest lose up to {100.0 * lost.max():.3g} % of the weight "
            "(`skinproof limits` says how far that moves them)"
        )
        yield Finding("INFLUENCES_ABOVE_FOUR", pointer, sentence)


def _sums(weights: Float64) -> Float64:
    """(V,) sums, not finite if a weight is not."""
    with np.errstate(invalid="ignore"):
        return weight_sums(weights)


def check_influences(joints: NDArray[Any], weights: Float64, pointer: str, step: float = 0.0) -> Iterator[Finding]:
    """Findings about joints and weights, both (vertices, influences); step: a decoder's error of each weight."""
    vertices = counted(len(weights), "vertex")
    used = weights != 0.0
    sums, broken = _sums(weights), ~np.isfinite(weights).all(axis=1)
    negative, zero = (weights < 0.0).any(axis=1), sums == 0.0
    with np.errstate(invalid="ignore"):
        off = ~broken & sums_are_off(weights) & ~(np.abs(sums - 1.0) <= step * used.sum(axis=1))
    # Influences without weight count as joints that all differ.
    carrying = np.sort(np.where(used, joints.astype(np.int64), -1 - np.arange(joints.shape[1])), axis=1)
    twice = (carrying[:, 1:] == carrying[:, :-1]).any(axis=1)
    silent = (~used & (joints != 0)).any(axis=1)
    if broken.any():
        which = listed(np.flatnonzero(broken).tolist(), quoted=False)
        sentence = f"weights of {broken.sum()} of {vertices} are not finite numbers (vertices {which})"
        yield Finding("ACCESSOR_INVALID_FLOAT", pointer, sentence)
    if negative.any():
        yield found("ACCESSOR_WEIGHTS_NEGATIVE", pointer, count=negative.sum(), vertices=vertices)
    if zero.any():
        yield found("ACCESSOR_WEIGHTS_ZERO_SUM", pointer, count=zero.sum(), vertices=vertices)
    if off.any():
        ends = [f"{end:.6g}" for end in (sums[off].min(), sums[off].max())]
        span = " to ".join(dict.fromkeys(ends))  # one number if both are the same
        yield found("ACCESSOR_WEIGHTS_NON_NORMALIZED", pointer, count=off.sum(), vertices=vertices, span=span)
    if twice.any():
        yield found("ACCESSOR_JOINTS_INDEX_DUPLICATE", pointer, count=twice.sum(), vertices=vertices)
    if silent.any():
        yield found("ACCESSOR_JOINTS_USED_ZERO_WEIGHT", pointer, count=silent.sum(), vertices=vertices)
