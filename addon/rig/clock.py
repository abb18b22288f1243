"""Blender's clock, a float32 count of frames: the later a frame, the coarser it is for a fast joint.

A long clip is therefore played in runs near frame 0, each as long as the speed allows: one quick turn in a calm minute
asks for one short run.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...skinning_core.compare.measure.float32_floor import nodes_that_count
from ...skinning_core.model import Float, Float64, Model, Track, remembered
from ...skinning_core.pose.motion import own_motion
from ...skinning_core.pose.pose import rest_pose, world_matrices
from ...skinning_core.pose.track import alike_tracks
from ...skinning_core.transform import apply_to_points
from .origin import sampled_points

#: An error of this fraction of the character's size is worth a sentence, and a run.
WORTH_SAYING = 2e-6


def clock_blur(model: Model, clip: int | None, times: Float64, frame_rate: float, zero: float) -> float:
    """The largest way, in sizes of the character, that anything goes in half the spacing of float32 frames.

    times: (T,) seconds of the clip. zero: the one played at frame 0.
    """
    if clip is None or not len(times):
        return 0.0
    within = np.clip(times, model.clips[clip].start, model.clips[clip].end)
    spacing = np.spacing(np.abs((within - zero) * frame_rate).astype(np.float32)).astype(np.float64)
    return float((_speeds_at(model, clip, within) * spacing).max() / frame_rate / 2)


def runs_near_zero(model: Model, clip: int | None, times: Float64) -> list[tuple[float, slice]]:
    """Runs of the times (T,) to play together, each with the time to put at frame 0.

    It is one run from the file's own 0 if the clock is fine enough at all times.
    """
    whole = [(0.0, slice(0, len(times)))]
    if clip is None or not len(times):
        return whole
    within = np.clip(times, model.clips[clip].start, model.clips[clip].end)
    # Half the spacing of float32 numbers is at most 2^-24 of them, whatever the frame rate.
    reach = WORTH_SAYING * 2.0**24 / np.maximum(_speeds_at(model, clip, within), 1e-30)
    if (np.abs(within) <= reach).all():
        return whole
    runs = []
    first = 0
    while first < len(times):
        # Frame 0 must be within reach of every time of the run.
        low, high = np.maximum.accumulate((within - reach)[first:]), np.minimum.accumulate((within + reach)[first:])
        count = max(1, int(np.searchsorted(low - high, 0.0, side="right")))
        played = within[first : first + count]
        middle = (played.min() + played.max()) / 2
        runs.append((float(np.clip(middle, low[count - 1], high[count - 1])), slice(first, first + count)))
        first += count
    return runs


def _speeds_at(model: Model, clip: int, times: Float64) -> Float64:
    """(T,) the fastest movement at times (T,), seconds, in sizes of the character per second."""
    keys, speeds = _speeds(model, clip)
    beside = np.spacing(np.abs(times).astype(np.float32))  # a time this near a key may be taken for one beyond it
    first, last = np.searchsorted(keys, times - beside), np.searchsorted(keys, times + beside, side="right")
    spans = np.stack([first, last + 1], axis=1).ravel()
    result: Float64 = np.maximum.reduceat(np.append(speeds, 0.0), spans)[::2]
    return result


@remembered
def _speeds(model: Model, clip: int) -> tuple[Float64, Float64]:
    """(K,) times of all keys, ascending, and (K + 1,) the speed before, between and after them.

    It is the largest of all tracks that reach a vertex: turns in radians (a vertex one size away), scales relative to
    the largest, translations relative to the character's size at rest.
    """
    counting, moving = nodes_that_count(model), list[Track]()
    for track in model.clips[clip].tracks:
        if (counting[track.node] or track.path == "weights") and len(track.times) > 1 and track.interpolation != "STEP":
            moving.append(track)
    alike = [[moving[row] for row in rows] for rows in alike_tracks(moving)]
    keys = np.unique(np.concatenate([np.zeros(0), *(tracks[0].times for tracks in alike)]))
    speeds = np.zeros(len(keys) + 1)
    for tracks in alike:
        places = np.searchsorted(keys, tracks[0].times)
        span = slice(int(places[0]) + 1, int(places[-1]) + 1)
        own = (_own_speeds(tracks) * _lever(model, tracks)).max(axis=0)
        speeds[span] = np.fmax(speeds[span], np.repeat(own, np.diff(places)))
    return keys, speeds


def _own_speeds(alike: Sequence[Track]) -> Float64:
    """(n, K - 1) speeds of tracks between keys, in radians or their own units per second."""
    steps = np.diff(alike[0].times)
    if alike[0].in_tangents is None:
        return own_motion(alike) / steps
    values = np.array([track.values for track in alike], np.float64)
    leaving = np.array([track.out_tangents for track in alike])[:, :-1]
    arriving = np.array([track.in_tangents for track in alike])[:, 1:]
    midway = 1.5 * np.diff(values, axis=1) / steps[:, None] - (leaving + arriving) / 4.0
    rates = [leaving, midway, arriving]  # a cubic's speed is largest at its ends or about midway
    fastest: Float64 = np.linalg.norm(rates, axis=-1).max(axis=0)
    return 2.0 * fastest if alike[0].path == "rotation" else fastest  # a quaternion turns by half the angle


def _lever(model: Model, alike: Sequence[Track]) -> Float64 | float:
    """(n, 1) the most that one unit of tracks' values moves, in sizes of the character."""
    if alike[0].path == "rotation":
        return 1.0
    if alike[0].path == "scale":
        return 1.0 / np.array([[max(float(np.abs(track.values).max()), 1e-30)] for track in alike])
    return _levers(model)[0 if alike[0].path == "translation" else 1][[track.node for track in alike], None]


@remembered
def _levers(model: Model) -> tuple[Float64, Float64]:
    """(N,) one unit of each node's translation, and (N,) of its morph weights, in sizes of the character at rest."""
    world, morphs = world_matrices(rest_pose(model.nodes)), np.zeros(len(model.nodes))
    points = [sampled_points(model, tuple({part.skin for part in model.parts}), world)[1]]
    for part in model.parts:
        primitive, targets = model.primitive(part), model.primitive(part).morph_positions
        if not model.is_skinned(part):
            points.append(apply_to_points(world[part.node], primitive.positions))
        if targets is not None and targets.size:
            reach = np.linalg.norm(targets, axis=-1).max() / _diagonal(primitive.positions)
            morphs[part.node] = np.fmax(morphs[part.node], reach)
    sizes = np.append(np.linalg.norm(world[:, :, :3], axis=1).max(axis=1), 1.0)[model.nodes.parents]  # of what is above
    return sizes / _diagonal(np.concatenate(points)), morphs


def _diagonal(points: Float) -> float:
    """The diagonal of the box of points (V, 3); infinite for a single one."""
    return float(np.linalg.norm(np.ptp(points, axis=0))) or np.inf if len(points) else np.inf
