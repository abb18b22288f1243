"""A difference as a picture: an engine's result at its worst time, coloured by error, the worst vertex in view.

Plain NumPy, for reports without Blender or a graphics card: triangles are sampled closely enough to cover their pixels,
and each pixel keeps the sample nearest to the eye.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..compare.judge.comparison import WorstFrame
from ..model import Float, Float64, Int
from .heat_scale import srgb_colors

#: Pixels from left to right.
WIDTH = 300
#: Pixels from top to bottom.
HEIGHT = 360
#: Samples of a pixel along a side, averaged for smooth edges.
FINER = 2

#: Of the eye above the horizon.
_ELEVATION = np.radians(12.0)

#: Directions all around, tried until the worst vertex is seen.
_TURNS = 16

#: What a close-up shows, of the character's diagonal.
CLOSE = 0.16

#: Towards the light, seen from the eye: right, up, towards it.
_LIGHT = np.array((0.35, 0.55, 0.76))

#: Longer triangles, in pixels, are drawn pixel by pixel.
_LARGE = 64.0

#: Samples along a side of a small triangle; beyond, rounded up: triangles are then sampled in few ways.
_FINE_SAMPLES = 8

#: The multiple to which they are rounded.
_SAMPLE_MULTIPLE = 4

#: Samples at a time, which stay in the processor's cache.
_SAMPLES = 1 << 16


@dataclass(frozen=True)
class Portrait:
    """A picture, and where the worst vertex is on it."""

    image: NDArray[np.uint8]  # (HEIGHT, WIDTH, 4) sRGB, not premultiplied, transparent background
    worst: tuple[float, float]  # pixels from the left and from the top
    hidden: bool = False  # behind something, from wherever one looks


def portrait(frame: WorstFrame, *, close: bool = False) -> Portrait:
    """Draw a frame from where its worst vertex is seen, near the side on which it is.

    ``close``: only the surroundings of that vertex.
    """
    points, triangles = _joined(frame)
    errors = np.concatenate(frame.errors)
    worst = int(np.nanargmax(errors))
    finite = points[np.isfinite(points).all(axis=1)]
    axes, hidden = _axes(finite, points, triangles, worst)
    seen, centre, reach = _placed(finite, points, points[worst], axes, close=close)
    size = np.array((WIDTH, HEIGHT)) * FINER
    scale = float(np.min(size / (2.0 * reach)))
    pixels = (seen[:, :2] - centre) * (scale, -scale) + size / 2.0
    layers = _Layers(size[0], size[1])
    of_worst = errors / (float(errors[worst]) or 1.0)
    layers.draw(np.column_stack([pixels, seen[:, 2]]), triangles, of_worst, _lit(seen, triangles))
    across, down = (pixels[worst] / FINER).tolist()
    return Portrait(layers.image(), (across, down), hidden)


def _joined(frame: WorstFrame) -> tuple[Float64, Int]:
    """(V, 3) points of all parts, and (F, 3) their triangles, less those with a lost corner."""
    points = np.concatenate(frame.positions).astype(np.float64)
    starts = np.cumsum([0] + [len(of_part) for of_part in frame.positions])
    triangles = np.concatenate([t + start for t, start in zip(frame.triangles, starts, strict=False)])
    return points, triangles[np.isfinite(points[triangles]).all(axis=(1, 2))]


def _axes(finite: Float64, points: Float64, triangles: Int, worst: int) -> tuple[Float64, bool]:
    """(3, 3) the eye's right, up and towards it, in the world; and whether the worst vertex is hidden all around.

    ``finite``: (n, 3) of ``points`` (V, 3), those not lost. The eye is on the worst vertex's side, or as little around
    from there as shows it.
    """
    low, high = finite.min(axis=0), finite.max(axis=0)
    outwards = (points[worst] - (low + high) / 2.0) * (1.0, 0.0, 1.0)
    off_centre = np.hypot(*outwards[[0, 2]]) > 1e-6 * np.ptp(finite)
    turn = np.arctan2(outwards[0], outwards[2]) if off_centre else np.radians(30)
    others = triangles[(triangles != worst).all(axis=1)]
    slack = 1e-3 * float(np.linalg.norm(high - low))  # what touches it hides nothing
    for step in range(_TURNS):
        aside = (step + 1) // 2 * (1 if step % 2 else -1) * 2.0 * np.pi / _TURNS
        axes = _axes_at(turn + aside)
        if not _covered(points @ axes.T, others, points[worst] @ axes.T, slack):
            return axes, False
    return _axes_at(turn), True


def _axes_at(turn: float) -> Float64:
    sine, cosine, rise, level = np.sin(turn), np.cos(turn), np.sin(_ELEVATION), np.cos(_ELEVATION)
    return np.array(((cosine, 0.0, -sine), (-sine * rise, level, -cosine * rise), (sine * level, rise, cosine * level)))


def _covered(seen: Float64, triangles: Int, point: Float64, slack: float) -> bool:
    """Whether a triangle (F, 3) is in front of a point (3,) by more than ``slack``."""
    corners = seen[triangles] - point
    flat = corners[:, :, :2]
    near = (flat.min(axis=1) <= 0.0).all(axis=1) & (flat.max(axis=1) >= 0.0).all(axis=1)
    near &= corners[:, :, 2].max(axis=1) > slack
    a, b, c = (corners[near][:, k] for k in range(3))
    parts = np.stack([_cross(b, c), _cross(c, a), _cross(a, b)])
    inside = (parts >= 0.0).all(axis=0) | (parts <= 0.0).all(axis=0)
    area = parts.sum(axis=0)
    inside &= area != 0.0
    depths = (parts * np.stack([a[:, 2], b[:, 2], c[:, 2]])).sum(axis=0) / np.where(area == 0.0, 1.0, area)
    return bool((inside & (depths > slack)).any())


def _cross(a: Float64, b: Float64) -> Float64:
    cross: Float64 = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return cross


def _placed(
    finite: Float64, points: Float64, worst: Float64, axes: Float64, *, close: bool
) -> tuple[Float64, Float64, Float64]:
    """(V, 3) points as the eye sees them (right, up, towards it), the picture's (2,) centre, and half its (2,) size."""
    seen = points @ axes.T
    if close:
        half = CLOSE / 2.0 * float(np.linalg.norm(np.ptp(finite, axis=0)))
        return seen, (axes @ worst)[:2], np.full(2, max(half, 1e-12))
    corners = finite @ axes[:2].T
    left, right = corners.min(axis=0), corners.max(axis=0)
    return seen, (left + right) / 2.0, np.maximum((right - left) / 2.0 * 1.08, 1e-12)


