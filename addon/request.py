"""From the panel's settings to a request: which model, which engine, at which times."""

from __future__ import annotations

from functools import partial
from math import ceil, floor
from pathlib import Path

import numpy as np
from bpy.types import Context, Scene

from ..skinning_core.compare.times import sample_times
from ..skinning_core.engine import CORE_ENGINES, Engine
from ..skinning_core.error import SkinproofError
from ..skinning_core.model import Clip, Float64, Model
from ..skinning_core.skinned import Progress, Skinned, no_progress
from . import memory
from .comparison import LARGEST_PIECE, Request
from .listing import character_named, frame_of_time, time_of_frame
from .scene.character import Character
from .scene.evaluate import evaluate


def request_of(context: Context, scope: str) -> Request:
    """What the panel asks for. ``scope``: "FRAME" or "CLIP". Raises ``SkinproofError`` where the file is gone."""
    scene = context.scene
    settings = scene.skinproof
    listed = settings.character
    model = memory.model_of(Path(listed.path))
    clip = listed.clip_index
    if clip is not None and clip >= len(model.clips):
        raise SkinproofError(f"the file no longer has the clip {listed.clip_name!r}", fix="import it anew")
    times = _current_time(scene) if scope == "FRAME" or clip is None else _clip_times(scene, model.clips[clip])
    engine = engine_named(context, settings.engine, character_named(scene, listed.name))
    asked = settings.tolerance if settings.own_tolerance else None
    whole = settings.engine in {"stock", "gpu"}  # each call begins with an import or an upload
    return Request(model, clip, settings.engine, engine, times, asked, first_piece=LARGEST_PIECE if whole else 1)


def engine_named(context: Context, name: str, character: Character) -> Engine:
    """The engine of the panel's choice; "blender" is the character as it stands in the scene."""
    if name == "blender":
        return partial(_evaluated, context, character)
    if name == "stock":
        from .engines_blender import skin_stock

        return skin_stock
    return CORE_ENGINES[name]


def _evaluated(
    context: Context,
    character: Character,
    model: Model,
    clip: int | None,
    times: Float64,
    *,
    progress: Progress = no_progress,
) -> Skinned:
    return evaluate(context, character, model, clip, times, progress=progress)


def _current_time(scene: Scene) -> Float64:
    return np.array([time_of_frame(scene, scene.frame_current_final)])


def _clip_times(scene: Scene, clip: Clip) -> Float64:
    if scene.skinproof.times == "KEYS":
        return sample_times(clip, most=None).times
    first, last = floor(frame_of_time(scene, clip.start)), ceil(frame_of_time(scene, clip.end))
    return np.array([time_of_frame(scene, frame) for frame in range(first, last + 1)])
