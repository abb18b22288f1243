"""Errors by the joint that leads each vertex, against plain loops; who leads is found once for a model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.measure.joint_difference import gathered_by_joint, leaders
from skinning_core.compare.measure.statistics import Distances
from tests.models import MODELS


@pytest.mark.parametrize("name", ["rigid_parts", "two_skins", "twelve_influences"])
@pytest.mark.parametrize("still", [False, True])
def test_every_vertex_counts_for_the_node_that_leads_it(name: str, still: bool, tmp_path: Path) -> None:
    model, rng = load_model(MODELS[name](tmp_path)), np.random.default_rng(3)
    distances = [rng.random((4, model.primitive(part).vertex_count)) for part in model.parts]
    distances[0][2, 0] = np.nan
    if still:
        distances[-1] = np.broadcast_to(distances[-1][:1], distances[-1].shape)
    found = gathered_by_joint(Distances.of(distances), leaders(model, model.parts))
    per_node: dict[int, list[np.ndarray]] = {}
    for part, distance in zip(model.parts, distances, strict=True):
        influences = model.influences(part)
        for vertex in range(distance.shape[1]):
            node = part.node
            if influences is not None:
                strongest = influences.joints[vertex][influences.weights[vertex].argmax()]
                node = int(model.skins[part.skin].joints[strongest])
            per_node.setdefault(node, []).append(distance[:, vertex])
    assert found.nodes.tolist() == sorted(per_node)
    for column, node in enumerate(sorted(per_node)):
        of_node = np.array(per_node[node])
        assert found.vertices[column] == len(of_node)
        assert found.compared[:, column].tolist() == (~np.isnan(of_node)).sum(axis=0).tolist()
        np.testing.assert_array_equal(found.maximum[:, column], np.nanmax(of_node, axis=0))
        np.testing.assert_allclose(found.square_sum[:, column], np.nansum(of_node**2, axis=0), rtol=1e-13)


def test_who_leads_is_found_once_for_a_model_and_some_of_its_parts(tmp_path: Path) -> None:
    path = MODELS["rigid_parts"](tmp_path)
    model, again = load_model(path), load_model(path)
    who = leaders(model, model.parts)
    assert leaders(model, model.parts) is who
    assert who.by_joint((0, 1)) is who.by_joint((0, 1))
    assert leaders(again, again.parts) is not who
    assert len(leaders(model, model.parts[:1]).leading) == 1
    assert len(who.by_joint((0, 1)).order) == sum(len(of_part) for of_part in who.leading[:2])
