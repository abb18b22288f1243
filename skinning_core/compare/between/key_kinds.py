"""What was done to a clip: another start, another speed, another interpolation, or another clip's name."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from ...model import Clip, Model, Track
from .correspondence import Correspondence
from .match.clips import same_length

#: Seconds within which clips start together and are equally long: float32 of a minute, and a rounded frame.
_SAME_TIME = 1e-4


def with_one_undone(model: Model, other: Model, matched: Correspondence, clip: int) -> Iterator[tuple[str, Model]]:
    """By step of ``steps.json``, the other file with the first file's clip times or interpolation, the simplest first.

    clip: of ``model``.
    """
    there = matched.clip(clip)
    if there is None:
        return
    ours, theirs = model.clips[clip], other.clips[there]
    speed = (ours.end - ours.start) / (theirs.end - theirs.start) if theirs.end > theirs.start else 1.0
    if abs(ours.start - theirs.start) > _SAME_TIME:
        yield "clip start", with_clip(other, there, _retimed(theirs, ours.start, 1.0))
    if abs(speed - 1.0) * (theirs.end - theirs.start) > _SAME_TIME and speed > 0.0:
        yield "clip speed", with_clip(other, there, _retimed(theirs, ours.start, speed))
    found = _interpolated(ours, theirs, matched)
    if found is not theirs:
        yield "interpolation", with_clip(other, there, found)


def with_clips_exchanged(model: Model, other: Model, matched: Correspondence, clip: int) -> Iterator[tuple[int, Model]]:
    """Of each other clip of the other file that is as long as ``clip`` of ``model``, its number, and that file with it.

    It stands there in place of the clip of the same name.
    """
    there = matched.clip(clip)
    for number, second in enumerate(other.clips):
        usable = there not in (None, number) and number not in other.broken_clips
        if there is not None and usable and same_length(model, clip, other, number):
            yield number, with_clip(other, there, second)


def with_clip(other: Model, there: int, clip: Clip) -> Model:
    """A model with another clip at a place."""
    clips = (*other.clips[:there], clip, *other.clips[there + 1 :])
    return dataclasses.replace(other, clips=clips)


def _retimed(clip: Clip, start: float, speed: float) -> Clip:
    """A clip that begins at ``start``, seconds, and lasts ``speed`` times as long."""

    def track(each: Track) -> Track:
        slopes = {name: getattr(each, name) for name in ("in_tangents", "out_tangents")}
        slower = {name: values / speed for name, values in slopes.items() if values is not None}
        return dataclasses.replace(each, times=start + (each.times - clip.start) * speed, **slower)

    return Clip(clip.name, tuple(map(track, clip.tracks)))


def _interpolated(ours: Clip, theirs: Clip, matched: Correspondence) -> Clip:
    """Their clip with the first file's interpolation for tracks with the same key times; itself if nothing changes."""
    own = {(track.node, track.path): track for track in ours.tracks}
    tracks = []
    for track in theirs.tracks:
        like = own.get((int(matched.joints.first_of_second[track.node]), track.path))
        if like is None or like.interpolation == track.interpolation or not _together(like, track):
            tracks.append(track)
            continue
        slopes = {name: getattr(like, name) for name in ("in_tangents", "out_tangents")}
        tracks.append(dataclasses.replace(track, interpolation=like.interpolation, **slopes))
    changed = any(a is not b for a, b in zip(tracks, theirs.tracks, strict=True))
    return Clip(theirs.name, tuple(tracks)) if changed else theirs


def _together(first: Track, second: Track) -> bool:
    """Two tracks have values of one shape at the same times."""
    alike = first.values.shape == second.values.shape
    return alike and bool(np.abs(first.times - second.times).max(initial=0.0) <= _SAME_TIME)