def _lit(seen: Float64, triangles: Int) -> Float64:
    """(F,) brightness of triangles (F, 3), 0 to 1; ``seen``: (V, 3) as the eye sees them."""
    a, b, c = (seen[triangles[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1)
    facing = np.abs(normal @ _LIGHT) / np.where(length > 0.0, length, 1.0)
    result: Float64 = 0.45 + 0.55 * facing
    return result


class _Layers:
    """Of each pixel, the nearest sample's nearness, place on the scale, and brightness."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = int(width), int(height)
        self._near = np.full(self._width * self._height, -np.inf)
        self._fraction = np.zeros(self._width * self._height)
        self._light = np.zeros(self._width * self._height)

    def draw(self, points: Float64, triangles: Int, fractions: Float, light: Float64) -> None:
        """Draw triangles (F, 3) over points (V, 3: pixels right and down, nearness), with a light (F,) each.

        ``fractions``: (V,) of the scale's top; NaN: lost.
        """
        corners = points[triangles]
        flat = corners[:, :, :2]
        longest = np.linalg.norm(flat - np.roll(flat, 1, axis=1), axis=2).max(axis=1, initial=0.0)
        beyond = (flat.max(axis=1) < 0) | (flat.min(axis=1) > (self._width, self._height))
        inside = ~beyond.any(axis=1)
        nearest_first = np.argsort(-corners[:, :, 2].max(axis=1), kind="stable")  # what is behind is soon dropped
        small = nearest_first[((longest <= _LARGE) & inside)[nearest_first]]
        large = np.flatnonzero((longest > _LARGE) & inside)
        of_corners = fractions[triangles]
        self._draw_small(corners[small], of_corners[small], light[small], longest[small])
        self._draw_large(corners[large], of_corners[large], light[large])

    def _draw_small(self, corners: Float64, fractions: Float, light: Float64, longest: Float64) -> None:
        """Triangles by samples closer than a pixel, all with as many samples at once. longest: (F,) sides, pixels."""
        steps = np.ceil(1.25 * longest).astype(int)
        rounded_up = -(-steps // _SAMPLE_MULTIPLE) * _SAMPLE_MULTIPLE
        steps = np.where(steps > _FINE_SAMPLES, rounded_up, np.maximum(steps, 1))
        for count in np.unique(steps).tolist():
            weights = _grid(count)
            alike = np.flatnonzero(steps == count)
            for piece in np.array_split(alike, -(-len(alike) * len(weights) // _SAMPLES)):
                samples = (weights @ corners[piece].transpose(1, 0, 2).reshape(3, -1)).reshape(-1, 3)
                of_samples = (weights @ fractions[piece].T).ravel()
                self._keep_nearest(samples, of_samples, np.tile(light[piece], len(weights)))

    def _draw_large(self, corners: Float64, fractions: Float, light: Float64) -> None:
        """Triangles pixel by pixel, some together: a call costs as much as some thousand pixels."""
        made: list[tuple[Float64, Float, Float64]] = []
        count = 0
        for k in range(len(corners)):
            weights = self._pixels_of(corners[k, :, :2])
            made.append((weights @ corners[k], weights @ fractions[k], np.full(len(weights), light[k])))
            count += len(weights)
            if count > _SAMPLES or k == len(corners) - 1:
                self._keep_nearest(*map(np.concatenate, zip(*made, strict=True)))
                made, count = [], 0

    def _pixels_of(self, corners: Float64) -> Float64:
        """(S, 3) barycentric weights of the middles of all pixels in a triangle (3, 2)."""
        size = (self._width, self._height)
        low = np.maximum(np.floor(corners.min(axis=0)), 0.0)
        high = np.minimum(np.ceil(corners.max(axis=0)), size)
        columns, rows = (np.arange(low[k], high[k]) + 0.5 for k in range(2))
        across, down = corners[1] - corners[0], corners[2] - corners[0]
        area = across[0] * down[1] - across[1] * down[0]
        if area == 0.0:
            return np.zeros((0, 3))
        x, y = (columns - corners[0, 0])[None, :], (rows - corners[0, 1])[:, None]
        second = (x * down[1] - y * down[0]) / area
        third = (across[0] * y - across[1] * x) / area
        inside = (second >= 0.0) & (third >= 0.0) & (second + third <= 1.0)
        return np.column_stack([1.0 - second[inside] - third[inside], second[inside], third[inside]])

    def _keep_nearest(self, samples: Float64, fractions: Float, light: Float64) -> None:
        column, row = np.floor(samples[:, 0]).astype(int), np.floor(samples[:, 1]).astype(int)
        inside = (column >= 0) & (column < self._width) & (row >= 0) & (row < self._height)
        pixel = np.where(inside, row * self._width + column, 0)
        nearer = np.flatnonzero(inside & (samples[:, 2] > self._near[pixel]))[::-1]
        # Of those for one pixel the nearest is last, of equals the first that was drawn.
        nearer = nearer[np.argsort(samples[nearer, 2], kind="stable")]
        pixel = pixel[nearer]
        self._near[pixel] = samples[nearer, 2]
        self._fraction[pixel] = fractions[nearer]
        self._light[pixel] = light[nearer]

    def image(self) -> NDArray[np.uint8]:
        """(HEIGHT, WIDTH, 4) the picture, averaged over ``FINER`` samples along each side."""
        drawn = np.flatnonzero(self._light > 0.0)
        layers = np.zeros((len(self._light), 4))
        layers[drawn, :3] = srgb_colors(self._fraction[drawn]) * self._light[drawn, None]
        layers[drawn, 3] = 1.0
        finer = layers.reshape(self._height // FINER, FINER, self._width // FINER, FINER, 4)
        mean = np.mean([finer[:, i, :, j] for i in range(FINER) for j in range(FINER)], axis=0)
        alpha = mean[..., 3:]
        straight = np.concatenate([mean[..., :3] / np.where(alpha > 0.0, alpha, 1.0), alpha], axis=-1)
        return np.rint(255.0 * straight).astype(np.uint8)


def _grid(steps: int) -> Float64:
    """(S, 3) barycentric weights all over a triangle, ``steps`` + 1 along each side."""
    a, b = np.meshgrid(np.arange(steps + 1), np.arange(steps + 1), indexing="ij")
    inside = a + b <= steps
    first, second = a[inside] / steps, b[inside] / steps
    return np.column_stack([first, second, 1.0 - first - second])
