"""The engine "reference": what the specification demands, in float64, without a single shortcut.

Clip, pose, world matrices, skin palettes, morph targets, linear blend: see ``posed_model``, which has the steps one by
one. Everything else is measured against this.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ..model import Float, Float64, Int, Model, Part
from ..skinned import Progress, Skinned, bounding_diagonal, no_progress
from ..transform import as_4x4
from .influence import zero_weight_vertices
from .posed_model import posed_model

#: A variant (raw weights, unnormalised quaternions) is kept only where it differs by more than this, relative to the
#: diagonal: less than that no engine that computes in float32 could show.
VARIANT_MATTERS = 1e-6


def skin_model(
    model: Model, clip: int | None, times: Float64, *, variants: bool = True, progress: Progress = no_progress
) -> Skinned:
    """Skinned positions and normals of every part, by the specification.

    Parameters
    ----------
    clip : index into ``model.clips``; None for the rest pose
    times : (T,) seconds, or one number
    variants : also skin with raw weights and with unnormalised quaternions, and keep each where it differs; without
        them it takes a third of the time
    progress : called with the number of parts that are done and that there are
    """
    times = np.atleast_1d(np.asarray(times, np.float64))
    posed = posed_model(model, model.clip(clip), times)
    positions, normals = [], []
    for k, part in enumerate(model.parts):
        progress(k, len(model.parts))
        positions.append(posed.part_positions(part))
        normals.append(posed.part_normals(part))
    progress(len(model.parts), len(model.parts))
    shown = model.nodes.in_scene[:, None, None]
    skinned = Skinned(
        engine="reference",
        times=times,
        parts=model.parts,
        positions=tuple(positions),
        normals=tuple(normals),
        node_globals=np.where(shown, as_4x4(posed.world), np.nan),
        skin_palettes=tuple((s.joints, as_4x4(p)) for s, p in zip(model.skins, posed.skin_palettes, strict=True)),
        zero_weight=tuple(zero_weights(model, part) for part in model.parts),
    )
    if not variants:
        return skinned
    diagonal = bounding_diagonal(skinned.positions, len(times))
    unnormalised = posed_model(model, model.clip(clip), times, normalise=False)
    return dataclasses.replace(
        skinned,
        raw=_only_where_different(posed.positions(raw_weights=True), skinned.positions, diagonal),
        unnormalised=_only_where_different(unnormalised.positions(), skinned.positions, diagonal),
    )


def _only_where_different(
    variant: tuple[Float, ...], positions: tuple[Float, ...], diagonal: Float64
) -> tuple[Float | None, ...]:
    def differs(a: Float, b: Float) -> bool:
        far = np.abs(a - b).max(axis=(1, 2), initial=0.0)
        return bool((far > VARIANT_MATTERS * diagonal).any())

    return tuple(a if differs(a, b) else None for a, b in zip(variant, positions, strict=True))


def zero_weights(model: Model, part: Part) -> Int:
    """(n,) vertices of a skinned part whose stored weights sum to zero."""
    influences = model.influences(part)
    return np.zeros(0, np.intp) if influences is None else zero_weight_vertices(influences.weights)


def with_raw_weights(skinned: Skinned) -> Skinned:
    """The same result with the weights as stored in place of the normalised ones."""
    chosen = tuple(p if r is None else r for p, r in zip(skinned.positions, skinned.raw, strict=True))
    return dataclasses.replace(skinned, positions=chosen, raw=(None,) * len(chosen))
