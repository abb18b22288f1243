"""A model without what stands elsewhere."""

from __future__ import annotations

import numpy as np

from skinning_core.skeleton.elsewhere import ELSEWHERE, Elsewhere, without
from tests.core.random_models import model


def test_parts_below_a_node_are_left_out_and_told() -> None:
    for seed in range(20):
        whole = model(np.random.default_rng(seed))
        if not whole.parts:
            continue
        node = whole.parts[0].node
        root = whole.nodes.path_to(node)[0]
        below = [part for part in whole.parts if root in whole.nodes.path_to(part.node)]
        left = without(whole, [Elsewhere("Second", False, (root,))])
        assert set(left.parts).isdisjoint(below)
        assert sorted((*left.parts, *left.left_out), key=whole.parts.index) == list(whole.parts)
        (told,) = (each for each in left.unjudged if each.code == ELSEWHERE)
        assert whole.nodes.names[node] in told.sentence
        assert without(left, [Elsewhere("Second", False, (root,))]) is left


def test_nothing_elsewhere_leaves_a_model_as_it_is() -> None:
    whole = model(np.random.default_rng(0))
    assert without(whole, []) is whole
    assert without(whole, [Elsewhere("Second", True, (len(whole.nodes) + 3,))]) is whole
