"""P7: tables equal plain search bit for bit, however the keys are spaced."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skinning_core.lessons.key_table import (
    MOST_CELLS,
    fast_clip,
    fast_track,
    keys_before_fast,
    sample_fast_clip,
    sample_fast_track,
)
from skinning_core.model import Clip, Track, TrackPath
from skinning_core.pose.clip import sample_clip
from skinning_core.pose.playback import looped_times
from skinning_core.pose.track import sample_track
from tests.core.random_models import SEEDS, forest, unit

STEP = 1.0 / 60.0


def adversarial_keys() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(5)
    boundaries = np.arange(120) * STEP
    return {
        "on the boundaries of cells": boundaries,
        "one rounding before the boundaries": np.nextafter(boundaries, -np.inf),
        "one rounding after the boundaries": np.nextafter(boundaries, np.inf),
        "multiples of a rounded step": np.cumsum(np.full(200, STEP)),
        "a hundred keys inside one cell": np.concatenate([[0.0], 0.5 + np.linspace(0, STEP / 3, 100), [2.0]]),
        "neighbouring floats": 1.0 + np.arange(50) * np.spacing(1.0),
        "clusters far apart": np.sort(np.concatenate([c + rng.uniform(0, 1e-4, 20) for c in (0.0, 1.0, 1.01, 9.0)])),
        "starting late": 1000.0 + np.array([0.0, 0.01, 0.5, 3.0]),
        "starting before zero": np.array([-7.3, -7.2999, -0.1, 0.0, 0.3]),
        "one key": np.array([0.4]),
        "two keys at the ends of a day": np.array([0.0, 86400.0]),
        "a span of one rounding": np.array([5.0, np.nextafter(5.0, 6.0)]),
        "a span beyond any table": np.array([0.0, 1e-9, 1e12]),
    }


def asked(keys: np.ndarray) -> np.ndarray:
    """Times at, around, between, before, beyond the keys, on the boundaries of cells, and wrapped negative ones."""
    rng = np.random.default_rng(6)
    near = [keys, np.nextafter(keys, -np.inf), np.nextafter(keys, np.inf), (keys[:-1] + keys[1:]) / 2]
    span = keys[-1] - keys[0]
    cells = keys[0] + np.arange(-3, 300) * STEP
    wide = rng.uniform(keys[0] - span - 1, keys[-1] + span + 1, 300)
    looped = looped_times(rng.uniform(-3 * span - 1, 0, 100), keys[0], keys[-1])
    return np.concatenate([*near, cells, np.nextafter(cells, -np.inf), np.nextafter(cells, np.inf), wide, looped])


@pytest.mark.parametrize("rate", [60.0, 1.0, 0.37, 1e5])
def test_the_key_before_any_time_is_the_true_one(rate: float) -> None:
    for name, keys in adversarial_keys().items():
        times = asked(keys)
        fast = fast_track(Track(0, "translation", "LINEAR", keys, np.zeros((len(keys), 3))), rate)
        expected = [np.count_nonzero(keys <= t) - 1 for t in times]
        assert keys_before_fast(fast, times).tolist() == expected, name


@pytest.mark.parametrize(
    ("path", "interpolation"),
    [("translation", "LINEAR"), ("rotation", "LINEAR"), ("scale", "STEP"), ("rotation", "CUBICSPLINE")],
)
def test_samples_are_equal_bit_for_bit(path: TrackPath, interpolation: str) -> None:
    for name, keys in adversarial_keys().items():
        rng = np.random.default_rng(7)
        values = unit(rng, len(keys)) if path == "rotation" else rng.normal(size=(len(keys), 3))
        tangents = rng.normal(size=values.shape)
        track = Track(0, path, interpolation, keys, values.astype(np.float32), tangents, tangents)
        times = asked(keys)
        assert sample_fast_track(fast_track(track), times).tobytes() == sample_track(track, times).tobytes(), name


@given(st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=1, max_size=40, unique=True), st.floats(1e-3, 1e4))
def test_random_spacings(keys: list[float], rate: float) -> None:
    times = asked(np.sort(keys))
    fast = fast_track(Track(0, "translation", "LINEAR", np.sort(keys), np.zeros((len(keys), 3))), rate)
    assert keys_before_fast(fast, times).tolist() == (np.searchsorted(np.sort(keys), times, side="right") - 1).tolist()


def test_tables_stay_small() -> None:
    long = Track(0, "translation", "LINEAR", np.array([0.0, 1e9]), np.zeros((2, 3)))
    assert len(fast_track(long).keys_before_cell) <= MOST_CELLS + 2


def test_evenly_spaced_keys_are_found_without_halving() -> None:
    """Constant time: with keys no closer than a cell, a cell holds one key at most."""
    keys = np.arange(500) * (1.5 * STEP)
    fast = fast_track(Track(0, "translation", "LINEAR", keys, np.zeros((500, 3))))
    assert np.diff(fast.keys_before_cell).max() == 1


@given(SEEDS)
def test_a_fast_clip_gives_the_same_pose(seed: int) -> None:
    rng = np.random.default_rng(seed)
    nodes = forest(rng, 4)
    keys = np.sort(rng.uniform(0, 2, 9))
    tracks = (
        Track(1, "rotation", "LINEAR", keys, unit(rng, 9)),
        Track(3, "scale", "STEP", keys[:4], rng.uniform(size=(4, 3))),
    )
    clip = Clip("clip", tracks)
    times = asked(keys)
    plain, fast = sample_clip(nodes, clip, times), sample_fast_clip(nodes, fast_clip(clip), times)
    for field in ("translation", "rotation", "scale"):
        assert getattr(plain, field).tobytes() == getattr(fast, field).tobytes()
