"""Mistakes of home-made engines: combining transforms, keeping tracks, reading tangents, morph targets and packed data.

Each takes a state and returns another, as in ``mistake_pose``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from ...model import Clip, Float64, Influences, Primitive, Track
from ...pose.pose import levels
from ...pose.track import sample_track
from ...transform import compose, decompose, quaternion_product, rotation_matrix
from .engine_state import EngineState, with_primitives
from .mistake_pose import with_world

#: How near to a whole number of its steps a stored fraction is: float32 holds 65535ths to 4e-3.
_WHOLE = 1e-2

_PACKING = {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"}


def combined_by_component(*, upward: bool) -> Callable[[EngineState], EngineState | None]:
    """Translation, rotation and scale are combined one by one: the shear of a parent's scale is lost.

    Scales multiply axis by axis, whatever turns between them. upward: from joint to root, with its place right; else
    from root to joint, with its place wrong.
    """

    def change(state: EngineState) -> EngineState | None:
        posed = state.posed
        place, turn, size = (values.copy() for values in decompose(posed.local))
        parents = posed.pose.parents
        for level in levels(parents, posed.pose.order)[1:]:
            above = parents[level]
            moved = np.einsum("...ij,...j->...i", rotation_matrix(turn[:, above]), size[:, above] * place[:, level])
            place[:, level] = place[:, above] + moved
            turn[:, level] = quaternion_product(turn[:, above], turn[:, level])
            size[:, level] = size[:, above] * size[:, level]
        world = compose(posed.world[..., 3] if upward else place, turn, size)
        lost = np.abs(world - posed.world).max(initial=0.0)
        return None if lost <= 1e-6 * np.abs(posed.world).max(initial=1.0) else with_world(state, world)

    return change


def tracks_dropped(*paths: str) -> Callable[[EngineState], EngineState | None]:
    """Tracks of these paths are not played."""

    def change(state: EngineState) -> EngineState | None:
        clip = state.posed.clip
        if clip is None or not set(paths) <= {track.path for track in clip.tracks}:
            return None
        return _playing(state, clip, [track for track in clip.tracks if track.path not in paths])

    return change


def single_keys_dropped(state: EngineState) -> EngineState | None:
    """Tracks of one key are skipped."""
    clip = state.posed.clip
    if clip is None or all(len(track.times) > 1 for track in clip.tracks):
        return None
    return _playing(state, clip, [track for track in clip.tracks if len(track.times) > 1])


def _playing(state: EngineState, clip: Clip, tracks: Sequence[Track]) -> EngineState:
    """The state in which a clip has these tracks alone."""
    return state.reposed(clip=dataclasses.replace(clip, tracks=tuple(tracks)))


def tracks_looped(*, ends: bool, before: bool) -> Callable[[EngineState], EngineState | None]:
    """Each track begins again after its own last key; ``ends``: already at it; ``before``: before its first one too."""

    def change(state: EngineState) -> EngineState | None:
        clip, times = state.posed.clip, np.unique(state.posed.times)
        if clip is None or all((track.times[0], track.times[-1]) == (clip.start, clip.end) for track in clip.tracks):
            return None
        return state.reposed(clip=_each(clip, lambda track: _looped(track, times, ends=ends, before=before)))

    return change


def _looped(track: Track, times: Float64, *, ends: bool, before: bool) -> Track:
    start, span = track.times[0], track.times[-1] - track.times[0]
    if span <= 0.0:
        return track
    past = times >= track.times[-1] if ends else times > track.times[-1]
    asked = np.where(past | (before & (times < start)), start + (times - start) % span, times)
    return Track(track.node, track.path, "STEP", times, sample_track(track, asked))


def keys_undivided(largest: int, *, turned: bool) -> Callable[[EngineState], EngineState | None]:
    """Morph weights stored as whole numbers up to ``largest`` are not divided by it.

    turned: neither are rotations, which have no angle then and are interpolated by component.
    """

    def whole(track: Track) -> bool:
        steps = track.values.astype(np.float64) * largest
        near = np.abs(steps - np.round(steps)).max(initial=0.0) < _WHOLE
        return track.path in ("weights", "rotation") and near and bool((np.abs(track.values) % 1.0 > 0.0).any())

    def change(state: EngineState) -> EngineState | None:
        clip, times = state.posed.clip, np.unique(state.posed.times)
        if clip is None or not any(whole(track) and track.path == "weights" for track in clip.tracks):
            return None

        def read(track: Track) -> Track:
            if not whole(track) or (track.path == "rotation" and not turned):
                return track
            if track.path == "weights":
                return dataclasses.replace(track, values=track.values.astype(np.float64) * largest)
            return Track(track.node, track.path, "STEP", times, _straight(track, times))

        return state.reposed(clip=_each(clip, read))

    return change


def _straight(track: Track, times: Float64) -> Float64:
    """(T, C) stored keys interpolated by component."""
    values = track.values.astype(np.float64)
    return np.stack([np.interp(times, track.times, column) for column in values.T], axis=1)


def tangents_flat(state: EngineState) -> EngineState | None:
    """CUBICSPLINE tangents are zero."""
    return _cubic(state, lambda arriving, value, leaving: (0.0 * arriving, value, 0.0 * leaving))


def tangents_exchanged(state: EngineState) -> EngineState | None:
    """In- and out-tangents of CUBICSPLINE keys are exchanged."""
    return _cubic(state, lambda arriving, value, leaving: (leaving, value, arriving))


def tangent_for_value(state: EngineState) -> EngineState | None:
    """The in-tangent of CUBICSPLINE keys is taken for their value."""
    return _cubic(state, lambda arriving, _, leaving: (arriving, arriving, leaving))


def _cubic(
    state: EngineState, read: Callable[[Float64, Float64, Float64], tuple[Float64, Float64, Float64]]
) -> EngineState | None:
    """Rows (K, C) of in-tangents, values and out-tangents read otherwise; None: no track has any."""
    clip = state.posed.clip
    if clip is None or all(track.in_tangents is None for track in clip.tracks):
        return None

    def changed(track: Track) -> Track:
        if track.in_tangents is None or track.out_tangents is None:
            return track
        rows = (np.asarray(row, np.float64) for row in (track.in_tangents, track.values, track.out_tangents))
        arriving, values, leaving = read(*rows)
        return dataclasses.replace(track, in_tangents=arriving, values=values, out_tangents=leaving)

    return state.reposed(clip=_each(clip, changed))


def targets_cut(count: int) -> Callable[[EngineState], EngineState | None]:
    """Morph targets beyond the first ``count`` are not applied."""

    def change(state: EngineState) -> EngineState | None:
        stored = state.posed.pose.morph_weights
        if not any(weights[..., count:].any() for weights in stored):
            return None
        kept = (np.where(np.arange(weights.shape[-1]) < count, weights, 0.0) for weights in stored)
        return state.with_posed(pose=dataclasses.replace(state.posed.pose, morph_weights=tuple(kept)))

    return change


def node_weights_ignored(state: EngineState) -> EngineState | None:
    """Morph targets have the weights of the mesh, not of the node."""
    model, stored = state.model, list(state.posed.pose.morph_weights)
    clip = state.posed.clip
    animated = {track.node for track in clip.tracks if track.path == "weights"} if clip is not None else set[int]()
    for part in model.parts:
        of_mesh, node = model.meshes[part.mesh].weights, part.node
        if node not in animated and len(of_mesh) in (0, stored[node].shape[-1]):
            stored[node] = np.broadcast_to(of_mesh if len(of_mesh) else 0.0, stored[node].shape)
    if all(map(np.array_equal, stored, state.posed.pose.morph_weights)):
        return None
    return state.with_posed(pose=dataclasses.replace(state.posed.pose, morph_weights=tuple(stored)))


def packed_as_zeros(state: EngineState) -> EngineState | None:
    """Packed vertex data is read as zeros: places, joints and weights."""
    if not _PACKING & set(state.model.extensions):
        return None

    def empty(primitive: Primitive) -> Primitive:
        stored = primitive.influences
        nothing = None if stored is None else Influences(0 * stored.joints, 0.0 * stored.weights)
        return dataclasses.replace(primitive, positions=0.0 * primitive.positions, influences=nothing)

    return state.reposed(model=with_primitives(state.model, empty))


def _each(clip: Clip, change: Callable[[Track], Track]) -> Clip:
    return dataclasses.replace(clip, tracks=tuple(map(change, clip.tracks)))
