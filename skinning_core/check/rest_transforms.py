"""Checks of nodes: rotations, scales, and the nodes that hold skinned meshes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..model import Model
from ..pose.pose import local_matrices, rest_pose
from ..text.count import counted
from .finding import Finding, found
from .inspect import node_name

#: A rotation's length may be so far from one (the validator's bound: half a step of a signed byte and more).
UNIT = 0.00769


def check_nodes(model: Model) -> Iterator[Finding]:
    """Findings about the node forest."""
    nodes = model.nodes
    with np.errstate(over="ignore"):  # a file may hold any number
        length = np.linalg.norm(nodes.rotation, axis=1)
    for node in np.flatnonzero(~nodes.has_matrix & (np.abs(length - 1.0) > UNIT)).tolist():
        sentence = f"the rotation of {node_name(model, node)!r} has length {length[node]:.6g}, not 1"
        yield Finding("ROTATION_NON_UNIT", f"/nodes/{node}/rotation", sentence)
    for node in np.flatnonzero(~nodes.has_matrix & (nodes.scale == 0.0).any(axis=1)).tolist():
        yield found("NODE_SCALE_ZERO", f"/nodes/{node}/scale", node=node_name(model, node))
    yield from _skinned_meshes(model)


def _skinned_meshes(model: Model) -> Iterator[Finding]:
    nodes = model.nodes
    moved = np.asarray((np.abs(local_matrices(rest_pose(nodes)) - np.eye(3, 4)) > 1e-9).any(axis=(1, 2)))
    seen: set[int] = set()
    for part in model.parts:
        if part.node in seen:
            continue
        seen.add(part.node)
        bound = [p.influences is not None for p in model.meshes[part.mesh].primitives]
        pointer, name = f"/nodes/{part.node}", repr(node_name(model, part.node))
        if part.skin < 0:
            if any(bound):
                sentence = f"{name} has no skin, but its mesh has joints and weights, which go unused"
                yield Finding("NODE_SKINNED_MESH_WITHOUT_SKIN", pointer, sentence)
            continue
        if not all(bound):
            bare = counted(bound.count(False), "primitive of its mesh has", "primitives of its mesh have")
            sentence = f"{name} has a skin, but {bare} no joints and weights"
            yield Finding("NODE_SKIN_WITH_NON_SKINNED_MESH", f"{pointer}/skin", sentence)
        if moved[part.node]:
            sentence = f"{name} wears a skin and has a transform of its own, which must be ignored"
            yield Finding("NODE_SKINNED_MESH_LOCAL_TRANSFORMS", pointer, sentence)
        if any(moved[above] for above in model.nodes.path_to(part.node)[:-1]):
            yield found("NODE_SKINNED_MESH_PARENT_TRANSFORMS", pointer, name=name)
