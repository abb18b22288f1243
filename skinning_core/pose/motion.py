"""How much a clip moves: in each interval between keys, and which nodes at all. Read from keys, without posing.

Letters: K times of all keys of a clip, I = K - 1 intervals.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..model import Bool, Clip, Float64, Nodes, Track
from .track import alike_tracks

#: Smaller changes count as none: radians, or a fraction of the largest value of tracks of the same kind.
STILL = 1e-9


def interval_motion(clip: Clip, keys: Float64) -> Float64:
    """(R, I) how much each of the clip's R tracks moves between the times ``keys`` (I + 1,), ascending.

    A rotation counts in radians. Translations, scales and morph weights count relative to the widest change of any
    track of their kind: about 1 is much in all kinds. A track's motion in its own interval is divided evenly among the
    ``keys`` in it; a STEP key's jump counts before the key.
    """
    motion = np.zeros((len(clip.tracks), max(len(keys) - 1, 0)))
    alike = alike_tracks(clip.tracks)
    widest: dict[str, float] = {}
    for rows in alike:
        path = clip.tracks[rows[0]].path
        widest[path] = max(widest.get(path, 0.0), _extent([clip.tracks[row] for row in rows]))
    middle = (keys[:-1] + keys[1:]) / 2
    for rows in alike:
        first = clip.tracks[rows[0]]
        changes = own_motion([clip.tracks[row] for row in rows])
        if not changes.shape[1]:
            continue
        changes /= 1.0 if first.path == "rotation" else max(widest[first.path], 1e-300)
        place = np.searchsorted(first.times, middle) - 1
        inside = (place >= 0) & (place < changes.shape[1])
        place = place[inside]
        motion[np.ix_(rows, inside)] = changes[:, place] * np.diff(keys)[inside] / np.diff(first.times)[place]
    motion[motion < STILL] = 0.0
    return motion


def moved_nodes(nodes: Nodes, clip: Clip | None) -> Bool:
    """(N,) nodes whose world matrix a clip changes, by their own tracks or an ancestor's."""
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
    """Whether a track has one value at all times: all keys are equal, and a spline has no tangents."""
    tangents = [t for t in (track.in_tangents, track.out_tangents) if t is not None]
    return bool((track.values == track.values[:1]).all()) and not any(np.any(t) for t in tangents)


def _extent(alike: Sequence[Track]) -> float:
    """The widest change of any track between two of its keys."""
    values = np.array([track.values for track in alike], np.float64)
    return float(np.linalg.norm(np.ptp(values, axis=1), axis=-1).max()) if values.size else 0.0


def own_motion(alike: Sequence[Track]) -> Float64:
    """(n, K - 1) change from each key of a track to the next; for a spline, also the reach of its handles."""
    values, first = np.array([track.values for track in alike], np.float64), alike[0]
    if first.path == "rotation":
        unit = values / np.maximum(np.linalg.norm(values, axis=-1, keepdims=True), 1e-300)
        apart, other_sign = (np.linalg.norm(unit[:, 1:] + sign * unit[:, :-1], axis=-1) for sign in (-1.0, 1.0))
        # The chord between two unit quaternions is 2 sin(angle / 4); the arc cosine would lose small angles.
        change: Float64 = 4.0 * np.arcsin(np.minimum(np.minimum(apart, other_sign) / 2.0, 1.0))
    else:
        change = np.linalg.norm(np.diff(values, axis=1), axis=-1)
    if first.in_tangents is not None:
        leaving, arriving = np.array([(track.out_tangents, track.in_tangents) for track in alike]).swapaxes(0, 1)
        reach = np.linalg.norm(leaving[:, :-1], axis=-1) + np.linalg.norm(arriving[:, 1:], axis=-1)
        change = change + reach * np.diff(first.times) / 3.0
    return change
