"""Reordering: nodes and joints rearranged parents-first, and everything that names them rewritten.

See docs/systems.md, S4.

With every parent before its children, world matrices come out of one pass over the arrays, and joints of one level lie
side by side in memory. Files promise no such order. Two numberings are concerned: *nodes* (N), which tracks, parts and
skins name, and the *joints* of each skin (J), which vertices name. Every map is kept both ways, so that results in one
order can be read in the other. Rearranging changes no position.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..model import Clip, Influences, Int, Mesh, Model, Nodes, Part, Primitive, Skin
from ..pose.key_table import FastClip, FastTrack


@dataclass(frozen=True, eq=False)
class IndexMap:
    """A permutation, both ways: ``new = old[old_of_new]``; a reference to old index i becomes ``new_of_old[i]``."""

    old_of_new: Int  # (n,)
    new_of_old: Int  # (n,)


@dataclass(frozen=True, eq=False)
class Reordering:
    """How a model was rearranged."""

    nodes: IndexMap
    joints: tuple[IndexMap, ...]  # per skin
    parts: IndexMap  # K of results: nodes ascending, then primitives


def index_map(old_of_new: ArrayLike) -> IndexMap:
    """The map that puts old index ``old_of_new[i]`` in place i. Raises ``ValueError`` where it is no permutation."""
    old_of_new = np.asarray(old_of_new, np.intp)
    if not np.array_equal(np.sort(old_of_new), np.arange(len(old_of_new))):
        raise ValueError("not a permutation: every index must occur exactly once")
    return IndexMap(old_of_new, np.argsort(old_of_new))


def parents_first_map(nodes: Nodes) -> IndexMap:
    """The breadth-first map: roots, their children, then their grandchildren, and so on; siblings keep their order."""
    return index_map(nodes.order)


def is_parents_first(nodes: Nodes) -> bool:
    """Whether every parent has a smaller index than its children."""
    return bool((nodes.parents < np.arange(len(nodes))).all())


def reorder_nodes(nodes: Nodes, to: IndexMap) -> Nodes:
    """The same forest of nodes with new indices."""
    old = to.old_of_new
    parents = np.where(nodes.parents[old] >= 0, to.new_of_old[nodes.parents[old]], -1).astype(nodes.parents.dtype)
    return Nodes(
        names=tuple(nodes.names[i] for i in old),
        parents=parents,
        order=to.new_of_old[nodes.order],
        translation=nodes.translation[old],
        rotation=nodes.rotation[old],
        scale=nodes.scale[old],
        matrix=nodes.matrix[old],
        has_matrix=nodes.has_matrix[old],
        mesh=nodes.mesh[old],
        skin=nodes.skin[old],
        in_scene=nodes.in_scene[old],
        morph_weights=tuple(nodes.morph_weights[i] for i in old),
    )


def reorder_clip(clip: Clip, nodes: IndexMap) -> Clip:
    """The same tracks, naming nodes by their new indices."""
    tracks = (dataclasses.replace(track, node=int(nodes.new_of_old[track.node])) for track in clip.tracks)
    return dataclasses.replace(clip, tracks=tuple(tracks))


def reorder_fast_clip(fast: FastClip, nodes: IndexMap) -> FastClip:
    """The same clip with tables, naming nodes by their new indices; the tables do not change."""
    clip = reorder_clip(fast.clip, nodes)
    tracks = (FastTrack(track, f.rate, f.keys_before_cell) for track, f in zip(clip.tracks, fast.tracks, strict=True))
    return FastClip(clip, tuple(tracks))


def reorder_skin(skin: Skin, nodes: IndexMap, joints: IndexMap) -> Skin:
    """The same joints in another order, naming nodes by their new indices."""
    return dataclasses.replace(
        skin,
        joints=nodes.new_of_old[skin.joints[joints.old_of_new]].astype(skin.joints.dtype),
        inverse_bind=skin.inverse_bind[joints.old_of_new],
        skeleton=int(nodes.new_of_old[skin.skeleton]) if skin.skeleton >= 0 else -1,
    )


def reorder_mesh(mesh: Mesh, joints: IndexMap) -> Mesh:
    """The same mesh, whose vertices name joints by their new indices."""

    def renamed(primitive: Primitive) -> Primitive:
        stored = primitive.influences
        if stored is None:
            return primitive
        return dataclasses.replace(primitive, influences=Influences(joints.new_of_old[stored.joints], stored.weights))

    return dataclasses.replace(mesh, primitives=tuple(map(renamed, mesh.primitives)))


def reorder_model(
    model: Model, nodes: IndexMap | None = None, joints: Sequence[IndexMap] | None = None
) -> tuple[Model, Reordering]:
    """A model in another order, and the maps. By default nodes go parents-first, joints in the order of their nodes.

    A mesh that is used with several skins becomes one mesh per skin, since their joints may be reordered differently.
    """
    nodes = parents_first_map(model.nodes) if nodes is None else nodes
    if joints is None:
        joints = [index_map(np.argsort(nodes.new_of_old[s.joints], kind="stable")) for s in model.skins]
    worn = sorted({(part.mesh, part.skin) for part in model.parts})
    place = {pair: i for i, pair in enumerate(worn)}
    meshes = tuple(model.meshes[m] if s < 0 else reorder_mesh(model.meshes[m], joints[s]) for m, s in worn)
    parts = index_map(np.argsort([nodes.new_of_old[part.node] for part in model.parts], kind="stable"))
    arranged = reorder_nodes(model.nodes, nodes)
    mesh_of_node = np.full(len(arranged), -1, arranged.mesh.dtype)
    new_parts = []
    for k in parts.old_of_new:
        part = model.parts[k]
        part = Part(int(nodes.new_of_old[part.node]), place[part.mesh, part.skin], part.primitive, part.skin)
        mesh_of_node[part.node] = part.mesh
        new_parts.append(part)
    reordered = dataclasses.replace(
        model,
        nodes=dataclasses.replace(arranged, mesh=mesh_of_node),
        meshes=meshes,
        skins=tuple(reorder_skin(s, nodes, j) for s, j in zip(model.skins, joints, strict=True)),
        clips=tuple(reorder_clip(clip, nodes) for clip in model.clips),
        parts=tuple(new_parts),
        humanoid={int(nodes.new_of_old[node]): bone for node, bone in model.humanoid.items()},
    )
    return reordered, Reordering(nodes, tuple(joints), parts)
