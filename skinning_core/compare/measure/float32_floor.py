"""Where float32 itself limits how exact a character can be; tolerances and the notes on a rig share this judgement.

A float32 keeps 24 bits, so one rounding is at most 6e-8 of a number. Two properties of a skeleton multiply that error
beyond what an ordinary character shows: a long chain of nodes, in which every product rounds once more, and scales of
very different size, of which the smallest keeps only the digits that the largest leaves to it.
"""

from __future__ import annotations

import numpy as np

from ...check.inspect import depths
from ...model import Bool, Float64, Model
from ...text.sentence import sentence

#: Nodes on one path from the root. A product of float32 matrices adds about 1e-8 of the size; a hundred add 1e-6.
LONG_CHAIN = 100

#: Largest scale divided by the smallest on one chain of joints, from which it is worth a word. Blender's rig for
#: animation was off by 1.12e-5 at 100, the exact rig by 1.1e-6: at 25 the former would reach the ordinary tolerance.
WIDE_SPAN = 25.0


def chain_reason(model: Model) -> str | None:
    """The sentence on a chain of nodes so long that the roundings of its products add up; None if there is none."""
    depth = longest_chain(model)
    return sentence("a chain of {count} nodes", count=depth) if depth > LONG_CHAIN else None


def longest_chain(model: Model) -> int:
    """How many nodes are on the longest path from a root to one that moves a vertex, both included."""
    return int(depths(model.nodes)[nodes_that_count(model)].max(initial=0))


def span_reason(span: float) -> str | None:
    """The sentence on scales so far apart (see ``chain_span``) that the smallest lose digits; None if they are not.

    >>> span_reason(200.0)
    'scales span 200 : 1'
    >>> span_reason(2.0) is None
    True
    """
    return sentence("scales span {span:.4g} : 1", span=span) if span >= WIDE_SPAN else None


def chain_span(model: Model, world: Float64) -> float:
    """The largest scale divided by the smallest that a vertex meets on its way: along a chain of joints, or of parts.

    world: (N, 3, 4) of the nodes. A factor above all joints, such as an armature's 0.01, or one that a node takes
    back, costs float32 nothing and does not count, nor does what is practically zero (below 1e-12).
    """
    sizes = np.linalg.norm(world[:, :, :3], axis=1)  # (N, 3) of the axes
    carrying = np.zeros(len(model.nodes), bool)
    for part in model.parts:
        carrying[part.node if part.skin < 0 else model.skins[part.skin].joints] = True
    usable = (sizes > 1e-12) & carrying[:, None]
    low, high = np.where(usable, sizes, np.inf).min(axis=1), np.where(usable, sizes, 0.0).max(axis=1)
    for node in model.nodes.order.tolist():
        above = int(model.nodes.parents[node])
        if above >= 0:
            low[node], high[node] = min(low[node], low[above]), max(high[node], high[above])
    met = carrying & (high > 0.0)
    return float((high[met] / low[met]).max(initial=1.0))


def nodes_that_count(model: Model) -> Bool:
    """(N,) the nodes whose transforms reach a vertex: joints, nodes of parts without a skin, and the ancestors of both.

    A skinned part's own node is not one of them (specification 3.7.3.3): its scale and place make no vertex less exact.
    """
    counting = np.zeros(len(model.nodes), bool)
    for part in model.parts:
        counting[part.node if part.skin < 0 else model.skins[part.skin].joints] = True
    parents = model.nodes.parents
    for node in model.nodes.order[::-1].tolist():
        if counting[node] and parents[node] >= 0:
            counting[parents[node]] = True
    return counting
