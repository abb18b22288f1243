"""Rigid meshes, matched in their own space, wherever an animation has carried them."""

from __future__ import annotations

import numpy as np

from ....model import Float64, Int, Model
from .vertex_set import VertexSet
from .vertices import match_vertices

#: A mesh belongs to a node if this share of its vertices is found there.
FOUND = 0.5


def match_rigid_mesh(model: Model, vertices: VertexSet, places: Float64, name: str) -> tuple[int, Int]:
    """The node whose rigid mesh this is, -1: none; and (V,) the model's vertices for the mesh's, -1: none.

    places: (V, 3) of the mesh in its object's space, in glTF's axes. name: of the object. Of nodes with equal meshes
    the one with that name comes first, else the first.
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
    """Places (n, 3) as vertices without any other data."""
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
