"""Every engine of the core without normals: the same positions, and nothing in the place of the normals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model, skin_model
from skinning_core.compare.between.result_file import Stored, read_results
from skinning_core.subject import SUBJECTS
from tests.models import MODELS

TIMES = np.array([0.0, 0.3, 0.7])


@pytest.mark.parametrize("name", SUBJECTS)
def test_positions_are_the_same_without_normals(name: str, tmp_path: Path) -> None:
    model = load_model(MODELS["morphs"](tmp_path))
    subject = SUBJECTS[name](model)
    with_them, without = subject.at(0, TIMES), subject.at(0, TIMES, normals=False)
    assert any(of_part is not None for of_part in with_them.normals)
    assert without.normals == (None,) * len(model.parts)
    for a, b in zip(with_them.positions, without.positions, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("name", ["reference", "fast"])
@pytest.mark.parametrize("builder", ["morphs", "plain"])
def test_at_no_times_there_are_no_positions(name: str, builder: str, tmp_path: Path) -> None:
    model = load_model(MODELS[builder](tmp_path))
    (positions, *_) = SUBJECTS[name](model).at(0, np.zeros(0)).positions
    assert positions.shape == (0, model.primitive(model.parts[0]).vertex_count, 3)


def test_a_file_of_results_is_read_without_normals(tmp_path: Path) -> None:
    model = load_model(MODELS["plain"](tmp_path))
    skin_model(model, 0, TIMES).save(tmp_path / "theirs.npz")
    subject = Stored(model, read_results(tmp_path / "theirs.npz"))
    assert subject.at(0, TIMES).normals[0] is not None
    assert subject.at(0, TIMES, normals=False).normals == (None,) * len(model.parts)
