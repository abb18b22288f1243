"""The frames at which a character is judged: a clip's, and keyed ones beyond it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import bpy
import numpy as np

from ....skinning_core.compare.causes.exporter_faults import BLENDER
from ....skinning_core.compare.causes.played_keys import PlayedKeys
from ....skinning_core.model import Clip, Model
from ....skinning_core.text.sentence import Sentence, sentence
from ... import compat
from ...rig.keys import frame_span
from ..ground import stored_names as stored
from ..ground.arrays import values_of
from ..ground.noted import our
from ..identity.character import Character, action_of, owners, stack_of
from ..identity.clip_times import ClipTimes
from .playback import REST_CHANNELS, heard_tracks, is_by_hand, played_action, plays_nla

#: Frames judged before and after a clip if something is keyed there: ten seconds at 25 a second. A shot may have
#: thousands of frames.
MOST_BEYOND = 250


#: Frames: closer than this is the same frame.
ON_FRAME = 0.5

#: The same for a file's keys, in float32 seconds.
_ON_KEY = 0.02


def frames_around(character: Character, clip: Clip, slide: float = 0.0) -> tuple[int, int]:
    """The first and last whole frame of the scene around a clip's keys; slide: its frame at the clip's zero."""
    seconds = slide / character.frame_rate
    return frame_span(clip.start + seconds, clip.end + seconds, character.frame_rate)


def keyed_span(character: Character, clip: int | None, *, plays: bool) -> tuple[float, float] | None:
    """First and last keyed frame of the clip's own actions or, if ``plays``, of all that plays; None without keys."""
    plays = plays or clip in character.played
    cut = character.written_here and not plays
    found = (_written(o, clip) if cut else _spans(o, clip, plays=plays) for o in owners(character))
    spans = list(chain.from_iterable(found))
    if not spans:
        return None
    first, last = min(first for first, _ in spans), max(last for _, last in spans)
    if character.written_here and clip in character.played:  # nobody sees keys outside the playback range
        first, last = max(first, bpy.context.scene.frame_start), min(last, bpy.context.scene.frame_end)
    return (first, last) if first <= last else None


def written_spans(first: float, last: float, times: ClipTimes | None = None) -> tuple[tuple[float, float], ...]:
    """The spans of frames that Blender's exporter may have written, if keys go from first to last.

    It can limit them to the playback range, and crop frames below 0. Sampling takes whole frames: ``int`` in its
    ``action.py`` and ``tracks.py``.
    """
    scene = bpy.context.scene
    begin, end = float(scene.frame_start), float(scene.frame_end)
    spans: list[tuple[float, float]] = []
    if times is not None and times.limited:
        first, last = max(first, begin), min(last, end)
    if times is not None:
        first = first if times.slides else max(first, 0.0)
        return ((first, last), (float(int(first)), float(int(last))))
    for a, b in dict.fromkeys([(first, last), (float(int(first)), float(int(last)))]):
        limited = max(a, begin), min(b, end)
        spans += [(a, b), limited, (max(a, 0.0), b)]  # no playback range begins below 0
    return tuple(spans)


def slide_of(character: Character, model: Model, number: int) -> float:
    """The scene's frame at a clip's time zero if the exporter has slid the clip; else 0.

    It slides negative frames, and all clips if told to begin at zero; the length tells what was written. FBX slides
    unasked, so a later beginning is told as shifted there.
    """
    if not character.written_here:
        return 0
    clip = model.clips[number]
    begin, end = clip.start * character.frame_rate, clip.end * character.frame_rate
    strips = [strip for owner in owners(character) for track in stack_of(owner, number) for strip in track.strips]
    if strips and is_slid_by_a_fraction(first := min(float(strip.frame_start) for strip in strips), begin):
        return first
    if character.times is not None:
        first = float(int(min((first for first, _ in _all_spans(character, number)), default=0.0)))  # as sampling does
        slid = character.times.from_zero or first < 0.0  # if not slid they are cropped
        return round(first - begin) if slid and abs(begin) <= ON_FRAME else 0
    asked_for = model.generator.startswith(BLENDER)
    written = [span for span in _all_spans(character, number) if abs((end - begin) - (span[1] - span[0])) <= ON_FRAME]
    written.sort(key=lambda span: not span[0].is_integer())  # sampling, as exports mostly do, begins at a whole frame
    if abs(begin) > ON_FRAME or any(abs(first - begin) <= ON_FRAME for first, _ in written):
        return 0
    return next((round(first - begin) for first, _ in written if first < 0.0 or asked_for), 0)


