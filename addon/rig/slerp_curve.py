"""Rotations between keys: glTF's spherical interpolation as curves that Blender can evaluate.

Blender interpolates a quaternion's components one by one and normalises. Straight lines (LINEAR F-curves) then turn too
fast in the middle: a step of ``a`` radians has an error of up to 0.0040 a^3 rad, 0.9 degrees for a step of 90. A cubic
with slerp's own derivatives at both keys is off by 1.87e-5 a^5 rad. So the file's keys stay, with free handles; only
steps beyond 25 degrees need one or two more to stay within ``TOLERANCE``.

All tracks of a clip are converted at once, in one array, one behind the other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...skinning_core.model import Float64, Int, Track
from ...skinning_core.pose.track import jumps
from ...skinning_core.transform import slerp, unit_quaternions

#: Largest angle (rad) by which a rotation may differ from slerp between two keys.
TOLERANCE = 5e-7

# Largest measured rotation errors. p: angle between two unit quaternions (half the rotation). w: the angle that slerp
# computes with, which differs if stored keys are not quite of unit length.
_LINE_ERROR = 0.0365  # * p w^2
_CUBIC_ERROR = 9e-4  # * p w^4; 6e-4 for unit keys, a little more for stored keys of uneven length

#: Keys whose lengths differ by more than this share are not rounded: the errors above do not hold. Slerp takes keys as
#: stored, so the longer one pulls more.
_UNEVEN = 0.05

#: Pieces of a step between such keys: the need is measured, fewest first.
_PIECES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)

#: Below this angle (rad) slerp is a straight line.
_NARROW = 1e-6


def curves_of_slerp(tracks: Sequence[Track]) -> list[Track]:
    """LINEAR rotation tracks as tracks whose components can be interpolated one by one, within `TOLERANCE`.

    A track stays LINEAR if straight lines suffice. Else it becomes CUBICSPLINE with slerp's derivatives as tangents,
    and too wide steps get samples as keys. Values are unit quaternions xyzw; neighbours are on one side of the double
    cover.
    """
    if not tracks:
        return []
    keys = _Keys.of(tracks)
    step, computed = _angles(keys)
    step[jumps(keys.times)[keys.segments]] = 0.0  # nothing lies between two keys of one time
    bent = np.bincount(keys.owner, _LINE_ERROR * step * computed**2 > TOLERANCE, minlength=len(tracks)) > 0
    times_too_wide = _CUBIC_ERROR * step * computed**2 * computed**2 / TOLERANCE
    wide = np.flatnonzero(times_too_wide > 1.0)
    pieces = np.ones(len(step), np.intp)
    pieces[wide] = np.ceil(times_too_wide[wide] ** 0.2)
    for k in _uneven(keys, step).tolist():
        pieces[k], bent[keys.owner[k]] = _measured_pieces(*keys.values[keys.segments[k] : keys.segments[k] + 2]), True
    pieces[~bent[keys.owner]] = 0
    curves = _Curves.of(keys, pieces)
    out = []
    for k, track in enumerate(tracks):
        if bent[k]:
            out.append(curves.track(track, slice(curves.starts[k], curves.starts[k + 1])))
        else:
            out.append(dataclasses.replace(track, values=keys.unit[keys.starts[k] : keys.starts[k + 1]]))
    return out


@dataclass(frozen=True, eq=False)
class _Keys:
    """The K keys of all tracks, one track behind the other, and the S segments between them."""

    times: Float64  # (K,)
    values: Float64  # (K, 4) as stored
    side: Float64  # (K, 1) 1 or -1: side * value is on its neighbours' side of the double cover
    unit: Float64  # (K, 4) normalised, on that side
    starts: Int  # (tracks + 1,) first key of each track
    segments: Int  # (S,) the key before each segment
    owner: Int  # (S,) track of each segment

    @classmethod
    def of(cls, tracks: Sequence[Track]) -> _Keys:
        starts = np.cumsum([0, *(len(t.times) for t in tracks)])
        values = np.concatenate([t.values for t in tracks]).astype(np.float64)
        unit = unit_quaternions(values)
        is_first = np.zeros(len(values), bool)
        is_first[starts[:-1]] = True
        segments = np.flatnonzero(~is_first) - 1
        turns = np.ones(len(values))
        turns[segments + 1] = np.where(_dot(unit[segments], unit[segments + 1]) < 0.0, -1.0, 1.0)
        side: Float64 = np.cumprod(turns, dtype=np.float64)
        side *= np.repeat(side[starts[:-1]], np.diff(starts))
        owner = np.repeat(np.arange(len(tracks)), np.diff(starts) - 1)
        times = np.concatenate([t.times for t in tracks])
        return cls(times, values, side[:, None], unit * side[:, None], starts, segments, owner)


def _angles(keys: _Keys) -> tuple[Float64, Float64]:
    """(S,) angle between each segment's unit quaternions, and (S,) the one that slerp computes with."""
    a, b = keys.segments, keys.segments + 1
    step = np.arccos(np.minimum(np.abs(_dot(keys.unit[a], keys.unit[b])), 1.0))
    return step, np.arccos(np.minimum(np.abs(_dot(keys.values[a], keys.values[b])), 1.0))


