"""Parts that a clip leaves where they are: found from the file alone, skinned once, and the same as all times."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.fast.engine import skin_model_fast
from skinning_core.fast.exact_engine import skin_model
from skinning_core.pose.stillness import still_parts
from skinning_core.skinned import once
from tests import plain
from tests.models import MODELS

TIMES = np.linspace(0.0, 2.5, 7)
TOO_LONG = {"many_joints"}


@pytest.mark.parametrize("name", sorted(set(MODELS) - TOO_LONG))
def test_no_part_that_moves_is_called_still(name: str, tmp_path: Path) -> None:
    """Against the plain reading of every time: a still part is where it was at the first."""
    path = MODELS[name](tmp_path)
    model = load_model(path)
    for clip in [None, *range(len(model.clips))]:
        still = still_parts(model, clip)
        for part, positions in zip(still, plain.skin(path, clip, TIMES.tolist()), strict=True):
            moves = np.abs(positions - positions[:1]).max(initial=0.0) > 1e-9
            assert not (part and moves)
        skinned = skin_model(model, clip, TIMES)
        assert [len(once(positions)) == 1 for positions in skinned.positions] == still.tolist()
        for ours, theirs in zip(skinned.positions, plain.skin(path, clip, TIMES.tolist()), strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-9)


@pytest.mark.parametrize("name", ["rigid_parts", "two_skins", "morphs"])
def test_the_fast_engine_skins_once_what_stands_still(name: str, tmp_path: Path) -> None:
    """It tells so by its own matrices; what it gives is what it gives at each time alone."""
    model = load_model(MODELS[name](tmp_path))
    for clip in [None, *range(len(model.clips))]:
        skinned = skin_model_fast(model, clip, TIMES)
        assert [len(once(positions)) == 1 for positions in skinned.positions] == still_parts(model, clip).tolist()
        alone = [skin_model_fast(model, clip, time) for time in TIMES]
        for k, positions in enumerate(skinned.positions):
            np.testing.assert_allclose(positions, np.concatenate([one.positions[k] for one in alone]), atol=1e-5)


def test_of_a_scene_only_what_moves_is_not_still(tmp_path: Path) -> None:
    """A clip on one of several rigid parts leaves the others; at rest all are still."""
    model = load_model(MODELS["rigid_parts"](tmp_path))
    assert still_parts(model, None).all()
    moving = [still_parts(model, clip) for clip in range(len(model.clips))]
    assert any(not still.all() for still in moving)


def test_what_stands_still_is_found_once_for_a_model_and_a_clip(tmp_path: Path) -> None:
    """A comparison skins a clip piece by piece; another model of the same file is another."""
    path = MODELS["rigid_parts"](tmp_path)
    model, again = load_model(path), load_model(path)
    assert still_parts(model, 0) is still_parts(model, 0)
    assert still_parts(model, 0) is not still_parts(again, 0)
    assert not np.array_equal(still_parts(model, None), still_parts(model, 0))
