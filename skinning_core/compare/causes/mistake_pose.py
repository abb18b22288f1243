"""Mistakes before the skin palette: rotations, tracks, local matrices, the hierarchy.

Each takes a state and returns that of code with this mistake, or None if the model cannot show it. ``mistake.py`` lists
them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from ...model import Clip, Float, Float64, Interpolation, Track
from ...pose.pose import global_matrices, levels, local_matrices
from ...pose.track import find_segment, sample_track
from ...skin.linear import skin_palette_of
from ...skin.posed_model import posed_model
from ...transform import compose, decompose, identity, multiply
from .engine_state import EngineState

#: Engines take quaternions for nearly equal from this dot product: 3.6 degrees.
_NEAR = 0.9995


def morphs_ignored(state: EngineState) -> EngineState | None:
    """Morph targets are not applied."""
    return _with_morphs(state, [np.zeros_like(weights) for weights in state.posed.pose.morph_weights])


def morphs_clamped(state: EngineState) -> EngineState | None:
    """Weights of morph targets are kept between 0 and 1."""
    return _with_morphs(state, [np.clip(weights, 0.0, 1.0) for weights in state.posed.pose.morph_weights])


def morphs_clamped_by_sliders(state: EngineState) -> EngineState | None:
    """The same, with a range that each stored weight and each track's first key widen.

    That is ``animation_weight.py`` of Blender's own importer. None also if it changes nothing.
    """
    tracks = () if state.posed.clip is None else state.posed.clip.tracks
    first = {track.node: track.values[0] for track in tracks if track.path == "weights" and len(track.values)}
    weights = state.posed.pose.morph_weights
    clamped = []
    for node, stored in enumerate(state.model.nodes.morph_weights):
        held = np.stack([stored, first.get(node, stored)])
        clamped.append(np.clip(weights[node], np.minimum(held.min(axis=0), 0.0), np.maximum(held.max(axis=0), 1.0)))
    if all(np.array_equal(by_sliders, np.clip(w, 0.0, 1.0)) for by_sliders, w in zip(clamped, weights, strict=True)):
        return None
    return _with_morphs(state, clamped)


def _with_morphs(state: EngineState, weights: Sequence[Float64]) -> EngineState | None:
    """The state with other morph weights, per node (T, M); None: they are the same."""
    pose = state.posed.pose
    if all(map(np.array_equal, weights, pose.morph_weights)):
        return None
    return state.with_posed(pose=dataclasses.replace(pose, morph_weights=tuple(weights)))


def clip_ignored(state: EngineState) -> EngineState | None:
    """The clip is not applied."""
    posed = state.posed
    if posed.clip is None:
        return None
    return dataclasses.replace(state, posed=posed_model(posed.model, None, posed.times))


def normalised_lerp(state: EngineState) -> EngineState | None:
    """LINEAR rotations are interpolated by component (on the short path), then normalised."""
    return _with_tracks(state, lambda t: _turns(t) and t.interpolation == "LINEAR", _straight(state.posed.times))


def lerp_of_near_keys(state: EngineState) -> EngineState | None:
    """LINEAR rotations between nearly equal keys are interpolated by component, then normalised."""
    straight = _straight(state.posed.times)

    def sampled(track: Track) -> Track:
        plain = straight(track)
        k, _ = find_segment(track.times, plain.times)
        a, b = (track.values[at].astype(np.float64) for at in (k, k + 1))
        near = np.abs((a * b).sum(axis=1, keepdims=True)) >= _NEAR
        near &= (a != b).any(axis=1, keepdims=True)  # equal keys are not interpolated at all
        unit = plain.values / np.linalg.norm(plain.values, axis=1, keepdims=True)
        stored = sample_track(track, plain.times, normalise=False)  # whether it is normalised is asked later
        return dataclasses.replace(plain, values=np.where(near, unit, stored))

    return _with_tracks(state, lambda t: _turns(t) and t.interpolation == "LINEAR", sampled)


def long_path(state: EngineState) -> EngineState | None:
    """LINEAR rotations are interpolated as stored, even the long way round."""

    def sampled(track: Track) -> Track:
        times = np.unique(state.posed.times)
        k, u = find_segment(track.times, times)
        a, b = (track.values[at].astype(np.float64) for at in (k, k + 1))
        angle = np.arccos(np.clip((a * b).sum(axis=1), -1.0, 1.0))
        flat = np.sin(angle) < 1e-9
        sine = np.where(flat, 1.0, np.sin(angle))
        first, second = (np.where(flat, x, np.sin(x * angle) / sine)[:, None] for x in (1.0 - u, u))
        return Track(track.node, track.path, "STEP", times, first * a + second * b)

    def crosses(track: Track) -> bool:
        ends = (track.values[1:] * track.values[:-1]).sum(axis=1)
        return _turns(track) and track.interpolation == "LINEAR" and bool((ends < 0.0).any())

    return _with_tracks(state, crosses, sampled)


def played_as(interpolation: Interpolation) -> Callable[[EngineState], EngineState | None]:
    """STEP tracks are interpolated as LINEAR; or, as STEP, no track is: the key before holds."""
    return lambda state: _with_tracks(
        state,
        lambda track: (track.interpolation == "STEP") != (interpolation == "STEP"),
        lambda track: dataclasses.replace(track, interpolation=interpolation),
    )


def next_key(state: EngineState) -> EngineState | None:
    """No track is interpolated: between two keys the later one's value is shown."""

    def later(track: Track) -> Track:
        times = np.unique(state.posed.times)
        at = np.searchsorted(track.times, times - 1e-9).clip(0, len(track.times) - 1)
        return Track(track.node, track.path, "STEP", times, track.values[at])

    return _with_tracks(state, lambda t: t.interpolation != "STEP", later)


