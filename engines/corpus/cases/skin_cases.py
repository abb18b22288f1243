"""Cases of skins: joints, inverse bind matrices, hierarchies, who uses which skin (3.7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from ....model import Float64
from ..figure import (
    BONE,
    Figure,
    Keys,
    Node,
    Rig,
    Surface,
    bent,
    body,
    chain,
    following,
    moving,
    quaternion,
    straight_bind,
    swelling,
    with_children,
)
from .case import Figures


def _bind_times(matrix: Sequence[Sequence[float]] | Float64) -> Figure:
    """A bent figure with its mesh in a space that ``matrix`` (3, 3) leads out of: the bind matrices hold it."""
    into = np.eye(4)
    into[:3, :3] = matrix

    def stored(surface: Surface) -> Surface:
        normals = surface.normals @ into[:3, :3]
        normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
        return replace(surface, points=surface.points @ np.linalg.inv(into[:3, :3]).T, normals=normals)

    return bent().with_bind(bent().bind @ into).with_surfaces(stored)


def _scaled() -> Figure:
    figure = bent().with_node(0, scale=[2.0, 2.0, 2.0])
    return figure.with_bind(np.diag([0.5, 0.5, 0.5, 1.0]) @ figure.bind)


def _reordered(old_of_new: Sequence[int], *, joints: bool) -> Figure:
    """A bent figure with its nodes, or only its skin's joints, in another order: the first is the former ``[0]``."""
    figure, new = bent(len(old_of_new)), np.argsort(old_of_new)
    bind = figure.bind[list(old_of_new)]
    figure = figure.with_surfaces(lambda s: replace(s, joints=np.where(s.weights > 0, new[s.joints], 0)))
    if joints:
        return replace(figure, rigs=(Rig(tuple(old_of_new), bind),))
    nodes = [with_children(figure.nodes[old], lambda child: int(new[child])) for old in old_of_new]
    rig = Rig(tuple(range(len(nodes))), bind)
    return replace(figure, nodes=(*nodes, figure.nodes[-1]), rigs=(rig,))


def _branches(*, roots: bool) -> Figure:
    """Two arms on a trunk, or on two roots beside each other under one plain node."""
    trunk = {} if roots else {"rotation": quaternion((0, 1, 0), 20)}
    nodes: list[Node] = [
        {"name": "trunk", "children": [1, 3], **trunk},
        {"name": "left", "translation": [0.3, 0.3, 0.0], "rotation": quaternion((0, 0, 1), -60), "children": [2]},
        {"name": "left end", "translation": [0.0, BONE, 0.0], "rotation": quaternion((0, 0, 1), 50)},
        {"name": "right", "translation": [-0.3, 0.3, 0.0], "rotation": quaternion((0.3, 0, 1), 70), "children": [4]},
        {"name": "right end", "translation": [0.0, BONE, 0.0], "rotation": quaternion((1, 0, 0), 60)},
        {"name": "body", "mesh": 0, "skin": 0},
    ]
    places = np.array([[0, 0, 0], [0.3, 0.3, 0], [0.3, 0.8, 0], [-0.3, 0.3, 0], [-0.3, 0.8, 0]], np.float64)
    arm, middle = body(2), body(1)
    thin = arm.points * [0.7, 1, 0.7]
    skip = 1 if roots else 0  # a plain node is no joint
    pieces = [
        _Piece(thin + places[1], arm.triangles, np.array([1, 2]) - skip, places[[1, 2]]),
        _Piece(thin + places[3], arm.triangles, np.array([3, 4]) - skip, places[[3, 4]]),
    ]
    if not roots:
        wide = middle.points * [2.2, 1, 1.2] + [0.0, 0.15, 0.0]
        pieces.append(_Piece(wide, middle.triangles, np.array([0]), places[[0]]))
    bind = np.tile(np.eye(4), (5, 1, 1))
    bind[:, :3, 3] = -places
    return Figure(tuple(nodes), ((_joined(pieces),),), (Rig(tuple(range(skip, 5)), bind[skip:]),))


class _Piece(NamedTuple):
    """A part of a surface."""

    points: Float64  # (V, 3)
    triangles: np.ndarray  # (F, 3)
    joints: np.ndarray  # (n,)
    places: Float64  # (n, 3) of the joints


def _joined(pieces: Sequence[_Piece]) -> Surface:
    """One surface of several."""
    surfaces = []
    start = 0
    for piece in pieces:
        surface = following(piece.points, piece.triangles, piece.places, BONE)
        joints = np.where(surface.weights > 0, piece.joints[surface.joints], 0)
        surfaces.append(replace(surface, triangles=surface.triangles + start, joints=joints))
        start += len(surface.points)
    return Surface(
        points=np.concatenate([surface.points for surface in surfaces]),
        normals=np.concatenate([surface.normals for surface in surfaces]),
        triangles=np.concatenate([surface.triangles for surface in surfaces]),
        joints=np.concatenate([surface.joints for surface in surfaces]),
        weights=np.concatenate([surface.weights for surface in surfaces]),
    )


