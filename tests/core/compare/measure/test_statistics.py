"""Percentiles and counts of distances against NumPy's own, whatever the distances are like."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.compare.measure.statistics import (
    HISTOGRAM_EDGES,
    Distances,
    histogram,
    part_statistics,
    statistics_of_parts,
    whole_percentile_99,
)

RNG = np.random.default_rng(11)
#: Distances (T, V): of ordinary kind, with many equal ones, and arranged so that a sample of every n-th deceives.
KINDS = {
    "few": RNG.random((3, 40)),
    "ordinary": RNG.lognormal(-14.0, 2.0, (5, 9001)),
    "equal": RNG.integers(0, 3, (4, 5000)).astype(np.float64),
    "nothing": np.zeros((3, 6000)),
    "every 16th is large": np.where(np.arange(8000) % 16 == 0, 1.0, 0.0) * RNG.random((3, 8000)),
    "every 16th is small": np.where(np.arange(8000) % 16 == 0, 0.0, 1.0) * RNG.random((3, 8000)),
    "the first much larger": RNG.random((4, 6000)) * np.array([[1e3], [1.0], [1.0], [1e-9]]),
    "the first much smaller": RNG.random((4, 6000)) * np.array([[1e-9], [1.0], [1e3], [0.0]]),
    "of one time only": np.concatenate([np.zeros((1, 7000)), RNG.random((2, 7000))]),
    "short": RNG.lognormal(-14.0, 2.0, (80, 257)),
    "short and equal": RNG.integers(0, 3, (60, 700)).astype(np.float64),
    "short, nothing at some times": RNG.random((40, 1999)) * (np.arange(40) % 3)[:, None],
    "short, every 8th is small": np.where(np.arange(600) % 8 == 0, 0.0, 1.0) * RNG.random((50, 600)),
    "short, every 8th is large at some times": np.where(
        np.arange(600) % 8 == 0, 1.0, RNG.random((50, 1)) * RNG.random((50, 600))
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_percentile_of_one_part_and_of_several(kind: str) -> None:
    distance = KINDS[kind]
    expected = np.percentile(distance, 99.0, axis=1)
    np.testing.assert_allclose(part_statistics(distance).percentile_99, expected, rtol=1e-14)
    cut = distance.shape[1] // 3
    parts = [distance[:, :cut], np.zeros((len(distance), 0)), distance[:, cut:]]
    whole = whole_percentile_99(Distances.of(parts), np.full(len(distance), distance.shape[1]))
    np.testing.assert_allclose(whole, expected, rtol=1e-14)


@pytest.mark.parametrize("kind", KINDS)
def test_parts_that_stand_still_count_at_every_time(kind: str) -> None:
    moving = KINDS[kind]
    row = RNG.random((1, 5000)) * moving.max()
    still = np.broadcast_to(row, (len(moving), 5000))
    expected = np.percentile(np.concatenate([still, moving], axis=1), 99.0, axis=1)
    compared = np.full(len(moving), 5000 + moving.shape[1])
    np.testing.assert_allclose(whole_percentile_99(Distances.of([still, moving]), compared), expected, rtol=1e-14)


@pytest.mark.parametrize("lost", [False, True])
def test_parts_side_by_side_have_each_its_own_statistics(lost: bool) -> None:
    """Parts that stand still, of which several are taken at once, beside one that moves."""
    rows = [RNG.lognormal(-14.0, 2.0, (1, width)) for width in (1, 700, 3, 2500)] + [np.full((1, 9), 0.5)]
    if lost:
        rows[1][0, 5] = np.nan
    parts = [*(np.broadcast_to(row, (4, row.shape[1])) for row in rows[:2]), RNG.random((4, 60)), *rows[2:]]
    parts = [np.broadcast_to(part, (4, part.shape[1])) for part in parts]
    for part, found in zip(parts, statistics_of_parts(Distances.of(parts)), strict=True):
        alone = part_statistics(part.copy())
        for name, value in vars(alone).items():
            np.testing.assert_allclose(getattr(found, name), value, rtol=1e-14, err_msg=name)


@pytest.mark.parametrize("kind", KINDS)
def test_histogram_is_numpys(kind: str) -> None:
    distance = KINDS[kind].copy()
    distance[0, :5] = np.nan
    distance[-1, :3] = HISTOGRAM_EDGES[[0, 4, -1]] * 2.0  # an edge belongs to the bin above it
    scale = np.full(len(distance), 2.0)
    relative = distance[~np.isnan(distance)] / 2.0
    below = [int((relative < edge).sum()) for edge in HISTOGRAM_EDGES]
    assert (
        histogram(Distances.of([distance]), scale, relative.size).tolist()
        == np.diff([0, *below, relative.size]).tolist()
    )
