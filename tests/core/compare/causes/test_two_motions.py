"""How one motion comes of another: what was done here by plain arithmetic is told, and nothing is told of noise."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.compare.causes.two_motions import motion_changes
from skinning_core.text.sentence import Sentence

TIMES = np.arange(40)


def motion() -> np.ndarray:
    """(40, 60, 3) points that swing, each by a phase of its own, so that no map of the whole does it."""
    rng = np.random.default_rng(5)
    places, ways = rng.normal(size=(2, 60, 3))
    phase, speed = rng.uniform(0.0, 6.0, 60), rng.uniform(0.05, 0.15, 60)
    return places + ways * 0.4 * np.sin(speed * TIMES[:, None] + phase)[..., None]


def changes(first: np.ndarray, second: np.ndarray) -> tuple[Sentence, ...]:
    return motion_changes(first, second, lambda share: "visible" if share > 1e-4 else "unseen")


def turned(degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


CHANGES = [
    (lambda p: p + np.array([0.0, 2.0, 0.0]), "moved by 2 m as a whole"),
    (lambda p: 100.0 * p, "scaled by 100"),
    (lambda p: p @ turned(90.0).T, "turned by 90 degrees"),
    (lambda p: p * [-1.0, 1.0, 1.0], "mirrored"),
    (lambda p: p * [1.0, 1.0, 0.5], "stretched unevenly"),
    (lambda p: np.concatenate([p[:1], p[:-1]]), "1 frame late"),
    (lambda p: np.concatenate([p[3:], np.repeat(p[-1:], 3, axis=0)]), "3 frames early"),
    (lambda p: np.concatenate([p[:2], p[:-2]]) * 2.0, "2 frames late, and it is scaled by 2"),
    (lambda p: np.repeat(p[:1], 40, axis=0), "does not move"),
    (
        lambda p: np.stack([[np.interp(TIMES * 0.8, TIMES, c) for c in v] for v in p.transpose(1, 2, 0)]).transpose(
            2, 0, 1
        ),
        "plays at 80 % of the speed",
    ),
]


@pytest.mark.parametrize(("change", "told"), CHANGES, ids=[told for _, told in CHANGES])
def test_what_was_done_is_told(change, told) -> None:
    first = motion()
    (found,) = changes(first, change(first))
    assert told in str(found)


def every(motion: np.ndarray, step: int) -> np.ndarray:
    """A motion sampled at every so many frames and at the last, with straight lines between."""
    at = np.unique([*range(0, len(motion), step), len(motion) - 1])
    return np.stack([[np.interp(TIMES, at, c[at]) for c in v] for v in motion.transpose(1, 2, 0)]).transpose(2, 0, 1)


@pytest.mark.parametrize("step", [2, 5])
def test_one_frame_in_so_many_is_told(step: int) -> None:
    first = motion()
    second = every(first, step)
    (found,) = changes(first, second)
    share = np.linalg.norm(second - first, axis=-1).max() / np.linalg.norm(np.ptp(first.reshape(-1, 3), axis=0))
    assert f"one frame in {step} is right" in str(found)
    assert found.values["share"] == pytest.approx(100.0 * share)


def test_a_motion_that_differs_for_a_while_is_not_sampled_seldom() -> None:
    first = motion()
    second = first.copy()
    second[10:20] += 0.1 * np.sin(np.arange(10))[:, None, None]
    assert changes(first, second) == ()


def test_what_a_cause_leaves_is_judged_and_has_its_own() -> None:
    """A frame late, and one frame in two alone is sampled, as what is slow loses little by."""
    first = motion()[:, :4] * [1.0, 1.0, 20.0]
    seldom = first.copy()
    seldom[1:-1:2] += 2e-2
    late, left, sampled = changes(first, np.concatenate([seldom[:1], seldom[:-1]]))
    assert "it is 1 frame late (explains" in str(late)
    assert "let it begin that much earlier" in str(late)
    assert "% of the size: visible" in str(left)
    assert "one frame in 2 is right" in str(sampled)


def test_nothing_is_told_of_noise_and_of_no_difference() -> None:
    first = motion()
    rng = np.random.default_rng(6)
    assert changes(first, first.copy()) == ()
    assert changes(first, first + rng.normal(size=first.shape)) == ()
    assert changes(first[:1], first[:1] + rng.normal(size=(1, 60, 3))) == ()
    lost = first.copy()
    lost[3] = np.nan
    assert changes(first, lost) == ()


def test_vertices_without_a_partner_do_not_count() -> None:
    first = motion()
    second = first + np.array([1.0, 0.0, 0.0])
    second[:, 7] = np.nan
    (found,) = changes(first, second)
    assert "moved by 1 m" in str(found)