def _plain_between() -> Figure:
    turn = quaternion((0, 0, 1), 30)
    between = {"name": "between", "rotation": turn, "translation": [0.1, 0.2, 0.0], "children": [2]}
    below = {"name": "joint 1", "translation": [0.0, 0.3, 0.0], "rotation": quaternion((1, 0, 0), 20), "children": [3]}
    last = {"name": "joint 2", "translation": [0.0, BONE, 0.0], "rotation": quaternion((0, 0, 1), -40)}
    nodes = ({"name": "joint 0", "children": [1]}, between, below, last, {"name": "body", "mesh": 0, "skin": 0})
    return Figure(nodes, ((body(3),),), (Rig((0, 2, 3), straight_bind(3)),))


def _above() -> Figure:
    figure = bent()
    for k in (1, 2):
        figure = figure.with_node(k, translation=[0.0, 100 * BONE, 0.0])
    figure = figure.with_node(0, translation=[10.0, 5.0, -10.0])
    figure = figure.with_bind(np.diag([100.0, 100.0, 100.0, 1.0]) @ figure.bind)
    lifted = figure.under(rotation=quaternion((1, 0, 0), -90), scale=[0.01, 0.01, 0.01])
    body_node, top = lifted.nodes[-1], {**lifted.nodes[0], "children": [1]}
    return replace(lifted, nodes=(top, *lifted.nodes[1:-1], body_node))


def _mesh_joint() -> Figure:
    figure = bent(3)
    drawn = {**figure.nodes[1], "mesh": 0, "skin": 0}
    return replace(figure, nodes=(figure.nodes[0], drawn, figure.nodes[2]))


def _two_meshes() -> Figure:
    figure = bent()
    other = figure.meshes[0][0]
    other = replace(other, points=other.points + np.array([0.8, 0.0, 0.0]))
    nodes = (*figure.nodes, {"name": "second", "mesh": 1, "skin": 0})
    return replace(figure, nodes=nodes, meshes=(figure.meshes[0], (other,)))


def _two_skins() -> Figure:
    figure = bent()
    second = [{**n, "name": f"other {k}"} for k, n in enumerate(chain(3, first=4))]
    second[0]["translation"] = [1.0, 0.2, 0.0]
    second[1]["rotation"], second[2]["rotation"] = quaternion((0, 0, 1), 60), quaternion((1, 0, 0), -45)
    nodes = (*figure.nodes, *second, {"name": "twin", "mesh": 0, "skin": 1})
    return replace(figure, nodes=nodes, rigs=(*figure.rigs, Rig((4, 5, 6), straight_bind(3))))


