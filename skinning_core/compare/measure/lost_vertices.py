"""The vertices of a part without a distance: lost, gone, hidden, or used by nothing."""

from __future__ import annotations

import numpy as np

from ...model import Float, Float64, Int, Primitive
from ...skeleton.faces import used_of
from ...skinned import Skinned, once


def lost_of(
    reference: Float, distance: Float64, compared: Int, primitive: Primitive | None, hidden: Int
) -> tuple[Int, int]:
    """(T,) how many vertices are finite in the reference but have no distance; and how many nothing uses.

    compared: (T,) how many have a distance. hidden: (n,) vertices counted elsewhere.
    """
    if (compared == distance.shape[1]).all():
        return np.zeros(len(distance), np.intp), 0
    missing = np.isnan(once(distance)) & np.isfinite(once(reference)).all(axis=-1)
    missing[:, hidden] = False
    used = np.ones(missing.shape[1], bool) if primitive is None else used_of(primitive)
    lost = (missing & used).sum(axis=1)
    return np.broadcast_to(lost, len(distance)), int((missing & ~used).any(axis=0).sum())


def absent_of(other: Skinned, k: int, primitive: Primitive | None) -> int:
    """How many used vertices of part k the subject does not have."""
    absent = other.absent[k] if k < len(other.absent) else np.zeros(0, np.intp)
    return len(absent) if primitive is None else int(used_of(primitive)[absent].sum())
