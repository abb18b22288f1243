"""What float32 cannot resolve: a floor that plain roundings reach half of, and that no untouched import is beyond."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from skinning_core import model as core
from skinning_core import skin_model
from skinning_core.compare.measure.difference import compare_results
from skinning_core.compare.measure.tolerance import ORDINARY, rounding_floor, tolerance
from skinning_core.subject import SUBJECTS
from tests.ropes import rope


def test_sums_in_float32_reach_half_of_the_floor_and_never_all_of_it() -> None:
    """Points turned and moved by three large offsets, one after the other: measured, 0.56 of the floor.

    If the floor allowed eight roundings instead of four, they would reach 0.28.
    """
    rng = np.random.default_rng(3)
    worst = 0.0
    for _ in range(400):
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0].astype(np.float32)
        offset = np.float32(rng.uniform(0.5, 1.0, 3) * 1000.0)
        points = rng.uniform(-1.0, 1.0, (200, 3)).astype(np.float32)
        exact = points.astype(float) @ turn.astype(float).T + offset.astype(float)
        stored = points @ turn.T + offset
        back = np.float32(rng.uniform(0.5, 1.0, 3) * 1000.0)
        exact, stored = exact + back, stored + back
        again = np.float32(rng.uniform(0.5, 1.0, 3) * 1000.0)
        exact, stored = exact - again, stored - again
        off = np.linalg.norm(stored - exact, axis=1).max()
        largest = max(np.abs(exact).max(), np.abs(exact + again).max())
        worst = max(worst, off / (rounding_floor(np.array([largest]), np.array([1.0]))))
    assert 0.45 < worst <= 1.0


def test_the_floor_is_four_roundings_of_the_largest_coordinate() -> None:
    assert rounding_floor(np.array([8.0, 1000.0]), np.array([2.0, 4.0])) == pytest.approx(4 * 2.0**-24 * 1000.0 / 4.0)


@pytest.mark.parametrize(("joints", "limit"), [(20, 3e-6), (99, 3e-6), (300, 9e-6), (1000, 3e-5)])
def test_a_long_chain_costs_by_its_length(joints: int, limit: float) -> None:
    found = tolerance(rope(core, joints), 0.0)
    assert found.limit == pytest.approx(limit, rel=0.02)
    assert bool(found.reason) == (joints > 100)


def test_rounding_below_the_ordinary_widens_nothing_and_above_it_by_no_more_than_itself() -> None:
    model = rope(core, 5)
    assert tolerance(model, 2.9e-6).limit == ORDINARY
    assert not tolerance(model, 2.9e-6).reason
    assert tolerance(model, 4e-6).limit == 4e-6
    assert tolerance(model, 4e-6, asked=1e-3).limit == 1e-3
    assert tolerance(model, 4e-6, exact=True) == tolerance(model, 0.0)


@pytest.mark.parametrize(
    ("scales", "limit"),
    [
        ({}, 3e-6),
        ({0: 0.01}, 3e-6),  # a factor on all joints costs float32 nothing
        ({0: 100.0}, 3e-6),
        ({1: 0.01, 2: 100.0}, 1.2e-5),  # joint 1 itself carries vertices
        ({2: 20.0}, 3e-6),
        ({2: 50.0}, 6e-6),
        ({2: 100.0}, 1.2e-5),
        ({2: 1e4}, 3e-5),
        ({3: 0.0}, 3e-6),
    ],
)
def test_only_scales_that_lie_apart_on_a_chain_cost_and_by_their_ratio(scales: dict[int, float], limit: float) -> None:
    model = rope(core, 5)
    scale = model.nodes.scale.copy()
    for joint, factor in scales.items():
        scale[joint] = factor
    scaled = replace(model, nodes=replace(model.nodes, scale=scale))
    found = tolerance(scaled, 0.0)
    assert found.limit == pytest.approx(limit)
    assert ("scales span" in found.reason) == (limit > 3e-6)
    assert tolerance(scaled, 1e-3, exact=True).limit == 3e-6, "between two files nothing in float32 is an excuse"


@pytest.mark.parametrize("far", [50.0, 2000.0])
def test_the_fast_path_is_within_the_floor_of_a_character_far_away(far: float) -> None:
    model, times = rope(core, 5, offset=(far, 0.0, 0.0)), np.array([0.0, 0.4])
    reference = skin_model(model, 0, times, variants=False)
    found = compare_results(reference, SUBJECTS["fast"](model).at(0, times))
    floor = rounding_floor(np.abs(reference.positions[0]).max(axis=(1, 2)), reference.diagonal)
    assert found.max_relative <= tolerance(model, floor).limit