def is_slid_by_a_fraction(first: float, begin: float) -> bool:
    """Whether strips from a frame between two begin in a file beside zero, as the exporter slides them.

    It samples whole frames, from ``int(first)`` on, and slides by ``first``: a strip at 4.5 begins half a frame early.
    """
    beside = int(first) - first
    return abs(beside) > _ON_KEY and abs(begin - beside) <= _ON_KEY


def _all_spans(character: Character, number: int) -> tuple[tuple[float, float], ...]:
    """The frames of a clip, in the scene, that the exporter may have written."""
    scene, times = bpy.context.scene, character.times
    spans = [span for owner in owners(character) for span in _own_spans(owner, number)]
    if not spans and times is not None and times.mode == "SCENE":
        spans = [(float(scene.frame_start), float(scene.frame_end))]
    elif not spans and times is not None:
        spans = [span for owner in owners(character) for span in _spans(owner, number, plays=True)]
    elif not spans and number in character.played:
        keyed = keyed_span(character, number, plays=True)
        spans = [(float(scene.frame_start), float(scene.frame_end)), *([] if keyed is None else [keyed])]
        return tuple(span for each in spans for span in written_spans(*each))
    if not spans:
        return ()
    whole = [*spans, *(span for owner in owners(character) for span in _of_all_slots(owner, number))]
    alone, together = (written_spans(min(s[0] for s in k), max(s[1] for s in k), times) for k in (spans, whole))
    return together if times is not None else (*alone, *together)


def _of_all_slots(owner: bpy.types.ID, clip: int) -> Iterator[tuple[float, float]]:
    """The span of all that a clip's own action moves, which the exporter samples of each owner (``action.py``)."""
    action = action_of(owner, clip)[0]
    if action is not None and not action.use_frame_range and not stack_of(owner, clip):
        yield float(action.frame_range[0]), float(action.frame_range[1])


def key_step(clip: Clip, frame_rate: float) -> float:
    """Frames between the keys of all that a clip moves; 0: not the same everywhere. What does not move has two keys.

    A clip that was sampled at another frame rate has a part of a frame.
    """
    between = [np.diff(track.times) * frame_rate for track in clip.tracks if len(track.times) > 2]
    found = np.concatenate(between) if between else np.zeros(0)
    if not len(found) or np.ptp(found) > _ON_KEY:
        return 0.0
    step = float(found.mean())
    return float(round(step)) if abs(step - round(step)) <= _ON_KEY else round(step, 3)


def keyed_frames(character: Character, clip: int) -> set[float]:
    """The frames with keys in the curves of a clip."""
    found: set[float] = set()
    for owner in owners(character):
        for curve in _curves(owner, clip, plays=clip in character.played):
            found.update(values_of(curve.keyframe_points, "co", 2)[:, 0].tolist())
    return found


def last_frame(character: Character, clip: int) -> float:
    """The last frame of a clip's own keys or strips; -inf if it has neither."""
    spans = (span for owner in owners(character) for span in _own_spans(owner, clip))
    return max((last for _, last in spans), default=-math.inf)


def _own_spans(owner: bpy.types.ID, clip: int) -> Iterator[tuple[float, float]]:
    for track in stack_of(owner, clip):
        yield from ((strip.frame_start, strip.frame_end) for strip in track.strips)
    yield from _within_manual_range(owner, clip)


def manual_range(action: bpy.types.Action) -> tuple[float, float]:
    """The action's Manual Frame Range; without one, all frames."""
    return (action.frame_start, action.frame_end) if action.use_frame_range else (-math.inf, math.inf)


def cut_by_manual_range(character: Character, clip: int) -> Sentence | None:
    """The sentence on keys outside a Manual Frame Range, if there are some: Blender plays them, its exporter leaves
    them out."""
    for owner in owners(character):
        action = action_of(owner, clip)[0]
        if action is None:
            continue
        first, last = manual_range(action)
        if any(a < first - ON_FRAME or b > last + ON_FRAME for a, b in _spans(owner, clip, plays=False)):
            told = (
                "the action {action!r} has keys outside its Manual Frame Range, {first:.5g} to {last:.5g}, "
                "and the exporter writes that range: not judged beyond"
            )
            return sentence(told, action=action.name, first=first, last=last)
    return None


