"""Results joined in time; bounding boxes against NumPy's own, with lost vertices and parts that stand still."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.model import Part
from skinning_core.skinned import Skinned, bounding_box, joined_in_time, once, over_time


@pytest.mark.parametrize("vertices", [0, 1, 15, 16, 17, 255, 256, 300, 5000, 70_000])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_box_of_vertices_that_are_not_lost(vertices: int, dtype: type) -> None:
    rng, times = np.random.default_rng(vertices), 40 if vertices <= 5000 else 3
    moving = rng.normal(size=(times, vertices, 3)).astype(dtype)
    moving[:, ::7] = np.nan
    still = np.broadcast_to(rng.normal(size=(1, 3, 3)), (times, 3, 3))
    every = np.concatenate([moving, still], axis=1)
    low, high = bounding_box((moving, still), times)
    np.testing.assert_array_equal(low, np.nanmin(every, axis=1))
    np.testing.assert_array_equal(high, np.nanmax(every, axis=1))


def test_there_is_no_box_where_every_vertex_is_lost() -> None:
    low, high = bounding_box((np.full((2, 400, 3), np.nan), np.zeros((2, 0, 3))), 2)
    assert (low == np.inf).all()
    assert (high == -np.inf).all()


def _result(first: float, *positions: np.ndarray) -> Skinned:
    parts = tuple(Part(k, k, 0, -1) for k in range(len(positions)))
    return Skinned("blender", first + np.arange(len(positions[0])), parts, positions, (None,) * len(parts))


def test_a_part_that_stands_still_in_all_runs_is_one_row_of_the_whole() -> None:
    """Beside one that stands elsewhere in the next run, and one that moves in one run only."""
    row, moving = np.random.default_rng(0).normal(size=(1, 5, 3)), np.random.default_rng(1).normal(size=(4, 5, 3))
    row[0, 2] = np.nan  # a vertex that the subject has not
    runs = [
        _result(0.0, over_time(row, 3), over_time(row, 3), over_time(row, 3)),
        _result(3.0, row, row + 1.0, row),
        _result(4.0, over_time(row.copy(), 4), over_time(row, 4), moving),
    ]
    joined = joined_in_time(runs)
    np.testing.assert_array_equal(joined.times, np.arange(8.0))
    for k, positions in enumerate(joined.positions):
        np.testing.assert_array_equal(positions, np.concatenate([run.positions[k] for run in runs]))
    assert [len(once(positions)) for positions in joined.positions] == [1, 8, 8]


def test_joined_positions_lie_in_memory_time_by_time() -> None:
    """Whatever the order of a piece that repeats one row: where times are innermost, comparing takes longer."""
    row = np.zeros((1, 5, 3))
    joined = joined_in_time([_result(0.0, over_time(row, 3)), _result(3.0, over_time(row + 1.0, 2))])
    assert joined.positions[0].flags.c_contiguous