def tangents_dropped(state: EngineState) -> EngineState | None:
    """CUBICSPLINE values are interpolated linearly."""
    return _with_tracks(state, lambda t: t.interpolation == "CUBICSPLINE", _straight(state.posed.times))


def tangents_unscaled(state: EngineState) -> EngineState | None:
    """CUBICSPLINE tangents are not multiplied by the key interval."""

    def divided(track: Track) -> Track:
        arriving, leaving = np.array(track.in_tangents, np.float64), np.array(track.out_tangents, np.float64)
        interval = np.diff(track.times)[:, None]
        arriving[1:] /= interval
        leaving[:-1] /= interval
        return dataclasses.replace(track, in_tangents=arriving, out_tangents=leaving)

    return _with_tracks(state, lambda t: t.interpolation == "CUBICSPLINE", divided)


def baked(rate: float) -> Callable[[EngineState], EngineState | None]:
    """Tracks are sampled ``rate`` times a second from the clip's start, and linear between."""

    def change(state: EngineState) -> EngineState | None:
        clip = state.posed.clip
        if clip is None or clip.end <= clip.start or (clip.end - clip.start) * rate > 20_000:
            return None
        frames = clip.start + np.arange(int(np.ceil((clip.end - clip.start) * rate - 1e-6)) + 1) / rate

        def sampled(track: Track) -> Track:
            return Track(track.node, track.path, "LINEAR", frames, sample_track(track, frames))

        return _with_tracks(state, lambda _: True, sampled)

    return change


def quaternion_order(state: EngineState) -> EngineState:
    """Quaternions stored as x, y, z, w are read as w, x, y, z."""
    return _quaternions_read(state, lambda values: values[:, [1, 2, 3, 0]])


def conjugated(state: EngineState) -> EngineState:
    """Every rotation turns the other way."""
    return _quaternions_read(state, lambda values: values * np.array([-1.0, -1.0, -1.0, 1.0], values.dtype))


def _quaternions_read(state: EngineState, read: Callable[[Float], Float]) -> EngineState:
    """Stored quaternions (n, 4) are read otherwise, of nodes and of keys."""

    def misread(track: Track) -> Track:
        slopes = {name: getattr(track, name) for name in ("in_tangents", "out_tangents")}
        slopes = {name: None if values is None else read(values) for name, values in slopes.items()}
        return dataclasses.replace(track, values=read(track.values), **slopes)

    model = state.model
    nodes = dataclasses.replace(model.nodes, rotation=np.asarray(read(model.nodes.rotation), np.float64))
    return state.reposed(
        model=dataclasses.replace(model, nodes=nodes), clip=_changed(state.posed.clip, _turns, misread)
    )


