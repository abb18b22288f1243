"""Sampling a clip into a pose: every track writes its node's property, everything else stays at rest."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from ..error import SkinproofError
from ..model import Clip, Float64, Int, Model, Nodes, Track
from ..text.listing import numbered
from .pose import Pose, rest_pose
from .track import alike_tracks, find_segment, sample_alike


def sample_clip(nodes: Nodes, clip: Clip | None, times: ArrayLike, *, normalise: bool = True) -> Pose:
    """The pose at times (T,), seconds, with a leading axis T; clip None is the rest pose.

    Each pose starts from rest: no clip affects a later one.
    """
    times = np.atleast_1d(np.asarray(times, np.float64))
    tracks = clip.tracks if clip else ()
    segments: dict[bytes, tuple[Int, Float64]] = {}  # by key times, which most tracks share
    values: dict[int, Float64] = {}  # by place in the clip: of several tracks of one property the last counts
    for places in alike_tracks(tracks):
        alike = [tracks[place] for place in places]
        keys = alike[0].times.tobytes()
        if keys not in segments:
            segments[keys] = find_segment(alike[0].times, times)
        values.update(zip(places, sample_alike(alike, *segments[keys], normalise=normalise), strict=True))
    sampled = [(track, values[place]) for place, track in enumerate(tracks)]
    return written_over_rest(rest_pose(nodes, normalise=normalise), len(times), sampled)


def written_over_rest(rest: Pose, count: int, sampled: Iterable[tuple[Track, Float64]]) -> Pose:
    """``count`` copies of the rest pose, with each track's samples (T, C) in place of its property."""
    arrays: dict[str, Float64] = {
        "translation": np.repeat(rest.translation[None], count, axis=0),
        "rotation": np.repeat(rest.rotation[None], count, axis=0),
        "scale": np.repeat(rest.scale[None], count, axis=0),
    }
    none = np.zeros((count, 0))  # most nodes have no morph weights, and share this
    morphs = [np.repeat(w[None], count, axis=0) if w.size else none for w in rest.morph_weights]
    for track, values in sampled:
        if track.path == "weights":
            morphs[track.node] = values
        else:
            arrays[track.path][:, track.node] = values
    return dataclasses.replace(
        rest,
        translation=arrays["translation"],
        rotation=arrays["rotation"],
        scale=arrays["scale"],
        morph_weights=tuple(morphs),
    )


def key_times(clip: Clip | None) -> Float64:
    """(K,) times of all keys, ascending, each once; (0,) for the rest pose or a clip without keys."""
    if clip is None or not clip.tracks:
        return np.zeros(1)
    return np.unique(np.concatenate([track.times for track in clip.tracks]))


def deforming_clips(model: Model) -> tuple[int, ...]:
    """Clips with keys of a node that moves a vertex; others move cameras, targets and the like."""
    moving = set[int]()
    for node in (*model.moving_joints.tolist(), *(part.node for part in model.parts)):
        while node >= 0 and node not in moving:
            moving.add(node)
            node = int(model.nodes.parents[node])
    return tuple(k for k, clip in enumerate(model.clips) if any(track.node in moving for track in clip.tracks))


def find_clip(model: Model, wanted: str | None) -> int | None:
    """Index of the clip that ``wanted`` names: a name, an index in decimal, or "rest" (None).

    A name wins over an index. Raises ``SkinproofError`` that lists the clips, also if several have the name.
    """
    if wanted is None:
        return None
    names = model.clip_names
    if names.count(wanted) > 1:
        numbers = " or ".join(str(i) for i, name in enumerate(names) if name == wanted)
        raise SkinproofError(f"{names.count(wanted)} clips are called {wanted!r}", fix=f"give a number: {numbers}")
    if wanted in names:
        return _readable(model, names.index(wanted))
    if wanted == "rest":
        return None
    if wanted.isdecimal() and int(wanted) < len(names):
        return _readable(model, int(wanted))
    raise SkinproofError(f"{model.name} has no clip {wanted!r}", fix=f"clips: {numbered(names)}; or rest")


def _readable(model: Model, clip: int) -> int:
    """The same index. Raises ``SkinproofError`` if the clip cannot be read."""
    if clip in model.broken_clips:
        raise SkinproofError(model.broken_clips[clip])
    return clip
