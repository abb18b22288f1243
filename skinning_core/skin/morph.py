"""Morph targets: displacements added before skinning (specification 3.7.2.2)."""

from __future__ import annotations

import numpy as np

from ..model import Float, Float64


def morphed(base: Float, displacements: Float | None, weights: Float64) -> Float64:
    """(T, V, 3) vectors with their morph targets applied; (1, V, 3) without any.

    Parameters
    ----------
    base : (V, 3) positions or normals as stored
    displacements : (M, V, 3), or None
    weights : (T, M or more) morph weights; those beyond the targets are not used
    """
    still = base.astype(np.float64)[None]
    if displacements is None or not len(displacements):
        return still
    count = len(displacements)
    result: Float64 = still + np.einsum("tm,mvc->tvc", weights[:, :count], displacements.astype(np.float64))
    return result
