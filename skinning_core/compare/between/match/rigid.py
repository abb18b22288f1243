"""Rigid meshes, matched in their own space: wherever an animation has carried them, they are what they were."""

from __future__ import annotations

import numpy as np

from ....model import Float64, Int, Model
from .vertex_set import VertexSet
from .vertices import match_vertices

#: A mesh is a node's where this share of its vertices is found in it.
FOUND = 0.5


def match_rigid_mesh(model: Model, vertices: VertexSet, places: Float64, name: str) -> tuple[int, Int]:
    """The node whose rigid mesh this is, -1: none; and (V,) vertices of the model for those of the mesh, -1: none.

    model, vertices:
        The file, and its set of vertices.
    places:
        (V, 3) vertices of the mesh in the space of its own object, in glTF's axes.
    name:
        Of the object: of nodes with equal meshes, the one that is called so comes first, else the first.
    """
    nodes = dict.fromkeys(part.node for part in model.parts if not model.is_skinned(part))
    best, best_node, best_share = np.full(len(places), -1, np.intp), -1, FOUND
    mesh = _alone(places)
    for node in sorted(nodes, key=lambda node: (model.nodes.names[node] != name, node)):
        own = np.flatnonzero(np.isin(vertices.part, [k for k, part in enumerate(model.parts) if part.node == node]))
        matched = match_vertices(_alone(vertices.stored[own]), mesh, np.zeros(1, np.intp))
        share = len(np.unique(matched.second)) / max(len(places), 1)
        if matched.placement.is_identity and share > best_share:
            best = np.full(len(places), -1, np.intp)
            best[matched.second[::-1]] = own[matched.first[::-1]]
            best_node, best_share = node, share
    return best_node, best


def _alone(places: Float64) -> VertexSet:
    """Places (n, 3) of vertices about which nothing else is known."""
    count = len(places)
    return VertexSet(
        positions=places,
        stored=places,
        normals=np.zeros((count, 3)),
        texcoords=np.full((count, 2), np.nan),
        joints=np.zeros((count, 1), np.intp),
        weights=np.ones((count, 1)),
        part=np.zeros(count, np.intp),
        starts=np.array([0, count]),
    )
