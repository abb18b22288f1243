"""Nodes of a document: the forest, its parents-first order, and stored transforms (specification 3.5)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..error import SkinproofError
from ..model import Bool, Float64, Int, Nodes
from ..text.count import counted
from ..transform import decompose, identity
from .accessor import checked_index
from .grammar.kinds import Entry


def read_nodes(document: Entry) -> Nodes:
    """All nodes. Raises ``SkinproofError`` for cycles, second parents and references out of range."""
    nodes = list(document.nodes)
    count = len(nodes)
    parents = _parents(nodes)
    order = parents_first(parents)
    if len(order) < count:
        lost = int(np.setdiff1d(np.arange(count), order)[0])
        raise SkinproofError("the node is its own ancestor (a cycle)", where=f"/nodes/{lost}")
    matrix, has_matrix = identity(count), np.zeros(count, bool)
    for k, node in enumerate(nodes):
        if node.matrix is not None:
            matrix[k] = np.array(node.matrix, np.float64).reshape(4, 4).T[:3]
            has_matrix[k] = True
    translation = np.array([node.translation or (0.0, 0.0, 0.0) for node in nodes], np.float64).reshape(-1, 3)
    rotation = np.array([node.rotation or (0.0, 0.0, 0.0, 1.0) for node in nodes], np.float64).reshape(-1, 4)
    scale = np.array([node.scale or (1.0, 1.0, 1.0) for node in nodes], np.float64).reshape(-1, 3)
    if has_matrix.any():
        decomposed = decompose(matrix[has_matrix])
        translation[has_matrix], rotation[has_matrix], scale[has_matrix] = decomposed
    return Nodes(
        names=tuple(node.name or f"node {k}" for k, node in enumerate(nodes)),
        parents=parents,
        order=order,
        translation=translation,
        rotation=rotation,
        scale=scale,
        matrix=matrix,
        has_matrix=has_matrix,
        mesh=_references(nodes, "mesh", document.meshes),
        skin=_references(nodes, "skin", document.skins),
        in_scene=_reached(document, parents, order),
        morph_weights=tuple(_morph_weights(document, node, k) for k, node in enumerate(nodes)),
    )


def as_trs(nodes: Nodes, which: Sequence[int]) -> Nodes:
    """The nodes, with those in ``which`` as translation, rotation and scale, not as a matrix."""
    if not which:
        return nodes
    has_matrix = nodes.has_matrix.copy()
    has_matrix[list(which)] = False
    return dataclasses.replace(nodes, has_matrix=has_matrix)


def parents_first(parents: Int) -> Int:
    """(N,) nodes breadth-first from the roots; those on a cycle are left out."""
    children: list[list[int]] = [[] for _ in parents]
    reached: list[int] = []
    for node, parent in enumerate(parents.tolist()):
        (children[parent] if parent >= 0 else reached).append(node)
    for node in reached:  # the list grows during the loop: it is a queue
        reached.extend(children[node])
    return np.array(reached, np.intp)


def _parents(nodes: list[Entry]) -> Int:
    parents = [-1] * len(nodes)
    for k, node in enumerate(nodes):
        for place, child in enumerate(node.children):
            pointer = f"/nodes/{k}/children/{place}"
            checked_index(child, nodes, pointer)
            if parents[child] >= 0 or child == k:
                raise SkinproofError(f"node {child} has two parents, {parents[child]} and {k}", where=pointer)
            parents[child] = k
    return np.array(parents, np.int32)


def _references(nodes: list[Entry], name: str, collection: list[Any]) -> Int:
    out = np.full(len(nodes), -1, np.int32)
    for k, node in enumerate(nodes):
        value = getattr(node, name)
        if value is not None:
            out[k] = checked_index(value, collection, f"/nodes/{k}/{name}")
    return out


def _reached(document: Entry, parents: Int, order: Int) -> Bool:
    """(N,) whether any scene contains the node; all do in a file without scenes, which is a library."""
    reached = [not document.scenes] * len(parents)
    for s, scene in enumerate(document.scenes):
        for place, root in enumerate(scene.nodes):
            reached[checked_index(root, document.nodes, f"/scenes/{s}/nodes/{place}")] = True
    above = parents.tolist()
    for node in order.tolist():
        if above[node] >= 0 and reached[above[node]]:
            reached[node] = True
    return np.array(reached, bool)


def _morph_weights(document: Entry, node: Entry, k: int) -> Float64:
    """(M,) morph weights of node k: its own, else its mesh's, else zeros (3.7.2.2)."""
    if node.mesh is None:
        return np.zeros(0)
    mesh = document.meshes[node.mesh]
    count = max((len(p.targets or []) for p in mesh.primitives), default=0)
    weights = node.weights if node.weights else mesh.weights
    if weights and len(weights) != count:
        where = f"/nodes/{k}/weights" if node.weights else f"/meshes/{node.mesh}/weights"
        raise SkinproofError(f"{counted(len(weights), 'morph weight')} for {counted(count, 'target')}", where=where)
    return np.array(weights or [0.0] * count, np.float64)
