"""Tracks as keys of F-curves: frames, values, interpolation, handles. STEP, LINEAR and CUBICSPLINE are exact.

A CUBICSPLINE segment is a Bezier with free handles a third of the interval from its keys: frame +- d/3, value +-
tangent * d/3. Frames then run evenly along the curve, and Blender's Bezier is the specification's Hermite spline.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Clip, Float64, Int, Track
from ...skinning_core.pose.track import jumps
from .channels import ChannelMap

#: Blender's numbers for a key's interpolation.
CONSTANT, LINEAR, BEZIER = 0, 1, 2
_INTERPOLATION = {"STEP": CONSTANT, "LINEAR": LINEAR, "CUBICSPLINE": BEZIER}


_Change = Callable[[Float64], Float64]


@dataclass(frozen=True, eq=False)
class Keys:
    """Keys of n properties with C components, all at the same frames: n * C F-curves."""

    frames: Float64  # (K,)
    values: Float64  # (n, K, C)
    interpolation: int  # CONSTANT, LINEAR or BEZIER
    left: Float64 | None = None  # (n, K, C) handles before the keys, BEZIER only
    right: Float64 | None = None  # (n, K, C) handles after the keys, BEZIER only

    @property
    def handle_frames(self) -> tuple[Float64, Float64]:
        """(K,) frames of the handles before and after each key."""
        thirds = np.diff(self.frames) / 3
        before, after = np.append(thirds[:1], thirds), np.append(thirds, thirds[-1:])
        if not len(thirds):
            before = after = np.ones(1)
        return self.frames - before, self.frames + after


def keys_of_tracks(tracks: Sequence[Track], frame_rate: float, channels: ChannelMap | None) -> Keys:
    """Tracks of one of ``alike_tracks`` as keys; ``channels`` (n maps) takes values to the bones' axes.

    LINEAR rotations must have gone through `slerp_curve`: F-curves interpolate components one by one.
    """
    first = tracks[0]
    carry, carry_tangent = _carriers(first.path, channels)
    values = carry(np.array([track.values for track in tracks], np.float64))
    frames = _frames(first.times, frame_rate)
    interpolation = _INTERPOLATION[first.interpolation]
    if interpolation != BEZIER:
        return Keys(frames, values, interpolation)
    thirds = np.diff(first.times)[:, None] / 3
    left, right = values.copy(), values.copy()
    left[:, 1:] -= carry_tangent(np.array([t.in_tangents for t in tracks], np.float64))[:, 1:] * thirds
    right[:, :-1] += carry_tangent(np.array([t.out_tangents for t in tracks], np.float64))[:, :-1] * thirds
    return Keys(frames, values, interpolation, left, right)


def _frames(times: Float64, frame_rate: float) -> Float64:
    """(K,) frames of key times (K,), seconds; of two keys at one time the first is a float32 step earlier."""
    frames = times * frame_rate
    first = np.flatnonzero(jumps(times))
    frames[first] = np.nextafter(frames[first + 1].astype(np.float32), np.float32(-np.inf))
    return frames


def _carriers(path: str, channels: ChannelMap | None) -> tuple[_Change, _Change]:
    """Functions that bring values and tangents of a path to the bones' axes."""
    if channels is None or path == "weights":
        return (lambda v: v), (lambda v: v)
    if path == "translation":
        return channels.location, channels.location_tangent
    channel = channels.rotation if path == "rotation" else channels.scale
    return channel, channel


#: Blender's last frame.
LAST_FRAME = 1_048_574


def frame_span(start: float, end: float, frame_rate: float, where: str = "") -> tuple[int, int]:
    """First and last whole frame around start to end, seconds; a key very close to a frame is on it.

    Raises ``SkinproofError`` beyond Blender's last frame.
    """
    first, last = start * frame_rate, end * frame_rate
    if max(-first, last) > LAST_FRAME:
        what = "the clips last until {end:.6g} s, which is beyond Blender's last frame, {last:,}"
        fix = "lower the scene's frame rate, or import without clips"
        raise SkinproofError(what, end=end, last=LAST_FRAME, where=where, fix=fix)
    return int(np.floor(first + 1e-3)), int(np.ceil(last - 1e-3))


def earlier(clip: Clip, seconds: float) -> Clip:
    """The clip with all keys ``seconds`` earlier."""
    return Clip(clip.name, tuple(replace(track, times=track.times - seconds) for track in clip.tracks))


def distinct_frames(frames: Float64) -> Int:
    """(K',) indices of the keys to keep: the last of those on one float32 frame."""
    rounded = frames.astype(np.float32)
    return np.flatnonzero(np.append(rounded[1:] > rounded[:-1], True))


#: Blender takes a time this close to a key (in frames) for the key's own.
_ON_KEY = 1e-4


def frames_of_times(times: Float64, clip: Clip | None, frame_rate: float, *, clamped: bool = True) -> Float64:
    """(T,) frames at which Blender shows a clip's times (T,), seconds, clamped to its first and last key.

    Not ``clamped``: the scene's frames beyond the keys count. A time just before a STEP key, so close that Blender
    would show the key (0.31 s, with a key at float32's 0.31), is moved away from it: slightly early is a rounding
    error, the other side of a step is not.
    """
    if clip is None:
        return np.zeros(len(times))
    played = np.clip(times, clip.start, clip.end) if clamped else times
    frames = np.clip(played * frame_rate, -LAST_FRAME, LAST_FRAME)
    following = _following_steps(times, clip) * frame_rate
    return np.minimum(frames, following - _slack(following))


def time_at(frame: float, clip: Clip | None, frame_rate: float) -> float:
    """The clip's time, in seconds, that Blender shows at a frame; a STEP key's if Blender shows that."""
    time = frame / frame_rate
    if clip is None:
        return time
    (following,) = _following_steps(np.array([time]), clip)
    return float(following) if frame > following * frame_rate - _slack(following * frame_rate) else time


def _following_steps(times: Float64, clip: Clip) -> Float64:
    """(T,) times of the next STEP key after each time (T,), or infinity."""
    steps = [track.times for track in clip.tracks if track.interpolation == "STEP"]
    keys = np.append(np.unique(np.concatenate([np.zeros(0), *steps])), np.inf)
    return keys[np.searchsorted(keys, times, side="right")]


def _slack(frames: Float64) -> Float64:
    """(T,) how near a key must be to each frame (T,) for Blender to show it, in frames."""
    spacing = np.spacing(np.minimum(frames, 1e6).astype(np.float32)).astype(np.float64)
    return np.maximum(1.2 * _ON_KEY, 2 * spacing)
