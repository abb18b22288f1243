"""The first joint down the chain that an engine poses differently, if that moves any vertex.

A joint carries all below it, so a fault in the shoulder shows most at the fingertips. Local matrices tell where it
begins: below the fault they are right again. Their entries alone tell little, since one chain may hold 100 and 0.01,
each rounded. So each joint is posed alone as the engine poses it, and the vertices under it show the effect.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from ...check.inspect import depths
from ...model import Bool, Float64, Int, Model, Nodes
from ...skinned import Skinned
from ...transform import as_4x4, inverse
from ..measure.difference import guarded_scale
from ..measure.tolerance import ORDINARY

#: A joint is named if it moves a vertex by this share of the whole pose's largest effect.
_OF_WHOLE = 0.05

#: The corners of a box from its smallest (0) and largest (1) coordinates.
_CORNERS = np.array(list(product((0, 1), repeat=3)))


def first_differing_node(model: Model, reference: Skinned, other: Skinned) -> int:
    """The wrongly posed node nearest to a root, of several the one that moves vertices farthest; -1: none.

    Both results have the same times and node matrices. Nodes without one in ``other`` are skipped. Effects up to
    ``ORDINARY`` of the size are rounding.
    """
    if reference.node_globals is None:
        return -1
    ours, theirs = as_4x4(reference.node_globals[..., :3, :]), _worlds(model, other)
    known = np.asarray(np.isfinite(theirs).all(axis=(0, 2, 3)))
    above = nearest_known(model, known)
    moving, corners = _reach(model)
    moving, corners = moving[known[moving]], corners[known[moving]]
    points = [(worlds[:, moving] @ corners.swapaxes(-1, -2)).swapaxes(-1, -2) for worlds in (ours, theirs)]
    whole = _longest(points[1] - points[0])
    enough = np.maximum(_OF_WHOLE * whole, ORDINARY * guarded_scale(reference.diagonal))
    depth, moved = depths(model.nodes), np.zeros(len(model.nodes))
    for node in sorted(np.flatnonzero(known).tolist(), key=depth.__getitem__):
        if moved.any() and depth[node] > depth[moved > 0.0].min():
            break
        under = at_or_below(model.nodes, np.arange(len(model.nodes)) == node)[moving]
        if under.any():
            parent = above[node]
            local = theirs[:, node] if parent < 0 else _inverses(theirs[:, parent]) @ theirs[:, node]
            posed = local if parent < 0 else ours[:, parent] @ local
            effect = _effect(ours[:, node], posed, theirs[:, node], [of_side[:, under] for of_side in points])
            moved[node] = np.where(effect >= enough, effect / enough, 0.0).max(initial=0.0)
    return int(moved.argmax()) if moved.any() else -1


def _worlds(model: Model, skinned: Skinned) -> Float64:
    """(T, N, 4, 4) world matrices of an engine; of joints by the skin palettes, which move vertices."""
    count = len(skinned.times)
    worlds = np.full((count, len(model.nodes), 4, 4), np.nan) if skinned.node_globals is None else skinned.node_globals
    worlds = worlds.copy()
    for skin, (joints, palettes) in zip(model.skins, skinned.skin_palettes, strict=False):
        regular = np.not_equal(np.linalg.det(skin.inverse_bind[:, :, :3]), 0.0)
        usable: Int = np.flatnonzero(regular & np.isfinite(palettes).all(axis=(0, 2, 3)))
        worlds[:, joints[usable]] = palettes[:, usable] @ as_4x4(inverse(skin.inverse_bind[usable]))
    return worlds


def nearest_known(model: Model, known: Bool) -> Int:
    """(N,) the nearest node above each with a known matrix (N,); -1: none."""
    above = np.full(len(model.nodes), -1, np.intp)
    for node in model.nodes.order.tolist():
        parent = int(model.nodes.parents[node])
        above[node] = parent if parent < 0 or known[parent] else above[parent]
    return above


def _reach(model: Model) -> tuple[Int, Float64]:
    """(m,) nodes that vertices follow, each once per part; (m, 8, 4) boxes around these vertices.

    Homogeneous corners in the node's space, times its largest weight: the most it adds to a vertex.
    """
    nodes: list[int] = []
    boxes: list[Float64] = []
    for part in model.parts:
        places, influences = np.asarray(model.primitive(part).positions, np.float64), model.influences(part)
        if influences is None:
            nodes.append(part.node)
            boxes.append(_box(places, 1.0))
            continue
        skin = model.skins[part.skin]
        for joint in np.unique(influences.joints[influences.weights > 0.0]).tolist():
            weights = np.where(influences.joints == joint, influences.weights, 0.0).max(axis=1)
            matrix, own = skin.inverse_bind[joint], places[weights > 0.0]
            nodes.append(int(skin.joints[joint]))
            boxes.append(_box(own @ matrix[:, :3].T + matrix[:, 3], float(weights.max())))
    return np.array(nodes, np.intp), np.array(boxes).reshape(-1, 8, 4)


def _box(places: Float64, weight: float) -> Float64:
    """(8, 4) homogeneous corners of the box around the finite of places (n, 3), times a weight."""
    places = places[np.isfinite(places).all(axis=1)]
    ends = np.stack([places.min(axis=0), places.max(axis=0)]) if len(places) else np.zeros((2, 3))
    result: Float64 = weight * np.append(ends[_CORNERS, np.arange(3)], np.ones((8, 1)), axis=1)
    return result


def at_or_below(nodes: Nodes, tops: Bool) -> Bool:
    """(N,) nodes that are some of these (N,) or below one."""
    below = np.append(tops, False)  # the last one: above all
    for node in nodes.order.tolist():
        below[node] |= below[nodes.parents[node]]
    return below[:-1]


@np.errstate(invalid="ignore", over="ignore")
def _effect(ours: Float64, posed: Float64, theirs: Float64, points: list[Float64]) -> Float64:
    """(T,) metres: how far points (T, m, 8, 4) under a node move at most if it alone is ``posed`` (T, 4, 4).

    They hang on it as in the reference, or as in the engine if the reference squashes them.
    """
    whole = np.abs(np.linalg.det(ours[:, :3, :3])) > 0.0
    base = np.where(whole[:, None, None], ours, theirs)
    change = (posed - ours) @ _inverses(base)
    under = np.where(whole[:, None, None, None], *points)
    return _longest(under @ change[:, None].swapaxes(-1, -2))


def _inverses(matrices: Float64) -> Float64:
    """(T, 4, 4) inverses of affine matrices, or the nearest to one."""
    linear = np.linalg.pinv(matrices[:, :3, :3])
    return as_4x4(np.concatenate([linear, -(linear @ matrices[:, :3, 3:])], axis=-1))


def _longest(vectors: Float64) -> Float64:
    """(T,) the longest of vectors (T, m, 8, 4), metres."""
    lengths = np.linalg.norm(vectors[..., :3], axis=-1)
    return np.asarray(np.nan_to_num(lengths, nan=0.0, posinf=0.0).max(axis=(1, 2), initial=0.0))
