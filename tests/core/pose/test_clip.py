"""P8: clips write what they animate and nothing else; the next clip starts from rest."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.error import SkinproofError
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Clip, Track
from skinning_core.pose.clip import find_clip, key_times, sample_clip
from skinning_core.pose.pose import rest_pose
from tests.core.random_models import forest, model, unit

NODES = forest(np.random.default_rng(1), 4)
LEFT = Clip("left", (Track(0, "translation", "LINEAR", np.array([0.5, 1.5]), np.array([[0.0, 0, 0], [2, 0, 0]])),))
RIGHT = Clip("right", (Track(2, "rotation", "STEP", np.array([0.0, 1.0]), unit(np.random.default_rng(2), 2)),))


def test_unanimated_components_stay_at_rest() -> None:
    pose, rest = sample_clip(NODES, LEFT, [1.0]), rest_pose(NODES)
    assert np.array_equal(pose.translation[0, 0], [1, 0, 0])
    assert np.array_equal(pose.translation[0, 1:], rest.translation[1:])
    assert np.array_equal(pose.rotation[0], rest.rotation)
    assert np.array_equal(pose.scale[0], rest.scale)


def test_switching_clips_resets_to_rest() -> None:
    """Two clips that move different joints, played in turn: neither leaves anything behind."""
    rest = rest_pose(NODES)
    first = sample_clip(NODES, RIGHT, [0.3])
    sample_clip(NODES, LEFT, [1.5])
    again = sample_clip(NODES, RIGHT, [0.3])
    for name in ("translation", "rotation", "scale", "matrix"):
        assert np.array_equal(getattr(first, name), getattr(again, name))
    assert np.array_equal(again.translation[0], rest.translation), "what LEFT moved is back at rest"
    assert np.array_equal(sample_clip(NODES, None, [0.3]).rotation[0], rest.rotation)


def test_a_file_with_partial_clips_played_in_turn(shared: Path) -> None:
    loaded = load_model(shared / "models/hard/h35_clips_partial/h35_clips_partial.glb")
    folder = shared / "golden/hard/h35_clips_partial"
    sheets = {}
    for sheet in [folder / "rest.npz", *sorted(folder.glob("clip*.npz"))]:
        with np.load(sheet) as golden:
            name = sheet.stem
            sheets[None if name == "rest" else int(name[4:])] = (golden["times"], golden["pos0"], golden["diag"])
    assert len(sheets) > 2
    for clip in [*sheets, *reversed(sheets)]:
        times, expected, diagonal = sheets[clip]
        got = skin_model(loaded, clip, times).positions[0]
        assert (np.abs(got - expected).max(axis=(1, 2)) < 1e-6 * diagonal).all()


def test_a_clip_runs_from_its_first_key_to_its_last() -> None:
    assert (LEFT.start, LEFT.end) == (0.5, 1.5)
    both = Clip("both", LEFT.tracks + RIGHT.tracks)
    assert (both.start, both.end) == (0.0, 1.5)
    assert key_times(both).tolist() == [0.0, 0.5, 1.0, 1.5]
    assert (Clip("empty", ()).start, Clip("empty", ()).end) == (0.0, 0.0)


def test_clips_are_found_by_name_then_by_number() -> None:
    random = model(np.random.default_rng(0))
    assert find_clip(random, "clip") == 0
    assert find_clip(random, "0") == 0
    assert find_clip(random, "rest") is None
    with pytest.raises(SkinproofError, match="no clip 'walk'"):
        find_clip(random, "walk")
