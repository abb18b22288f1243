"""Checks of joints and weights per vertex."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..model import Influences, Model
from ..skin.influence import sums_are_off
from .finding import Finding


def check_weights(model: Model) -> Iterator[Finding]:
    """Findings about the influences of every primitive that has some."""
    for m, mesh in enumerate(model.meshes):
        for p, primitive in enumerate(mesh.primitives):
            if primitive.influences is not None:
                yield from _findings(primitive.influences, f"/meshes/{m}/primitives/{p}/attributes")


def _findings(influences: Influences, pointer: str) -> Iterator[Finding]:
    joints, weights = influences.joints, influences.weights.astype(np.float64)
    count = len(weights)
    used = weights != 0.0
    sums = weights.sum(axis=1)
    negative, zero = (weights < 0.0).any(axis=1), sums == 0.0
    off = ~zero & sums_are_off(weights)
    carrying = np.sort(np.where(used, joints, -1 - np.arange(joints.shape[1])), axis=1)
    twice = (carrying[:, 1:] == carrying[:, :-1]).any(axis=1)
    silent = (~used & (joints != 0)).any(axis=1)
    if negative.any():
        yield Finding("ACCESSOR_WEIGHTS_NEGATIVE", pointer, f"{negative.sum()} of {count} vertices: negative weights")
    if zero.any():
        sentence = f"{zero.sum()} of {count} vertices have no weight (treated as bound to the first joint of JOINTS_0)"
        yield Finding("ACCESSOR_WEIGHTS_ZERO_SUM", pointer, sentence)
    if off.any():
        span = f"{sums[off].min():.6g} to {sums[off].max():.6g}"
        sentence = f"weights of {off.sum()} of {count} vertices sum to {span}, not 1 (treated as divided by their sum)"
        yield Finding("ACCESSOR_WEIGHTS_NON_NORMALIZED", pointer, sentence)
    if twice.any():
        sentence = f"{twice.sum()} of {count} vertices name a joint twice (both weights count)"
        yield Finding("ACCESSOR_JOINTS_INDEX_DUPLICATE", pointer, sentence)
    if silent.any():
        sentence = f"{silent.sum()} of {count} vertices name joints without giving them weight"
        yield Finding("ACCESSOR_JOINTS_USED_ZERO_WEIGHT", pointer, sentence)
    many = used.sum(axis=1) > 4
    if many.any():
        kept = np.sort(weights, axis=1)[:, -4:].sum(axis=1)
        lost = 1.0 - kept[many] / sums[many]
        sentence = (
            f"{many.sum()} of {count} vertices have more than four influences, up to {used.sum(axis=1).max()}; "
            f"engines that keep the four strongest lose up to {100.0 * lost.max():.3g} % of the weight"
        )
        yield Finding("INFLUENCES_ABOVE_FOUR", pointer, sentence)
