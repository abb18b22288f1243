"""The times that a comparison takes by default catch an engine that goes a wrong way between two keys."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.compare.judge.question import Question, Times, When
from skinning_core.compare.measure.times import (
    BETWEEN,
    FEW_NORMALS,
    FEWEST_NORMAL_TIMES,
    MOST_TIMES,
    NORMAL_PAIRS,
    NORMAL_TIMES,
    STILL_TIMES,
    normal_times,
    sample_times,
)
from skinning_core.model import Clip, Track

KEYS = 4000
TIMES = np.arange(KEYS) / 30.0


def turned(angles: np.ndarray) -> np.ndarray:
    return np.stack([np.zeros(len(angles)), np.zeros(len(angles)), np.sin(angles / 2), np.cos(angles / 2)], axis=1)


def rotation(node: int, angles: np.ndarray) -> Track:
    return Track(node, "rotation", "LINEAR", TIMES, turned(angles))


@pytest.mark.parametrize("seed", range(10))
def test_a_single_jump_in_a_long_calm_clip_is_looked_into(seed: int) -> None:
    """The worst case: 4000 keys of which 7999 times could be taken, and an error planted between two of them.

    A joint turns by 90 degrees in one interval. An engine that takes the first key's value all the way errs only there.
    """
    rng = np.random.default_rng(seed)
    place = int(rng.integers(1, KEYS - 2))
    calm = rng.normal(0.0, 1e-3, (30, KEYS)).cumsum(axis=1)
    calm[rng.integers(30), place + 1 :] += np.pi / 2
    clip = Clip("c", tuple(rotation(node, angles) for node, angles in enumerate(calm)))
    taken = sample_times(clip).times
    assert len(taken) <= MOST_TIMES
    assert ((taken > TIMES[place]) & (taken < TIMES[place + 1])).any()


def test_every_track_is_looked_into_where_it_moves_most() -> None:
    """A finger that turns once by a degree is not outvoted by a body that never rests."""
    rng = np.random.default_rng(0)
    places = rng.choice(np.arange(1, KEYS - 2), 40, replace=False)
    body = rotation(0, rng.normal(0.0, 0.3, KEYS).cumsum())
    fingers = [rotation(n + 1, np.where(np.arange(KEYS) > place, np.radians(1), 0.0)) for n, place in enumerate(places)]
    taken = sample_times(Clip("c", (body, *fingers))).times
    assert len(taken) == MOST_TIMES
    for place in places:
        assert ((taken > TIMES[place]) & (taken < TIMES[place + 1])).any()


def test_the_largest_error_of_a_wrong_interpolation_is_nearly_found() -> None:
    """Normalised linear instead of spherical interpolation errs by the cube of the angle: the largest one is taken."""
    rng = np.random.default_rng(1)
    angles = rng.gamma(1.0, 0.02, KEYS).cumsum()
    clip = Clip("c", (rotation(0, angles),))
    every, taken = (sample_times(clip, most=most).times for most in (None, MOST_TIMES))

    def error(times: np.ndarray) -> float:
        k = np.clip(np.searchsorted(TIMES, times, side="right") - 1, 0, KEYS - 2)
        u, step = (times - TIMES[k]) * 30.0, angles[k + 1] - angles[k]
        chord = (
            np.arctan2(u * np.sin(step / 2), 1.0 - u + u * np.cos(step / 2)) * 2
        )  # the normalised mix, seen as angle
        return float(np.abs(chord - u * step).max())

    assert error(taken) == error(every) > 0.0


def test_where_nothing_moves_a_few_times_are_enough() -> None:
    still = Clip("c", (rotation(0, np.zeros(KEYS)),))
    assert len(sample_times(still).times) == STILL_TIMES
    half = np.where(np.arange(KEYS) < 3950, 0.0, np.arange(KEYS) - 3950.0) * 0.01
    taken = sample_times(Clip("c", (rotation(0, half),)))
    assert (taken.times > TIMES[3949]).sum() == 99  # 50 keys, and a time between every two
    assert (taken.times[0], taken.times[-1]) == (TIMES[0], TIMES[-1])
    assert f"{len(taken.times)} of the {2 * KEYS - 1} times" in taken.note


def test_the_budget_follows_the_motion() -> None:
    """Two thirds of the motion in the last tenth of the clip: about two thirds of the times are there."""
    speed = np.where(np.arange(KEYS) < 0.9 * KEYS, 1.0, 18.0)
    taken = sample_times(Clip("c", (rotation(0, np.cumsum(speed) * 1e-3),))).times
    assert 0.5 < (taken > 0.9 * TIMES[-1]).mean() < 0.8


def wandering(seed: int = 0) -> Clip:
    """Thirty joints that never rest."""
    rng = np.random.default_rng(seed)
    return Clip("c", tuple(rotation(node, a) for node, a in enumerate(rng.normal(0.0, 0.1, (30, KEYS)).cumsum(axis=1))))


def test_few_times_all_have_normals() -> None:
    few = np.linspace(0.0, TIMES[-1], NORMAL_TIMES)
    assert normal_times(wandering(), few, 100).all()
    assert normal_times(None, few, 100).all()
    assert normal_times(wandering(), few[:FEWEST_NORMAL_TIMES], 10_000_000).all()
    assert normal_times(wandering(), TIMES, (FEW_NORMALS - 1) // len(TIMES)).all()


@pytest.mark.parametrize(
    ("vertices", "clips", "expected"),
    [
        (FEW_NORMALS, 1, NORMAL_TIMES),
        (NORMAL_PAIRS // 8, 1, 8),
        (NORMAL_PAIRS // 4, 1, 4),
        (NORMAL_PAIRS // 40, 10, 4),
        (10 * NORMAL_PAIRS, 1, FEWEST_NORMAL_TIMES),
    ],
)
def test_of_many_times_a_budget_has_normals(vertices: int, clips: int, expected: int) -> None:
    """By the sampled times of a long clip, and by times that are no keys at all. All clips have one budget."""
    clip = wandering()
    for times in (sample_times(clip).times, np.linspace(0.01, TIMES[-1] - 0.01, 59)):
        chosen = normal_times(clip, times, vertices, clips)
        assert chosen.shape == times.shape
        assert chosen.sum() == expected
        evenly = np.linspace(0, len(times) - 1, expected // 2).round().astype(int)
        assert chosen[evenly].all()


@pytest.mark.parametrize("seed", range(5))
def test_normals_are_looked_at_where_a_track_moves_most(seed: int) -> None:
    """Joints that turn once each, at times that are no keys; each turn lies in an interval of its own."""
    rng = np.random.default_rng(seed)
    places = rng.choice(np.arange(1, KEYS - 2), NORMAL_TIMES // 2, replace=False)
    clip = Clip("c", tuple(rotation(n, np.where(np.arange(KEYS) > place, 1.0, 0.0)) for n, place in enumerate(places)))
    times = np.linspace(TIMES[0], TIMES[-1], 3 * KEYS)
    taken = times[normal_times(clip, times, 100)]
    assert len(taken) <= NORMAL_TIMES
    for place in places:
        assert ((taken > TIMES[place]) & (taken < TIMES[place + 1])).any()
        assert np.abs(taken - (TIMES[place] + BETWEEN / 30.0)).min() <= (times[1] - times[0]) / 2 + 1e-12


def test_where_nothing_moves_half_of_the_budget_is_enough() -> None:
    still = Clip("c", (rotation(0, np.zeros(KEYS)),))
    for clip in (
        still,
        None,
        Clip("empty", ()),
        Clip("one key", (Track(0, "rotation", "LINEAR", TIMES[:1], turned(np.zeros(1))),)),
    ):
        assert normal_times(clip, TIMES, 100).sum() == NORMAL_TIMES // 2


def test_every_key_is_asked_for_with_its_normals() -> None:
    assert Question(times=Times(When.EVERY_KEY)).every_normal
    assert not Question(times=Times(When.BETWEEN)).every_normal
