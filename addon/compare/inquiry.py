"""Makes a question of the panel's settings, and puts it to the active character or the chosen engine."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from bpy.types import Context

from ...skinning_core.compare.judge.measurement import Pace
from ...skinning_core.compare.judge.question import Judged, Origin, Question, Times, When
from ...skinning_core.compare.judge.verification import Inquiry
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Model
from ...skinning_core.pose.playback import playing_times
from ...skinning_core.spread import evenly_spread
from ...skinning_core.subject import Subject, facts_of
from ...skinning_core.text.sentence import sentence
from ..rig.keys import time_at
from ..scene.identity.character import Character
from ..scene.play.span import frames_around
from ..state import file_watch
from ..state.listing import active_character
from ..state.preferences import preference
from ..state.session import session
from ..subjects.catalogue import every_maker
from ..subjects.clips_asked import clips_asked, rest_asked
from ..subjects.scene import scene_subject

#: Most errors (one per vertex and time, 4 bytes each) kept for the heat map, of all clips together.
ERRORS_KEPT = 64_000_000

#: Seconds between two of the window's events: often enough for a progress bar and Esc.
SECONDS = 0.2

STEPWISE = Pace(times=64, seconds=SECONDS)

#: For subjects whose every call begins with an import or an upload.
IN_LARGE_PIECES = Pace(times=64)

#: The panel's choices of times other than the scene's frames.
_WHEN = {"KEYS": When.EVERY_KEY, "AT_KEYS": When.KEYS, "BETWEEN": When.BETWEEN, "COUNT": When.COUNT}


def inquiry_of(context: Context, scope: str) -> Inquiry:
    """The panel's question. ``scope``: "FRAME", "CLIP" or "ALL". Raises ``SkinproofError`` if the file is gone."""
    if scope == "ALL":
        return inquiry_of_clips(context)
    settings = context.scene.skinproof
    character = active_character(context.scene)
    model = character_model(character)
    at_rest = settings.character.clip_index is None and settings.engine == "blender" and settings.question != "POSE"
    now = scope == "FRAME" or at_rest  # the scene's frames have poses of their own, whatever clip is chosen
    question = question_of(context, character, model, now=now)
    file_watch.look()
    subject = _subject(context, character, model, question, now=now)
    return Inquiry(model, {subject.name: subject}, question, vertex_errors=ERRORS_KEPT, picture=True)


def inquiry_of_clips(context: Context) -> Inquiry:
    """The question for the active character's rest pose and every clip, the rest as in the panel."""
    character = active_character(context.scene)
    model = character_model(character)
    asked = question_of(context, character, model, now=False)
    if context.scene.skinproof.engine == "blender":
        question = _with_clips_here(asked, character, model)
    else:
        question = _with_clips_of_file(asked, model)
    file_watch.look()
    subject = _subject(context, character, model, question, now=False)
    kept = ERRORS_KEPT // max(len(question.clips or ()), 1)
    return Inquiry(model, {subject.name: subject}, question, vertex_errors=kept, picture=True)


def _with_clips_here(asked: Question, character: Character, model: Model) -> Question:
    """The question for all clips of a character in the scene; for a file without clips, for the visible pose."""
    if not model.clips and character.written_here:
        return replace(asked, judged=Judged.PLAYS, clips=(None,))
    clips = (*rest_asked(character), *clips_asked(character, model))
    return replace(asked, judged=Judged.CLIPS, clips=clips or (None,))


def _with_clips_of_file(asked: Question, model: Model) -> Question:
    """The question for the rest pose and every clip of a file, for an engine."""
    frames_of_one_clip = asked.times.when is When.GIVEN
    times = Times(When.BETWEEN) if frames_of_one_clip else asked.times
    return replace(asked, clips=(None, *model.readable_clips), times=times)