def _crowd() -> Figure:
    """84 blocks, each with a skin of one joint; all joints have one name."""
    block = body(1, sides=6, rings=3, length=0.1)
    block = replace(block, points=block.points * [0.2, 1, 0.2])
    nodes: list[Node] = []
    rigs = []
    for k in range(84):
        place = [0.15 * (k % 12) - 0.8, 0.15 * (k // 12), 0.0]
        nodes.append({"name": "bone", "translation": place, "rotation": quaternion((0.5, 0, 1), 8.0 * k)})
        rigs.append(Rig((k,), np.eye(4)[None]))
    nodes += [{"name": f"block {k}", "mesh": k, "skin": k} for k in range(84)]
    return Figure(tuple(nodes), ((block,),) * 84, tuple(rigs))


def _many(count: int) -> Figure:
    """A ring of joints around another, all but a few beyond the 256 that a byte can name."""
    angle = 2 * np.pi * np.arange(count) / count
    places = np.stack([np.cos(angle), np.zeros(count), np.sin(angle)], 1)
    nodes: list[Node] = [{"name": "hub", "children": list(range(1, count + 1))}]
    for k, place in enumerate(places):
        lifted = [float(place[0]), 0.25 * float(np.sin(5 * angle[k])), float(place[2])]
        nodes.append({"name": f"joint {k}", "translation": lifted, "rotation": quaternion((0, 1, 0), 10.0 * (k % 7))})
    tube = body(1, sides=8, rings=81, length=2 * np.pi)
    round_it = tube.points[:, 1] + np.pi
    radius = 1.0 + 0.6 * tube.points[:, 0]
    points = np.stack([radius * np.cos(round_it), 0.6 * tube.points[:, 2], radius * np.sin(round_it)], 1)
    bind = np.tile(np.eye(4), (count + 1, 1, 1))
    bind[:-1, :3, 3] = -places
    surface = following(points, tube.triangles[:, ::-1], places, 2 * np.pi / count)
    nodes.append({"name": "body", "mesh": 0, "skin": 0})
    figure = Figure(tuple(nodes), ((surface,),), (Rig((*range(1, count + 1), 0), bind),))
    return replace(figure, stored={"JOINTS": "u2"})


def _deep(count: int) -> Figure:
    """A chain of joints that each turn a little: the skin's first are the chain's last."""
    length = 3.0 / count
    nodes = list(chain(count, length=length))
    for k in range(1, count):
        nodes[k]["rotation"] = quaternion((0, 0.2, 1), 0.4)
    tube = body(1, sides=12, rings=40, length=3.0)
    points = tube.points + np.array([0.0, 1.5, 0.0])
    kept = np.linspace(count - 1, count // 3, 8).astype(int)
    places = np.outer(length * kept, [0.0, 1.0, 0.0])
    surface = following(points, tube.triangles, places, 0.3)
    joints = (*kept.tolist(), *(k for k in range(count) if k not in set(kept.tolist())))
    bind = np.tile(np.eye(4), (count, 1, 1))
    bind[:, 1, 3] = -length * np.array(joints)
    return Figure((*nodes, {"name": "body", "mesh": 0, "skin": 0}), ((surface,),), (Rig(joints, bind),))


def _moved(**fields: object) -> Figure:
    return bent().with_node(3, **fields)


def _moved_parent() -> Figure:
    figure = bent()
    holder = {"name": "holder", "translation": [0.4, -0.3, 0.2], "rotation": quaternion((1, 1, 0), 50)}
    holder |= {"scale": [1.5, 1.5, 1.5], "children": [4]}
    return replace(figure, nodes=(*figure.nodes[:3], holder, figure.nodes[3]))


def _moving_mesh() -> Figure:
    figure = moving()
    slide = Keys(3, "translation", (0, 0.5, 1), [[0, 0, 0], [0.5, 0.2, 0], [0, 0, 0.4]])
    return replace(figure, clips=((*figure.clips[0], slide),))


def _morphed_skin() -> Figure:
    figure = moving()
    points = figure.meshes[0][0].points
    tilt = np.outer(-points[:, 1] * np.exp(-8.0 * (points[:, 1] - 0.5) ** 2), [0.0, 0.8, 0.0])
    figure = figure.with_surfaces(lambda s: replace(s, targets=((0.9 * swelling(s), tilt),)))
    weights = Keys(3, "weights", (0, 0.5, 1), [[0.0], [1.0], [0.25]])
    return replace(figure, clips=((*figure.clips[0], weights),))


def _part_beside() -> Figure:
    figure = bent()
    hat = replace(body(1, rings=10, length=0.3), joints=np.zeros((0, 0), int), weights=np.zeros((0, 0)))
    held = {"name": "hat", "mesh": 1, "translation": [0.0, 0.35, 0.0], "rotation": quaternion((1, 0, 0), 30)}
    nodes = (*figure.nodes[:2], {**figure.nodes[2], "children": [4]}, figure.nodes[3], held)
    return replace(figure, nodes=nodes, meshes=(*figure.meshes, (hat,)))


SKINS: Figures = {
    "bind-scaled": _scaled,
    "bind-sheared": partial(_bind_times, [[1, 0.5, 0], [0, 1, 0.25], [0, 0, 1]]),
    "bind-mirrored": partial(_bind_times, np.diag([-1.0, 1.0, 1.0])),
    "bind-singular": lambda: bent().with_bind(np.stack([*straight_bind(2), np.diag([0.0, 0.0, 0.0, 1.0])])),
    "bind-more": lambda: bent().with_bind(np.stack([*straight_bind(3), *[np.diag([3.0, 0.2, 1.0, 1.0])] * 2])),
    "children-first": partial(_reordered, (2, 1, 0), joints=False),
    "two-roots": partial(_branches, roots=True),
    "two-branches": partial(_branches, roots=False),
    "plain-between": _plain_between,
    "nodes-above": _above,
    "skeleton-named": lambda: replace(bent(), rigs=(replace(bent().rigs[0], skeleton=0),)),
    "mesh-joint": _mesh_joint,
    "two-meshes": _two_meshes,
    "two-skins": _two_skins,
    "crowd": _crowd,
    "same-names": lambda: bent(3).with_node(1, name="bone").with_node(2, name="bone"),
    "joints-reordered": partial(_reordered, (2, 0, 1), joints=True),
    "joints-300": partial(_many, 300),
    "joints-1000": partial(_deep, 1000),
    "mesh-node-moved": partial(_moved, translation=[0.3, 0.2, 0.1], rotation=quaternion((1, 0, 0), 40)),
    "mesh-parent-moved": _moved_parent,
    "mesh-node-animated": _moving_mesh,
    "morph-and-skin": _morphed_skin,
    "part-beside": _part_beside,
}
