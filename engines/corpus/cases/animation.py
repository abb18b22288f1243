"""Cases of animation: interpolation, times, channels (3.11, appendix C)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ....model import Float64
from ..figure import BONE, Figure, Keys, body, chained, moving, quaternions, swelling
from .case import Figures

_AXIS = (0.3, 0.2, 1)


def _played(*clip: Keys) -> Figure:
    return chained(body(3), 3, clip)


def _rotations(times: Sequence[float], first: Float64, second: Float64, how: str = "LINEAR") -> Figure:
    return _played(Keys(1, "rotation", times, first, how), Keys(2, "rotation", times, second, how))


def _step() -> Figure:
    slide = Keys(2, "translation", (0, 0.5, 1), [[0, BONE, 0], [0.2, BONE, 0], [0, 0.7, 0.1]], "STEP")
    return _played(Keys(1, "rotation", (0, 0.25, 1), quaternions((0, 60, -30), _AXIS), "STEP"), slide)


def _signs() -> Figure:
    flip = np.array([[1.0], [-1.0], [1.0]])
    return _rotations((0, 0.5, 1), quaternions((0, 40, 75), _AXIS) * flip, quaternions((0, -40, 10), (1, 0, 0)) * -flip)


def _cubic(values: object, slopes: object) -> Float64:
    """(K, 3, C) values (K, C) with tangents (K, C) per second on either side."""
    tangent = np.asarray(slopes, np.float64)
    return np.stack([tangent, np.asarray(values, np.float64), tangent], axis=1)


def _cubic_all() -> Figure:
    """Key intervals of one second: a tangent times the interval is the tangent."""
    turn_slopes = [[0, 0, 0.8, 0.3], [0.4, 0, -0.5, 0], [0, 0.3, 0.4, 0]]
    place = _cubic([[0, BONE, 0], [0.15, 0.6, 0], [0, 0.45, 0.1]], [[0.3, 0, 0], [0, 0.4, 0.2], [0.2, 0, 0]])
    size = _cubic([[1, 1, 1], [1.3, 0.8, 1.1], [0.8, 1.2, 1]], [[0.5, 0, 0], [0, 0, 0.6], [0, 0.4, 0]])
    return _played(
        Keys(1, "rotation", (0, 1, 2), _cubic(quaternions((0, 50, -30), _AXIS), turn_slopes), "CUBICSPLINE"),
        Keys(2, "translation", (0, 1, 2), place, "CUBICSPLINE"),
        Keys(2, "scale", (0, 1, 2), size, "CUBICSPLINE"),
    )


def _tangents() -> Figure:
    place = [[0, BONE, 0], [0.1, 0.55, 0], [0, 0.5, 0.1]]
    slow = [[0.9, 0, 0.3], [0, 0.8, -0.6], [-0.8, 0.4, 0]]
    other = [[0, 0.3, 0.8], [0.5, 0, 0], [0, 0, -0.9]]
    return _played(
        Keys(1, "translation", (0, 0.25, 1), _cubic(place, slow), "CUBICSPLINE"),
        Keys(2, "translation", (0, 0.25, 1), _cubic(place, other), "CUBICSPLINE"),
    )


def _morphing(times: Sequence[float], weights: object, how: str = "LINEAR", component: str = "f4") -> Figure:
    """The usual clip, and weights of two targets."""
    figure = moving()
    lean = figure.meshes[0][0].points[:, 1:2] ** 2 * [0.15, 0.0, 0.1]
    figure = figure.with_surfaces(lambda s: replace(s, targets=((swelling(s), None), (lean, None))))
    played = [replace(keys, times=times) for keys in figure.clips[0]]
    return replace(figure, clips=((*played, Keys(3, "weights", times, weights, how, component)),))


def _cubic_weights() -> Figure:
    weights = np.array([[0.0, 0.8], [1.0, 0.1], [0.3, 0.5]])
    slopes = np.array([[1.5, -1.0], [0.0, 0.5], [-1.0, 2.0]])
    return _morphing((0, 1, 2), _cubic(weights, slopes), "CUBICSPLINE")


def _uneven() -> Figure:
    times = (0, 1 / 24, 1 / 15, 0.125, 0.5, 1.0)
    return _rotations(
        times, quaternions((0, 15, -5, 30, -40, 20), _AXIS), quaternions((0, -20, 10, 40, 5, -30), (1, 0, 0))
    )


def _late() -> Figure:
    return _rotations((0.5, 0.75, 1), quaternions((30, -30, 50), _AXIS), quaternions((-20, 60, 0), (1, 0, 0)))


def _single() -> Figure:
    still = Keys(2, "rotation", (0,), quaternions((55,), (1, 0, 0)))
    return _played(Keys(1, "rotation", (0, 1), quaternions((0, 40), _AXIS)), still)


def _ends() -> Figure:
    return _played(
        Keys(1, "rotation", (0, 0.5), quaternions((10, 60), _AXIS)),
        Keys(2, "rotation", (0, 1), quaternions((0, -50), _AXIS)),
    )


#: Whole numbers whose squares sum to 127 squared: as signed bytes these quaternions are exactly unit.
_EXACT = np.array([[0, 0, 0, 127], [6, 8, 30, 123], [6, 12, 45, 118]]) / 127.0
#: And these squares to 255 squared: exactly unit as unsigned bytes and shorts, which hold no number below zero.
UNSIGNED = np.array([[0, 0, 0, 255], [46, 50, 53, 240], [32, 74, 75, 230]]) / 255.0


def _integers() -> Figure:
    figure = _morphing((0, 0.5, 1), np.array([[0, 255], [255, 51], [102, 0]]) / 255.0, component="u1")
    signed = Keys(1, "rotation", (0, 0.5, 1), _EXACT, component="i1")
    unsigned = Keys(2, "rotation", (0, 0.5, 1), UNSIGNED[[0, 2, 1]], component="u1")
    return replace(figure, clips=((signed, unsigned, figure.clips[0][-1]),))


def _without_node() -> Figure:
    figure = moving()
    nobody = Keys(-1, "translation", (0, 1), [[0, 0, 0], [1, 1, 1]])
    return replace(figure, clips=((nobody, *figure.clips[0]),))


def _two_clips() -> Figure:
    figure = moving()
    first, second = figure.clips[0]
    slide = Keys(0, "translation", (0, 0.5, 1), [[0, 0, 0], [0.2, 0.1, 0], [0, 0, 0.3]])
    return replace(figure, clips=((first, replace(first, node=0)), (second, slide)))


ANIMATION: Figures = {
    "step": _step,
    "half-turn": lambda: _rotations((0, 1), quaternions((0, 179), (0, 1, 0)), quaternions((0, 40), _AXIS)),
    "signs": _signs,
    "cubic": _cubic_all,
    "cubic-tangents": _tangents,
    "cubic-weights": _cubic_weights,
    "late-start": _late,
    "single-key": _single,
    "uneven-keys": _uneven,
    "after-the-end": _ends,
    "integer-keys": _integers,
    "no-target": _without_node,
    "two-clips": _two_clips,
}
