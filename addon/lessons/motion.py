"""Columns of the word that shows what a pose is made of: one key, its track, its clip, and the pose at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Clip, Float64, Track
from ...skinning_core.pose.clip import sample_clip
from ...skinning_core.pose.pose import world_matrices
from ...skinning_core.spread import evenly_spread
from ...skinning_core.text.count import counted
from ..gpu.data import column
from ..gpu.data.bones import POSE_COLORS, bone_segments
from ..gpu.data.column import Column
from .motif import Motif, find_joint

#: Most skeletons over each other, at keys spread over a track.
MOST_SKELETONS = 13


def motion(subject: Motif, joint: str) -> tuple[Column, ...]:
    """A key of a joint, alone over the rest pose; all keys of its track; all tracks of the clip; the pose.

    Without a joint, it is the one whose rotation turns farthest from its first key.
    """
    track = _track(subject, joint)
    clip = subject.played
    assert clip is not None
    key = max(int(np.searchsorted(track.times, subject.time, side="right")) - 1, 0)
    alone, at = Clip(clip.name, (track,)), np.array([float(track.times[key])])
    of_joint = f"{subject.joint_name(track.node)} {track.path}"
    pose = sample_clip(subject.model.nodes, alone, at)
    one = column.posed(subject.model, pose, f"a key: {of_joint} at {at[0]:g} s", subject.paint)
    keys = Column(f"a track: {counted(len(track.times), 'key')} of {of_joint}", ())
    count = counted(len(clip.tracks), "track")
    tracks = Column(f"a clip: {clip.name}, {count}", ())
    whole = column.posed(subject.model, subject.pose, f"a pose: all tracks at {subject.time:g} s", subject.paint)
    names = {"current": f"nothing but {of_joint}", "rest": "all tracks"}

    def under(drawn: Column, played: Clip, times: Float64, pose: str) -> Column:
        color = POSE_COLORS[pose]
        return replace(drawn, lines=((_skeletons(subject, played, times), color),), names=((names[pose], color),))

    return (
        under(one, alone, at, "current"),
        under(keys, alone, track.times, "current"),
        under(tracks, clip, track.times, "rest"),
        under(whole, clip, np.array([subject.time]), "rest"),
    )


def _track(subject: Motif, joint: str) -> Track:
    """The shown track: the joint's rotation before what else it has."""
    if subject.played is None:
        raise SkinproofError("the rest pose has no tracks", fix="take a clip")
    tracks = [track for track in subject.played.tracks if track.path != "weights"]
    if joint:
        node = find_joint(subject.model, joint)
        tracks = [track for track in tracks if track.node == node]
    if not tracks:
        who = subject.joint_name(find_joint(subject.model, joint)) if joint else "a joint"
        raise SkinproofError(
            "no track of {clip} moves {joint}", clip=subject.played.name, joint=who, fix="take another joint, or clip"
        )
    return max(tracks, key=_turn)


def _turn(track: Track) -> float:
    """How far a rotation turns from its first key, from 0 to 1; below 0 for what is no rotation."""
    if track.path != "rotation":
        return -1.0
    keys = track.values / np.linalg.norm(track.values, axis=1, keepdims=True)
    return float(1.0 - np.abs(keys @ keys[0]).min())


def _skeletons(subject: Motif, clip: Clip, times: Float64) -> Float64:
    """(n, 2, 3) segments of the skeleton at these times (T,), or at some of them, in the world."""
    some = times[evenly_spread(len(times), MOST_SKELETONS)]
    worlds = world_matrices(sample_clip(subject.model.nodes, clip, some))
    extent = float(np.linalg.norm(np.ptp(column.posed(subject.model, subject.pose, "").points(), axis=0)))
    rigid = not subject.model.skins  # parts on nodes: the nodes move
    return np.concatenate([bone_segments(subject.model, world, extent, nodes=rigid) for world in worlds])
