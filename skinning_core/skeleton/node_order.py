"""Another order of nodes: a permutation with the map both ways, and nodes and clips that follow it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..model import Clip, Int, Nodes

#: Arrays of `Nodes` with a row for each node, but without other nodes' numbers.
_ARRAYS = ("translation", "rotation", "scale", "matrix", "has_matrix", "mesh", "skin", "in_scene")


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


def depth_first(parents: Int) -> Int:
    """(N,) the nodes as a walk down the tree meets them, children in the file's order; parents (N,), -1: a root."""
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(parents.tolist()):
        children.setdefault(parent, []).append(node)
    walked, waiting = [], children.get(-1, [])[::-1]
    while waiting:
        node = waiting.pop()
        walked.append(node)
        waiting += children.get(node, [])[::-1]
    return np.array(walked, np.intp)


def reorder_nodes(nodes: Nodes, to: IndexMap) -> Nodes:
    """The same nodes with new indices."""
    old = to.old_of_new
    old_parents = nodes.parents[old]
    parents = np.where(old_parents >= 0, to.new_of_old[old_parents], -1).astype(nodes.parents.dtype)
    rows: dict[str, Any] = {name: getattr(nodes, name)[old] for name in _ARRAYS}
    return Nodes(
        names=tuple(nodes.names[node] for node in old),
        parents=parents,
        order=to.new_of_old[nodes.order],
        morph_weights=tuple(nodes.morph_weights[node] for node in old),
        **rows,
    )


def reorder_clip(clip: Clip, nodes: IndexMap) -> Clip:
    """The same tracks with new nodes' indices."""
    tracks = (dataclasses.replace(track, node=int(nodes.new_of_old[track.node])) for track in clip.tracks)
    return dataclasses.replace(clip, tracks=tuple(tracks))
