"""Copies of a mesh (EXT_mesh_gpu_instancing): each becomes a node below the one that has them.

A node has as many as its attributes have elements, each a translation, rotation and scale in its own space. They are
read for rigid meshes without morph targets; of others the extension says too little to judge them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..error import require
from ..files.limits import require_within
from ..model import Float64, Nodes
from ..text.count import counted
from ..transform import compose, unit_quaternions
from .accessor import Buffers, read_floats
from .grammar.kinds import member
from .nodes import parents_first

NAME = "EXT_mesh_gpu_instancing"
_KINDS = {"TRANSLATION": "VEC3", "ROTATION": "VEC4", "SCALE": "VEC3"}
_AT_REST = {"TRANSLATION": (0.0, 0.0, 0.0), "ROTATION": (0.0, 0.0, 0.0, 1.0), "SCALE": (1.0, 1.0, 1.0)}


def with_instances(buffers: Buffers, nodes: Nodes) -> tuple[Nodes, frozenset[str]]:
    """The nodes and then one for each instance; and the pointers of the extensions that were read.

    Raises ``SkinproofError`` for attributes that cannot be read or have unlike counts, and for too many instances.
    """
    found = dict(_instanced(buffers.json, nodes))
    if not found:
        return nodes, frozenset()
    values = [_values(buffers, attributes, _pointer(node)) for node, attributes in found.items()]
    counts = [len(each["SCALE"]) for each in values]
    require_within(buffers.limits, "nodes", len(nodes) + sum(counts), where="/nodes")
    translation, rotation, scale = (np.concatenate([each[name] for each in values]) for name in _KINDS)
    names = list(nodes.names)
    for node, count in zip(found, counts, strict=True):
        names += [f"{nodes.names[node]} instance {k}" for k in range(count)]
    owners = np.repeat(list(found), counts).astype(np.int32)
    parents = np.append(nodes.parents, owners)
    mesh = nodes.mesh.copy()
    mesh[list(found)] = -1  # the instances are drawn in its place
    drawn = Nodes(
        names=tuple(names),
        parents=parents,
        order=parents_first(parents),
        translation=np.concatenate([nodes.translation, translation]),
        rotation=np.concatenate([nodes.rotation, rotation]),
        scale=np.concatenate([nodes.scale, scale]),
        matrix=np.concatenate([nodes.matrix, compose(translation, unit_quaternions(rotation), scale)]),
        has_matrix=np.append(nodes.has_matrix, np.ones(len(owners), bool)),
        mesh=np.append(mesh, nodes.mesh[owners]),
        skin=np.append(nodes.skin, np.full(len(owners), -1, nodes.skin.dtype)),
        in_scene=np.append(nodes.in_scene, nodes.in_scene[owners]),
        morph_weights=(*nodes.morph_weights, *[np.zeros(0)] * len(owners)),
    )
    return drawn, frozenset(map(_pointer, found))


def _pointer(node: int) -> str:
    return f"/nodes/{node}/extensions/{NAME}"


def _instanced(json: dict[str, Any], nodes: Nodes) -> Iterator[tuple[int, dict[str, int]]]:
    """Nodes with a rigid mesh and instances, each with its attributes' accessors."""
    for k, node in enumerate(json.get("nodes", ())):
        if "extensions" not in node:
            continue
        attributes = member(node["extensions"], NAME, "attributes")
        if not isinstance(attributes, dict):
            continue
        own = {name: attributes[name] for name in _KINDS if name in attributes}
        readable = bool(own) and all(type(index) is int and index >= 0 for index in own.values())
        if readable and nodes.mesh[k] >= 0 and nodes.skin[k] < 0 and not len(nodes.morph_weights[k]):
            yield k, own


def _values(buffers: Buffers, attributes: dict[str, int], where: str) -> dict[str, Float64]:
    """(n, 3) or (n, 4) of each attribute; absent ones at rest"""
    read = {
        name: read_floats(buffers, index, f"{where}/attributes/{name}", (_KINDS[name],)).astype(np.float64)
        for name, index in attributes.items()
    }
    count = len(next(iter(read.values())))
    for name, values in read.items():
        told = f"{counted(len(values), 'element')}, but another attribute has {count}"
        require(len(values) == count, told, f"{where}/attributes/{name}")
    return {name: read.get(name, np.tile(_AT_REST[name], (count, 1))) for name in _KINDS}
