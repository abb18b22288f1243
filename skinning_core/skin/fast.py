"""The engine "fast": float32 in tiles, checked against the reference to 2e-6 of the character's size.

Everything that does not depend on time (tiles, packed clips) is prepared once per model and kept as long as the model
lives; scrubbing, playback and batches then cost a table of matrices and a few NumPy calls per part.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np

from ..clip import sample_clip
from ..model import Float, Float64, Model, Part
from ..pose import global_matrices, local_matrices
from ..skinned import Progress, Skinned, no_progress
from ..transform import as_4x4
from .influence import zero_weight_vertices
from .palette import skin_palette
from .part_skinner import PartSkinner

_PREPARED: WeakKeyDictionary[Model, tuple[PartSkinner, ...]] = WeakKeyDictionary()


def skin_model_fast(model: Model, clip: int | None, times: Float64, *, progress: Progress = no_progress) -> Skinned:
    """Skinned positions and normals of every part at times (T,), in the file's vertex order.

    clip: index into ``model.clips``, None for the rest pose. Same policies as the engine "reference".
    """
    times = np.atleast_1d(np.asarray(times, np.float64))
    pose = sample_clip(model.nodes, None if clip is None else model.clips[clip], times)
    world = global_matrices(local_matrices(pose), pose.parents, pose.order)
    palettes = tuple(skin_palette(world, skin) for skin in model.skins)
    positions: list[Float] = []
    normals: list[Float | None] = []
    for k, (part, skinner) in enumerate(zip(model.parts, part_skinners(model))):
        progress(k, len(model.parts))
        matrices = palettes[part.skin] if is_skinned(model, part) else world[:, part.node, None]
        morph_weights = pose.morph_weights[part.node]
        positions.append(skinner.positions(matrices, morph_weights))
        normals.append(skinner.normals(matrices, morph_weights))
    progress(len(model.parts), len(model.parts))
    return Skinned(
        engine="fast",
        times=times,
        parts=model.parts,
        positions=tuple(positions),
        normals=tuple(normals),
        node_globals=np.where(model.nodes.in_scene[:, None, None], as_4x4(world), np.nan),
        skin_palettes=tuple((s.joints, as_4x4(p)) for s, p in zip(model.skins, palettes, strict=True)),
        zero_weight=tuple(_zero_weights(model, part) for part in model.parts),
    )


def part_skinners(model: Model) -> tuple[PartSkinner, ...]:
    """One prepared skinner for each of ``model.parts``; the first call builds them."""
    if model not in _PREPARED:
        _PREPARED[model] = tuple(_part_skinner(model, part) for part in model.parts)
    return _PREPARED[model]


def is_skinned(model: Model, part: Part) -> bool:
    """Whether a part follows a skin; else it moves with its node."""
    primitive = model.primitive(part)
    return part.skin >= 0 and primitive.joints is not None and primitive.weights is not None


def _part_skinner(model: Model, part: Part) -> PartSkinner:
    skinned = is_skinned(model, part)
    joint_count = len(model.skins[part.skin].joints) if skinned else 1
    return PartSkinner(model.primitive(part), joint_count, skinned=skinned)


def _zero_weights(model: Model, part: Part) -> np.ndarray:
    weights = model.primitive(part).weights
    return zero_weight_vertices(weights) if part.skin >= 0 and weights is not None else np.zeros(0, np.intp)
