"""Reordering: nodes and joints rearranged parents-first, and everything that names them rewritten.

See docs/systems.md, S4.

If every parent comes before its children, one pass over the arrays computes all world matrices, and joints of one level
lie side by side in memory. Files need not have that order. Two numberings change: the *nodes'* (N), which tracks, parts
and skins name, and the *joints'* of each skin (J), which vertices name. Maps are kept both ways: results in one order
can be read in the other. No position changes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..model import Influences, Mesh, Model, Nodes, Part, Primitive, Skin
from ..skeleton.node_order import IndexMap, index_map, reorder_clip, reorder_nodes


@dataclass(frozen=True, eq=False)
class Reordering:
    """How a model was rearranged."""

    nodes: IndexMap
    joints: tuple[IndexMap, ...]  # per skin
    parts: IndexMap  # K of results: nodes ascending, then primitives


def parents_first_map(nodes: Nodes) -> IndexMap:
    """The breadth-first map: roots, their children, then their grandchildren, and so on; siblings keep their order."""
    return index_map(nodes.order)


def is_parents_first(nodes: Nodes) -> bool:
    """Whether every parent has a smaller index than its children."""
    return bool((nodes.parents < np.arange(len(nodes))).all())


def reorder_skin(skin: Skin, nodes: IndexMap, joints: IndexMap) -> Skin:
    """The same joints in another order, with new nodes' indices."""
    return dataclasses.replace(
        skin,
        joints=nodes.new_of_old[skin.joints[joints.old_of_new]].astype(skin.joints.dtype),
        inverse_bind=skin.inverse_bind[joints.old_of_new],
        skeleton=int(nodes.new_of_old[skin.skeleton]) if skin.skeleton >= 0 else -1,
    )


def reorder_mesh(mesh: Mesh, joints: IndexMap) -> Mesh:
    """The same mesh with joints' new indices."""

    def renamed(primitive: Primitive) -> Primitive:
        """The same primitive under the new indices."""
        stored = primitive.influences
        if stored is None:
            return primitive
        return dataclasses.replace(primitive, influences=Influences(joints.new_of_old[stored.joints], stored.weights))

    return dataclasses.replace(mesh, primitives=tuple(map(renamed, mesh.primitives)))


def reorder_model(
    model: Model, nodes: IndexMap | None = None, joints: Sequence[IndexMap] | None = None
) -> tuple[Model, Reordering]:
    """A model in another order, and the maps. By default nodes go parents-first, joints in the order of their nodes.

    A mesh with several skins becomes one mesh per skin, since joints may be reordered differently.
    """
    nodes = parents_first_map(model.nodes) if nodes is None else nodes
    new_of_old = nodes.new_of_old
    if joints is None:
        joints = [index_map(np.argsort(new_of_old[skin.joints], kind="stable")) for skin in model.skins]
    pairs = sorted({(part.mesh, part.skin) for part in model.parts})
    place = {pair: k for k, pair in enumerate(pairs)}
    meshes = [model.meshes[m] if s < 0 else reorder_mesh(model.meshes[m], joints[s]) for m, s in pairs]
    order = index_map(np.argsort([new_of_old[part.node] for part in model.parts], kind="stable"))
    arranged = reorder_nodes(model.nodes, nodes)
    mesh_of_node = np.full(len(arranged), -1, arranged.mesh.dtype)
    parts = []
    for old in (model.parts[k] for k in order.old_of_new):
        part = Part(int(new_of_old[old.node]), place[old.mesh, old.skin], old.primitive, old.skin)
        mesh_of_node[part.node] = part.mesh
        parts.append(part)
    reordered = dataclasses.replace(
        model,
        nodes=dataclasses.replace(arranged, mesh=mesh_of_node),
        meshes=tuple(meshes),
        skins=tuple(reorder_skin(skin, nodes, own) for skin, own in zip(model.skins, joints, strict=True)),
        clips=tuple(reorder_clip(clip, nodes) for clip in model.clips),
        parts=tuple(parts),
        humanoid={int(new_of_old[node]): bone for node, bone in model.humanoid.items()},
    )
    return reordered, Reordering(nodes, tuple(joints), order)
