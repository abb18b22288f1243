"""P5: looping and clamping of times."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skinning_core.pose.playback import clamped_times, looped_times

SECONDS = st.floats(-1e4, 1e4, allow_nan=False)


@pytest.mark.parametrize(
    ("time", "expected"),
    [(0.5, 1.5), (1.0, 1.0), (2.75, 1.75), (3.0, 1.0), (5.5, 1.5), (-0.25, 1.75), (-1.0, 1.0), (-4.5, 1.5)],
)
def test_a_clip_from_one_to_two_seconds_repeats(time: float, expected: float) -> None:
    """From 1 to 2: 0.5 is half a second before the start, so half a second before the end."""
    assert looped_times(np.array([time]), 1.0, 2.0)[0] == expected


@given(SECONDS, st.floats(-10, 10), st.floats(1e-3, 100))
def test_looping_differs_by_whole_durations(time: float, start: float, duration: float) -> None:
    end = start + duration
    got = float(looped_times(np.array([time]), start, end)[0])
    assert start <= got <= end
    turns = (Fraction(time) - Fraction(got)) / (Fraction(end) - Fraction(start))
    assert abs(turns - round(turns)) < 1e-6


@given(SECONDS)
def test_without_duration_there_is_one_pose(time: float) -> None:
    assert looped_times(np.array([time]), 2.5, 2.5)[0] == 2.5


def test_clamping_holds_the_ends() -> None:
    assert clamped_times(np.array([-5.0, 1.25, 9.0]), 1.0, 2.0).tolist() == [1.0, 1.25, 2.0]


def test_just_below_a_seam_is_just_before_the_end() -> None:
    got = float(looped_times(np.array([-1e-18]), 0.0, 3.0)[0])
    assert got == 3.0