def inquiry_about(context: Context, *, whole: bool) -> Inquiry:
    """The question for the worst of the active character's last comparison.

    whole: through its clip, not at the frame. That is the current one, as long as one clip was compared.
    """
    settings = context.scene.skinproof
    result = settings.result
    if not result.clips:
        return inquiry_of(context, "CLIP" if whole else "FRAME")
    character = active_character(context.scene)
    model = character_model(character)
    times = Times(When.FRAMES) if whole else Times.at(np.array([result.worst_time]))
    clips = (None if result.clip_index < 0 else result.clip_index,)
    asked = replace(question_of(context, character, model, now=False), judged=Judged.CLIPS, clips=clips, times=times)
    subject = _subject(context, character, model, asked, now=False)
    return Inquiry(model, {subject.name: subject}, asked)


def inquiry_at_looks(context: Context, most: int) -> Inquiry | None:
    """The same at the worst time and ``most`` times spread evenly over the clip; None if one frame was compared."""
    result = context.scene.skinproof.result
    if result.scope == "FRAME":
        return None
    inquiry = inquiry_about(context, whole=True)
    times = inquiry.requests[0].times
    some = times[evenly_spread(len(times), most)]
    nearest = times[np.abs(times - result.worst_time).argmin()]
    question = replace(inquiry.question, times=Times.at([*some, nearest]))
    return Inquiry(inquiry.model, inquiry.subjects, question)


def question_of(context: Context, character: Character, model: Model, *, now: bool) -> Question:
    """The panel's question for the active character; ``now``: at the current frame only."""
    settings = context.scene.skinproof
    clip = settings.character.clip_index
    judged = Judged[settings.question] if settings.engine == "blender" else Judged.CLIPS
    return Question(
        judged=judged,
        source=Origin.SCENE if character.written_here and settings.engine == "blender" else None,
        clips=(clip,),
        times=_times(context, character, model, judged, now=now),
        strict=settings.strict_placement or character.written_here or None,
        modifiers=settings.other_modifiers,
        normals=settings.normals,
        normal_tolerance=settings.normal_tolerance,
        accept=settings.codes_accepted,
        tolerance=chosen_tolerance(context),
    )


def _times(context: Context, character: Character, model: Model, judged: Judged, *, now: bool) -> Times:
    settings, scene = context.scene.skinproof, context.scene
    clip = settings.character.clip_index
    if now:
        if judged is Judged.POSE:
            return Times.at(np.array([scene.frame_current_final / character.frame_rate]))
        time = time_at(scene.frame_current_final, model.clip(clip), character.frame_rate)
        return Times.at(playing_times(model.clip(clip), np.array([time]), looping=settings.looping))
    if settings.times in _WHEN and judged is not Judged.POSE:
        return Times(_WHEN[settings.times], settings.time_count if settings.times == "COUNT" else 0)
    if settings.engine == "blender":
        return Times(When.FRAMES)
    if clip is None:
        return Times.at(np.zeros(1))
    first, last = frames_around(character, model.clips[clip])
    return Times.at(np.arange(first, last + 1) / character.frame_rate)


def _subject(context: Context, character: Character, model: Model, question: Question, *, now: bool) -> Subject:
    """The panel's choice; "blender" is the character of the scene."""
    settings = context.scene.skinproof
    if settings.engine != "blender":
        return every_maker()[settings.engine_name](model)
    change = session.changed.get(character.id, "")
    told = [sentence("{change}; the comparison is with what was imported", change=change)] if change else []
    return scene_subject(context, character, model, question, now=now, notes=told)


def chosen_tolerance(context: Context) -> float | None:
    """The tolerance of the scene, else of the preferences; None: what float32 leaves of the character."""
    if context.scene.skinproof.own_tolerance:
        return float(context.scene.skinproof.tolerance)
    return float(preference(context, "tolerance")) if preference(context, "own_tolerance") else None


def pace_of(context: Context) -> Pace:
    """The size of the pieces in which the panel's subject is compared, to keep the window responsive."""
    facts = facts_of(context.scene.skinproof.engine)
    assert facts is not None
    return IN_LARGE_PIECES if facts.begins_anew else STEPWISE


def character_model(character: Character) -> Model:
    """The model that a character was made from, whatever became of its file.

    Raises ``SkinproofError`` if it can no longer be obtained.
    """
    model = session.models.of(character)
    if model.clip_names != character.clips:  # possible if no sources were noted
        raise SkinproofError(
            "the clips of the file have changed since the import", where=str(character.path), fix="import it again"
        )
    return model
