"""Bounding boxes against NumPy's own, whatever the number of vertices, with lost ones and parts that stand still."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.skinned import bounding_box


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
