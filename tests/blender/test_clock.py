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


def turning(path: Path, times: np.ndarray, angles: np.ndarray) -> Path:
    """A joint that has turned about Z by these angles, radians, at these times, seconds."""
    tiny, half = Tiny(), angles / 2
    turns = np.stack([0 * half, 0 * half, np.sin(half), np.cos(half)], axis=1).astype(np.float32)
    sampler = {"input": tiny.add(times), "output": tiny.add(turns)}
    tiny.data["animations"][0]["samplers"] = [sampler]
    return tiny.write_glb(path)


def whirling(path: Path, seconds: float) -> Path:
    """A joint that turns by 30 rad/s, in keys a thirtieth of a second apart."""
    times = np.arange(0, seconds, 1 / 30).astype(np.float32)
    return turning(path, times, times.astype(float) * 30)


def darting(path: Path, kind: str) -> Path:
    """A clip of a minute in which the second joint swings five times a second: its place, its size, or its rotation."""
    tiny = Tiny()
    times = np.arange(0, 61, 1 / 30).astype(np.float32)
    swing = np.sin(10 * np.pi * times.astype(float))
    zero, slope = 0 * swing, 10 * np.pi * np.cos(10 * np.pi * times.astype(float))
    values, tangents = {
        "translation": (np.stack([0.3 * swing, zero + 1, zero], axis=1), None),
        "scale": (np.repeat(1 + 0.45 * swing[:, None], 3, axis=1), None),
        "rotation": (
            np.stack([zero, zero, np.sin(swing), np.cos(swing)], axis=1),
            np.stack([zero, zero, slope * np.cos(swing), -slope * np.sin(swing)], axis=1),
        ),
    }[kind]
    cubic = values if tangents is None else np.stack([tangents, values, tangents], axis=1).reshape(-1, 4)
    sampler = {"input": tiny.add(times), "output": tiny.add(cubic.astype(np.float32))}
    if tangents is not None:
        sampler["interpolation"] = "CUBICSPLINE"
    tiny.data["animations"][0]["samplers"] = [sampler]
    tiny.data["animations"][0]["channels"][0]["target"]["path"] = kind
    return tiny.write_glb(path)


@pytest.mark.parametrize("kind", ["translation", "scale", "rotation"])
def test_whatever_moves_fast_is_as_exact_late_as_early(extension: str, tmp_path: Path, kind: str) -> None:
    """In one run, this place was 4e-6 to 1.2e-5 of the size off at a minute, and this size 1.5e-5: "differs"."""
    path = darting(tmp_path / "darting.glb", kind)
    model = module(extension, "skinning_core").load_model(path)
    times = np.array([0.01, 0.09, 30.03, 60.01, 60.03, 60.05, 60.09, 60.11])
    expected = plain.skin(path, 0, times.tolist())
    found = module(extension, "addon.subjects.blender").make("blender", model).at(0, times)
    assert largest_error(found.positions, expected, diagonal(expected)) <= BAR
    assert not found.notes


def test_blenders_own_importer_has_no_runs_and_says_why_it_is_off(extension: str, tmp_path: Path) -> None:
    """Its action is played as it is: 1e-5 of the size off at a minute, and a note that names the clock."""
    path = darting(tmp_path / "darting.glb", "translation")
    model = module(extension, "skinning_core").load_model(path)
    stock = module(extension, "addon.subjects.blender").make("stock", model)
    late = np.array([60.01, 60.03, 60.05])
    expected, found = plain.skin(path, 0, late.tolist()), stock.at(0, late)
    assert BAR < largest_error(found.positions, expected, diagonal(expected)) < 1e-4
    (note,) = found.notes
    assert "clock" in note
    assert not stock.at(0, np.array([0.01, 0.09])).notes


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
    runs_near_zero = module(extension, "addon.rig.clock").runs_near_zero
    rng = np.random.default_rng(1)
    for times in (np.linspace(-1, 40, 300), rng.uniform(0, 36, 50), np.full(3, 35.0), np.array([7.5])):
        runs = runs_near_zero(model, 0, times)
        np.testing.assert_array_equal(np.concatenate([times[played] for _, played in runs]), times)
        furthest = max(np.abs(np.clip(times[played], 0, 36) - zero).max() for zero, played in runs)
        assert furthest * 30 * 2.0**-24 <= 2e-6 * 1.01


def test_one_quick_turn_in_a_calm_minute_asks_for_one_short_run(extension: str, tmp_path: Path) -> None:
    keys = np.array([0, 60, 60.05, 120], np.float32)
    path = turning(tmp_path / "calm.glb", keys, np.array([0, 0.3, 2.0, 2.4]))
    model = module(extension, "skinning_core").load_model(path)
    times = np.unique(np.append(np.linspace(0, 120, 200), np.linspace(59.9, 60.1, 21)))
    runs = module(extension, "addon.rig.clock").runs_near_zero(model, 0, times)
    assert len(runs) <= 4
    np.testing.assert_array_equal(np.concatenate([times[played] for _, played in runs]), times)
    speed = np.where((times >= keys[1]) & (times <= keys[2]), 34.0, 0.4 / 59.95)
    for zero, played in runs:
        assert (np.abs(times[played] - zero) * speed[played]).max() * 2.0**-24 <= 2e-6 * 1.01


def test_a_run_is_as_exact_as_what_moves_in_it(extension: str, tmp_path: Path) -> None:
    """A calm run around 400 s plays times of 60 s before and after it: they are no quick turn at 60 s."""
    keys = np.array([0, 60, 60.05, 800], np.float32)
    path = turning(tmp_path / "calm.glb", keys, np.array([0, 0.3, 2.0, 12.0]))
    model = module(extension, "skinning_core").load_model(path)
    limits, times = module(extension, "addon.rig.float32_limits"), np.array([340.02, 400.0, 460.02])
    assert not limits.floors_of_float32(model, 0, times, 480.0, 400.0)
    assert "clock" in str(limits.floors_of_float32(model, 0, np.array([60.02]), 480.0, 400.0))
    assert not limits.floors_of_float32(model, 0, np.array([60.02]), 480.0, 60.0)
    seen = np.array([0.0, 30.0, 60.02, 61.0, 340.02, 400.0, 460.02, 790.0])
    expected = plain.skin(path, 0, seen.tolist())
    found = module(extension, "addon.subjects.blender").make("blender", model).at(0, seen)
    assert largest_error(found.positions, expected, diagonal(expected)) <= BAR
    assert not found.notes


def test_ordinary_clips_are_played_from_the_files_own_zero(extension: str, root: Path) -> None:
    model = module(extension, "skinning_core").load_model(root / "examples" / "character.glb")
    runs_near_zero = module(extension, "addon.rig.clock").runs_near_zero
    times = np.linspace(0, 2, 50)
    for clip in (None, *range(len(model.clips))):
        assert runs_near_zero(model, clip, times) == [(0.0, slice(0, 50))]
    assert runs_near_zero(model, 0, np.zeros(0)) == [(0.0, slice(0, 0))]
