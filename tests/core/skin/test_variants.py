"""Whether quaternions left unnormalised matter is bounded before it is computed; the bound knows of morph targets."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Clip, Mesh, Model, Part, Primitive, Track
from tests.core.random_models import nodes_of

#: By how much the length of the one rotation is off.
OFF = 1e-11


def far_triangle(displacement: float, *, weight: float = 1.0) -> Model:
    """A triangle of a millimetre that a morph target carries away from its node, which is turned by a right angle."""
    turned = np.array([0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)])
    nodes = nodes_of(np.array([-1]), np.zeros((1, 3)), turned[None], np.ones((1, 3)))
    nodes = dataclasses.replace(nodes, mesh=np.zeros(1, np.int32), morph_weights=(np.array([0.0, weight, 5.0]),))
    targets = np.zeros((2, 3, 3))
    targets[1, :, 0] = displacement
    mesh = Mesh("", (Primitive(4, 1e-3 * np.eye(3), morph_positions=targets),))
    clip = Clip("", (Track(0, "rotation", "LINEAR", np.zeros(1), (1.0 + OFF) * turned[None]),))
    return Model("far", None, nodes, (mesh,), (), (clip,), (), (Part(0, 0, 0, -1),))


@pytest.mark.parametrize(("displacement", "weight"), [(1000.0, 1.0), (1e5, -0.01)])
def test_a_rotation_that_is_hardly_off_matters_far_from_its_node(displacement: float, weight: float) -> None:
    skinned = skin_model(far_triangle(displacement, weight=weight), 0, [0.0])
    left = skinned.unnormalised[0]
    assert left is not None
    moved = np.abs(left - skinned.positions[0]).max()
    assert moved == pytest.approx(abs(displacement * weight) * 2.0 * OFF, rel=1e-3)


@pytest.mark.parametrize(("displacement", "weight"), [(0.0, 1.0), (1000.0, 0.0)])
def test_it_does_not_matter_near_its_node(displacement: float, weight: float) -> None:
    assert skin_model(far_triangle(displacement, weight=weight), 0, [0.0]).unnormalised == (None,)


def test_nothing_is_morphed_where_the_bound_rules_out_that_it_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A face of fifty targets took twice as long for it."""
    calls = []
    monkeypatch.setattr("skinning_core.fast.variants._matrices_matter", lambda *_: calls.append(1))
    skin_model(far_triangle(1.0), 0, [0.0])
    assert not calls
    skin_model(far_triangle(1e5), 0, [0.0])
    assert calls
