"""How much a clip moves: in each interval between keys, and which nodes it moves at all.

Read from the keys alone, without posing anything. Letters: K times of all keys of a clip, I = K - 1 intervals.
"""

from __future__ import annotations

import numpy as np

from ..model import Bool, Clip, Float64, Nodes, Track

#: Changes below this count as none: in radians, or as a fraction of the largest value of tracks of the same kind.
STILL = 1e-9


def interval_motion(clip: Clip, keys: Float64) -> Float64:
    """(R, I) how much each of the clip's R tracks moves between the times ``keys`` (I + 1,), ascending.

    A rotation counts in radians. Translations, scales and morph weights count relative to the widest change that any
    track of their kind makes over the whole clip, so that about 1 is much in all kinds. The motion of a track's own
    interval is divided evenly among those of ``keys`` within it; a STEP key's jump counts before the key.
    """
    motion = np.zeros((len(clip.tracks), max(len(keys) - 1, 0)))
    widest: dict[str, float] = {}
    for track in clip.tracks:
        widest[track.path] = max(widest.get(track.path, 0.0), _extent(track))
    middle = (keys[:-1] + keys[1:]) / 2
    for row, track in zip(motion, clip.tracks, strict=True):
        speeds = _own_motion(track) / (1.0 if track.path == "rotation" else max(widest[track.path], 1e-300))
        if not len(speeds):
            continue
        place = np.searchsorted(track.times, middle) - 1
        inside = (place >= 0) & (place < len(speeds))
        place = place[inside]
        row[inside] = speeds[place] * np.diff(keys)[inside] / np.diff(track.times)[place]
    motion[motion < STILL] = 0.0
    return motion


def moved_nodes(nodes: Nodes, clip: Clip | None) -> Bool:
    """(N,) nodes whose world matrix changes during a clip, by their own tracks or by those of an ancestor."""
    moved = np.zeros(len(nodes), bool)
    for track in clip.tracks if clip is not None else ():
        if track.path != "weights" and not is_constant(track):
            moved[track.node] = True
    parents = nodes.parents.tolist()
    for node in nodes.order.tolist():
        if parents[node] >= 0 and moved[parents[node]]:
            moved[node] = True
    return moved


def morphed_nodes(nodes: Nodes, clip: Clip | None) -> Bool:
    """(N,) nodes whose morph weights a clip changes."""
    morphed = np.zeros(len(nodes), bool)
    for track in clip.tracks if clip is not None else ():
        if track.path == "weights" and not is_constant(track):
            morphed[track.node] = True
    return morphed


def is_constant(track: Track) -> bool:
    """Whether a track gives exactly one value at all times: all keys are equal, and a spline has no tangents."""
    tangents = [t for t in (track.in_tangents, track.out_tangents) if t is not None]
    return bool((track.values == track.values[:1]).all()) and not any(np.any(t) for t in tangents)


def _extent(track: Track) -> float:
    values = np.asarray(track.values, np.float64)
    return float(np.linalg.norm(np.ptp(values, axis=0))) if len(values) else 0.0


def _own_motion(track: Track) -> Float64:
    """(K - 1,) change from each key of a track to the next; for a spline, also how far its handles reach out."""
    values = np.asarray(track.values, np.float64)
    if track.path == "rotation":
        unit = values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-300)
        apart, other_sign = (np.linalg.norm(unit[1:] + sign * unit[:-1], axis=1) for sign in (-1.0, 1.0))
        # The chord between two unit quaternions is 2 sin(angle / 4); the arc cosine would lose small angles.
        change = 4.0 * np.arcsin(np.minimum(np.minimum(apart, other_sign) / 2.0, 1.0))
    else:
        change = np.linalg.norm(np.diff(values, axis=0), axis=1)
    if track.in_tangents is not None and track.out_tangents is not None:
        reach = np.linalg.norm(track.out_tangents[:-1], axis=1) + np.linalg.norm(track.in_tangents[1:], axis=1)
        change = change + reach * np.diff(track.times) / 3.0
    return change
