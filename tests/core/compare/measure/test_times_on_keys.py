"""Times beside a key are the key's, as Blender has it; others stay."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skinning_core.compare.judge.question import Times, When, apart
from skinning_core.compare.measure.times import on_keys
from skinning_core.model import Clip, Float64, Model, Track
from skinning_core.subject import SUBJECTS, Computed, skin_reference
from tests.core import random_models

#: Of CesiumMan: on a frame of 24 fps but for 8e-5, 8e-6 and 0 frames, and far from one.
KEYS = np.array([0.0, 0.166667, 1.16667, 1.21])


def clip_of(keys: Float64) -> Clip:
    values = np.tile([0.0, 0.0, 0.0, 1.0], (len(keys), 1))
    return Clip("walk", (Track(0, "rotation", "LINEAR", keys, values),))


@pytest.mark.parametrize("seed", range(5))
def test_the_nearest_key_by_a_plain_loop(seed: int) -> None:
    rng = np.random.default_rng(seed)
    keys, within = np.unique(rng.uniform(0.0, 1.0, rng.integers(1, 20))), 0.02
    times = np.sort(rng.uniform(-0.1, 1.1, 50))
    expected = [min(keys, key=lambda k: abs(k - t)) if min(abs(keys - t)) <= within else t for t in times]
    assert on_keys(clip_of(keys), times, within).tolist() == expected
    assert on_keys(None, times, within) is times


class Scene(Computed):
    """The specification, with frames at 24 a second."""

    frame_rate = 24.0

    def frames(self, _clip: int | None) -> Float64:
        return np.arange(30) / 24.0


def played(keys: Float64) -> Model:
    """Some model whose only clip has these keys."""
    return dataclasses.replace(random_models.model(np.random.default_rng(0)), clips=(clip_of(keys),))


def test_frames_beside_a_key_are_asked_for_at_the_key() -> None:
    model = played(KEYS)
    frames, between = apart(Scene(model, "scene", skin_reference), 0, Times())
    assert between is None
    assert frames.times[[0, 4, 28]].tolist() == KEYS[:3].tolist()
    others = np.delete(np.arange(30), [0, 4, 28])
    np.testing.assert_array_equal(frames.times[others], others / 24.0)
    given, _ = apart(Scene(model, "s", skin_reference), 0, Times(When.GIVEN, seconds=np.array([28 / 24, 0.7])))
    assert given.times.tolist() == [KEYS[2], 0.7]


def test_what_has_no_frames_is_asked_as_it_was() -> None:
    seconds = np.array([28 / 24])
    asked, _ = apart(SUBJECTS["fast"](played(KEYS)), 0, Times(When.GIVEN, seconds=seconds))
    assert asked.times is seconds