def unnormalised(state: EngineState) -> EngineState:
    """Quaternions are used as stored and interpolated, without normalising."""
    return state.reposed(unit=False)


def half_scale(state: EngineState) -> EngineState | None:
    """Scales are kept in half precision."""
    scale = state.posed.pose.scale
    half = _half(scale)
    taken = state.posed.pose.has_matrix  # a matrix is taken apart, and its scale rounded too
    translation, rotation, stretch = decompose(state.posed.local[:, taken])
    rounded = compose(translation, rotation, _half(stretch))
    if np.array_equal(half, scale) and np.array_equal(_half(stretch), stretch):
        return None
    made = _scaled(state, half)
    local = made.posed.local.copy()
    local[:, taken] = rounded
    return _with_local(made, local)


def _half(scale: Float64) -> Float64:
    return scale.astype(np.float16).astype(np.float64)


def scale_ignored(state: EngineState) -> EngineState | None:
    """The scale of nodes is not applied."""
    scale = state.posed.pose.scale
    return None if np.allclose(scale, 1.0, atol=1e-6) else _scaled(state, np.ones_like(scale))


def scale_of_x(state: EngineState) -> EngineState | None:
    """A node has one scale, that along x."""
    scale = state.posed.pose.scale
    even = np.broadcast_to(scale[..., :1], scale.shape)
    return None if np.allclose(scale, even, atol=1e-6) else _scaled(state, even.copy())


def mirror_lost(state: EngineState) -> EngineState | None:
    """Matrices of nodes are taken apart as if none was mirrored."""
    mirrored = np.linalg.det(state.posed.local[..., :3]) < 0.0
    if not mirrored.any():
        return None
    linear = state.posed.local[..., :3]
    size = np.linalg.norm(linear, axis=-2)
    # Code without a minus takes the matrix, columns divided by their lengths, for a rotation.
    unit = linear / np.where(size == 0.0, 1.0, size)[..., None, :]
    trace = 1.0 + np.trace(unit, axis1=-2, axis2=-1)
    w = np.sqrt(np.maximum(trace, 1e-12)) / 2.0
    axis = np.stack([unit[..., 2, 1] - unit[..., 1, 2], unit[..., 0, 2] - unit[..., 2, 0]], axis=-1)
    vector = np.concatenate([axis, (unit[..., 1, 0] - unit[..., 0, 1])[..., None]], axis=-1) / (4.0 * w[..., None])
    q = np.concatenate([vector, w[..., None]], axis=-1)
    q /= np.linalg.norm(q, axis=-1, keepdims=True)
    local = np.where(mirrored[..., None, None], compose(state.posed.local[..., 3], q, size), state.posed.local)
    return _with_local(state, local)


def shear_lost(state: EngineState) -> EngineState | None:
    """World matrices are kept as translation, rotation and scale, without the shear of uneven scales."""
    world = compose(*decompose(state.posed.world))
    lost = np.abs(world - state.posed.world).max(initial=0.0)
    return None if lost <= 1e-9 * np.abs(state.posed.world).max(initial=1.0) else with_world(state, world)


def scale_not_inherited(state: EngineState) -> EngineState | None:
    """The scale of a node does not reach its children."""
    scale = state.posed.pose.scale
    parents = state.posed.pose.parents
    below = np.flatnonzero(parents >= 0)
    above = scale[..., parents[below], :]
    if np.allclose(above, 1.0, atol=1e-6) or not (above != 0.0).all():
        return None
    local = state.posed.local.copy()
    # Only the axes are freed of the parent's scale. The child's place still grows with it.
    local[..., below, :, :3] = local[..., below, :, :3] / above[..., :, None]
    return _with_local(state, local)


