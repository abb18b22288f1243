"""The engine "fast": float32 in tiles, checked against the reference to 2e-6 of the character's size.

Everything that does not depend on time (tiles, packed clips) is prepared once per model and kept as long as the model
lives; scrubbing, playback and batches then cost a table of matrices and a few NumPy calls per part.
"""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike

from ..model import Float, Float64, Int, Model, Part
from ..skin.posed_model import posed_model, require_computable
from ..skin.reference import zero_weights
from ..skinned import Progress, Skinned, no_progress
from ..transform import as_4x4
from .part import PartSkinner
from .prepared_pose import PreparedPose, PreparedPoses


@dataclass(frozen=True, eq=False)
class Prepared:
    """Everything that the fast engine prepares once per model and keeps."""

    parts: tuple[PartSkinner, ...]
    stages: PreparedPoses
    zero_weight: tuple[Int, ...]


_PREPARED: WeakKeyDictionary[Model, Prepared] = WeakKeyDictionary()


def skin_model_fast(model: Model, clip: int | None, times: ArrayLike, *, progress: Progress = no_progress) -> Skinned:
    """Skinned positions and normals of every part at times (T,), in the file's vertex order.

    clip: index into ``model.clips``, None for the rest pose. Same policies as the engine "reference". Positions are
    float32, or float64 where a part is too far from the origin for float32 (see ``part.py``) or beyond its range.

    Raises ``SkinproofError`` where joints multiply to matrices that cannot be used (see ``require_computable``).
    """
    times = np.atleast_1d(np.asarray(times, np.float64))
    fast = prepared(model)
    with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
        stage = fast.stages.at(clip, times)
    require_computable(model, (stage.world, *stage.skin_palettes))
    positions: list[Float] = []
    normals: list[Float | None] = []
    for k, (part, skinner) in enumerate(zip(model.parts, fast.parts)):
        progress(k, len(model.parts))
        skin_palettes, morph_weights = part_skin_palettes(model, part, stage), stage.morph_weights_of(part.node)
        if skinner.fits_float32(skin_palettes, morph_weights):
            positions.append(skinner.positions(skin_palettes, morph_weights))
            normals.append(skinner.normals(skin_palettes, morph_weights))
        else:
            plain = posed_model(model, model.clip(clip), times)
            positions.append(plain.part_positions(part))
            normals.append(plain.part_normals(part))
    progress(len(model.parts), len(model.parts))
    return Skinned(
        engine="fast",
        times=times,
        parts=model.parts,
        positions=tuple(positions),
        normals=tuple(normals),
        node_globals=np.where(model.nodes.in_scene[:, None, None], stage.world[:, stage.places.new_of_old], np.nan),
        skin_palettes=tuple((s.joints, as_4x4(p)) for s, p in zip(model.skins, stage.skin_palettes, strict=True)),
        zero_weight=fast.zero_weight,
    )


def prepared(model: Model) -> Prepared:
    """The tiles of every part and the packed clips. They are built at the first call and live as long as the model."""
    if model not in _PREPARED:
        _PREPARED[model] = Prepared(
            tuple(_part_skinner(model, part) for part in model.parts),
            PreparedPoses(model.nodes, model.skins, model.clips),
            tuple(zero_weights(model, part) for part in model.parts),
        )
    return _PREPARED[model]


def part_skin_palettes(model: Model, part: Part, stage: PreparedPose) -> Float64:
    """(T, J, 3, 4) matrices that a part's joints follow; its node's world matrix where it is not skinned."""
    return stage.skin_palettes[part.skin] if model.is_skinned(part) else stage.world_of(part.node)[:, None, :3]


def _part_skinner(model: Model, part: Part) -> PartSkinner:
    skinned = model.is_skinned(part)
    joint_count = len(model.skins[part.skin].joints) if skinned else 1
    return PartSkinner(model.primitive(part), joint_count, skinned=skinned)