def _written(owner: bpy.types.ID, clip: int | None) -> Iterator[tuple[float, float]]:
    """The spans of a clip's strips as they are placed, else of its action's keys."""
    strips = [strip for track in stack_of(owner, clip) for strip in track.strips]
    for strip in strips:
        ends_bare = strip.extrapolation == "NOTHING"  # nothing is shown beyond, which no file can say
        yield strip.frame_start, math.floor(strip.frame_end) if ends_bare else strip.frame_end
    if not strips:
        yield from _within_manual_range(owner, clip)


def _within_manual_range(owner: bpy.types.ID, clip: int | None) -> Iterator[tuple[float, float]]:
    """The spans of keys of a clip's own action, cut to its Manual Frame Range."""
    action = None if clip is None else action_of(owner, clip)[0]
    first, last = (-math.inf, math.inf) if action is None else manual_range(action)
    for a, b in _spans(owner, clip, plays=False):
        if max(a, first) <= min(b, last):
            yield max(a, first), min(b, last)


def played_keys(character: Character, clip: int, *, plays: bool) -> PlayedKeys | None:
    """The keys of what ``keyed_span`` spans; None if there are none."""
    span = keyed_span(character, clip, plays=plays)
    if span is None:
        return None
    plays = plays or clip in character.played
    channels = {}
    for owner in owners(character):
        for curve in _curves(owner, clip, plays=plays):
            moved, path = _moved(owner, curve.data_path)
            if moved is not None and stored.NODE in our(moved) and not _holds_rest(curve, moved):
                channels[int(our(moved)[stored.NODE]), path] = str(moved.name)
    return PlayedKeys(*span, character.frame_rate, channels)


def _holds_rest(curve: bpy.types.FCurve, moved: Any) -> bool:
    """Whether every key of a curve is the noted rest of a bone or object, so that it moves nothing."""
    channel, rest = curve.data_path.rpartition(".")[2], our(moved).get(stored.REST)
    if rest is None or channel not in REST_CHANNELS or len(curve.modifiers):
        return False
    value = rest.to_list()[REST_CHANNELS[channel]][curve.array_index]
    return not any(is_by_hand(float(key.co.y), value) for key in curve.keyframe_points)


_PROPERTIES = {"location": "translation", "scale": "scale"}


def _moved(owner: bpy.types.ID, path: str) -> tuple[Any, str]:
    """The bone or object that a curve moves, or None, and glTF's word for its channel."""
    above, _, name = path.rpartition(".")
    kind = "rotation" if name.startswith("rotation_") else _PROPERTIES.get(name, "")
    try:
        return (owner.path_resolve(above) if above else owner) if kind else None, kind
    except ValueError:
        return None, kind


def _curves(owner: bpy.types.ID, clip: int | None, *, plays: bool) -> Sequence[bpy.types.FCurve]:
    action, slot = played_action(owner) if plays else (None, "") if clip is None else action_of(owner, clip)
    return [] if action is None else compat.curves_of_slot(action, slot)


def _spans(owner: bpy.types.ID, clip: int | None, *, plays: bool) -> Iterator[tuple[float, float]]:
    if plays and plays_nla(owner):
        for track in heard_tracks(owner.animation_data):
            yield from ((strip.frame_start, strip.frame_end) for strip in track.strips if not strip.mute)
    for curve in _curves(owner, clip, plays=plays):
        if len(curve.keyframe_points):
            whole = curve.range()
            yield float(whole[0]), float(whole[1])


def keys_far_beyond(clip: str, wanted: tuple[int, int], judged: tuple[int, int]) -> Sentence:
    """Says that what plays has keys (``wanted``, frames) beyond those judged."""
    told = "what plays {clip!r} has keys from frame {first} to {last}; frames {begin} to {end} are judged"
    return sentence(told, clip=clip, first=wanted[0], last=wanted[1], begin=judged[0], end=judged[1])
