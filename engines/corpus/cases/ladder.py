"""The ladder: ten vertices each, every rung adds one thing. Whoever writes an engine climbs it in this order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..figure import Figure, Keys, Surface, chained, quaternion, quaternions, spire, straight_bind
from .case import Figures

_ALONE = [[1.0], [1.0], [1.0], [1.0]]
_HALF = [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [0.0, 1.0]]
_BLEND = [[1.0, 0.0], [0.4, 0.6], [0.0, 1.0], [0.0, 1.0]]
#: Weights whose 16-bit form has equal bytes.
_BYTES = [[1.0, 0.0], [128 / 255, 127 / 255], [0.0, 1.0], [0.0, 1.0]]


def _pair(weights: list[list[float]] = _BLEND, *clip: Keys) -> Figure:
    return chained(spire(weights), 2, clip)


def _one_joint() -> Figure:
    figure = chained(spire(_ALONE), 1).with_node(0, rotation=quaternion((0, 0, 1), 30), translation=[0.5, 0.25, 0.0])
    return figure.with_bind(np.eye(4)[None])


def _two_joints() -> Figure:
    figure = _pair(_HALF).with_node(1, rotation=quaternion((0, 0, 1), 40), translation=[0.0, 0.0, 0.0])
    return figure.with_bind(np.tile(np.eye(4), (2, 1, 1)))


def _bind() -> Figure:
    figure = _pair().with_node(0, rotation=quaternion((1, 0, 0), 20))
    return figure.with_node(1, rotation=quaternion((0, 0, 1), 50))


def _turned_bind() -> Figure:
    """The second joint is turned at bind by 30 degrees about Z."""
    figure, c, s = _bind(), np.sqrt(0.75), 0.5
    back = np.array([[c, s, 0, -0.5 * s], [-s, c, 0, -0.5 * c], [0, 0, 1, 0], [0, 0, 0, 1]])
    return figure.with_node(1, rotation=quaternion((0, 0, 1), 80)).with_bind(np.stack([np.eye(4), back]))


def _equal_keys() -> Figure:
    first = Keys(0, "rotation", (0, 0.5, 1), quaternions((0, 0, 30), (1, 0, 0)))
    return _pair(_BLEND, first, Keys(1, "rotation", (0, 0.5, 1), quaternions((25, 60, 60))))


def _unequal_lengths() -> Figure:
    keys = quaternions((0, 70, -20)) * np.array([[0.8], [1.25], [1.0]])
    return _pair(_BLEND, Keys(1, "rotation", (0, 0.5, 1), keys), Keys(0, "rotation", (0, 1), quaternions((10, -10))))


def _matrices() -> Figure:
    figure, angle = _pair().with_node(1, translation=None), np.radians(35)
    c, s = float(np.cos(angle)), float(np.sin(angle))
    columns = [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0.05, 0.5, 0.1, 1]
    return figure.with_node(1, matrix=columns)


def _strided() -> Figure:
    figure = chained(spire(_BYTES), 2).with_node(1, rotation=quaternion((0.2, 0, 1), 45))
    return replace(figure, stored={"vertices": "strided", "WEIGHTS": "u2"})


def _sparse() -> Figure:
    return replace(_pair().with_node(1, rotation=quaternion((0, 0.3, 1), -45)), stored={"POSITION": "sparse"})


def _absent_bind() -> Figure:
    figure = _pair().with_node(0, translation=[0.2, 0.1, 0.0])
    return figure.with_node(1, translation=[0.0, 0.1, 0.0], rotation=quaternion((0, 0, 1), 35)).with_bind(None)


def _zero_sum() -> Figure:
    figure = _bind()

    def without(surface: Surface) -> Surface:
        weights, joints = surface.weights.copy(), surface.joints.copy()
        weights[6:], joints[6:] = 0.0, [1, 0, 0, 0]
        return replace(surface, weights=weights, joints=joints)

    return figure.with_surfaces(without)


def _twice() -> Figure:
    surface = spire([[0.75, 0.25, 0.0], [0.25, 0.5, 0.25], [0.0, 0.375, 0.625], [0.0, 0.375, 0.625]])
    figure = chained(replace(surface, joints=np.where(surface.joints == 2, 1, surface.joints)), 2)
    return figure.with_node(1, rotation=quaternion((0, 0, 1), 55)).with_node(0, rotation=quaternion((1, 0, 0), 15))


def _uneven() -> Figure:
    surface = spire([[1, 0, 0], [0.4, 0.6, 0], [0, 0.3, 0.7], [0, 0, 1.0]])
    figure = chained(surface, 3).with_node(0, scale=[1.5, 0.75, 1.0])
    return figure.with_node(1, rotation=quaternion((0, 0, 1), 40)).with_node(2, rotation=quaternion((1, 0, 0), 30))


def _normals() -> Figure:
    figure = _pair([[1, 0], [0.8, 0.2], [0.3, 0.7], [0, 1]]).with_node(0, rotation=quaternion((0, 0, 1), 25))
    figure = figure.with_node(1, scale=[-1.25, 1.0, 0.8])
    bind = straight_bind(2)
    bind[1] = np.diag([-1.0, 1.0, 1.0, 1.0]) @ bind[1]
    return figure.with_bind(bind)


def _morphs() -> Figure:
    figure = _bind()
    points = figure.meshes[0][0].points
    height = points[:, 1:2]
    wide = np.where(height == 0.5, points * [0.6, 0.0, 0.6], 0.0)
    lean = height**2 * [0.2, 0.0, 0.1]
    figure = figure.with_surfaces(lambda s: replace(s, targets=((wide, None), (lean, None))))
    return replace(figure.with_node(2, weights=[1.0, 0.5]), mesh_weights={0: (0.0, 1.0)})


LADDER: Figures = {
    "one-joint": _one_joint,
    "two-joints": _two_joints,
    "bind": _turned_bind,
    "slerp": lambda: _pair(_BLEND, Keys(1, "rotation", (0, 1), quaternions((0, 90)))),
    "equal-keys": _equal_keys,
    "unequal-lengths": _unequal_lengths,
    "node-matrix": _matrices,
    "strided": _strided,
    "sparse": _sparse,
    "absent-bind": _absent_bind,
    "zero-sum": _zero_sum,
    "joint-twice": _twice,
    "uneven-scale": _uneven,
    "normals": _normals,
    "morph": _morphs,
}
