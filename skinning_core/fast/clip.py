"""A clip packed for speed: tracks that share their key times are columns of one array.

Exporters write all tracks of a clip with the same times. One search then finds the keys, and a hundred tracks take a
few NumPy calls. What depends on keys alone is computed once: the angle between neighbouring quaternions (the shorter
way round), its sine, and tangents times their interval. Values that never change join the rest state.

Results equal ``pose.clip.sample_clip`` with normalised quaternions, to the last bits of a float64.

Shapes: N nodes, T times, K keys, n columns of a group.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ..model import Clip, Float64, Int, Nodes, Track
from ..transform import unit_quaternions

#: Closer neighbouring quaternions get this angle (radians): sin(u angle) / sin(angle) is then u.
_PARALLEL = 1e-8


class Columns(Protocol):
    """Tracks with the same key times, ready to be sampled."""

    @property
    def targets(self) -> Int | slice:
        """(n,) places of the columns in the flat state of a pose; a slice if side by side."""

    def at(self, key: int, u: float) -> Float64:
        """(n,) values between key and key + 1, at the fraction u of the way."""

    def at_many(self, keys: Int, u: Float64) -> Float64:
        """(T, n) the same values for keys (T,) and fractions (T,)."""


@dataclass(frozen=True, eq=False)
class Blended:
    """Columns that are sums of rows times functions of u: LINEAR vectors, STEP, CUBICSPLINE."""

    rows: Float64  # (K - 1 or 1, B, n): the B rows of each interval, which basis functions of u multiply
    interpolation: str
    targets: Int | slice  # (n,)

    def at(self, key: int, u: float) -> Float64:
        """(n,) values between key and key + 1."""
        result: Float64 = np.dot(np.array(_basis(self.interpolation, u)), self.rows[key])
        return result

    def at_many(self, keys: Int, u: Float64) -> Float64:
        """(T, n) values."""
        basis = _basis(self.interpolation, u[:, None])
        out: Float64 = basis[0] * self.rows[keys, 0]
        for b in range(1, len(basis)):
            out += basis[b] * self.rows[keys, b]
        return out


@dataclass(frozen=True, eq=False)
class Turned:
    """Rotations by slerp: n / 4 quaternions.

    With the angle A between two keys a and b, slerp's sin((1 - u) A) / sin A is cos(u A) - cos A sin(u A) / sin A, so
    that a cos(u A) + c sin(u A) with c = (b - a cos A) / sin A is the same curve: a turned towards c by u A.
    """

    start: Float64  # (K - 1 or 1, n / 4, 4): a, the first key of each interval
    across: Float64  # (K - 1 or 1, n / 4, 4): c
    angle: Float64  # (K - 1 or 1, n / 4, 1) between the keys, the shorter way round
    targets: Int | slice  # (n,)

    def at(self, key: int, u: float) -> Float64:
        """(n,) quaternions between key and key + 1, not normalised."""
        angle = u * self.angle[key]
        result: Float64 = (np.cos(angle) * self.start[key] + np.sin(angle) * self.across[key]).reshape(-1)
        return result

    def at_many(self, keys: Int, u: Float64) -> Float64:
        """(T, n) quaternions, not normalised."""
        angle = u[:, None, None] * self.angle[keys]
        turned = np.cos(angle) * self.start[keys] + np.sin(angle) * self.across[keys]
        return turned.reshape(len(keys), 4 * angle.shape[1])


@dataclass(frozen=True, eq=False)
class Group:
    """All columns that share one array of key times."""

    times: Float64  # (K,)
    time_list: list[float]  # the same: for one time, bisecting a list is five times faster than searchsorted
    columns: tuple[Columns, ...]


@dataclass(frozen=True, eq=False)
class PackedClip:
    """Its flat state of a pose is translations, scales, rotations, morph weights."""

    rest: Float64  # (10 N + weights,) the flat state at rest, with all values that never change
    groups: tuple[Group, ...]
    node_count: int
    weight_slices: tuple[slice, ...]  # per node: its morph weights in the state
    moving: Int  # (m,) nodes whose translation, rotation or scale changes; none with a matrix


def pack_clip(nodes: Nodes, clip: Clip | None) -> PackedClip:
    """Pack a clip (None: the rest pose). It takes as long as ten calls of ``sample_clip``."""
    count = len(nodes)
    ends = 10 * count + np.cumsum([len(w) for w in nodes.morph_weights], dtype=np.intp)
    slices = tuple(slice(int(e) - len(w), int(e)) for e, w in zip(ends, nodes.morph_weights))
    rest = np.concatenate(
        [nodes.translation.ravel(), nodes.scale.ravel(), unit_quaternions(nodes.rotation).ravel(), *nodes.morph_weights]
    )
    by_times: dict[bytes, list[Track]] = {}
    moving = set()
    for track in _last_of_each_property(clip.tracks if clip else ()):
        targets = _targets(track, count, slices)
        if not len(targets):
            continue
        if _constant(track):
            rest[targets] = unit_quaternions(track.values[0]) if track.path == "rotation" else track.values[0]
            continue
        by_times.setdefault(np.ascontiguousarray(track.times).tobytes(), []).append(track)
        if track.path != "weights" and not nodes.has_matrix[track.node]:
            moving.add(track.node)
    groups = tuple(_group(tracks, count, slices) for tracks in by_times.values())
    return PackedClip(rest, groups, count, slices, np.array(sorted(moving), np.intp))


def sample_state(packed: PackedClip, times: Float64) -> Float64:
    """(T, 10 N + weights) flat states at (T,) seconds, quaternions not yet normalised."""
    state = np.repeat(packed.rest[None], len(times), axis=0)
    for group in packed.groups:
        if len(times) == 1:
            key, u = _segment(group.time_list, float(times[0]))
            for columns in group.columns:
                state[0, columns.targets] = columns.at(key, u)
        else:
            keys, fractions = _segments(group.times, times)
            for columns in group.columns:
                state[:, columns.targets] = columns.at_many(keys, fractions)
    return state


def _segment(times: list[float], time: float) -> tuple[int, float]:
    """A time's interval and its fraction of it; exactly 0 or 1 on keys, clamped outside."""
    if len(times) < 2:
        return 0, 0.0
    key = min(max(bisect_right(times, time) - 1, 0), len(times) - 2)
    start = times[key]
    return key, min(max((time - start) / (times[key + 1] - start), 0.0), 1.0)


