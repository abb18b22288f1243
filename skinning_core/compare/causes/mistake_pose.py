"""Mistakes made before the skin palette: reading rotations, interpolating tracks, walking the hierarchy.

Each takes the reference's steps and returns the positions that code with this mistake gives, or None if the model
cannot show it. ``mistake.py`` has the list.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from ...model import Clip, Float, Float64, Interpolation, Track
from ...pose.pose import levels
from ...pose.track import find_segment
from ...skin.linear import skin_palette_of
from ...skin.posed_model import PosedModel, posed_model
from ...transform import multiply

Positions = tuple[Float64, ...]


def clip_ignored(posed: PosedModel) -> Positions | None:
    """The clip is not applied."""
    return None if posed.clip is None else posed_model(posed.model, None, posed.times).positions()


def unnormalised(posed: PosedModel) -> Positions:
    """Quaternions are used as they are stored and interpolated, without being normalised."""
    return posed_model(posed.model, posed.clip, posed.times, normalise=False).positions()


def quaternion_order(posed: PosedModel) -> Positions:
    """Quaternions stored as x, y, z, w are read as w, x, y, z."""
    read = [1, 2, 3, 0]

    def columns(values: Float | None) -> Float | None:
        return None if values is None else values[:, read]

    def misread(track: Track) -> Track:
        return dataclasses.replace(
            track,
            values=track.values[:, read],
            in_tangents=columns(track.in_tangents),
            out_tangents=columns(track.out_tangents),
        )

    nodes = dataclasses.replace(posed.model.nodes, rotation=posed.model.nodes.rotation[:, read])
    clip = _changed(posed.clip, lambda track: track.path == "rotation", misread) or posed.clip
    return posed_model(dataclasses.replace(posed.model, nodes=nodes), clip, posed.times).positions()


def normalised_lerp(posed: PosedModel) -> Positions | None:
    """LINEAR rotations are interpolated component by component (along the short path), then normalised."""
    lerped = lerped_rotations(posed)
    return None if lerped is None else lerped.positions()


def lerped_rotations(posed: PosedModel) -> PosedModel | None:
    """The posed model with LINEAR rotations interpolated component by component; None if there are none."""
    clip = _changed(posed.clip, lambda t: t.path == "rotation" and t.interpolation == "LINEAR", _straight(posed.times))
    return None if clip is None else posed_model(posed.model, clip, posed.times)


def step_as_linear(posed: PosedModel) -> Positions | None:
    """STEP tracks are interpolated linearly."""
    return _with_tracks(posed, lambda t: t.interpolation == "STEP", _interpolated("LINEAR"))


def linear_as_step(posed: PosedModel) -> Positions | None:
    """No track is interpolated: the value of the key before holds."""
    return _with_tracks(posed, lambda t: t.interpolation != "STEP", _interpolated("STEP"))


def tangents_dropped(posed: PosedModel) -> Positions | None:
    """CUBICSPLINE values are interpolated linearly."""
    return _with_tracks(posed, lambda t: t.interpolation == "CUBICSPLINE", _straight(posed.times))


def tangents_unscaled(posed: PosedModel) -> Positions | None:
    """CUBICSPLINE tangents are not multiplied by the interval between the keys."""

    def divided(track: Track) -> Track:
        arriving, leaving = np.array(track.in_tangents, np.float64), np.array(track.out_tangents, np.float64)
        interval = np.diff(track.times)[:, None]
        arriving[1:] /= interval
        leaving[:-1] /= interval
        return dataclasses.replace(track, in_tangents=arriving, out_tangents=leaving)

    return _with_tracks(posed, lambda t: t.interpolation == "CUBICSPLINE", divided)


def hierarchy_reversed(posed: PosedModel) -> Positions:
    """World matrices are computed as local times parent instead of parent times local."""
    world = posed.local.copy()
    parents = posed.pose.parents
    for level in levels(parents, posed.pose.order)[1:]:
        world[:, level] = multiply(posed.local[:, level], world[:, parents[level]])
    moved = dataclasses.replace(posed, world=world)
    return moved.with_skin_palettes(lambda skin, w: skin_palette_of(w, skin)).positions()


def _with_tracks(
    posed: PosedModel, chosen: Callable[[Track], bool], change: Callable[[Track], Track]
) -> Positions | None:
    """Positions with the ``chosen`` tracks changed; None if no track is chosen."""
    clip = _changed(posed.clip, chosen, change)
    return None if clip is None else posed_model(posed.model, clip, posed.times).positions()


def _changed(clip: Clip | None, chosen: Callable[[Track], bool], change: Callable[[Track], Track]) -> Clip | None:
    """The clip with the ``chosen`` tracks changed; None if none is chosen. Tracks of one key do not count."""
    if clip is None or not any(chosen(t) and len(t.times) > 1 for t in clip.tracks):
        return None
    tracks = tuple(change(t) if chosen(t) and len(t.times) > 1 else t for t in clip.tracks)
    return dataclasses.replace(clip, tracks=tracks)


def _interpolated(interpolation: Interpolation) -> Callable[[Track], Track]:
    return lambda track: dataclasses.replace(track, interpolation=interpolation)


def _straight(times: Float64) -> Callable[[Track], Track]:
    """Changes a track into one whose values at ``times`` lie on straight lines between the keys."""

    def sampled(track: Track) -> Track:
        k, u = find_segment(track.times, times)
        start, end = track.values[k].astype(np.float64), track.values[k + 1].astype(np.float64)
        if track.path == "rotation":
            end = np.where((start * end).sum(axis=1, keepdims=True) < 0.0, -end, end)
        values = start + (end - start) * u[:, None]
        return Track(track.node, track.path, "STEP", times, values)

    return sampled