def _uneven(keys: _Keys, step: Float64) -> Int:
    """The segments that turn, step (S,) rad, between keys of uneven length."""
    length = np.linalg.norm(keys.values, axis=1)
    a, b = length[keys.segments], length[keys.segments + 1]
    return np.flatnonzero((np.abs(a - b) > _UNEVEN * np.minimum(a, b)) & (np.minimum(a, b) > 0.0) & (step > TOLERANCE))


def _measured_pieces(a: Float64, b: Float64) -> int:
    """Pieces of the way between two keys (4,) for each cubic to stay within `TOLERANCE`."""
    for pieces in _PIECES:
        ends = np.arange(pieces + 1) / pieces
        way = np.tile(a, (pieces + 1, 1)), np.tile(b, (pieces + 1, 1))
        values, (slopes,) = unit_quaternions(slerp(*way, ends)), slerp_derivatives(*way, [ends])
        off = 0.0
        for u in (0.25, 0.5, 0.75):
            cubic = (1 + 2 * u) * (1 - u) ** 2 * values[:-1] + u * u * (3 - 2 * u) * values[1:]
            cubic += (u * (1 - u) ** 2 * slopes[:-1] - u * u * (1 - u) * slopes[1:]) / pieces
            exact = unit_quaternions(slerp(a, b, ends[:-1] + u / pieces))
            off = max(off, float(np.linalg.norm(unit_quaternions(cubic) - exact, axis=1).max()))
        if 2.0 * off <= TOLERANCE:  # a rotation turns by twice the angle between quaternions
            break
    return pieces


def _dot(a: Float64, b: Float64) -> Float64:
    """(n,) dot products of the rows of (n, 4) and (n, 4)."""
    return np.asarray(np.einsum("nc,nc->n", a, b))


