"""From the panel's settings to a request: which model, which engine, at which times."""

from __future__ import annotations

from functools import partial

import numpy as np
from bpy.types import Context

from ...skinning_core.compare.times import sample_times
from ...skinning_core.engine import Engine
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Clip, Model
from .. import session
from ..command.commands import engines_in_blender
from ..listing import character_named
from ..rig.keys import frame_span
from ..scene.character import Character
from ..scene.evaluate import evaluate
from .comparison import LARGEST_PIECE, Request


def request_of(context: Context, scope: str) -> Request:
    """What the panel asks for. ``scope``: "FRAME" or "CLIP". Raises ``SkinproofError`` where the file is gone."""
    scene = context.scene
    settings = scene.skinproof
    listed = settings.character
    character = character_named(scene, listed.name)
    model = model_of(character)
    clip = listed.clip_index
    if scope == "FRAME" or clip is None:
        times = np.array([scene.frame_current_final / character.frame_rate])
    elif settings.times == "KEYS":
        times = sample_times(model.clips[clip], most=None).times
    else:
        first, last = clip_frames(character, model.clips[clip])
        times = np.arange(first, last + 1) / character.frame_rate
    engine = engine_named(context, settings.engine, character)
    asked = settings.tolerance if settings.own_tolerance else None
    whole = settings.engine in {"stock", "gpu"}  # each call begins with an import or an upload
    return Request(model, clip, settings.engine, engine, times, asked, first_piece=LARGEST_PIECE if whole else 1)


def model_of(character: Character) -> Model:
    """The model of a character's file. Raises ``SkinproofError`` where that is gone or has other clips now."""
    if character.path is None:
        raise SkinproofError(f"{character.collection} came from no file", fix="import it from a file")
    model = session.model_of(character.path, character.clip_files)
    if model.clip_names != character.clips:
        raise SkinproofError("the file has other clips than at import", where=str(character.path), fix="import it anew")
    return model


def clip_frames(character: Character, clip: Clip) -> tuple[int, int]:
    """The first and the last whole frame that a clip's keys reach into."""
    return frame_span(clip.start, clip.end, character.frame_rate)


def engine_named(context: Context, name: str, character: Character) -> Engine:
    """The engine of the panel's choice; "blender" is the character as it stands in the scene."""
    return partial(evaluate, context, character) if name == "blender" else engines_in_blender()[name]
