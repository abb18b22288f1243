"""How exact float32 lets a character be. Tolerances and notes on a rig share this judgement.

Float32 has 24 bits: one rounding is at most 6e-8 of a number. Two things multiply that: a long chain of nodes, since
every product rounds again, and scales far apart, since the smallest keeps only the digits that the largest leaves.
"""

from __future__ import annotations

import numpy as np

from ...check.inspect import depths
from ...model import Bool, Float64, Model
from ...text.sentence import sentence

#: Nodes on a path from the root. A product of float32 matrices adds about 1e-8 of the size; a hundred add 1e-6.
LONG_CHAIN = 100

#: Largest scale divided by the smallest on one chain, from which it is reported. At 100, Blender's rig for animation
#: was off by 1.12e-5 and the exact rig by 1.1e-6. At 25 the former reaches the ordinary tolerance.
WIDE_SPAN = 25.0


def chain_reason(model: Model) -> str | None:
    """The sentence on a chain so long that roundings add up; None: there is none."""
    depth = longest_chain(model)
    return sentence("a chain of {count} nodes", count=depth) if depth > LONG_CHAIN else None


def longest_chain(model: Model) -> int:
    """Nodes on the longest path from a root to one that moves a vertex, both included."""
    return int(depths(model.nodes)[nodes_that_count(model)].max(initial=0))


def span_reason(span: float) -> str | None:
    """The sentence on scales so far apart (``chain_span``) that the smallest lose digits; None: they are not.

    >>> span_reason(200.0)
    'scales span 200 : 1'
    >>> span_reason(2.0) is None
    True
    """
    return sentence("scales span {span:.4g} : 1", span=span) if span >= WIDE_SPAN else None


def chain_span(model: Model, world: Float64) -> float:
    """The largest scale divided by the smallest that a vertex meets along a chain of joints, or of parts.

    world: (N, 3, 4) of the nodes. A factor above all joints (an armature's 0.01), or one that a node takes back, costs
    no digits and does not count. Neither does a scale below 1e-12.
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
    """(N,) the nodes whose transforms reach a vertex: joints, nodes of unskinned parts, and their ancestors.

    A skinned part's own node does not (specification 3.7.3.3): its scale and place cost no digits.
    """
    counting = np.zeros(len(model.nodes), bool)
    for part in model.parts:
        counting[part.node if part.skin < 0 else model.skins[part.skin].joints] = True
    parents = model.nodes.parents
    for node in model.nodes.order[::-1].tolist():
        if counting[node] and parents[node] >= 0:
            counting[parents[node]] = True
    return counting