@dataclass(frozen=True, eq=False)
class _Curves:
    """The R keys of all cubic curves, one track behind the other; tangents are derivatives by time."""

    times: Float64  # (R,)
    values: Float64  # (R, 4)
    arriving: Float64  # (R, 4) zero at the first key of a track
    leaving: Float64  # (R, 4) zero at the last
    starts: Int  # (tracks + 1,) first key of each track

    @classmethod
    def of(cls, keys: _Keys, pieces: Int) -> _Curves:
        """Cut each segment into its number of ``pieces`` (S,); 0 leaves it out."""
        place = np.repeat(np.arange(len(pieces)), pieces)
        start = keys.segments[place]
        piece = np.arange(len(place)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        low, high = piece / pieces[place], (piece + 1) / pieces[place]
        a, b, side = keys.values[start], keys.values[start + 1], keys.side[start]
        interval = keys.times[start + 1] - keys.times[start]
        from_start, to_end = slerp_end_derivatives(a, b)
        cut = np.flatnonzero(pieces[place] > 1)
        if len(cut):
            from_start[cut], to_end[cut] = slerp_derivatives(a[cut], b[cut], (low[cut], high[cut]))
        scale = side / interval[:, None]
        inserted = np.flatnonzero(piece)
        values = keys.unit[start]
        if len(inserted):
            values[inserted] = side[inserted] * unit_quaternions(slerp(a[inserted], b[inserted], low[inserted]))

        count = len(keys.starts) - 1
        rows = np.arange(len(place)) + keys.owner[place]  # each track has one key more than pieces
        starts = np.append(0, np.cumsum(np.bincount(keys.owner, pieces, minlength=count).astype(np.intp) + 1))
        total = int(starts[-1])
        curve = cls(np.zeros(total), np.zeros((total, 4)), np.zeros((total, 4)), np.zeros((total, 4)), starts)
        curve.times[rows] = keys.times[start] + low * interval
        curve.times[starts[1:] - 1] = keys.times[keys.starts[1:] - 1]
        curve.values[rows] = values
        curve.values[starts[1:] - 1] = keys.unit[keys.starts[1:] - 1]
        curve.leaving[rows] = from_start * scale
        curve.arriving[rows + 1] = to_end * scale
        return curve

    def track(self, track: Track, own: slice) -> Track:
        """The keys ``own`` of a track as a CUBICSPLINE track."""
        return Track(
            track.node,
            track.path,
            "CUBICSPLINE",
            self.times[own],
            self.values[own],
            in_tangents=self.arriving[own],
            out_tangents=self.leaving[own],
        )


def slerp_end_derivatives(a: Float64, b: Float64) -> tuple[Float64, Float64]:
    """`slerp_derivatives` at u = 0 and at u = 1, without sines."""
    cosine = _dot(a, b)
    b = np.where(cosine[:, None] < 0.0, -b, b)
    cosine = np.minimum(np.abs(cosine), 1.0)
    angle = np.arccos(cosine)
    narrow = angle < _NARROW
    turn = np.where(narrow, 1.0, angle / np.where(narrow, 1.0, np.sqrt((1.0 - cosine) * (1.0 + cosine))))[:, None]
    cosine = np.where(narrow, 1.0, cosine)[:, None]
    return _along_sphere(a, turn * (b - cosine * a)), _along_sphere(b, turn * (cosine * b - a))


def _along_sphere(value: Float64, slope: Float64) -> Float64:
    """(n, 4) the slope of value / |value|; ``slope``: of value."""
    square = _dot(value, value)
    safe = np.where(square == 0.0, 1.0, square)
    return (slope - value * (_dot(value, slope) / safe)[:, None]) / np.sqrt(safe)[:, None]


def slerp_derivatives(a: Float64, b: Float64, places: Sequence[Float64]) -> list[Float64]:
    """(n, 4) d/du of normalise(slerp(a, b, u)) for a, b (n, 4) at each u (n,), on a's side of the double cover."""
    cosine = _dot(a, b)
    b = np.where(cosine[:, None] < 0.0, -b, b)
    angle = np.arccos(np.minimum(np.abs(cosine), 1.0))
    narrow = angle < _NARROW
    sine = np.where(narrow, 1.0, np.sin(angle))
    turn = angle / sine
    derivatives = []
    for u in places:
        before, after = (1 - u) * angle, u * angle
        of_a = np.where(narrow, 1 - u, np.sin(before) / sine)
        of_b = np.where(narrow, u, np.sin(after) / sine)
        slope_a = np.where(narrow, -1.0, -turn * np.cos(before))
        slope_b = np.where(narrow, 1.0, turn * np.cos(after))
        value = of_a[:, None] * a + of_b[:, None] * b
        slope = slope_a[:, None] * a + slope_b[:, None] * b
        derivatives.append(_along_sphere(value, slope))
    return derivatives
