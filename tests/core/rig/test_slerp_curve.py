"""Slerp as free-handle curves: within its tolerance of the great circle, with every key kept."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from tests import plain

Package = Callable[[str], ModuleType]


def quaternion(axis, degrees: float) -> np.ndarray:
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    half = math.radians(degrees) / 2
    return np.array([*(axis * math.sin(half)), math.cos(half)])


def slerp_by_angle(a, b, u: float) -> np.ndarray:
    """Along the great circle from a to b (or -b, whichever is nearer), at the fraction u of its angle."""
    b = b if a @ b >= 0 else -b
    angle = math.acos(min(1.0, a @ b))
    aside = b - a * (a @ b)
    return a if angle == 0 else a * math.cos(u * angle) + aside / np.linalg.norm(aside) * math.sin(u * angle)


def hermite(track, t: float) -> np.ndarray:
    k = min(max(int(np.searchsorted(track.times, t, side="right")) - 1, 0), len(track.times) - 2)
    d = track.times[k + 1] - track.times[k]
    u = (t - track.times[k]) / d
    if track.interpolation == "LINEAR":
        return track.values[k] * (1 - u) + track.values[k + 1] * u
    return (
        (2 * u**3 - 3 * u**2 + 1) * track.values[k]
        + (u**3 - 2 * u**2 + u) * d * track.out_tangents[k]
        + (3 * u**2 - 2 * u**3) * track.values[k + 1]
        + (u**3 - u**2) * d * track.in_tangents[k + 1]
    )


@pytest.mark.parametrize(("degrees", "keys"), [(2, 3), (25, 3), (90, 9), (179, 15)])
def test_slerp_as_curves_is_within_its_tolerance(package: Package, degrees: float, keys: int) -> None:
    """Steps up to 25 degrees need no further key; wider ones a few."""
    track_type = package("skinning_core.model").Track
    turn = quaternion((1, 2, 3), degrees)
    values = np.array([[0, 0, 0, 1], -turn, quaternion((1, 2, 3), 2 * degrees)])
    track = track_type(0, "rotation", "LINEAR", np.array([0.0, 0.4, 1.0]), values)
    (_, curve) = package("addon.rig.slerp_curve").curves_of_slerp([track, track])
    assert set(track.times) <= set(curve.times)
    assert len(curve.times) == pytest.approx(keys, abs=2 if keys > 3 else 0)
    for t in np.linspace(0, 1, 301):
        k = 0 if t < 0.4 else 1
        u = (t - track.times[k]) / (track.times[k + 1] - track.times[k])
        exact = slerp_by_angle(values[k], values[k + 1], u)
        sampled = hermite(curve, t)
        sampled /= np.linalg.norm(sampled)
        angle = 2 * min(np.linalg.norm(sampled - exact), np.linalg.norm(sampled + exact))
        assert angle <= package("addon.rig.slerp_curve").TOLERANCE


@pytest.mark.parametrize("lengths", [(0.8, 1.25), (1.25, 1.0), (1.3, 1.3), (0.4, 1.0), (1.5, 0.9)])
@pytest.mark.parametrize("degrees", [3, 45, 100, -100])
def test_keys_of_uneven_length_are_interpolated_as_they_are_stored(package: Package, lengths, degrees: float) -> None:
    """The corpus's case unequal-lengths: once, its curve was 8e-5 of the size off."""
    track_type = package("skinning_core.model").Track
    values = np.array([quaternion((1, 2, 3), 10), quaternion((1, 2, 3), 10 + degrees)]) * np.reshape(lengths, (2, 1))
    times = np.array([0.0, 0.5])
    (curve,) = package("addon.rig.slerp_curve").curves_of_slerp([track_type(0, "rotation", "LINEAR", times, values)])
    for t in np.linspace(0, 0.5, 201):
        exact = plain.slerp(*values, t / 0.5)
        sampled = hermite(curve, t)
        exact, sampled = exact / np.linalg.norm(exact), sampled / np.linalg.norm(sampled)
        assert 2 * np.linalg.norm(sampled - exact) <= 1.1 * package("addon.rig.slerp_curve").TOLERANCE
