"""The engine "reference": what the specification demands, in float64, without a single shortcut.

clip -> pose -> world matrices -> skin palette -> morphs -> linear blend. Everything else is measured against this.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ..model import Float, Float64, Int, Model, Part
from ..pose.clip import sample_clip
from ..pose.pose import Pose, world_matrices
from ..skinned import Progress, Skinned, bounding_diagonal, no_progress
from ..transform import as_4x4
from .influence import normalised_weights, zero_weight_vertices
from .linear import carry_normals, skin_normals, skin_positions
from .morph import morphed
from .palette import skin_palette_of

#: A variant (raw weights, unnormalised quaternions) is kept only where it differs by more, relative to the diagonal.
VARIANT_MATTERS = 1e-6


def skin_model(
    model: Model, clip: int | None, times: Float64, *, variants: bool = True, progress: Progress = no_progress
) -> Skinned:
    """Skinned positions and normals of every part at times (T,), with both variants where they differ.

    clip: index into ``model.clips``, None for the rest pose. Without ``variants`` (raw weights, unnormalised
    quaternions) it takes a third of the time.
    """
    times = np.atleast_1d(np.asarray(times, np.float64))
    pose, world, skin_palettes = _stages(model, clip, times, normalise=True)
    positions, normals, raw = [], [], []
    for k, part in enumerate(model.parts):
        progress(k, len(model.parts))
        positions.append(part_positions(model, part, pose, world, skin_palettes))
        normals.append(part_normals(model, part, pose, world, skin_palettes))
        if variants:
            raw.append(part_positions(model, part, pose, world, skin_palettes, raw_weights=True))
    progress(len(model.parts), len(model.parts))
    diagonal = bounding_diagonal(tuple(positions), len(times))
    unnormalised = _unnormalised(model, clip, times) if variants else ()
    shown = model.nodes.in_scene[:, None, None]
    return Skinned(
        engine="reference",
        times=times,
        parts=model.parts,
        positions=tuple(positions),
        normals=tuple(normals),
        node_globals=np.where(shown, as_4x4(world), np.nan),
        skin_palettes=tuple((s.joints, as_4x4(p)) for s, p in zip(model.skins, skin_palettes, strict=True)),
        raw=_only_where_different(tuple(raw), tuple(positions), diagonal) if variants else (),
        unnormalised=_only_where_different(unnormalised, tuple(positions), diagonal) if variants else (),
        zero_weight=tuple(zero_weights(model, part) for part in model.parts),
    )


def _stages(
    model: Model, clip: int | None, times: Float64, *, normalise: bool
) -> tuple[Pose, Float64, tuple[Float64, ...]]:
    """The pose, the world matrices (T, N, 3, 4) and the skin palettes, each (T, J, 3, 4)."""
    pose = sample_clip(model.nodes, model.clip(clip), times, normalise=normalise)
    world = world_matrices(pose)
    return pose, world, tuple(skin_palette_of(world, skin) for skin in model.skins)


def part_positions(
    model: Model,
    part: Part,
    pose: Pose,
    world: Float64,
    skin_palettes: tuple[Float64, ...],
    *,
    raw_weights: bool = False,
) -> Float64:
    """(T, V, 3) world positions of one part; ``raw_weights`` keeps the weights as stored."""
    primitive = model.primitive(part)
    base = morphed(primitive.positions, primitive.morph_positions, pose.morph_weights[part.node])
    influences = model.influences(part)
    if influences is None:
        matrix = world[:, part.node]
        return base @ matrix[..., :3].swapaxes(-1, -2) + matrix[:, None, :, 3]
    weights = influences.weights.astype(np.float64) if raw_weights else normalised_weights(influences.weights)
    return skin_positions(skin_palettes[part.skin], base, influences.joints, weights)


def part_normals(
    model: Model, part: Part, pose: Pose, world: Float64, skin_palettes: tuple[Float64, ...]
) -> Float64 | None:
    """(T, V, 3) unit world normals of one part by the inverse transpose; None where it has no normals."""
    primitive = model.primitive(part)
    if primitive.normals is None:
        return None
    base = morphed(primitive.normals, primitive.morph_normals, pose.morph_weights[part.node])
    influences = model.influences(part)
    if influences is None:
        return carry_normals(world[:, part.node, None, :, :3], base)
    return skin_normals(skin_palettes[part.skin], base, influences.joints, normalised_weights(influences.weights))


def _unnormalised(model: Model, clip: int | None, times: Float64) -> tuple[Float64, ...]:
    """Positions with quaternions left as they are: no normalisation of samples or of stored rotations."""
    pose, world, skin_palettes = _stages(model, clip, times, normalise=False)
    return tuple(part_positions(model, part, pose, world, skin_palettes) for part in model.parts)


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
