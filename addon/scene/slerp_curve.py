"""Rotations between keys: glTF's spherical interpolation as curves that Blender can evaluate.

Blender interpolates the four components of a quaternion one by one and normalises the result. Straight lines between
keys (LINEAR F-curves) then turn too fast in the middle: by up to 0.0040 a^3 rad for a step of a rad, 0.9 degrees at 90.
A cubic with slerp's own derivatives at both keys is off by only 1.87e-5 a^5 rad, so the file's keys can stay as they
are, with free handles; only steps beyond 25 degrees need a key or two in between to stay within ``TOLERANCE``.

All tracks of a clip are converted at once: their keys lie in one array, one track behind the other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...skinning_core.model import Float64, Int, Track
from ...skinning_core.transform import normalised, slerp

#: Largest angle (rad) by which a rotation may differ from slerp between two keys.
TOLERANCE = 5e-7

# With p the angle between two unit quaternions (half the rotation) and w the angle that slerp computes with (the same,
# unless the stored keys are not quite unit), the largest rotation errors measured are:
_LINE_ERROR = 0.0365  # * p w^2
_CUBIC_ERROR = 9e-4  # * p w^4; 6e-4 for unit keys, a little more for stored keys of uneven length


def curves_of_slerp(tracks: Sequence[Track]) -> list[Track]:
    """LINEAR rotation tracks as tracks whose components can be interpolated one by one, within `TOLERANCE`.

    LINEAR again where straight lines suffice; else CUBICSPLINE with slerp's derivatives as tangents, and keys inserted
    where a step is too wide. Inserted keys are samples of the track itself. Values are unit, xyzw, and neighbours are
    on the same side of the double cover.
    """
    if not tracks:
        return []
    keys = _Keys.of(tracks)
    step, computed = _angles(keys)
    bent = np.bincount(keys.owner, _LINE_ERROR * step * computed**2 > TOLERANCE, minlength=len(tracks)) > 0
    pieces = np.ceil((_CUBIC_ERROR * step * computed**4 / TOLERANCE) ** 0.2)
    pieces = np.where(bent[keys.owner], np.maximum(pieces, 1), 0).astype(np.intp)
    curves = _Curves.of(keys, pieces)
    ends = np.cumsum(np.bincount(keys.owner, pieces, minlength=len(tracks)).astype(np.intp))
    out = []
    for k, track in enumerate(tracks):
        last = keys.starts[k + 1] - 1
        if bent[k]:
            out.append(curves.track(track, slice(0 if k == 0 else ends[k - 1], ends[k]), keys.unit[last]))
        else:
            out.append(dataclasses.replace(track, values=keys.unit[keys.starts[k] : last + 1]))
    return out


@dataclass(frozen=True, eq=False)
class _Keys:
    """The K keys of all tracks, one track behind the other, and the S segments between them."""

    times: Float64  # (K,)
    values: Float64  # (K, 4) as stored
    side: Float64  # (K, 1) 1 or -1, so that side * value is on the same side of the double cover as its neighbours
    unit: Float64  # (K, 4) normalised, on that side
    starts: Int  # (tracks + 1,) first key of each track
    segments: Int  # (S,) the key before each segment
    owner: Int  # (S,) track of each segment

    @classmethod
    def of(cls, tracks: Sequence[Track]) -> _Keys:
        starts = np.cumsum([0, *(len(t.times) for t in tracks)])
        values = np.concatenate([t.values for t in tracks]).astype(np.float64)
        unit = normalised(values)
        is_first = np.zeros(len(values), bool)
        is_first[starts[:-1]] = True
        segments = np.flatnonzero(~is_first) - 1
        turns = np.ones(len(values))
        turns[segments + 1] = np.where(np.sum(unit[segments] * unit[segments + 1], axis=1) < 0.0, -1.0, 1.0)
        side: Float64 = np.cumprod(turns, dtype=np.float64)
        side *= np.repeat(side[starts[:-1]], np.diff(starts))
        owner = np.repeat(np.arange(len(tracks)), np.diff(starts) - 1)
        times = np.concatenate([t.times for t in tracks])
        return cls(times, values, side[:, None], unit * side[:, None], starts, segments, owner)


def _angles(keys: _Keys) -> tuple[Float64, Float64]:
    """(S,) angle between the unit quaternions of each segment, and the angle that slerp computes with."""
    a, b = keys.segments, keys.segments + 1
    step = np.arccos(np.minimum(np.abs(np.sum(keys.unit[a] * keys.unit[b], axis=1)), 1.0))
    return step, np.arccos(np.minimum(np.abs(np.sum(keys.values[a] * keys.values[b], axis=1)), 1.0))


@dataclass(frozen=True, eq=False)
class _Curves:
    """E pieces of cubic curves: their start, and the derivatives by time at both ends."""

    times: Float64  # (E,)
    values: Float64  # (E, 4)
    leaving: Float64  # (E, 4)
    arriving: Float64  # (E, 4)
    end_times: Float64  # (E,)

    @classmethod
    def of(cls, keys: _Keys, pieces: Int) -> _Curves:
        """Cut each segment into as many pieces (S,); none where there are 0."""
        place = np.repeat(np.arange(len(pieces)), pieces)
        start = keys.segments[place]
        piece = np.arange(len(place)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        low, high = (piece / pieces[place])[:, None], ((piece + 1) / pieces[place])[:, None]
        a, b, side = keys.values[start], keys.values[start + 1], keys.side[start]
        interval = (keys.times[start + 1] - keys.times[start])[:, None]
        inserted = (piece > 0)[:, None]
        return cls(
            times=keys.times[start] + np.where(inserted, low * interval, 0.0)[:, 0],
            values=np.where(inserted, side * normalised(slerp(a, b, low[:, 0])), keys.unit[start]),
            leaving=side * slerp_derivative(a, b, low) / interval,
            arriving=side * slerp_derivative(a, b, high) / interval,
            end_times=keys.times[start + 1],
        )

    def track(self, track: Track, own: slice, end: Float64) -> Track:
        """The pieces ``own`` of a track, and its last key ``end`` (4,), as a CUBICSPLINE track."""
        still = np.zeros((1, 4))
        return dataclasses.replace(
            track,
            interpolation="CUBICSPLINE",
            times=np.append(self.times[own], self.end_times[own][-1]),
            values=np.concatenate([self.values[own], end[None]]),
            in_tangents=np.concatenate([still, self.arriving[own]]),
            out_tangents=np.concatenate([self.leaving[own], still]),
        )


def slerp_derivative(a: Float64, b: Float64, u: Float64) -> Float64:
    """(n, 4) d/du of normalise(slerp(a, b, u)) for a, b (n, 4) and u (n, 1), on a's side of the double cover."""
    cosine = np.sum(a * b, axis=1, keepdims=True)
    b = np.where(cosine < 0.0, -b, b)
    angle = np.arccos(np.minimum(np.abs(cosine), 1.0))
    narrow = angle < 1e-6  # slerp is a straight line there
    sine = np.where(narrow, 1.0, np.sin(angle))
    value = np.where(narrow, (1 - u) * a + u * b, (np.sin((1 - u) * angle) * a + np.sin(u * angle) * b) / sine)
    slope = np.where(narrow, b - a, angle * (np.cos(u * angle) * b - np.cos((1 - u) * angle) * a) / sine)
    length = np.linalg.norm(value, axis=1, keepdims=True)
    safe = np.where(length == 0.0, 1.0, length)
    direction = value / safe
    return (slope - direction * np.sum(direction * slope, axis=1, keepdims=True)) / safe
