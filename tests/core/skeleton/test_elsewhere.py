"""A model without what stands elsewhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from skinning_core.skeleton.elsewhere import ELSEWHERE, NOT_A_MESH, Elsewhere, Whereabouts, without
from tests.core.random_models import model


def test_parts_below_a_node_are_left_out_and_told() -> None:
    for seed in range(20):
        whole = model(np.random.default_rng(seed))
        if not whole.parts:
            continue
        node = whole.parts[0].node
        root = whole.nodes.path_to(node)[0]
        below = [part for part in whole.parts if root in whole.nodes.path_to(part.node)]
        left = without(whole, [Elsewhere("Second", Whereabouts.SCENE, (root,))])
        assert set(left.parts).isdisjoint(below)
        assert sorted((*left.parts, *left.left_out), key=whole.parts.index) == list(whole.parts)
        (told,) = (each for each in left.unjudged if each.code == ELSEWHERE)
        assert whole.nodes.names[node] in told.sentence
        assert without(left, [Elsewhere("Second", Whereabouts.SCENE, (root,))]) is left


def test_of_what_is_no_mesh_only_the_node_itself_is_left_out() -> None:
    for seed in range(20):
        whole = model(np.random.default_rng(seed))
        for node in sorted({part.node for part in whole.parts}):
            left = without(whole, [Elsewhere("Rope", Whereabouts.CONVERTED, (node,))])
            assert {part.node for part in left.left_out} == {node}
            assert [each.code for each in left.unjudged if each not in whole.unjudged] == [NOT_A_MESH]


def test_nothing_elsewhere_leaves_a_model_as_it_is() -> None:
    whole = model(np.random.default_rng(0))
    assert without(whole, []) is whole
    assert without(whole, [Elsewhere("Second", Whereabouts.INSTANCE, (len(whole.nodes) + 3,))]) is whole


def test_clips_that_are_one_are_put_into_the_first() -> None:
    one = model(np.random.default_rng(0))
    whole = replace(one, clips=(one.clips[0], replace(one.clips[0], name="second")))
    split = [Elsewhere("Scene", Whereabouts.TOGETHER, (0, 1))]
    left = without(whole, split)
    assert left.clip_names == whole.clip_names
    assert left.clips[0].tracks == 2 * one.clips[0].tracks
    assert left.clips[1].tracks == ()
    assert without(left, split) is left
