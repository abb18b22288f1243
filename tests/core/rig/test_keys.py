"""Keys and times on Blender's clock of frames."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

Package = Callable[[str], ModuleType]


def test_times_just_before_a_step_stay_before_it(package: Package) -> None:
    """0.31 s is before a key at float32's 0.31; Blender alone would take it for the key."""
    model = package("skinning_core.model")
    key = float(np.float32(0.31))
    track = model.Track(0, "translation", "STEP", np.array([0.0, key]), np.zeros((2, 3)))
    frames = package("addon.rig.keys").frames_of_times(np.array([0.31, key, 0.2]), model.Clip("c", (track,)), 24.0)
    assert frames[0] < np.float32(key * 24) - 1e-4
    assert frames[1] == key * 24
    assert frames[2] == 0.2 * 24


def test_a_frame_too_close_before_a_step_shows_its_key(package: Package) -> None:
    """24 frames per second, a key at float32's 1/3 s: frame 8 is a hair earlier, but Blender shows the key there."""
    model = package("skinning_core.model")
    key = float(np.float32(1 / 3))
    times, values = np.array([0.0, key]), np.zeros((2, 3))
    clip = model.Clip("c", (model.Track(0, "translation", "STEP", times, values),))
    assert key > 8 / 24.0
    assert [package("addon.rig.keys").time_at(frame, clip, 24.0) for frame in (8.0, 7.99, 9.0)] == [
        key,
        7.99 / 24.0,
        9 / 24.0,
    ]
    assert package("addon.rig.keys").time_at(8.0, None, 24.0) == 8 / 24.0


def test_times_outside_a_clip_are_its_ends(package: Package) -> None:
    """Every track is clamped there, and Blender's frames end at a million."""
    model = package("skinning_core.model")
    track = model.Track(0, "translation", "LINEAR", np.array([0.5, 2.0]), np.zeros((2, 3)))
    clip = model.Clip("c", (track,))
    assert package("addon.rig.keys").frames_of_times(np.array([-1e30, 0.5, 1.0, 1e30]), clip, 10.0).tolist() == [
        5,
        5,
        10,
        20,
    ]
    assert package("addon.rig.keys").frames_of_times(np.array([1e30]), None, 10.0).tolist() == [0]


def test_a_clip_beyond_blenders_last_frame_is_refused(package: Package) -> None:
    error = package("skinning_core.error").SkinproofError
    assert package("addon.rig.keys").frame_span(0.0, 1000.0, 960.0) == (0, 960_000)
    with pytest.raises(error, match="last frame"):
        package("addon.rig.keys").frame_span(0.0, 1e30, 24.0)
