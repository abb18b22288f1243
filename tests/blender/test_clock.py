"""Blender's clock is a float32 count of frames: late times of long clips are played near frame 0. Plain reading."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests import plain
from tests.blender.module import module
from tests.blender.test_golden_blender import BAR, diagonal, largest_error
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")


def whirling(path: Path, seconds: float) -> Path:
    """A joint that turns by 30 rad/s, in keys a thirtieth of a second apart."""
    tiny = Tiny()
    times = np.arange(0, seconds, 1 / 30).astype(np.float32)
    half = times.astype(float) * 30 / 2
    turns = np.stack([0 * half, 0 * half, np.sin(half), np.cos(half)], axis=1).astype(np.float32)
    sampler = {"input": tiny.add(times), "output": tiny.add(turns)}
    tiny.data["animations"][0]["samplers"] = [sampler]
    return tiny.write_glb(path)


def test_late_times_of_a_fast_clip_are_as_exact_as_early_ones(extension: str, tmp_path: Path) -> None:
    """In one run, half the spacing of float32 frames at 35 s is 6e-5 rad of this joint."""
    path = whirling(tmp_path / "long.glb", 36.0)
    model = module(extension, "skinning_core").load_model(path)
    times = np.array([0.01, 0.7, 3.21, 17.07, 34.3, 34.987, 12.3, 50.0])
    expected = plain.skin(path, 0, times.tolist())
    found = module(extension, "addon.subjects.blender").make("blender", model).at(0, times)
    np.testing.assert_array_equal(found.times, times)
    assert largest_error(found.positions, expected, diagonal(expected)) <= BAR
    assert not found.notes
    np.testing.assert_allclose(found.node_globals[:, 0], np.broadcast_to(np.eye(4), (8, 4, 4)), atol=1e-6)


def test_runs_hold_every_time_once_and_in_order(extension: str, tmp_path: Path) -> None:
    model = module(extension, "skinning_core").load_model(whirling(tmp_path / "long.glb", 36.0))
    runs_near_zero = module(extension, "addon.rig.float32_limits").runs_near_zero
    rng = np.random.default_rng(1)
    for times in (np.linspace(-1, 40, 300), rng.uniform(0, 36, 50), np.full(3, 35.0), np.array([7.5])):
        runs = runs_near_zero(model, 0, times)
        np.testing.assert_array_equal(np.concatenate([times[played] for _, played in runs]), times)
        furthest = max(np.abs(np.clip(times[played], 0, 36) - zero).max() for zero, played in runs)
        assert furthest * 30 * 2.0**-24 <= 2e-6 * 1.01


def test_ordinary_clips_are_played_from_the_files_own_zero(extension: str, root: Path) -> None:
    model = module(extension, "skinning_core").load_model(root / "examples" / "character.glb")
    runs_near_zero = module(extension, "addon.rig.float32_limits").runs_near_zero
    times = np.linspace(0, 2, 50)
    for clip in (None, *range(len(model.clips))):
        assert runs_near_zero(model, clip, times) == [(0.0, slice(0, 50))]
    assert runs_near_zero(model, 0, np.zeros(0)) == [(0.0, slice(0, 0))]
