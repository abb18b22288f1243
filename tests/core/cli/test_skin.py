"""``skinproof skin`` writes the golden files: the same arrays by name, the same numbers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core.cli import main

#: Relative to the diagonal; stored as float32 the golden positions of the real models are rounded to about this.
POSITIONS = 1e-6
NORMALS = 1e-5
MATRICES = 1e-9  # relative to the largest entry: float64 on both sides


def cases(shared: Path) -> list[tuple[Path, Path, dict]]:
    """(model, golden npz, entry) of every golden file."""
    found = []
    for described in sorted((shared / "golden").rglob("golden.json")):
        golden = json.loads(described.read_text(encoding="utf-8"))
        models = shared / "models" / ("hard" if described.parent.parent.name == "hard" else "")
        found += [(models / golden["model"], described.parent / entry["file"], entry) for entry in golden["files"]]
    return found


def skin(model: Path, entry: dict, out: Path, *options: str) -> dict[str, np.ndarray]:
    clip = "rest" if entry["clip"] < 0 else str(entry["clip"])
    times = ",".join(repr(t) for t in entry["times"])
    assert main(["skin", str(model), "--clip", clip, "--times", times, "--out", str(out), *options]) == 0
    with np.load(out) as arrays:
        return dict(arrays)


def assert_near(name: str, ours: np.ndarray, golden: np.ndarray, diagonal: np.ndarray) -> None:
    if name.startswith(("pos", "raw", "quat")):
        error = np.linalg.norm(ours - golden, axis=-1).max(axis=1) / diagonal
        assert (error <= POSITIONS).all(), name
    elif name.startswith("nrm"):
        defined = np.linalg.norm(golden, axis=-1) > 0.0
        assert np.abs(ours - golden)[defined].max(initial=0.0) <= NORMALS
        assert (np.linalg.norm(ours, axis=-1)[~defined] == 0.0).all()
    elif golden.dtype.kind == "i":
        np.testing.assert_array_equal(ours, golden, err_msg=name)
    else:
        scale = np.nanmax(np.abs(golden), initial=1.0)
        np.testing.assert_allclose(ours, golden, rtol=0.0, atol=MATRICES * scale, err_msg=name)


def test_every_golden_file_can_be_written_by_skin(shared: Path, tmp_path: Path) -> None:
    found = cases(shared)
    assert len(found) >= 50
    for model, path, entry in found:
        ours = skin(model, entry, tmp_path / "out.npz")
        with np.load(path) as golden:
            assert set(ours) == set(golden.files), path
            for name in golden.files:
                assert ours[name].shape == golden[name].shape, (path, name)
                assert_near(name, ours[name], golden[name], golden["diag"])


@pytest.mark.parametrize("option,array", [("--weights", "raw0"), ("--quaternions", "quat0")])
def test_variants_take_the_place_of_the_positions(shared: Path, tmp_path: Path, option: str, array: str) -> None:
    checked = 0
    for model, path, entry in cases(shared):
        with np.load(path) as golden:
            if array not in golden.files:
                continue
            ours = skin(model, entry, tmp_path / "out.npz", option, "raw")
            assert array not in ours
            assert_near("pos0", ours["pos0"], golden[array], golden["diag"])
            checked += 1
    assert checked
