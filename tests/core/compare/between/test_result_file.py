"""Results of a foreign engine in a file: compared, split and explained like those of an engine of ours."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core.cli import main
from tests.models import MODELS


@pytest.fixture
def model(tmp_path: Path) -> str:
    return str(MODELS["plain"](tmp_path))


@pytest.fixture
def golden(model, tmp_path) -> dict[str, np.ndarray]:
    """What ``skin`` writes for the clip."""
    out = tmp_path / "golden.npz"
    assert main(["skin", model, "--clip", "0", "--times", "0,0.3,0.8", "--out", str(out)]) == 0
    with np.load(out) as arrays:
        return dict(arrays)


def verified(model: str, tmp_path: Path, arrays: dict[str, np.ndarray], *words: str) -> tuple[int, dict]:
    theirs, report = tmp_path / "theirs.npz", tmp_path / "report.json"
    np.savez(theirs, **arrays)
    status = main(["verify", model, "--clip", "0", "--against", str(theirs), "--json", str(report), *words])
    return status, json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}


def test_a_right_engine_passes_at_its_own_times(model, golden, tmp_path) -> None:
    status, document = verified(model, tmp_path, golden)
    assert status == 0
    assert document["models"][0]["comparisons"][0]["times_s"] == [0.0, 0.3, 0.8]
    bare = {"times": golden["times"], "pos0": golden["pos0"].astype(np.float32)}
    status, document = verified(model, tmp_path, bare)
    (ground,) = document["models"][0]["verdict"]["grounds"]
    assert (status, ground["code"]) == (3, "NORMALS_NOT_GIVEN")
    assert verified(model, tmp_path, bare, "--normals", "out")[0] == 0
    assert verified(model, tmp_path, bare, "--accept", "NORMALS_NOT_GIVEN")[0] == 0


def test_a_wrong_engine_is_told_its_mistake(model, golden, tmp_path) -> None:
    wrong = golden["pos0"][..., [0, 2, 1]] * [1.0, -1.0, 1.0]
    status, document = verified(model, tmp_path, {"times": golden["times"], "pos0": wrong})
    assert status == 1
    assert document["models"][0]["comparisons"][0]["cause"]["name"] == "z-up"


def test_with_matrices_the_difference_is_split(model, golden, tmp_path) -> None:
    moved = golden["pos0"] + [0.0, 0.1, 0.0]
    status, document = verified(model, tmp_path, {**golden, "pos0": moved})
    assert status == 1
    assert document["models"][0]["comparisons"][0]["attribution"]["reason"] == "deformation"


@pytest.mark.parametrize(
    "change",
    [
        {"pos0": np.zeros((3, 5, 3))},
        {"pos0": np.zeros((2, 5))},
        {"pos0": None},
        {"times": np.array([0.0, np.nan, 1.0])},
        {"times": np.array([0.3, 0.0, 0.8])},
        {"times": None},
        {"times": np.array([{}], object)},
    ],
)
def test_a_file_that_does_not_fit_is_told(model, golden, tmp_path, change, capsys) -> None:
    arrays = {name: value for name, value in {**golden, **change}.items() if value is not None}
    assert verified(model, tmp_path, arrays)[0] == 2
    out, err = capsys.readouterr()
    assert "theirs.npz" in out + err and "Traceback" not in out + err


def test_what_is_no_npz_or_has_no_clip_is_told(model, golden, tmp_path, capsys) -> None:
    path = tmp_path / "text.npz"
    path.write_text("not a zip")
    assert main(["verify", model, "--clip", "0", "--against", str(path)]) == 2
    assert main(["verify", model, "--clip", "0", "--against", str(tmp_path / "missing.npz")]) == 2
    np.savez(path, **golden)
    assert main(["verify", model, "--against", str(path)]) == 2
    assert main(["verify", model, "--clip", "0", "--against", str(path), "--times", "0.1"]) == 2
    assert "fault of Skinproof" not in capsys.readouterr().err
