"""Errors by joint, which tell the bone that causes them. A vertex belongs to the joint of its largest weight.

The columns are nodes of the file, not joints of a skin, so that skins which share joints share their columns.
The vertices of a part without a skin belong to the part's own node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..model import Float64, Int, Model, Part
from ..skinned import once

#: Distances that are gathered together: as many as stay in the cache from one step to the next.
_BLOCK = 1 << 15


@dataclass(frozen=True, eq=False)
class JointDifference:
    """Distances from the reference by leading joint and time. J nodes lead at least one vertex."""

    leading: tuple[Int, ...]  # per part (V,): node that leads each vertex
    nodes: Int  # (J,) ascending
    vertices: Int  # (J,) vertices that each node leads
    maximum: Float64  # (T, J) metres
    square_sum: Float64  # (T, J) sum over vertices of the squared distance
    compared: Int  # (T, J) vertices that could be compared

    @property
    def rms(self) -> Float64:
        """(T, J) root mean square distance, metres; 0 where nothing could be compared."""
        return np.sqrt(self.square_sum / np.maximum(self.compared, 1))

    def relative_maximum(self, scale: Float64) -> Float64:
        """(J,) largest error of each node over all times, relative to the ``scale`` (T,) of its time."""
        return (self.maximum / scale[:, None]).max(axis=0, initial=0.0)

    def relative_rms(self, scale: Float64) -> Float64:
        """(J,) largest root mean square error of each node over all times, relative to ``scale`` (T,)."""
        return (self.rms / scale[:, None]).max(axis=0, initial=0.0)


def leading_nodes(model: Model, parts: Sequence[Part]) -> tuple[Int, ...]:
    """Per part (V,) int32: the node that leads each vertex, the joint of its largest weight (the first of equals)."""
    return tuple(_leading(model, part) for part in parts)


def _leading(model: Model, part: Part) -> Int:
    influences = model.influences(part)
    if influences is None:
        return np.full(model.primitive(part).vertex_count, part.node, np.int32)
    rows = np.arange(len(influences.joints))
    strongest = influences.joints[rows, np.argmax(influences.weights, axis=1)]
    return np.asarray(model.skins[part.skin].joints, np.int32)[strongest]


def gathered_by_joint(distances: Sequence[Float64], leading: tuple[Int, ...]) -> JointDifference:
    """Gather per-part (T, V) distances (NaN: not compared) by the node that leads each vertex."""
    owner = np.concatenate([*leading, np.zeros(0, np.int32)])
    times = distances[0].shape[0] if distances else 0
    led = np.bincount(owner)
    nodes = np.flatnonzero(led)
    vertices = led[nodes]
    column_of = np.zeros(len(led), np.uint16 if len(nodes) < 1 << 16 else np.intp)  # NumPy sorts 16 bits by counting
    column_of[nodes] = np.arange(len(nodes))
    maximum, square_sum = np.zeros((2, times, len(nodes)))
    compared = np.zeros((times, len(nodes)), np.intp)
    # Parts that stand still are gathered from their single row, which then counts at every time.
    rows = [once(distance) for distance in distances]
    for length in {len(row) for row in rows}:
        group = [k for k, row in enumerate(rows) if len(row) == length and row.shape[1]]
        if not group:
            continue
        column = column_of[np.concatenate([leading[k] for k in group])]
        order = np.argsort(column, kind="stable")
        counts = np.bincount(column)
        places = np.flatnonzero(counts)
        starts = np.cumsum(counts[places]) - counts[places]
        step = max(_BLOCK // len(order), 1)
        for first in range(0, length, step):
            every = np.concatenate([rows[k][first : first + step] for k in group], axis=1)
            block = slice(None) if length < times else slice(first, first + step)
            gathered = _by_joint(np.take(every, order, axis=1), starts)
            maximum[block, places] = np.maximum(maximum[block, places], gathered[0])
            square_sum[block, places] += gathered[1]
            compared[block, places] += gathered[2]
    return JointDifference(leading, nodes, vertices, maximum, square_sum, compared)


def _by_joint(arranged: Float64, starts: Int) -> tuple[Float64, Float64, Int]:
    """(t, J) largest, sum of squares and number of distances (t, V) whose joints begin at starts (J,); NaN: none."""
    largest = np.maximum.reduceat(arranged, starts, axis=1)
    counts = np.diff(np.append(starts, arranged.shape[1]))
    if np.isnan(largest).any():
        missing = np.isnan(arranged)
        arranged[missing] = 0.0
        largest = np.maximum.reduceat(arranged, starts, axis=1)
        counts = np.add.reduceat(~missing, starts, axis=1, dtype=np.intp)
    return largest, np.add.reduceat(np.square(arranged, out=arranged), starts, axis=1), counts


def join_joints(pieces: Sequence[JointDifference]) -> JointDifference:
    """Join tables that follow each other in time into one."""
    first = pieces[0]
    return JointDifference(
        leading=first.leading,
        nodes=first.nodes,
        vertices=first.vertices,
        maximum=np.concatenate([p.maximum for p in pieces]),
        square_sum=np.concatenate([p.square_sum for p in pieces]),
        compared=np.concatenate([p.compared for p in pieces]),
    )
