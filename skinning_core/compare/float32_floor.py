"""Where float32 itself limits how exact a character can be: one judgement, for tolerances and for notes on the rig.

A float32 keeps 24 bits, so one rounding is at most 6e-8 of a number. Two properties of a skeleton multiply that beyond
what an ordinary character shows: a long chain, in which every product rounds once more, and scales of very different
size, of which the smallest keeps only the digits that the largest leaves.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..check.inspect import depths
from ..model import Bool, Float, Model

#: Nodes on one path from the root. A product of float32 matrices adds some 1e-8 of the size; a hundred add 1e-6.
LONG_CHAIN = 100

#: Largest over smallest scale. One of a hundred leaves five of seven digits: 6e-6 of the size for one rounding.
WIDE_SPAN = 100.0


def chain_reason(model: Model) -> str | None:
    """What to say of a chain of nodes that is so long that its products' roundings add up; None of others."""
    depth = int(depths(model.nodes)[nodes_that_count(model)].max(initial=0))
    return f"a chain of {depth} nodes" if depth > LONG_CHAIN else None


def span_reason(scales: Iterable[Float]) -> str | None:
    """What to say of scales, of any shapes, that span so much that the smallest lose digits; None of others.

    One is always among them; zeros, and what is as good as zero (below 1e-12), do not count.

    >>> span_reason([np.array([0.01, 2.0])])
    'scales span 200 : 1'
    >>> span_reason([np.array([1.0, 2.0])]) is None
    True
    """
    every = np.concatenate([np.ones(1), *(np.abs(of_one_kind).ravel() for of_one_kind in scales)])
    used = every[every > 1e-12]
    span = float(used.max() / used.min())
    return f"scales span {span:.4g} : 1" if span >= WIDE_SPAN else None


def nodes_that_count(model: Model) -> Bool:
    """(N,) the nodes whose transforms reach a vertex: joints, nodes of parts without a skin, and all above either.

    The own node of a skinned part is none of them (specification 3.7.3.3): however it is scaled or placed, no vertex is
    less exact for it.
    """
    counting = np.zeros(len(model.nodes), bool)
    for part in model.parts:
        counting[part.node if part.skin < 0 else model.skins[part.skin].joints] = True
    parents = model.nodes.parents
    for node in model.nodes.order[::-1].tolist():
        if counting[node] and parents[node] >= 0:
            counting[parents[node]] = True
    return counting
