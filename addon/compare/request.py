"""From the panel's settings to a request: which model, which engine, at which times, and in pieces of which size."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from bpy.types import Context

from ...skinning_core.compare.judge.comparison import Request
from ...skinning_core.compare.judge.measurement import Pace
from ...skinning_core.compare.measure.times import sample_times
from ...skinning_core.engine import Engine, EngineFacts, facts_of
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Clip, Float64, Model
from ...skinning_core.pose.playback import playing_times
from ...skinning_core.skinned import Progress, Skinned, no_progress
from ...skinning_core.text.sentence import sentence
from ..rig.keys import frame_span, time_at
from ..scene.identity.character import Character
from ..scene.read.evaluate import evaluate
from ..scene.read.scene_play import evaluate_now, evaluate_range, skin_on_bones
from ..state import file_watch, session
from ..state.listing import active_character
from ..state.preferences import preference
from ..state.properties import POSE, SEEN
from ..subjects.catalogue import every_engine

#: The number of errors (one per vertex and time, 4 bytes each) that are kept for the heat map.
ERRORS_KEPT = 64_000_000

#: How long the window waits between two events: often enough for a progress bar and for Esc.
SECONDS = 0.2

STEPWISE = Pace(times=64, seconds=SECONDS)

#: The pace of engines whose every call begins with an import or an upload.
IN_LARGE_PIECES = Pace(times=64)


def request_of(context: Context, scope: str) -> Request:
    """The request of the panel. ``scope``: "FRAME" or "CLIP". Raises ``SkinproofError`` where the file is gone."""
    scene = context.scene
    settings = scene.skinproof
    character = active_character(scene)
    listed = settings.character
    model = character_model(character)
    clip = listed.clip_index
    if scope == "FRAME" or clip is None:
        now = time_at(scene.frame_current_final, model.clip(clip), character.frame_rate)
        times = playing_times(model.clip(clip), np.array([now]), looping=settings.looping)
    elif settings.times == "KEYS":
        times = sample_times(model.clips[clip], most=None).times
    else:
        first, last = clip_frames(character, model.clips[clip])
        times = np.arange(first, last + 1) / character.frame_rate
    file_watch.look()
    change = session.changed.get(character.id, "")
    if settings.engine == "blender" and settings.question == POSE:
        return _pose_request(context, character, model, change)
    engines = {settings.engine_name: _noting(change, _engine_of(context, character, scope))}
    asked = settings.tolerance if settings.own_tolerance else _preferred_tolerance(context)
    every = settings.times == "KEYS"  # of a clip; a single frame has its normals in any case
    return Request(model, clip, times, engines, asked, vertex_errors=ERRORS_KEPT, all_normals=every)


def _preferred_tolerance(context: Context) -> float | None:
    """The tolerance of the user's preferences; None: what float32 leaves of the character."""
    return float(preference(context, "tolerance")) if preference(context, "own_tolerance") else None


def _pose_request(context: Context, character: Character, model: Model, change: str) -> Request:
    """The request that compares the file's skin on Blender's bones with what Blender makes of them."""
    settings = context.scene.skinproof
    time = context.scene.frame_current_final / character.frame_rate
    posed, skinned = skin_on_bones(context, character, model, time)

    def as_it_is(
        model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        del model, clip, times, normals, progress
        return skinned

    asked = settings.tolerance if settings.own_tolerance else _preferred_tolerance(context)
    engines = {"blender": _noting(change, as_it_is)}
    return Request(posed, None, np.array([time]), engines, asked, vertex_errors=ERRORS_KEPT)


def pace_of(context: Context) -> Pace:
    """The size of the pieces in which the panel's engine is compared, so that the window stays responsive."""
    return IN_LARGE_PIECES if _facts(context).begins_anew else STEPWISE


def _facts(context: Context) -> EngineFacts:
    facts = facts_of(context.scene.skinproof.engine)
    assert facts is not None
    return facts


def character_model(character: Character) -> Model:
    """The model that a character was made from, whatever has become of its file.

    Raises ``SkinproofError`` where it can no longer be obtained.
    """
    model = session.model_of(character)
    if model.clip_names != character.clips:  # possible where no sources were noted
        raise SkinproofError(
            "the clips of the file have changed since the import", where=str(character.path), fix="import it again"
        )
    return model


def _noting(change: str, engine: Engine) -> Engine:
    """The engine, with a note in its results where the file has changed: the comparison is with what was imported."""
    if not change:
        return engine

    def noting(
        model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        skinned = engine(model, clip, times, normals=normals, progress=progress)
        return replace(
            skinned,
            notes=(*skinned.notes, sentence("{change}; the comparison is with what was imported", change=change)),
        )

    return noting


def clip_frames(character: Character, clip: Clip) -> tuple[int, int]:
    """The first and the last whole frame around a clip's keys."""
    return frame_span(clip.start, clip.end, character.frame_rate)


def _engine_of(context: Context, character: Character, scope: str) -> Engine:
    """The engine of the panel's choice; "blender" is the character of the scene, judged as the panel says."""
    settings = context.scene.skinproof
    if settings.engine != "blender":
        return every_engine()[settings.engine_name]
    strict = settings.strict_placement
    if settings.question != SEEN:
        return partial(evaluate, context, character, strict=strict)
    if scope == "FRAME" or settings.character.clip_index is None:
        return partial(evaluate_now, context, character, strict=strict)
    return partial(evaluate_range, context, character, strict=strict)
