"""Where float32 itself limits how exact a character can be; tolerances and the notes on a rig share this judgement.

A float32 keeps 24 bits, so one rounding is at most 6e-8 of a number. Two properties of a skeleton multiply that error
beyond what an ordinary character shows: a long chain of nodes, in which every product rounds once more, and scales of
very different size, of which the smallest keeps only the digits that the largest leaves to it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...check.inspect import depths
from ...model import Bool, Float, Model
from ...text.sentence import sentence

#: Nodes on one path from the root. A product of float32 matrices adds about 1e-8 of the size; a hundred add 1e-6.
LONG_CHAIN = 100

#: Largest scale divided by the smallest. A ratio of 100 leaves five of seven digits: one rounding is 6e-6 of the size.
WIDE_SPAN = 100.0


def chain_reason(model: Model) -> str | None:
    """The sentence on a chain of nodes so long that the roundings of its products add up; None if there is none."""
    depth = longest_chain(model)
    return sentence("a chain of {count} nodes", count=depth) if depth > LONG_CHAIN else None


def longest_chain(model: Model) -> int:
    """How many nodes are on the longest path from a root to one that moves a vertex, both included."""
    return int(depths(model.nodes)[nodes_that_count(model)].max(initial=0))


def span_reason(scales: Iterable[Float]) -> str | None:
    """The sentence on scales (of any shapes) so far apart that the smallest lose digits; None if they are not.

    The scale 1 always counts as one of them; zeros and scales that are practically zero (below 1e-12) do not count.

    >>> span_reason([np.array([0.01, 2.0])])
    'scales span 200 : 1'
    >>> span_reason([np.array([1.0, 2.0])]) is None
    True
    """
    every = np.concatenate([np.ones(1), *(np.abs(of_one_kind).ravel() for of_one_kind in scales)])
    used = every[every > 1e-12]
    span = float(used.max() / used.min())
    return sentence("scales span {span:.4g} : 1", span=span) if span >= WIDE_SPAN else None


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