def _segments(key_times: Float64, times: Float64) -> tuple[Int, Float64]:
    if len(key_times) < 2:
        return np.zeros(len(times), np.intp), np.zeros(len(times))
    keys = np.clip(np.searchsorted(key_times, times, side="right") - 1, 0, len(key_times) - 2)
    start = key_times[keys]
    return keys, np.clip((times - start) / (key_times[keys + 1] - start), 0.0, 1.0)


def _basis(interpolation: str, u: float | Float64) -> tuple[float | Float64, ...]:
    """The factors of an interval's rows at one fraction, or at many (T, 1)."""
    if interpolation == "STEP":
        reached = np.asarray(u >= 1.0, np.float64)
        return 1.0 - reached, reached
    if interpolation == "LINEAR":
        return 1.0 - u, u
    t2, t3 = u * u, u * u * u
    return 2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + u, 3 * t2 - 2 * t3, t3 - t2


def _last_of_each_property(tracks: Iterable[Track]) -> list[Track]:
    """As in ``sample_clip``, the later one wins."""
    return list({(track.node, track.path): track for track in tracks}.values())


def _targets(track: Track, count: int, slices: tuple[slice, ...]) -> Int:
    if track.path == "weights":
        return np.arange(slices[track.node].start, slices[track.node].stop)
    begin, width = {"translation": (0, 3), "scale": (3 * count, 3), "rotation": (6 * count, 4)}[track.path]
    return begin + track.node * width + np.arange(width)


def as_slice(ascending: Int) -> Int | slice:
    """The slice of ascending indices (n,), at least one, or they themselves: writing to a slice is one copy."""
    first, last = int(ascending[0]), int(ascending[-1])
    return slice(first, last + 1) if last - first + 1 == len(ascending) else ascending


def _constant(track: Track) -> bool:
    still = bool((track.values == track.values[:1]).all())
    if track.interpolation != "CUBICSPLINE" or not still:
        return still
    tangents = (track.in_tangents, track.out_tangents)
    return not any(t is not None and t.any() for t in tangents)


def _group(tracks: list[Track], count: int, slices: tuple[slice, ...]) -> Group:
    kinds: dict[tuple[str, bool], list[Track]] = {}
    for track in tracks:
        slerped = track.path == "rotation" and track.interpolation == "LINEAR"
        kinds.setdefault((track.interpolation, slerped), []).append(track)
    times = tracks[0].times
    columns: list[Columns] = []
    for (interpolation, slerped), chosen in kinds.items():
        chosen.sort(key=lambda track: int(_targets(track, count, slices)[0]))
        targets = as_slice(np.concatenate([_targets(track, count, slices) for track in chosen]))
        if slerped:
            columns.append(_turned(chosen, targets))
        else:
            columns.append(Blended(_rows(chosen, interpolation), interpolation, targets))
    return Group(times, times.tolist(), tuple(columns))


def _intervals(values: Float64) -> Float64:
    """(K - 1 or 1, 2, ...) both keys of each interval; a single key is both."""
    second = values[1:] if len(values) > 1 else values
    return np.stack([values[: len(second)], second], axis=1)


def _rows(tracks: list[Track], interpolation: str) -> Float64:
    ends = _intervals(np.concatenate([t.values for t in tracks], axis=1).astype(np.float64))
    if interpolation != "CUBICSPLINE":
        return ends
    duration = np.diff(tracks[0].times)[:, None] if len(tracks[0].times) > 1 else np.zeros((1, 1))
    leaving = _intervals(np.concatenate([_tangents(t)[1] for t in tracks], axis=1))[:, 0] * duration
    arriving = _intervals(np.concatenate([_tangents(t)[0] for t in tracks], axis=1))[:, 1] * duration
    return np.stack([ends[:, 0], leaving, ends[:, 1], arriving], axis=1)


def _tangents(track: Track) -> tuple[Float64, Float64]:
    if track.in_tangents is None or track.out_tangents is None:
        raise ValueError("a CUBICSPLINE track needs tangents")
    return track.in_tangents.astype(np.float64), track.out_tangents.astype(np.float64)


def _turned(tracks: list[Track], targets: Int | slice) -> Turned:
    ends = _intervals(np.stack([t.values for t in tracks], axis=1).astype(np.float64))
    start, end = ends[:, 0], ends[:, 1]
    cosine = np.einsum("kqc,kqc->kq", start, end)[..., None]
    angle = np.maximum(np.arccos(np.minimum(np.abs(cosine), 1.0)), _PARALLEL)
    across = (np.where(cosine < 0.0, -end, end) - np.cos(angle) * start) / np.sin(angle)
    return Turned(start.copy(), across, angle, targets)
