"""Rotations between keys: glTF's spherical interpolation as curves that Blender can evaluate.

Blender interpolates the four components of a quaternion one by one and normalises the result. Straight lines between
keys (LINEAR F-curves) then turn too fast in the middle: by up to 0.0040 a^3 rad for a step of a rad, 0.9 degrees at 90.
A cubic with slerp's own derivatives at both keys is off by only 1.87e-5 a^5 rad, so the file's keys can stay as they
are, with free handles; only steps beyond 25 degrees need a key or two in between to stay within ``TOLERANCE``.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ...skinning_core.model import Float64, Track
from ...skinning_core.track import sample_track
from ...skinning_core.transform import normalised

#: Largest angle (rad) by which a rotation may differ from slerp between two keys.
TOLERANCE = 5e-7

# With p the angle between two unit quaternions (half the rotation) and w the angle that slerp computes with (the same,
# unless the stored keys are not quite unit), the largest rotation errors measured are:
_LINE_ERROR = 0.0365  # * p w^2
_CUBIC_ERROR = 9e-4  # * p w^4; 6e-4 for unit keys, a little more for stored keys of uneven length


def curve_of_slerp(track: Track, tolerance: float = TOLERANCE) -> Track:
    """A LINEAR rotation track as one whose components can be interpolated one by one, within ``tolerance`` (rad).

    LINEAR again where straight lines suffice; else CUBICSPLINE with slerp's derivatives as tangents, and keys inserted
    where a step is too wide. Inserted keys are samples of the track itself. Values are unit, xyzw, and neighbours are
    on the same side of the double cover.
    """
    values = np.asarray(track.values, np.float64)
    unit = normalised(values)
    dot = np.sum(unit[:-1] * unit[1:], axis=1)
    step = np.arccos(np.minimum(np.abs(dot), 1.0))
    computed = np.arccos(np.minimum(np.abs(np.sum(values[:-1] * values[1:], axis=1)), 1.0))
    if (_LINE_ERROR * step * computed**2 <= tolerance).all():
        return dataclasses.replace(track, values=_same_side(unit))
    pieces = np.ceil((_CUBIC_ERROR * step * computed**4 / tolerance) ** 0.2)
    times = _subdivided(track.times, np.maximum(pieces, 1).astype(np.intp))
    keys = _same_side(sample_track(track, times))
    leaving, arriving = _derivatives(track, times, keys)
    return dataclasses.replace(
        track, interpolation="CUBICSPLINE", times=times, values=keys, in_tangents=arriving, out_tangents=leaving
    )


def _same_side(unit: Float64) -> Float64:
    """(K, 4) the same rotations, each key negated where it lies across from the one before (the short path)."""
    turns = np.where(np.sum(unit[:-1] * unit[1:], axis=1) < 0.0, -1.0, 1.0)
    return unit * np.concatenate([[1.0], np.cumprod(turns)])[:, None]


def _subdivided(times: Float64, pieces: np.ndarray) -> Float64:
    """(K',) the times with each interval cut into as many equal pieces; the given times occur unchanged."""
    segment = np.repeat(np.arange(len(pieces)), pieces)
    piece = np.arange(len(segment)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    u = piece / pieces[segment]
    inner = times[segment] + u * (times[segment + 1] - times[segment])
    return np.append(np.where(piece == 0, times[segment], inner), times[-1])


def _derivatives(track: Track, times: Float64, keys: Float64) -> tuple[Float64, Float64]:
    """Per key, d/dt of the normalised slerp when leaving it and when arriving at it: two arrays (K', 4)."""
    middle = np.searchsorted(track.times, (times[:-1] + times[1:]) / 2, side="right") - 1
    interval = (track.times[middle + 1] - track.times[middle])[:, None]
    a, b = np.asarray(track.values, np.float64)[middle], np.asarray(track.values, np.float64)[middle + 1]
    leaving, arriving = np.zeros_like(keys), np.zeros_like(keys)
    for out, ends, when in ((leaving, slice(None, -1), times[:-1]), (arriving, slice(1, None), times[1:])):
        u = (when - track.times[middle])[:, None] / interval
        out[ends] = _slerp_derivative(a, b, u, keys[ends]) / interval
    return leaving, arriving


def _slerp_derivative(a: Float64, b: Float64, u: Float64, unit: Float64) -> Float64:
    """(n, 4) d/du of normalise(slerp(a, b, u)), on the side of the double cover that ``unit`` (its value) lies on."""
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
    tangent = (slope - direction * np.sum(direction * slope, axis=1, keepdims=True)) / safe
    return np.where(np.sum(direction * unit, axis=1, keepdims=True) < 0.0, -tangent, tangent)
