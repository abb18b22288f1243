"""Two results compared vertex by vertex in float64, without float64 copies of float32 data.

The arrays are (T, V, 3) and may take several hundred megabytes. They are read once, in blocks that stay in the cache,
never three numbers at a time, which NumPy is slow at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...model import Bool, Float, Float64, Int

#: Pairs per block: a handful of float64 numbers for each fit into the second-level cache.
_PAIRS = 16384

#: Degrees: pairs turned by more are counted.
TURNS = (1.0, 5.0)


@dataclass(frozen=True, eq=False)
class Angles:
    """Angles between pairs of vectors at each time. Pairs with an undefined vector (0, NaN) do not count."""

    largest: Float64  # (T,) radians; 0: no pair has an angle, NaN: the time was not compared
    turned: Int  # (T, 2) pairs turned by more than each of TURNS
    compared: Int  # (T,) pairs
    gone: Int  # (T,) pairs with only the first vector defined
    flat: Int  # (T,) pairs left out, as the first direction is rounding: see ``flat_normals``

    @property
    def judged(self) -> Bool:
        """(T,) the times that were compared."""
        return ~np.isnan(self.largest)


def no_angles(times: int) -> Angles:
    """Angles of so many times, none compared."""
    none = np.zeros(times, np.intp)
    return Angles(np.full(times, np.nan), np.zeros((times, len(TURNS)), np.intp), none, none, none)


def pair_distances(a: Float, b: Float, out: Float64 | None = None) -> Float64:
    """(T, V) distance of points (T or 1, V, 3); NaN: either side is not finite."""
    a, b = np.broadcast_arrays(a, b)
    out, scratch = np.empty(a.shape[:2]) if out is None else out, np.empty(3 * min(_PAIRS, a.shape[0] * a.shape[1]))
    with np.errstate(invalid="ignore", over="ignore"):
        for block in _blocks(len(a), a.shape[1]):
            distance = out[block]
            difference = scratch[: 3 * distance.size].reshape(*distance.shape, 3)
            difference[...] = b[block]  # one call for all numbers of a block
            difference -= a[block]
            np.multiply(difference, difference, out=difference)
            np.add(difference[..., 0], difference[..., 1], out=distance)
            distance += difference[..., 2]
            np.sqrt(distance, out=distance)
            if not np.isfinite(distance.max()):
                distance[~np.isfinite(distance)] = np.nan
    return out


def pair_angles(a: Float, b: Float) -> Angles:
    """Angles between vectors (T or 1, V, 3).

    The angle is 2 asin(c / 2), with c the distance between unit vectors: exact for small angles, for which acos(a . b)
    is not. It grows with c, so only the largest c becomes an angle.
    """
    a, b = np.broadcast_arrays(a, b)
    chord, turned = np.zeros(len(a)), np.zeros((len(a), len(TURNS)), np.intp)
    compared, gone = np.zeros((2, len(a)), np.intp)
    limits = [(2.0 * np.sin(0.5 * np.radians(turn))) ** 2 for turn in TURNS]
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        for times, vertices in _blocks(len(a), a.shape[1]):
            first, second = a[times, vertices], b[times, vertices]
            per_one, per_other = 1.0 / _length(first), 1.0 / _length(second)
            square = np.zeros(first.shape[:2])
            for axis in range(3):
                difference = first[..., axis] * per_one
                difference -= second[..., axis] * per_other
                square += np.multiply(difference, difference, out=difference)
            largest = np.fmax.reduce(square, axis=1, initial=0.0)
            chord[times] = np.fmax(chord[times], largest)
            finite = np.isfinite(square)
            compared[times] += finite.sum(axis=1)
            if not finite.all():
                gone[times] += (np.isfinite(per_one) & ~finite).sum(axis=1)
            if (largest > limits[0]).any():
                turned[times] += np.stack([(square > limit).sum(axis=1) for limit in limits], axis=1)
    return Angles(2.0 * np.arcsin(np.minimum(0.5 * np.sqrt(chord), 1.0)), turned, compared, gone, np.zeros_like(gone))


def _length(vectors: Float) -> Float64:
    """(t, n) lengths of vectors (t, n, 3)."""
    square = np.zeros(vectors.shape[:2])
    for axis in range(3):
        square += np.square(vectors[..., axis], dtype=np.float64)
    return np.sqrt(square, out=square)


def _blocks(times: int, vertices: int) -> Iterator[tuple[slice, slice]]:
    """Slices of times and vertices that cover all pairs."""
    width = max(min(vertices, _PAIRS), 1)
    height = max(_PAIRS // width, 1)
    for t in range(0, times, height):
        for v in range(0, vertices, width):
            yield slice(t, min(t + height, times)), slice(v, min(v + width, vertices))
