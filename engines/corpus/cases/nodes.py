"""Cases of nodes: local transforms and their products (3.5.3)."""

from __future__ import annotations

import numpy as np

from ..figure import BONE, Figure, bent
from .case import Figures


def _mirrored(**fields: object) -> Figure:
    """A bent figure whose second joint mirrors, at bind as well: the surface is not turned out."""
    figure = bent().with_node(1, rotation=None, **fields)
    bind, scale = figure.bind, fields.get("scale")
    mirror = np.diag([*scale, 1.0]) if isinstance(scale, list) else np.diag([-1.0, 1.0, 1.0, 1.0])
    bind = np.stack([bind[0], mirror @ bind[1], mirror @ bind[2]])
    figure = figure.with_node(2, translation=(mirror[:3, :3] @ [0.0, BONE, 0.0]).tolist())
    return figure.with_bind(bind)


def _matrix() -> Figure:
    """The same by a node's matrix."""
    figure = _mirrored(translation=None, matrix=[-1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0])
    low = np.eye(4)
    low[1, 3] = 0.5  # the joint stands at the root's place
    return figure.with_bind(np.stack([figure.bind[0], low @ figure.bind[1], low @ figure.bind[2]]))


NODES: Figures = {
    "mirrored-matrix": _matrix,
    "negative-scale": lambda: _mirrored(scale=[-1.0, -1.0, 1.0]),
    "zero-scale": lambda: bent().with_node(2, scale=[0.0, 0.0, 0.0]),
    "far-away": lambda: bent().with_node(0, translation=[1000.0, 20.0, -1000.0]),
}
