"""Rules of nodes, their hierarchy, and the scenes (specification 3.5)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...gltf.grammar.kinds import Json
from ...model import Float64
from ...text.count import counted
from ..finding import Finding, found
from ..rest_transforms import UNIT
from .meshes import influence_sets
from .usable_document import Document

#: The cosine between a matrix's columns may be so far from zero: above float32 noise, below what the eye sees.
TRS = 5e-5

_TRS = ("translation", "rotation", "scale")
_DEFAULTS = {"translation": [0, 0, 0], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]}


def check_stored_nodes(document: Document) -> Iterator[Finding]:
    """Findings about every node, then the hierarchy."""
    joints = {joint for _, skin in document.each("skins") for joint in skin.get("joints", ())}
    for place, node in document.each("nodes"):
        pointer = f"/nodes/{place}"
        draws = any(
            document.at(of, node.get(name)) is not None for name, of in (("mesh", "meshes"), ("camera", "cameras"))
        )
        if place not in joints and not draws and not node.keys() & {"children", "extensions"}:
            yield found("NODE_EMPTY", pointer)
        yield from _transform(node, pointer)
        yield from _mesh(document, node, pointer)
    yield from _hierarchy(document)


def has_transform(node: Json) -> bool:
    """Whether its transform is not the identity."""
    if "matrix" in node and not np.array_equal(node["matrix"], np.eye(4).ravel()):
        return True
    return any(node.get(name, _DEFAULTS[name]) != _DEFAULTS[name] for name in _TRS)


def _transform(node: Json, pointer: str) -> Iterator[Finding]:
    if "rotation" in node:
        length = float(np.linalg.norm(node["rotation"]))
        if abs(length - 1.0) > UNIT:
            sentence = f"the rotation has length {length:.6g}, not 1"
            yield Finding("ROTATION_NON_UNIT", f"{pointer}/rotation", sentence)
    if "matrix" not in node:
        return
    pointer += "/matrix"
    if any(name in node for name in _TRS):
        yield found("NODE_MATRIX_TRS", pointer)
    matrix = np.array(node["matrix"], np.float64).reshape(4, 4).T
    if np.array_equal(matrix, np.eye(4)):
        yield found("NODE_MATRIX_DEFAULT", pointer)
    elif not _is_trs(matrix):
        yield found("NODE_MATRIX_NON_TRS", pointer)


def _is_trs(matrix: Float64) -> bool:
    """Whether a 4x4 matrix is translation, rotation and scale; a mirror is a negative scale."""
    if not np.array_equal(matrix[3], [0.0, 0.0, 0.0, 1.0]):
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        size = np.linalg.norm(matrix[:3, :3], axis=0)
        if not np.isfinite(matrix).all() or np.linalg.det(matrix[:3, :3]) == 0.0:
            return False
        units = matrix[:3, :3] / size
        return bool(np.abs(units.T @ units - np.eye(3)).max() < TRS)


def _mesh(document: Document, node: Json, pointer: str) -> Iterator[Finding]:
    if "mesh" not in node:
        for name in ("skin", "weights"):
            if name in node:
                yield Finding("UNSATISFIED_DEPENDENCY", f"{pointer}/{name}", "mesh must be given too")
    mesh = document.at("meshes", node.get("mesh"))
    if mesh is None or "primitives" not in mesh:
        return
    primitives = mesh["primitives"]
    targets = len(primitives[0].get("targets", ()))
    if "weights" in node and len(node["weights"]) != targets:
        sentence = f"{counted(len(node['weights']), 'weight')} for {counted(targets, 'morph target')}"
        yield Finding("NODE_WEIGHTS_INVALID", f"{pointer}/weights", sentence)
    skinned = [influence_sets(primitive) > 0 for primitive in primitives]
    if document.at("skins", node.get("skin")) is not None:
        if not any(skinned):
            some = any(name.startswith(("JOINTS_", "WEIGHTS_")) for p in primitives for name in p.get("attributes", ()))
            lacks = "joints and weights in whole pairs from 0 up" if some else "joints and weights"
            sentence = f"the node has a skin, but its mesh has no {lacks}"
            yield Finding("NODE_SKIN_WITH_NON_SKINNED_MESH", pointer, sentence)
    elif any(skinned):
        sentence = "the mesh has joints and weights, but the node has no skin, so they are not used"
        yield Finding("NODE_SKINNED_MESH_WITHOUT_SKIN", pointer, sentence)


def parents_of(document: Document) -> dict[int, int]:
    """The parent of every child; of several, the last."""
    return {
        child: place
        for place, node in document.each("nodes")
        for child in node.get("children", ())
        if document.at("nodes", child) is not None
    }


def ancestors(parents: dict[int, int], node: int) -> list[int]:
    """The node, its parent and so on to the root, or once around a loop."""
    chain = [node]
    seen = {node}
    while chain[-1] in parents and parents[chain[-1]] not in seen:
        chain.append(parents[chain[-1]])
        seen.add(chain[-1])
    return chain


def _hierarchy(document: Document) -> Iterator[Finding]:
    parents = parents_of(document)
    first: set[int] = set()
    for place, node in document.each("nodes"):
        for k, child in enumerate(node.get("children", ())):
            if child in first and document.at("nodes", child) is not None:
                yield found("NODE_PARENT_OVERRIDE", f"/nodes/{place}/children/{k}", child=child)
            first.add(child)
    for looping in _in_loops(parents):
        yield found("NODE_LOOP", f"/nodes/{looping}")
    for place, scene in document.each("scenes"):
        for k, index in enumerate(scene.get("nodes", ())):
            if index in parents:
                yield found("SCENE_NON_ROOT_NODE", f"/scenes/{place}/nodes/{k}", index=index, parent=parents[index])


def _in_loops(parents: dict[int, int]) -> list[int]:
    """Nodes among their own ancestors."""
    state: dict[int, int] = {}  # the walk that first met each node
    looping = []
    for start in parents:
        node = start
        while node in parents and node not in state:
            state[node] = start
            node = parents[node]
        if state.get(node) == start:  # met again on the same walk: a loop begins here
            around = [node]
            while parents[around[-1]] != node:
                around.append(parents[around[-1]])
            looping += around
    return sorted(looping)
