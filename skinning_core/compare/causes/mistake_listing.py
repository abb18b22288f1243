"""Mistakes in listings of books and articles: tables of keys, bind poses, sums.

Each takes a state and returns another, as in ``mistake_pose``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from ...model import Clip, Float64, Influences, Skin, Track
from ...pose.track import sample_segments, sample_track
from ...transform import compose, decompose, inverse, multiply
from .engine_state import EngineState

#: Entries of a table of keys in a second, as in the book's FastTrack.
_ENTRIES = 60.0

#: Intervals that differ by a smaller share are alike: times are float32.
_ALIKE = 1e-4

#: Matrices, or key times in seconds, that differ by less are the same.
_SAME = 1e-6

Change = Callable[[EngineState], EngineState | None]


def retracked(change: Callable[[Track, Float64], Track | None]) -> Change:
    """The mistake of changing tracks, read at times (T,); None: a track cannot show it."""

    def made(state: EngineState) -> EngineState | None:
        clip, times = state.posed.clip, np.unique(state.posed.times)
        if clip is None:
            return None
        others = [change(track, times) for track in clip.tracks]
        if all(other is None for other in others):
            return None
        tracks = (track if other is None else other for track, other in zip(clip.tracks, others, strict=True))
        return state.reposed(clip=Clip(clip.name, tuple(tracks)))

    return made


def read_at(track: Track, times: Float64, values: Float64) -> Track:
    """A track with values (T, C) at times (T,)."""
    return Track(track.node, track.path, "STEP", times, values)


def keys_even(*, ends: bool) -> Change:
    """Keys are taken for evenly spaced: like the first two or, ``ends``, from first to last."""

    def change(track: Track, _: Float64) -> Track | None:
        steps = np.diff(track.times)
        if len(steps) < 2 or np.abs(steps - steps[0]).max() <= _ALIKE * steps[0]:
            return None
        step = steps.mean() if ends else steps[0]
        return dataclasses.replace(track, times=track.times[0] + step * np.arange(len(track.times)))

    return retracked(change)


def _first_after_last(track: Track, times: Float64) -> Track | None:
    past = times - track.times[-1]
    if track.interpolation != "LINEAR" or len(track.times) < 2 or past.max(initial=0.0) <= _SAME:
        return None
    share = np.where(past > 0.0, past / (track.times[-1] - track.times[-2]) % 1.0, 0.0)
    around = dataclasses.replace(track, times=np.array([0.0, 1.0]), values=track.values[[-1, 0]])
    values = np.where(past[:, None] > 0.0, sample_track(around, share), sample_track(track, times))
    return read_at(track, times, values)


#: After its last key a track goes on towards its first.
first_after_last = retracked(_first_after_last)


def _table_start(track: Track, times: Float64) -> Track | None:
    start, span = track.times[0], track.times[-1] - track.times[0]
    if track.interpolation != "LINEAR" or len(track.times) < 2 or abs(start) <= _SAME:
        return None
    count = max(int(span * _ENTRIES), 2)
    table = np.searchsorted(track.times, start + np.linspace(0.0, span, count), side="right") - 1
    entry = np.clip((times / span * count).astype(np.intp), 0, count - 1)
    k = np.minimum(table[entry], len(track.times) - 2)
    inside = (times >= start) & (times < track.times[-1])
    share = (times - track.times[k]) / (track.times[k + 1] - track.times[k])
    values = np.where(inside[:, None], sample_segments(track, k, share), sample_track(track, times))
    return read_at(track, times, values)


#: A table of keys is read at the time's share of the duration, though the track begins later than zero.
table_start = retracked(_table_start)


def bind_apart(apart: Callable[[Float64], Float64], *, inverted: bool) -> Change:
    """Bind matrices are kept as translation, rotation and scale; ``inverted``: instead of the inverse ones.

    apart: what is left of matrices (J, 3, 4).
    """

    def kept(skin: Skin) -> Float64:
        return _inverse(apart(_inverse(skin.inverse_bind))) if inverted else apart(skin.inverse_bind)

    def change(state: EngineState) -> EngineState | None:
        skins = state.model.skins
        binds = [kept(skin) for skin in skins]
        lost = (np.abs(b - s.inverse_bind).max(initial=0.0) for b, s in zip(binds, skins, strict=True))
        if max(lost, default=0.0) <= _SAME:
            return None
        world = state.posed.world
        palettes = (multiply(world[:, s.joints], b) for s, b in zip(skins, binds, strict=True))
        return state.with_palettes(tuple(palettes))

    return change


def _inverse(matrices: Float64) -> Float64:
    """(J, 3, 4) inverses; singular matrices give the identity, as in game libraries."""
    flat = np.linalg.det(matrices[..., :3]) == 0.0
    return inverse(np.where(flat[:, None, None], np.eye(3, 4), matrices))


def by_columns(matrices: Float64) -> Float64:
    """(J, 3, 4) scales are lengths of columns, with the rotation nearest to the rest."""
    return compose(*decompose(matrices))


def by_forward(matrices: Float64) -> Float64:
    """(J, 3, 4) turned by the third column as forward and the second as up; scales are taken along these axes."""
    linear = matrices[..., :3]
    forward = _unit(linear[..., 2])
    right = _unit(np.cross(linear[..., 1], forward))
    turn = np.stack([right, np.cross(forward, right), forward], axis=-1)
    scale = np.einsum("...rc,...rc->...r", linear, turn)
    return np.concatenate([turn * scale[..., None, :], matrices[..., 3:]], axis=-1)


def _unit(vectors: Float64) -> Float64:
    """(J, 3) of length one, unless zero."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0.0, 1.0, lengths))


def one_bind(*, later: bool) -> Change:
    """A joint in two skins has one bind matrix: the later skin's, or the earlier one's."""

    def change(state: EngineState) -> EngineState | None:
        skins = state.model.skins
        kept: dict[int, Float64] = {}
        for skin in skins if later else skins[::-1]:
            kept |= dict(zip(skin.joints.tolist(), skin.inverse_bind, strict=True))
        binds = [np.stack([kept[joint] for joint in skin.joints.tolist()]) for skin in skins]
        if all(np.abs(b - s.inverse_bind).max() <= _SAME for b, s in zip(binds, skins, strict=True)):
            return None
        world = state.posed.world
        return state.with_palettes(tuple(multiply(world[:, s.joints], b) for s, b in zip(skins, binds, strict=True)))

    return change


def last_influence(stored: Influences) -> Influences:
    """The last influence with a weight: each is assigned, none is added."""
    last = stored.weights.shape[1] - 1 - (stored.weights[:, ::-1] != 0.0).argmax(axis=1)[:, None]
    weights = np.zeros_like(stored.weights)
    np.put_along_axis(weights, last, np.take_along_axis(stored.weights, last, 1), 1)
    return Influences(stored.joints, weights)
