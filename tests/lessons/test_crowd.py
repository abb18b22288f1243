"""A crowd as data: places and times of its characters."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from tests.ropes import rope

Package = Callable[[str], ModuleType]


@pytest.mark.parametrize("count", [1, 2, 7, 200])
def test_nobody_stands_on_anybody_else(package: Package, count: int) -> None:
    places = package("addon.lessons.crowd").grid_places(count, np.array([2.0, 3.0]))
    assert len(np.unique(places, axis=0)) == count
    assert (places[:, 1] == 0.0).all()
    assert np.abs(places.max(axis=0) + places.min(axis=0)).max() < 1e-9


@pytest.mark.parametrize("count", [1, 2, 8, 9, 200])
def test_a_crowd_stands_around_its_character(package: Package, count: int) -> None:
    """Nobody stands in it, nor nearer to it or to another than the spacing."""
    places = package("addon.lessons.crowd").places_around(count, np.array([2.0, 3.0]))
    assert places.shape == (count, 3)
    assert (places[:, 1] == 0.0).all()
    everybody = np.vstack([np.zeros(3), places]) / [2.0, 1.0, 3.0]
    apart = np.abs(everybody[:, None] - everybody).max(axis=2) + np.eye(count + 1)
    assert apart.min() == 1.0
    assert np.abs(everybody).max() == np.ceil((np.sqrt(count + 1) - 1) / 2)


def test_times_go_round(package: Package) -> None:
    core = package("skinning_core.model")
    keys = np.array([1.0, 3.0])
    rope_model = rope(core, 3)
    clip = core.Clip("two seconds", (core.Track(0, "translation", "LINEAR", keys, np.zeros((2, 3))),))

    def times(first: float, count: int, offset: float, looping: bool) -> list[float]:
        made = package("addon.lessons.crowd").CrowdTimes(first, count, offset, looping)
        return [float(one.times(np.array([first]))[0]) for one in made.instances(rope_model, [clip])]

    assert times(1.5, 4, 0.75, True) == pytest.approx([1.5, 2.25, 1.0, 1.75])  # in a clip from 1 to 3
    assert times(1.5, 4, 0.75, False) == pytest.approx([1.5, 2.25, 3.0, 3.0])
    assert times(-0.5, 2, 0.25, True) == pytest.approx([1.5, 1.75])


def test_a_crowd_shares_its_skeleton(package: Package) -> None:
    """However often it is asked for: every character of every redraw points at the same one."""
    rope_model = rope(package("skinning_core.model"), 3)
    crowd_times = package("addon.lessons.crowd").CrowdTimes(0.0, 50, 0.1, True)
    asked = [crowd_times.instances(rope_model, [None, *rope_model.clips]) for _ in range(2)]
    assert len({id(one.skeleton) for instances in asked for one in instances}) == 1
