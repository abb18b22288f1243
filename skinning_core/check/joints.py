"""The tree of joints with the vertices that each moves, and one vertex's influences. Nothing is posed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model import Float64, Int, Model
from ..pose.pose import rest_pose, world_matrices
from .inspect import joint_label, part_name


@dataclass(frozen=True)
class JointRow:
    """One node of the tree of joints."""

    node: int
    name: str
    depth: int  # 0: no joint above
    length: float  # metres from the node above at rest; 0 without one
    is_joint: bool  # False: it only stands between or above joints
    vertices: int  # that it moves with weight, in all parts
    leading: int  # of these, those that follow no other joint more


@dataclass(frozen=True)
class VertexInfluence:
    """One joint that moves a vertex."""

    part: str
    joint: str
    node: int
    weight: float  # as stored


def joint_tree(model: Model) -> tuple[JointRow, ...]:
    """Every joint and every node above one, parents first, children in the file's order.

    In a model without joints: the nodes that show a mesh, and those above.
    """
    parents = model.nodes.parents
    joints = {int(joint) for skin in model.skins for joint in skin.joints}
    shown = _with_all_above(joints or {part.node for part in model.parts}, parents)
    children: dict[int, list[int]] = {}
    for node in sorted(shown, reverse=True):
        children.setdefault(int(parents[node]), []).append(node)
    lengths = _lengths(model)
    vertices, leading = _moved(model) if joints else _carried(model)
    rows, waiting = [], [(node, 0) for node in children.get(-1, [])]
    while waiting:
        node, depth = waiting.pop()
        waiting += [(child, depth + 1) for child in children.get(node, [])]
        row = JointRow(
            node=node,
            name=joint_label(model, node),
            depth=depth,
            length=float(lengths[node]),
            is_joint=node in joints,
            vertices=int(vertices[node]),
            leading=int(leading[node]),
        )
        rows.append(row)
    return tuple(rows)


def _with_all_above(nodes: set[int], parents: Int) -> set[int]:
    found = set(nodes)
    for node in nodes:
        above = int(parents[node])
        while above >= 0 and above not in found:
            found.add(above)
            above = int(parents[above])
    return found


def _lengths(model: Model) -> Float64:
    """(nodes,) metres at rest from each node to the node above it; 0 without one."""
    parents = model.nodes.parents
    with np.errstate(over="ignore", invalid="ignore"):  # a file may hold any number
        places = world_matrices(rest_pose(model.nodes))[:, :, 3]
        lengths: Float64 = np.where(parents >= 0, np.linalg.norm(places - places[parents], axis=1), 0.0)
    return lengths


def vertex_influences(model: Model, vertex: int) -> tuple[VertexInfluence, ...]:
    """The joints that move vertex ``vertex`` of each skinned part that has it, the heaviest first."""
    rows = []
    for part in model.parts:
        influences = model.influences(part)
        if influences is None or vertex >= len(influences.weights):
            continue
        weights: Float64 = influences.weights[vertex].astype(np.float64)
        for k in np.argsort(-weights, kind="stable").tolist():
            if weights[k] != 0.0:
                node = int(model.skins[part.skin].joints[influences.joints[vertex, k]])
                row = VertexInfluence(part_name(model, part), joint_label(model, node), node, float(weights[k]))
                rows.append(row)
    return tuple(rows)


def _moved(model: Model) -> tuple[Int, Int]:
    """(nodes,) vertices that each node moves as a joint, and those that follow it most."""
    vertices, leading = np.zeros((2, len(model.nodes)), np.int64)
    for part in model.parts:
        influences = model.influences(part)
        if influences is None or not influences.weights.size:
            continue
        nodes = model.skins[part.skin].joints[influences.joints]
        used = influences.weights != 0.0
        pairs = np.unique(np.stack([np.nonzero(used)[0], nodes[used]]), axis=1)  # a joint named twice counts once
        vertices += np.bincount(pairs[1], minlength=len(vertices))
        first = np.argmax(influences.weights, axis=1)
        bound = used.any(axis=1)
        leading += np.bincount(nodes[np.arange(len(nodes)), first][bound], minlength=len(leading))
    return vertices, leading


def _carried(model: Model) -> tuple[Int, Int]:
    """(nodes,) vertices of each node's own parts, twice: none follows another."""
    vertices = np.zeros(len(model.nodes), np.int64)
    for part in model.parts:
        vertices[part.node] += model.primitive(part).vertex_count
    return vertices, vertices
