"""A result at a few of its times."""

from __future__ import annotations

import dataclasses

from ..model import Float, Int
from ..skinned import Skinned


def excerpt(skinned: Skinned, indices: Int) -> Skinned:
    """The same result at the times of ``indices`` (n,) only."""

    def picked(values: tuple[Float | None, ...]) -> tuple[Float | None, ...]:
        return tuple(None if v is None else v[indices] for v in values)

    return dataclasses.replace(
        skinned,
        times=skinned.times[indices],
        positions=tuple(p[indices] for p in skinned.positions),
        normals=picked(skinned.normals),
        node_globals=None if skinned.node_globals is None else skinned.node_globals[indices],
        skin_palettes=tuple((joints, matrices[indices]) for joints, matrices in skinned.skin_palettes),
        raw=picked(skinned.raw),
        unnormalised=picked(skinned.unnormalised),
    )
