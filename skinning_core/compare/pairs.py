"""Two results compared vertex by vertex: distances and angles in float64, without float64 copies of float32 data.

The arrays compared are (T, V, 3) and may take several hundred megabytes. They are read once, in blocks that stay in the
cache, one axis at a time, because NumPy is slow where its innermost loop has only three numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..model import Float, Float64

#: Pairs per block: a handful of float64 numbers for each of them fit into the second-level cache.
_PAIRS = 16384


def pair_distances(a: Float, b: Float) -> Float64:
    """(T, V) Euclidean distance of points (T or 1, V, 3) each; NaN where either side is not finite."""
    a, b = np.broadcast_arrays(a, b)
    out = np.empty(a.shape[:2])
    with np.errstate(invalid="ignore", over="ignore"):
        for block in _blocks(len(a), a.shape[1]):
            square = np.zeros(out[block].shape)
            for axis in range(3):
                difference = np.subtract(b[block][..., axis], a[block][..., axis], dtype=np.float64)
                square += np.multiply(difference, difference, out=difference)
            out[block] = np.sqrt(square, out=square)
    out[~np.isfinite(out)] = np.nan
    return out


def largest_angles(a: Float, b: Float) -> Float64:
    """(T,) largest angle between vectors (T or 1, V, 3) each, radians.

    Pairs with an undefined vector (0, NaN) are skipped. The angle is 2 asin(c / 2), c the distance between unit
    vectors: that keeps its digits where the angle is small and acos(a . b) has none. It grows with c, so only the
    largest c is converted to an angle.
    """
    a, b = np.broadcast_arrays(a, b)
    chord = np.zeros(a.shape[:1])
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        for times, vertices in _blocks(len(a), a.shape[1]):
            first, second = a[times, vertices], b[times, vertices]
            per_one, per_other = 1.0 / _length(first), 1.0 / _length(second)
            square = np.zeros(first.shape[:2])
            for axis in range(3):
                difference = first[..., axis] * per_one
                difference -= second[..., axis] * per_other
                square += np.multiply(difference, difference, out=difference)
            chord[times] = np.fmax(chord[times], np.fmax.reduce(square, axis=1, initial=0.0))
    return 2.0 * np.arcsin(np.minimum(0.5 * np.sqrt(chord), 1.0))


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
