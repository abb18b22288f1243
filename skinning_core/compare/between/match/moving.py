"""The nearest moving node behind each vertex, numbered alike in both files.

Tools join, split and flatten meshes. A mesh on a still node below a joint may become part of another mesh on that
joint, or of the scene. As long as the same moving node carries it, nothing has changed.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ....model import Bool, Int, Model, Nodes, Track
from ....skin.influence import added_up
from .joint_pairs import JointMap
from .vertex_set import VertexSet

#: The number of what stands still: no node's.
WORLD = 1 << 40
#: Keys this close to rest, relative to the largest value, are rest: tools round them to 16 bits.
STILL = 1e-4


def by_moving_nodes(
    first: Model, second: Model, sets: tuple[VertexSet, VertexSet], joints: JointMap
) -> tuple[VertexSet, VertexSet]:
    """Both sets with the nodes of the first model that move vertices in any clip of either; else `WORLD`.

    Influences of joints that one node moves become one. Nodes without a partner count as the node above. Shapes (V, I).
    """
    partners = joints.first_of_second
    matched = np.flatnonzero(partners >= 0)
    moving = _moving(first)
    moving[partners[matched[_moving(second)[matched]]]] = True
    every = np.arange(len(first.nodes))
    ours = np.where(moving & np.isin(every, partners), every, -1)
    theirs = np.full(len(second.nodes), -1, np.intp)
    theirs[matched] = np.where(moving[partners[matched]], partners[matched], -1)
    return _numbered(first, sets[0], ours), _numbered(second, sets[1], theirs)


def _moving(model: Model) -> Bool:
    """(N,) nodes that a clip itself moves, not only a node above."""
    result = np.zeros(len(model.nodes), bool)
    for clip in model.readable_clips:
        for track in model.clips[clip].tracks:
            result[track.node] = result[track.node] or _moves(model.nodes, track)
    return result


def _moves(nodes: Nodes, track: Track) -> bool:
    """A track takes its node away from rest."""
    if track.path == "weights":
        return False
    rest = getattr(nodes, track.path)[track.node]
    tangents = [t for t in (track.in_tangents, track.out_tangents) if t is not None]
    largest = max(float(np.abs(rest).max()), float(np.abs(track.values).max(initial=0.0)))
    return bool((np.abs(track.values - rest) > STILL * largest).any()) or any(np.any(t) for t in tangents)


def _numbered(model: Model, vertices: VertexSet, numbers: Int) -> VertexSet:
    """The vertices with, per joint, the number (N,) of the nearest numbered node, itself or above."""
    found = numbers.copy()
    for node in model.nodes.order.tolist():
        above = int(model.nodes.parents[node])
        if found[node] < 0:
            found[node] = found[above] if above >= 0 else WORLD
    nodes = found[vertices.joints]
    return replace(vertices, joints=nodes, weights=added_up(nodes, vertices.weights))
