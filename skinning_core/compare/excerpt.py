"""A result at a few of its times, and results of single times put together."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

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


def joined(results: Sequence[Skinned]) -> Skinned:
    """One result of several of the same model and engine that follow each other in time: positions and matrices.

    Normals and the variants of the reference are left out.
    """
    first = results[0]
    worlds = [result.node_globals for result in results if result.node_globals is not None]
    matrices = zip(*([m for _, m in result.skin_palettes] for result in results), strict=True)
    return Skinned(
        engine=first.engine,
        times=np.concatenate([result.times for result in results]),
        parts=first.parts,
        positions=tuple(np.concatenate(of_part) for of_part in zip(*(r.positions for r in results), strict=True)),
        normals=(None,) * len(first.parts),
        node_globals=np.concatenate(worlds) if worlds else None,
        skin_palettes=tuple(
            (joints, np.concatenate(of_skin))
            for (joints, _), of_skin in zip(first.skin_palettes, matrices, strict=True)
        ),
    )
