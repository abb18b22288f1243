"""Remedies of NLA strips and tracks: a strip's place, how much of its action it plays, what is heard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy

from ..play.playback import playing_strips
from .case import Case, Undo, set_all
from .play_edits import span_of


def tracks(case: Case) -> list[Any]:
    """The tracks that a cause names."""
    return [track for track in case.owner.animation_data.nla_tracks if track.name in case.items]


def track_heard(case: Case) -> Undo:
    """The named tracks and their strips, unmuted."""
    animation = case.owner.animation_data
    heard = tracks(case)
    within = [strip for track in heard for strip in track.strips]
    return set_all([(animation, "use_nla", True), *((thing, "mute", False) for thing in (*heard, *within))])


def strips(case: Case) -> Iterator[bpy.types.NlaStrip]:
    """The playing strips that a cause names."""
    playing = playing_strips(case.owner.animation_data)
    return (strip for strip in playing if strip.name in case.items)


def strip_at_its_action(case: Case) -> Undo:
    """Each strip at its action's own frames."""
    undone = []
    for strip in strips(case):
        before, late = strip.frame_start, strip.frame_start - strip.action_frame_start
        _move(strip, -late)
        undone.append((strip, before))

    def undo() -> None:
        for strip, before in undone:
            _move(strip, before - strip.frame_start)

    return undo


def untrimmed(case: Case) -> Undo:
    """The whole action; a strip that played in place keeps its frames."""
    undone = []
    for strip in strips(case):
        first, last = span_of(strip)
        begin, end = strip.action_frame_start, strip.action_frame_end
        undone.append((strip, begin, end, strip.frame_start))
        in_place = strip.frame_start == begin
        strip.action_frame_start, strip.action_frame_end = min(first, begin), max(last, end)
        if in_place:
            _move(strip, strip.action_frame_start - strip.frame_start)

    def undo() -> None:
        for strip, begin, end, start in undone:
            strip.action_frame_start, strip.action_frame_end = begin, end
            _move(strip, start - strip.frame_start)

    return undo


def _move(strip: bpy.types.NlaStrip, by: float) -> None:
    ends = [("frame_start", strip.frame_start + by), ("frame_end", strip.frame_end + by)]
    for name, frame in ends if by < 0.0 else ends[::-1]:
        setattr(strip, name, frame)
