"""Errors by joint, to show which bone causes them.

A vertex belongs to the joint of its largest weight, one of an unskinned part to its own node. Columns are nodes of the
file, so skins that share joints share columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...model import Float64, Int, Model, Part, remembered
from .statistics import Distances

#: Distances gathered together: as many as stay in the cache.
_BLOCK = 1 << 15


@dataclass(frozen=True, eq=False)
class JointDifference:
    """Distances from the reference by leading joint and time. J nodes lead at least one vertex."""

    leading: tuple[Int, ...]  # per part (V,): the node that leads each vertex
    nodes: Int  # (J,) ascending
    vertices: Int  # (J,) how many each node leads
    maximum: Float64  # (T, J) metres
    square_sum: Float64  # (T, J) sum of squared distances
    compared: Int  # (T, J) vertices compared

    @property
    def rms(self) -> Float64:
        """(T, J) root mean square distance, metres; 0: nothing was compared."""
        return np.sqrt(self.square_sum / np.maximum(self.compared, 1))

    def relative_maximum(self, scale: Float64) -> Float64:
        """(J,) each node's largest error of all times, relative to ``scale`` (T,)."""
        result: Float64 = (self.maximum / scale[:, None]).max(axis=0, initial=0.0)
        return result

    def relative_rms(self, scale: Float64) -> Float64:
        """(J,) each node's largest root mean square error of all times, relative to ``scale`` (T,)."""
        result: Float64 = (self.rms / scale[:, None]).max(axis=0, initial=0.0)
        return result


@dataclass(frozen=True, eq=False)
class ByJoint:
    """The vertices of some parts, sorted by the node that leads them."""

    order: Int  # (V,) vertices, those of one node together
    starts: Int  # (n,) the first of each node in ``order``
    places: Int | slice  # (n,) index of each of these nodes in ``Leaders.nodes``; or all of them


@dataclass(frozen=True, eq=False)
class Leaders:
    """The node that leads each vertex: the joint of its largest weight (the first of equals)."""

    leading: tuple[Int, ...]  # per part (V,) int32
    nodes: Int  # (J,) ascending: those that lead a vertex
    vertices: Int  # (J,) how many each node leads
    _arranged: dict[tuple[int, ...], ByJoint] = field(default_factory=dict)

    def by_joint(self, group: tuple[int, ...]) -> ByJoint:
        """The vertices of parts (indices, at least one), arranged once for all times."""
        if group not in self._arranged:
            owner = np.concatenate([self.leading[k] for k in group])
            column = np.searchsorted(self.nodes, owner)
            if len(self.nodes) < 1 << 16:
                column = column.astype(np.uint16)  # NumPy sorts 16 bits by counting
            counts = np.bincount(column)
            places = np.flatnonzero(counts)
            starts = np.cumsum(counts[places]) - counts[places]
            every = len(places) == len(self.nodes)
            order = np.argsort(column, kind="stable")
            self._arranged[group] = ByJoint(order, starts, slice(None) if every else places)
        return self._arranged[group]


@remembered
def leaders(model: Model, parts: tuple[Part, ...]) -> Leaders:
    """The nodes that lead the vertices of a model's parts."""
    leading = tuple(_leading(model, part) for part in parts)
    led = np.bincount(np.concatenate([*leading, np.zeros(0, np.int32)]))
    nodes = np.flatnonzero(led)
    return Leaders(leading, nodes, led[nodes])


def _leading(model: Model, part: Part) -> Int:
    influences = model.influences(part)
    if influences is None:
        return np.full(model.primitive(part).vertex_count, part.node, np.int32)
    rows = np.arange(len(influences.joints))
    strongest = influences.joints[rows, np.argmax(influences.weights, axis=1)]
    result: Int = np.asarray(model.skins[part.skin].joints, np.int32)[strongest]
    return result


def gathered_by_joint(distances: Distances, who: Leaders) -> JointDifference:
    """Gather distances (NaN: not compared) by the node that leads each vertex."""
    times = len(distances.moving)
    maximum, square_sum = np.zeros((2, times, len(who.nodes)))
    compared = np.zeros((times, len(who.nodes)), np.intp)
    for moving, rows in ((True, distances.moving), (False, distances.still)):
        if not rows.shape[1]:
            continue
        arranged = who.by_joint(distances.parts(moving=moving))
        step = max(_BLOCK // len(arranged.order), 1)
        for first in range(0, len(rows), step):
            # Parts that stand still have one row, which counts at every time.
            block = slice(first, first + step) if moving else slice(None)
            gathered = _by_joint(rows[first : first + step].take(arranged.order, axis=1, mode="wrap"), arranged.starts)
            places = arranged.places
            maximum[block, places] = np.maximum(maximum[block, places], gathered[0])
            square_sum[block, places] += gathered[1]
            compared[block, places] += gathered[2]
    return JointDifference(who.leading, who.nodes, who.vertices, maximum, square_sum, compared)


def _by_joint(arranged: Float64, starts: Int) -> tuple[Float64, Float64, Int]:
    """(t, J) largest, sum of squares and number of distances (t, V) of joints that begin at starts (J,); NaN: none."""
    largest = np.maximum.reduceat(arranged, starts, axis=1)
    counts = np.diff(np.append(starts, arranged.shape[1]))
    if np.isnan(largest).any():
        missing = np.isnan(arranged)
        arranged[missing] = 0.0
        largest = np.maximum.reduceat(arranged, starts, axis=1)
        counts = np.add.reduceat(~missing, starts, axis=1, dtype=np.intp)
    return largest, np.add.reduceat(np.square(arranged, out=arranged), starts, axis=1), counts


def join_joints(pieces: Sequence[JointDifference], order: Int) -> JointDifference:
    """Join tables of different times into one; ``order`` (T,): indices that sort the times."""
    return replace(pieces[0], **in_order(pieces, order, "maximum", "square_sum", "compared"))


def in_order(pieces: Sequence[Any], order: Int, *names: str) -> dict[str, Any]:
    """These arrays, (T, ...), of all pieces one after the other, in an ``order`` (T,)."""
    return {name: np.concatenate([getattr(piece, name) for piece in pieces])[order] for name in names}
