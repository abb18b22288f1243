"""The engine "fast": float32 in tiles, checked against the reference to 2e-6 of the character's size.

Tiles and packed clips are made once per model. Scrubbing, playback and batches then cost a table of matrices and a few
NumPy calls per part.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..model import Float64, Model, Part, remembered
from ..pose.playback import finite_times
from ..skin.influence import zero_weights
from ..skin.posed_model import PosedModel, posed_model, require_computable
from ..skinned import Progress, Skinned, no_progress, over_time
from ..transform import as_4x4
from .exact_parts import part_normals, part_positions
from .part import PartSkinner
from .prepared_pose import PreparedPose, PreparedPoses
from .tiles.joined_parts import of_each_part, with_joined_parts
from .tiles.skinner import Scratches


def skin_model_fast(
    model: Model,
    clip: int | None,
    times: ArrayLike,
    *,
    raw_weights: bool = False,
    directions: bool = False,
    normals: bool = True,
    progress: Progress = no_progress,
) -> Skinned:
    """Skinned positions and normals of every part at times (T,), in the file's vertex order.

    clip: index into ``model.clips``, None for the rest pose. Policies are the reference's; ``raw_weights`` and
    ``directions``: see ``PartSkinner``. Without ``normals`` every part has None. Positions are float32, or float64 if
    that does not reach (see ``part.py``). What never moves is skinned once (``skinned.once``).

    Raises ``SkinproofError`` for a clip or time that is none, and as ``require_computable``.
    """
    times, played = finite_times(times), model.clip(clip)
    joined, places = with_joined_parts(model)
    skinners = part_skinners(joined, raw_weights, directions)
    with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
        stage = prepared_poses(joined).at(clip, times)
    require_computable(model, (stage.world, *stage.skin_palettes))
    positions, carried = [], []
    for k, (part, skinner) in enumerate(zip(joined.parts, skinners)):
        progress(k, len(joined.parts))
        skin_palettes, morph_weights = part_skin_palettes(joined, part, stage), stage.morph_weights_of(part.node)
        still = _is_constant(skin_palettes[:, skinner.joints]) and _is_constant(morph_weights)
        if still:
            skin_palettes, morph_weights = skin_palettes[:1], morph_weights[:1]
        if skinner.fits_float32(skin_palettes, morph_weights):
            moved = skinner.positions(skin_palettes, morph_weights)
            turned = skinner.normals(skin_palettes, morph_weights) if normals else None
        else:
            posed = posed_model(joined, played, times[:1] if still else times)
            moved, turned = _in_float64(posed, part, raw_weights, directions if normals else None)
        positions.append(over_time(moved, len(times)))
        carried.append(None if turned is None else over_time(turned, len(times)))
    progress(len(joined.parts), len(joined.parts))
    return Skinned(
        engine="fast" + ":raw" * raw_weights + ":directions" * directions,
        times=times,
        parts=model.parts,
        positions=of_each_part(positions, places),
        normals=of_each_part(carried, places),
        node_globals=np.where(model.nodes.in_scene[:, None, None], stage.world[:, stage.places.new_of_old], np.nan),
        skin_palettes=tuple((s.joints, as_4x4(p)) for s, p in zip(model.skins, stage.skin_palettes, strict=False)),
        zero_weight=tuple(zero_weights(model, part) for part in model.parts),
    )


def _in_float64(
    posed: PosedModel, part: Part, raw_weights: bool, directions: bool | None
) -> tuple[Float64, Float64 | None]:
    """(T, V, 3) positions and normals of a part as the reference has them; ``directions`` None: no normals."""
    moved = part_positions(posed, part, raw_weights=raw_weights)
    if directions is None:
        return moved, None
    if raw_weights or directions:  # rare, and no tiles carry normals so
        return moved, posed.part_normals(part, raw_weights=raw_weights, inverse_transpose=not directions)
    return moved, part_normals(posed, part)


@remembered
def part_skinners(model: Model, raw_weights: bool, directions: bool) -> tuple[PartSkinner, ...]:
    """What skins each part of a model."""
    scratches: Scratches = {}
    return tuple(_part_skinner(model, part, scratches, raw_weights, directions) for part in model.parts)


@remembered
def prepared_poses(model: Model) -> PreparedPoses:
    """What poses a model; a clip is packed at its first call."""
    return PreparedPoses(model.nodes, model.skins, model.clips)


def _is_constant(values: Float64) -> bool:
    """Whether values (T, ...) never change."""
    return bool((values == values[:1]).all())


def part_skin_palettes(model: Model, part: Part, stage: PreparedPose) -> Float64:
    """(T, J, 3, 4) matrices of a part's joints; its node's world matrix if it is not skinned."""
    return stage.skin_palettes[part.skin] if model.is_skinned(part) else stage.world_of(part.node)[:, None, :3]


def _part_skinner(model: Model, part: Part, scratches: Scratches, raw_weights: bool, directions: bool) -> PartSkinner:
    skinned = model.is_skinned(part)
    joint_count = len(model.skins[part.skin].joints) if skinned else 1
    return PartSkinner(
        model.primitive(part),
        joint_count,
        skinned=skinned,
        raw_weights=raw_weights,
        directions=directions,
        scratches=scratches,
    )
