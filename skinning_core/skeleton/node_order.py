"""Another order of nodes: a permutation with the map both ways, and nodes and clips that follow it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..model import Clip, Int, Nodes


@dataclass(frozen=True, eq=False)
class IndexMap:
    """A permutation, both ways: ``new = old[old_of_new]``; a reference to old index i becomes ``new_of_old[i]``."""

    old_of_new: Int  # (n,)
    new_of_old: Int  # (n,)


def index_map(old_of_new: ArrayLike) -> IndexMap:
    """The map that puts old index ``old_of_new[i]`` in place i. Raises ``ValueError`` if it is no permutation."""
    old_of_new = np.asarray(old_of_new, np.intp)
    if not np.array_equal(np.sort(old_of_new), np.arange(len(old_of_new))):
        raise ValueError("not a permutation: every index must occur exactly once")
    return IndexMap(old_of_new, np.argsort(old_of_new))


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
