"""Cases of attributes: how influences and positions are stored (3.6.2, 3.7.2, 3.7.3.3)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ....model import Float64, Int
from ..figure import Figure, Rig, Surface, bent, body, chain, chained, quaternion, straight_bind, swelling
from .case import Figures


def _stored(**how: str) -> Figure:
    return replace(bent(), stored=how)


def _signed_bytes() -> Figure:
    """140 joints in a fan, the last three of which bend the body: bytes above 127 name them."""
    figure, idle = bent(), 137
    fan = range(4, 4 + idle)
    extra = [{"name": f"idle {k}", "translation": [9.0, 0.1 * k, 0.0]} for k in range(idle)]
    bind = np.concatenate([np.tile(np.eye(4), (idle, 1, 1)), straight_bind(3)])
    shifted = figure.with_surfaces(lambda s: replace(s, joints=np.where(s.weights > 0, s.joints + idle, 0)))
    root = {**figure.nodes[0], "children": [1, *fan]}
    return replace(shifted, nodes=(root, *figure.nodes[1:], *extra), rigs=(Rig((*fan, 0, 1, 2), bind),))


def _many_influences(sets: int, *, gap: bool = False) -> Figure:
    """A body on a chain of ``4 * sets`` joints, each vertex with as many influences, the strongest first.

    gap: of three sets the second stays empty, and the others are in no order.
    """
    count = 4 * sets
    short = 1.5 / count
    surface = body(3, rings=9)
    places = short * np.arange(count)
    far = np.abs(surface.points[:, 1:2] + 0.25 - places)
    dense = np.exp(-((far / 0.45) ** 2)) + 0.02
    if gap:
        dense = np.hstack([dense[:, :4], np.zeros((len(dense), 4)), dense[:, 4:8]])
    dense = dense / dense.sum(axis=1, keepdims=True)
    order = _shuffled(dense) if gap else np.argsort(-dense, axis=1, kind="stable")
    weights = np.take_along_axis(dense, order, 1)
    surface = replace(surface, joints=np.where(weights > 0, order, 0), weights=weights)
    surface = replace(surface, points=surface.points + np.array([0.0, 0.25, 0.0]))
    nodes = list(chain(count, length=short))
    for k in range(1, count):
        nodes[k]["rotation"] = quaternion((0.3 * (k % 2), 0, 1), 14 if k < count // 2 else -22)
    nodes.append({"name": "body", "mesh": 0, "skin": 0})
    return Figure(tuple(nodes), ((surface,),), (Rig(tuple(range(count)), straight_bind(count, short)),))


def _shuffled(dense: Float64) -> Int:
    """(V, 12) the places 0 to 11, the four of each set in an order that weights do not tell."""
    return np.tile([2, 0, 3, 1, 4, 5, 6, 7, 9, 11, 8, 10], (len(dense), 1))


def _sums() -> Figure:
    def half(surface: Surface) -> Surface:
        return replace(surface, weights=surface.weights * np.linspace(0.25, 3.0, len(surface.weights))[:, None])

    return bent().with_surfaces(half)


def _junk() -> Figure:
    def named(surface: Surface) -> Surface:
        return replace(surface, joints=np.where(surface.weights > 0, surface.joints, 3))

    figure = bent().with_surfaces(named)
    junk = {"name": "far away", "translation": [50.0, -20.0, 30.0], "scale": [40.0, 40.0, 40.0]}
    bind = np.concatenate([straight_bind(3), np.eye(4)[None]])
    return replace(figure, nodes=(*figure.nodes, junk), rigs=(Rig((0, 1, 2, 4), bind),)).under(name="root")


def _topologies() -> Figure:
    """The same body as a strip of triangles, as two fans, and without indices, each a mesh of its own."""
    figure = bent()
    whole = figure.meshes[0][0]
    sides, rings = 16, (len(whole.points) - 2) // 16
    bottom, top = len(whole.points) - 2, len(whole.points) - 1
    last_ring = (rings - 1) * sides
    lower = [bottom, *range(sides - 1, -1, -1), sides - 1]
    upper = [top, *range(last_ring, last_ring + sides), last_ring]
    surfaces = [
        replace(whole, mode=5, order=np.array(_strip(sides, rings))),
        replace(whole, mode=6, order=np.array(lower)),
        replace(whole, mode=6, order=np.array(upper)),
        _without_indices(whole, aside=0.8),
    ]
    drawn = [{"name": f"part {k}", "mesh": k, "skin": k} for k in range(len(surfaces))]
    return replace(
        figure,
        nodes=(*figure.nodes[:3], *drawn),
        meshes=tuple((surface,) for surface in surfaces),
        rigs=figure.rigs * len(surfaces),
    )


def _strip(sides: int, rings: int) -> list[int]:
    """The wall as one strip; triangles without area lead from ring to ring."""
    strip: list[int] = []
    for ring in range(rings - 1):
        for side in (*range(sides), 0):
            strip += [(ring + 1) * sides + side, ring * sides + side]
        strip += [strip[-1], (ring + 2) * sides]
    return strip


def _without_indices(whole: Surface, aside: float) -> Surface:
    """Each triangle has corners of its own, ``aside`` metres along X."""
    bare = whole.triangles.ravel()
    return replace(
        whole,
        points=whole.points[bare] + [aside, 0.0, 0.0],
        normals=whole.normals[bare],
        joints=whole.joints[bare],
        weights=whole.weights[bare],
        triangles=np.arange(len(bare)).reshape(-1, 3),
        indexed=False,
    )


def _primitives() -> Figure:
    """Three primitives of one mesh: four, eight and four influences, and different numbers of vertices."""
    figure, thin, wide = bent(), body(3, sides=7, rings=5), body(3, sides=10)
    thin = replace(thin, points=thin.points * [0.6, 1, 0.6] + [0.7, 0, 0])
    empty = np.zeros_like(wide.weights)
    wide = replace(
        wide,
        points=wide.points + np.array([-0.7, 0, 0]),
        joints=np.hstack([empty.astype(int), wide.joints]),
        weights=np.hstack([empty, wide.weights]),
    )
    return replace(figure, meshes=((figure.meshes[0][0], wide, thin),))


def _default_weights() -> Figure:
    figure = bent().with_surfaces(lambda s: replace(s, targets=((swelling(s), None), (2.0 * swelling(s), None))))
    return replace(figure, mesh_weights={0: (0.75, 0.25)})


def _fine_weights() -> Figure:
    """A body between joints 32 metres apart: a weight off by 1/65536 moves a vertex by half a millimetre."""

    def leaning(surface: Surface) -> Surface:
        share = 0.5 + 0.0123 * np.sin(3.0 * surface.points[:, 1:2])
        weights = np.hstack([1.0 - share, share, 0.0 * share, 0.0 * share])
        return replace(surface, joints=np.where(weights > 0.0, np.arange(4), 0), weights=weights)

    figure = chained(body(2), 2).with_surfaces(leaning).with_node(0, translation=[-16.0, 0.0, 0.0])
    figure = figure.with_node(1, translation=[32.0, 0.0, 0.0])
    return figure.with_bind(np.tile(np.eye(4), (2, 1, 1)))


def _tube() -> Figure:
    return chained(body(2), 2).with_node(1, rotation=quaternion((0, 0.4, 1), 60))


ATTRIBUTES: Figures = {
    "weights-u8": lambda: _stored(WEIGHTS="u1"),
    "weights-u16": lambda: _stored(WEIGHTS="u2"),
    "joints-u8": _signed_bytes,
    "joints-u16": lambda: _stored(JOINTS="u2"),
    "influences-8": lambda: _many_influences(2),
    "influences-12": lambda: _many_influences(3, gap=True),
    "influences-all": lambda: _many_influences(3),
    "fine-weights": _fine_weights,
    "weight-sums": _sums,
    "unused-joints": _junk,
    "sparse-joints": lambda: replace(_tube(), stored={"JOINTS": "sparse", "WEIGHTS": "sparse"}),
    "topologies": _topologies,
    "primitives": _primitives,
    "mesh-weights": _default_weights,
}
