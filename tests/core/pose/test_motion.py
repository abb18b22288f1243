"""How much moves between keys, from hand-made tracks whose motion is known; and what stands still."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.model import Clip, Track
from skinning_core.pose.clip import sample_clip
from skinning_core.pose.motion import interval_motion, is_constant, moved_nodes
from skinning_core.pose.pose import world_matrices
from tests.core.random_models import forest

TIMES = np.array([0.0, 1.0, 3.0])


def turned(*degrees: float) -> np.ndarray:
    half = np.radians(degrees) / 2
    return np.stack([np.zeros(len(half)), np.zeros(len(half)), np.sin(half), np.cos(half)], axis=1)


def test_rotations_count_in_radians_the_short_way() -> None:
    """Quaternions of either sign are the same rotation; an angle of 1e-7 is not lost."""
    rotation = turned(0.0, 90.0, 90.0 + np.degrees(1e-7))
    rotation[1:] *= -1.0
    (found,) = interval_motion(Clip("c", (Track(0, "rotation", "LINEAR", TIMES, rotation),)), TIMES)
    assert found == pytest.approx([np.pi / 2, 1e-7], rel=1e-6)


def test_other_kinds_count_relative_to_the_widest_of_their_kind() -> None:
    wide = Track(0, "translation", "LINEAR", TIMES, np.array([[0, 0, 0], [0, 0, 0], [4, 0, 0]], float))
    narrow = Track(1, "translation", "LINEAR", TIMES, np.array([[0, 0, 0], [0, 1, 0], [0, 1, 0]], float))
    assert interval_motion(Clip("c", (wide, narrow)), TIMES).tolist() == [[0.0, 1.0], [0.25, 0.0]]


def test_a_long_interval_is_divided_among_the_keys_of_other_tracks() -> None:
    track = Track(0, "scale", "LINEAR", TIMES[[0, 2]], np.array([[1, 1, 1], [4, 1, 1]], float))
    (found,) = interval_motion(Clip("c", (track,)), np.array([-1.0, 0.0, 1.0, 3.0, 5.0]))
    assert found == pytest.approx([0.0, 1 / 3, 2 / 3, 0.0])


def test_a_spline_between_equal_keys_moves() -> None:
    values, tangents = np.zeros((2, 3)), np.array([[0, 0, 0], [3.0, 0, 0]])
    track = Track(0, "translation", "CUBICSPLINE", TIMES[:2], values, tangents, tangents)
    assert interval_motion(Clip("c", (track,)), TIMES[:2]).max() > 0.0
    assert not is_constant(track)


@pytest.mark.parametrize("seed", range(5))
def test_moved_nodes_are_those_whose_matrices_change(seed: int) -> None:
    """Against matrices themselves: one node turns, one has keys that are all equal."""
    rng = np.random.default_rng(seed)
    nodes = forest(rng, 12)
    mover, idle = rng.choice(12, 2, replace=False)
    tracks = (
        Track(int(mover), "rotation", "LINEAR", TIMES, turned(0, 40, 10)),
        Track(int(idle), "translation", "LINEAR", TIMES, np.ones((3, 3))),
    )
    clip = Clip("c", tracks)
    world = world_matrices(sample_clip(nodes, clip, np.linspace(0.0, 3.0, 7)))
    changes = (np.abs(world - world[:1]) > 1e-12).any(axis=(0, 2, 3))
    np.testing.assert_array_equal(moved_nodes(nodes, clip), changes)
