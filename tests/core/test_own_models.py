"""The models that the tests make themselves: the same bytes every time, and skinned as the specification says.

The expected positions come from ``tests/plain.py``, a second, plain reading of the specification.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.fast.exact_engine import skin_model
from tests import plain
from tests.models import MODELS

TIMES = [-0.5, 0.0, 0.05, 0.3, 0.62, 1.0, 2.2, 9.0]
#: Too slow for the plain reading: a chain of 300 is walked to its root from every joint.
SLOW = {"many_joints"}


@pytest.mark.parametrize("name", MODELS)
def test_made_the_same_every_time(name: str, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first, again = MODELS[name](tmp_path), MODELS[name](tmp_path / "again")
    assert first.read_bytes() == again.read_bytes()


@pytest.mark.parametrize("name", sorted(set(MODELS) - SLOW))
def test_reference_equals_the_plain_reading(name: str, tmp_path: Path) -> None:
    path = MODELS[name](tmp_path)
    model = load_model(path)
    for clip in (None, *range(len(model.clips))):
        expected = plain.skin(path, clip, TIMES)
        found = skin_model(model, clip, np.array(TIMES))
        assert len(found.positions) == len(expected)
        for ours, theirs in zip(found.positions, expected, strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-12 * max(1.0, float(np.abs(theirs).max())))


@pytest.mark.parametrize("name", ["awkward", "morphs", "shear_chain", "rigid_parts"])
def test_normals_equal_the_plain_reading(name: str, tmp_path: Path) -> None:
    """Morphed, scaled unevenly, mirrored, and without a skin."""
    path = MODELS[name](tmp_path)
    model = load_model(path)
    for clip in (None, *range(len(model.clips))):
        found = skin_model(model, clip, np.array(TIMES))
        for ours, theirs in zip(found.normals, plain.normals(path, clip, TIMES), strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-11)
