"""P5: tracks against appendix C of the specification, worked out here number by number."""

from __future__ import annotations

import math

import numpy as np
import pytest

from skinning_core.model import Interpolation, Track, TrackPath
from skinning_core.pose.playback import looped_times
from skinning_core.pose.track import find_segment, sample_track

TIMES = np.array([1.0, 2.0, 4.0])


def track(path: TrackPath, interpolation: Interpolation, values: list, **tangents: np.ndarray) -> Track:
    return Track(0, path, interpolation, TIMES, np.array(values, np.float32), **tangents)


VECTOR = [[0, 0, 0], [2, 4, -2], [6, 0, 0]]


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        (-3, [0, 0, 0]),
        (1, [0, 0, 0]),
        (1.25, [0.5, 1, -0.5]),
        (2, [2, 4, -2]),
        (3, [4, 2, -1]),
        (4, [6, 0, 0]),
        (9, [6, 0, 0]),
    ],
)
def test_linear_vectors(time: float, expected: list[float]) -> None:
    assert np.array_equal(sample_track(track("translation", "LINEAR", VECTOR), time)[0], expected)


@pytest.mark.parametrize(("time", "key"), [(0.5, 0), (1.0, 0), (1.999, 0), (2.0, 1), (3.999, 1), (4.0, 2), (50.0, 2)])
def test_steps_hold_the_key_before(time: float, key: int) -> None:
    assert np.array_equal(sample_track(track("scale", "STEP", VECTOR), time)[0], VECTOR[key])


def test_morph_weights_have_as_many_components_as_targets() -> None:
    values = [[0, 1], [1, 0], [1, 1]]
    assert np.array_equal(sample_track(track("weights", "LINEAR", values), [1.5, 3.0]), [[0.5, 0.5], [1, 0.5]])


def test_a_single_component_is_a_vector_of_one() -> None:
    assert sample_track(track("weights", "LINEAR", [[0], [1], [5]]), 3.0).tolist() == [[3.0]]


def about_z(degrees: float) -> list[float]:
    half = math.radians(degrees) / 2
    return [0, 0, math.sin(half), math.cos(half)]


@pytest.mark.parametrize("flip", [1.0, -1.0])
def test_rotations_go_the_short_way_at_constant_speed(flip: float) -> None:
    """From 0 to 100 degrees in a second, then to 250: 30 % of the way is 30 degrees; -q is the same rotation as q."""
    values = [about_z(0), (flip * np.array(about_z(100))).tolist(), about_z(250)]
    got = sample_track(track("rotation", "LINEAR", values), [1.3, 3.0])
    for sample, degrees in zip(got, (30, 175), strict=True):
        expected = np.array(about_z(degrees))
        assert np.allclose(sample * np.sign(sample @ expected), expected, atol=1e-7)


def test_cubic_splines_scale_their_tangents_by_the_interval() -> None:
    """Appendix C.5, for the interval of 2 s from key 1 to key 2, at a quarter of it."""
    inward = np.array([[9, 9, 9], [9, 9, 9], [1, -1, 0.5]])
    outward = np.array([[9, 9, 9], [-2, 0, 1], [9, 9, 9]])
    sampled = sample_track(track("translation", "CUBICSPLINE", VECTOR, in_tangents=inward, out_tangents=outward), 2.5)
    t, interval = 0.25, 2.0
    for axis in range(3):
        expected = (
            (2 * t**3 - 3 * t**2 + 1) * VECTOR[1][axis]
            + interval * (t**3 - 2 * t**2 + t) * outward[1, axis]
            + (-2 * t**3 + 3 * t**2) * VECTOR[2][axis]
            + interval * (t**3 - t**2) * inward[2, axis]
        )
        assert math.isclose(sampled[0, axis], expected, abs_tol=1e-14)


def test_cubic_rotations_are_normalised_also_where_others_are_left() -> None:
    tangents = np.full((3, 4), 0.3)
    cubic = track(
        "rotation", "CUBICSPLINE", [about_z(0), about_z(90), about_z(10)], in_tangents=tangents, out_tangents=tangents
    )
    for normalise in (True, False):
        assert math.isclose(np.linalg.norm(sample_track(cubic, 1.4, normalise=normalise)), 1.0, abs_tol=1e-14)


def test_rotations_are_interpolated_as_stored_then_normalised() -> None:
    """Keys of length 2 and 1, no angle between them: the sample points the same way; raw, its length is 1.5."""
    values = [[0, 0, 0, 2], [0, 0, 0, 1], [0, 0, 0, 1]]
    linear = track("rotation", "LINEAR", values)
    assert np.array_equal(sample_track(linear, 1.5)[0], [0, 0, 0, 1])
    assert np.allclose(sample_track(linear, 1.5, normalise=False)[0], [0, 0, 0, 1.5])


def test_a_track_of_one_key_is_constant() -> None:
    one = Track(0, "translation", "LINEAR", np.array([3.0]), np.array([[1.0, 2.0, 3.0]]))
    assert np.array_equal(sample_track(one, [-9.0, 3.0, 9.0]), [[1, 2, 3]] * 3)


def test_a_cubic_track_without_tangents_is_refused() -> None:
    with pytest.raises(ValueError, match="tangents"):
        sample_track(track("translation", "CUBICSPLINE", VECTOR), 1.5)


def test_looping_over_negative_times_is_sampling_wrapped_times() -> None:
    """A clip from 1 to 4 s repeats every 3 s: -1.25 s and 4.75 s are 1.75 s, three quarters into the first interval."""
    times = looped_times(np.array([-1.25, 1.75, 4.75]), 1.0, 4.0)
    assert np.array_equal(sample_track(track("translation", "LINEAR", VECTOR), times), [[1.5, 3, -1.5]] * 3)


def test_fractions_are_exactly_zero_and_one_on_keys() -> None:
    keys = np.array([0.1, 0.2, 0.3, 0.7])
    k, u = find_segment(keys, keys)
    assert k.tolist() == [0, 1, 2, 2]
    assert u.tolist() == [0.0, 0.0, 0.0, 1.0]
