"""Forbidden data that engines read differently: the reader chooses, and says so.

What it chose is never called the same: each choice is an `Unjudged` of the model. docs/choices.md has a row for each,
with what engines do. Choices about keys are made in ``animation``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count as count_up
from itertools import takewhile
from typing import Any

import numpy as np

from ..model import Bool, Mesh, Nodes, Skin, Unjudged
from ..text.count import counted
from ..text.listing import listed
from ..text.sentence import Sentence, sentence
from .accessor import Buffers, read_floats

#: A fourth row may be so far from 0, 0, 0, 1: nobody sees what that moves.
_AFFINE = 1e-4

#: A rotation's length may be so far from one: the bound of ``check``, which rotations in bytes keep.
_UNIT = 0.00769

#: The name of a set of joints or weights.
_SET = re.compile(r"(JOINTS|WEIGHTS)_[0-9]+")

_TRS = {"translation": [0, 0, 0], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]}


def choices(buffers: Buffers, nodes: Nodes, skins: Sequence[Skin], meshes: Sequence[Mesh]) -> Iterator[Unjudged]:
    """One entry for each kind and place."""
    of_nodes = buffers.json.get("nodes", ())
    yield from _roots(buffers.json.get("scenes", ()), nodes)
    yield from _transforms(of_nodes)
    yield from _last_rows(buffers)
    yield from _roots_of_skins(buffers.json.get("skins", ()), len(nodes))
    yield from _sets_without_partner(buffers.json.get("meshes", ()))
    yield from _unskinned(nodes, meshes)
    if len(skins):
        yield from _joints_elsewhere(buffers.json.get("scenes", ()), nodes, skins)


def _chosen(pointer: str, told: Sentence) -> Unjudged:
    return Unjudged("INVALID_DATA", pointer, told)


def _roots(scenes: Sequence[Any], nodes: Nodes) -> Iterator[Unjudged]:
    """A scene's root that has a parent: some engines lose what is above it."""
    for s, scene in enumerate(scenes):
        for place, root in enumerate(scene.get("nodes", ())):
            if nodes.parents[root] >= 0:
                told = "the scene names {node!r}, which has a parent: engines differ in whether the parent moves it"
                yield _chosen(f"/scenes/{s}/nodes/{place}", sentence(told, node=nodes.names[root]))


def _roots_of_skins(of_skins: Sequence[Any], count: int) -> Iterator[Unjudged]:
    """A root that is no node: skinning does not use it, and loaders that look it up refuse the file."""
    for s, skin in enumerate(of_skins):
        root = skin.get("skeleton")
        if root is not None and root not in range(count):
            told = "the skin's root is node {root} of {nodes}: engines differ in whether they read such a file"
            yield _chosen(f"/skins/{s}/skeleton", sentence(told, root=root, nodes=count))


def _sets_without_partner(of_meshes: Sequence[Any]) -> Iterator[Unjudged]:
    """Joints without weights, weights without joints, and pairs behind a missing number are left out."""
    for m, mesh in enumerate(of_meshes):
        for p, primitive in enumerate(mesh["primitives"]):
            given = primitive["attributes"]
            sets = {name for name in given if _SET.fullmatch(name)}
            pairs = ({f"JOINTS_{k}", f"WEIGHTS_{k}"} for k in count_up())
            alone = sorted(sets.difference(*takewhile(sets.issuperset, pairs)))
            if alone:
                told = "{names} left out, since sets are pairs of joints and weights from 0 up: engines differ in that"
                yield _chosen(
                    f"/meshes/{m}/primitives/{p}/attributes", sentence(told, names=listed(alone, quoted=False))
                )


def _transforms(of_nodes: Sequence[Any]) -> Iterator[Unjudged]:
    for k, node in enumerate(of_nodes):
        if "rotation" in node:
            length = float(np.linalg.norm(node["rotation"]))
            if abs(length - 1.0) > _UNIT:
                told = "a rotation of length {length:.3g}: engines differ in whether they divide by it"
                yield _chosen(f"/nodes/{k}/rotation", sentence(told, length=length))
        if "matrix" not in node:
            continue
        pointer = f"/nodes/{k}/matrix"
        if any(name in node and list(node[name]) != default for name, default in _TRS.items()):
            told = "a matrix, and translation, rotation or scale beside it: engines differ in which counts"
            yield _chosen(pointer, sentence(told))
        if not _affine(np.array(node["matrix"], np.float64)[3::4]).all():
            told = "the fourth row of the matrix is not 0, 0, 0, 1: engines differ in whether it counts"
            yield _chosen(pointer, sentence(told))


def _last_rows(buffers: Buffers) -> Iterator[Unjudged]:
    for s, skin in enumerate(buffers.json.get("skins", ())):
        if "inverseBindMatrices" not in skin:
            continue
        pointer = f"/skins/{s}/inverseBindMatrices"
        stored = read_floats(buffers, skin["inverseBindMatrices"], pointer, ("MAT4",))[: len(skin["joints"])]
        wrong = ~_affine(stored[:, 3::4])
        if wrong.any():
            told = "{count} inverse bind matrices have a fourth row other than 0, 0, 0, 1, of which engines differ"
            yield _chosen(pointer, sentence(told, count=int(wrong.sum())))


def _affine(rows: Any) -> Bool:
    """(...) whether fourth rows (..., 4) are 0, 0, 0, 1."""
    fits: Bool = (np.abs(rows - np.array([0.0, 0.0, 0.0, 1.0])) <= _AFFINE).all(axis=-1)
    return fits


def _unskinned(nodes: Nodes, meshes: Sequence[Mesh]) -> Iterator[Unjudged]:
    """A skinned node with a primitive without joints, which moves with the node."""
    told = "{node!r} has a skin, and its mesh no joints and weights: engines differ in what moves it"
    skinned = (nodes.skin >= 0) & (nodes.mesh >= 0) & nodes.in_scene
    for node in np.flatnonzero(skinned).tolist():
        primitives = meshes[int(nodes.mesh[node])].primitives
        if any(primitive.vertex_count and primitive.influences is None for primitive in primitives):
            yield _chosen(f"/nodes/{node}/skin", sentence(told, node=nodes.names[node]))


def _joints_elsewhere(scenes: Sequence[Any], nodes: Nodes, skins: Sequence[Skin]) -> Iterator[Unjudged]:
    """A scene draws a mesh without holding its joints."""
    told_of = set()
    for scene in scenes:
        there = _reached(scene.get("nodes", ()), nodes)
        for k in np.flatnonzero(there & (nodes.mesh >= 0) & (nodes.skin >= 0)).tolist():
            joints = skins[int(nodes.skin[k])].joints
            outside = joints[~there[joints]]
            if len(outside) and nodes.skin[k] not in told_of:
                told_of.add(nodes.skin[k])
                told = "{joints} in no scene with the mesh, such as {name!r}: engines differ in where these stand"
                count = counted(len(outside), "joint")
                words = sentence(told, joints=count, name=nodes.names[int(outside[0])])
                yield _chosen(f"/skins/{int(nodes.skin[k])}/joints", words)


def _reached(roots: Sequence[int], nodes: Nodes) -> Bool:
    """(N,) whether a node is one of these or below one."""
    reached = np.zeros(len(nodes), bool)
    reached[list(roots)] = True
    above = nodes.parents.tolist()
    for node in nodes.order.tolist():
        if above[node] >= 0 and reached[above[node]]:
            reached[node] = True
    return reached
