"""Results of a foreign engine in a file: compared, split and explained like those of an engine of ours."""

from __future__ import annotations

import json
import re
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
    status = main(["compare", model, str(theirs), "--clip", "0", "--json", str(report), *words])
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
    assert document["models"][0]["comparisons"][0]["causes"][0]["code"] == "z-up"


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
    assert "theirs.npz" in out + err
    assert "Traceback" not in out + err


def test_what_is_no_npz_or_has_no_clip_is_told(model, golden, tmp_path, capsys) -> None:
    path = tmp_path / "text.npz"
    path.write_text("not a zip")
    assert main(["compare", model, str(path), "--clip", "0"]) == 2
    assert main(["compare", model, str(tmp_path / "missing.npz"), "--clip", "0"]) == 2
    np.savez(path, **golden)
    assert main(["compare", model, str(path)]) == 2
    assert main(["compare", model, str(path), "--clip", "0", "--times", "0.1"]) == 2
    assert "fault of Skinproof" not in capsys.readouterr().err


def late(values: np.ndarray, change) -> np.ndarray:
    """One late time of many alone is changed; it is not the last, which is looked at anyhow."""
    changed = values.copy()
    changed[53] = change(changed[53])
    return changed


@pytest.fixture
def many(model, tmp_path) -> dict[str, np.ndarray]:
    """Results at 60 times: more than a clip's budget of times with normals."""
    out, times = tmp_path / "many.npz", ",".join(f"{0.017 * k:.3f}" for k in range(60))
    assert main(["skin", model, "--clip", "0", "--times", times, "--out", str(out)]) == 0
    with np.load(out) as arrays:
        return dict(arrays)


@pytest.mark.parametrize("where", ["everywhere", "in one late frame"])
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda n: -n, "NORMALS"),
        (lambda n: n * np.nan, "NORMALS_GONE"),
        (lambda n: n * 0.0, "NORMALS_GONE"),
        (lambda n: np.where(np.arange(n.shape[-2])[:, None] == 5, np.inf, n), "NORMALS_GONE"),
    ],
)
def test_wrong_normals_are_a_difference(model, many, tmp_path, change, code, where, monkeypatch) -> None:
    monkeypatch.setattr("skinning_core.compare.measure.times.FEW_NORMALS", 0)  # as for a character of thousands
    normals = change(many["nrm0"]) if where == "everywhere" else late(many["nrm0"], change)
    status, document = verified(model, tmp_path, {**many, "nrm0": normals})
    (entry,) = document["models"]
    assert (status, [ground["code"] for ground in entry["verdict"]["grounds"]]) == (1, [code])
    assert entry["comparisons"][0]["max"] < 1e-9
    assert verified(model, tmp_path, {**many, "nrm0": normals}, "--normals", "out")[0] == 0
    if code == "NORMALS":
        assert verified(model, tmp_path, {**many, "nrm0": normals}, "--normals", "180")[0] == 0


def test_positions_beyond_all_sense_are_none(model, golden, tmp_path, capsys) -> None:
    """As of an engine that reads a buffer wrongly."""
    positions = golden["pos0"].copy()
    positions[:, 3] = 1e29
    positions[1:, 8] = np.nan
    page = tmp_path / "r.html"
    status, document = verified(model, tmp_path, {**golden, "pos0": positions}, "--html", str(page))
    (entry,) = document["models"]
    assert (status, [ground["code"] for ground in entry["verdict"]["grounds"]]) == (1, ["POSITIONS_UNUSABLE"])
    told = capsys.readouterr().out
    assert "2 vertices have no usable position" in told
    shown = re.sub(r"<script.*?</script>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for text in (told, shown):
        assert not re.search(r"(?<![\d.#])\d{10}", text)  # no figure of so many digits; small ones may have zeros
        assert "lost" not in text
    assert entry["comparisons"][0]["unusable"] == 2
    assert entry["comparisons"][0]["absent"] == 0


def test_all_times_of_the_file_are_asked_for_by_frames_too(model, golden, tmp_path) -> None:
    for words in ([], ["--times", "frames"]):
        status, document = verified(model, tmp_path, golden, *words)
        assert (status, document["models"][0]["comparisons"][0]["times_s"]) == (0, [0.0, 0.3, 0.8])
    assert verified(model, tmp_path, golden, "--times", "keys")[0] == 2