def above_dropped(state: EngineState) -> EngineState | None:
    """Nodes above the skeleton are left out: its topmost joints count as roots."""
    nodes, joints = state.model.nodes, [skin.joints for skin in state.model.skins]
    is_joint = np.isin(np.arange(len(nodes) + 1), np.concatenate([*joints, []]))  # the last one: above all
    above = is_joint.copy()
    for node in nodes.order[::-1].tolist():
        above[nodes.parents[node]] |= above[node]
    dropped = np.flatnonzero((above & ~is_joint)[:-1])
    if not len(dropped) or np.allclose(state.posed.local[:, dropped], identity(), atol=1e-6):
        return None
    local = state.posed.local.copy()
    local[:, dropped] = identity()
    return _with_local(state, local)


def hierarchy_reversed(state: EngineState) -> EngineState:
    """World matrices are computed as local times parent instead of parent times local."""
    local, parents = state.posed.local, state.posed.pose.parents
    world = local.copy()
    for level in levels(parents, state.posed.pose.order)[1:]:
        world[:, level] = multiply(local[:, level], world[:, parents[level]])
    return with_world(state, world)


def hierarchy_flat(state: EngineState) -> EngineState:
    """Local matrices are taken for world matrices."""
    return with_world(state, state.posed.local)


def single_precision(state: EngineState) -> EngineState:
    """Local matrices and their products down the hierarchy are float32."""
    local = state.posed.local.astype(np.float32).astype(np.float64)
    world, parents = local.copy(), state.posed.pose.parents
    for level in levels(parents, state.posed.pose.order)[1:]:
        product = multiply(world[:, parents[level]], local[:, level])
        world[:, level] = product.astype(np.float32)
    return with_world(state, world)


def _turns(track: Track) -> bool:
    return track.path == "rotation"


def _scaled(state: EngineState, scale: Float64) -> EngineState:
    """The state with other scales (T, N, 3) of nodes without a matrix."""
    pose = dataclasses.replace(state.posed.pose, scale=scale)
    return _with_local(state.with_posed(pose=pose), local_matrices(pose))


def _with_local(state: EngineState, local: Float64) -> EngineState:
    """The state with other local matrices (T, N, 3, 4)."""
    world = global_matrices(local, state.posed.pose.parents, state.posed.pose.order)
    return with_world(state.with_posed(local=local), world)


def with_world(state: EngineState, world: Float64) -> EngineState:
    """The state with other world matrices (T, N, 3, 4), and their skin palettes."""
    palettes = tuple(skin_palette_of(world, skin) for skin in state.model.skins)
    return state.with_posed(world=world, skin_palettes=palettes)


def _with_tracks(
    state: EngineState, chosen: Callable[[Track], bool], change: Callable[[Track], Track]
) -> EngineState | None:
    """The state with the ``chosen`` tracks changed; None: no track is chosen."""
    clip = _changed(state.posed.clip, chosen, change)
    return None if clip is None else state.reposed(clip=clip)


def _changed(clip: Clip | None, chosen: Callable[[Track], bool], change: Callable[[Track], Track]) -> Clip | None:
    """The clip with the ``chosen`` tracks changed; None: none is. Tracks of one key do not count."""
    if clip is None or not any(chosen(t) and len(t.times) > 1 for t in clip.tracks):
        return None
    tracks = tuple(change(t) if chosen(t) and len(t.times) > 1 else t for t in clip.tracks)
    return dataclasses.replace(clip, tracks=tracks)


def _straight(times: Float64) -> Callable[[Track], Track]:
    """Changes a track into one with values at ``times`` on straight lines between keys."""
    times = np.unique(times)

    def sampled(track: Track) -> Track:
        k, u = find_segment(track.times, times)
        start, end = track.values[k].astype(np.float64), track.values[k + 1].astype(np.float64)
        if track.path == "rotation":
            end = np.where((start * end).sum(axis=1, keepdims=True) < 0.0, -end, end)
        values = start + (end - start) * u[:, None]
        return Track(track.node, track.path, "STEP", times, values)

    return sampled
