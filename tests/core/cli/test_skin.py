"""``skinproof skin`` writes the golden files: the same arrays by name, the same numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core.cli import main
from tests import golden, plain

#: Relative to the diagonal; stored as float32 the golden positions of the real models are rounded to about this.
POSITIONS = 1e-6
NORMALS = 1e-5
MATRICES = 1e-9  # relative to the largest entry: float64 on both sides


def skin(entry: golden.Entry, out: Path, *options: str) -> dict[str, np.ndarray]:
    clip = "rest" if entry.clip is None else str(entry.clip)
    times = ",".join(map(repr, entry.times))
    assert main(["skin", str(entry.model), "--clip", clip, "--times", times, "--out", str(out), *options]) == 0
    with np.load(out) as arrays:
        return dict(arrays)


def assert_near(name: str, ours: np.ndarray, expected: np.ndarray, diagonal: np.ndarray) -> None:
    if name.startswith(("pos", "raw", "quat")):
        error = np.linalg.norm(ours - expected, axis=-1).max(axis=1) / diagonal
        assert (error <= POSITIONS).all(), name
    elif name.startswith("nrm"):
        defined = np.linalg.norm(expected, axis=-1) > 0.0
        assert np.abs(ours - expected)[defined].max(initial=0.0) <= NORMALS
        assert (np.linalg.norm(ours, axis=-1)[~defined] == 0.0).all()
    elif expected.dtype.kind == "i":
        np.testing.assert_array_equal(ours, expected, err_msg=name)
    else:
        scale = np.nanmax(np.abs(expected), initial=1.0)
        np.testing.assert_allclose(ours, expected, rtol=0.0, atol=MATRICES * scale, err_msg=name)


def test_every_golden_file_can_be_written_by_skin(shared: Path, tmp_path: Path) -> None:
    entries = golden.entries(shared)
    assert len(entries) >= 50
    for entry in entries:
        ours = skin(entry, tmp_path / "out.npz")
        with entry.arrays() as expected:
            assert set(ours) == set(expected.files), entry.label
            for name in expected.files:
                assert ours[name].shape == expected[name].shape, (entry.label, name)
                assert_near(name, ours[name], expected[name], expected["diag"])


@pytest.mark.parametrize(("option", "array"), [("--weights", "raw0"), ("--quaternions", "quat0")])
def test_variants_take_the_place_of_the_positions(shared: Path, tmp_path: Path, option: str, array: str) -> None:
    checked = 0
    for entry in golden.entries(shared):
        with entry.arrays() as expected:
            if array not in expected.files:
                continue
            ours = skin(entry, tmp_path / "out.npz", option, "raw")
            assert array not in ours
            assert_near("pos0", ours["pos0"], expected[array], expected["diag"])
            checked += 1
    assert checked


@pytest.mark.parametrize("engine", ["reference", "fast"])
@pytest.mark.parametrize("loop", [[], ["--loop"]], ids=["once", "loop"])
def test_rows_are_the_times_that_were_asked_for_in_their_order(
    root: Path, tmp_path: Path, engine: str, loop: list[str]
) -> None:
    """Descending, one twice, one beyond the end: row k is the k-th, so that lists of times can be golden vectors."""
    out, path = tmp_path / "out.npz", root / "examples" / "arm.glb"
    words = [str(path), "--clip", "bend", "--times", "1.5,0.5,0.5,2.25", "--engine", engine, *loop]
    assert main(["skin", *words, "--out", str(out)]) == 0
    inside = [1.5, 0.5, 0.5, 0.25 if loop else 2.0]
    expected = plain.skin(path, 0, inside)[0]
    with np.load(out) as arrays:
        assert arrays["times"].tolist() == [1.5, 0.5, 0.5, 2.25]
        assert np.abs(arrays["pos0"] - expected).max() < 1e-6
        assert np.allclose(arrays["diag"], np.linalg.norm(np.ptp(expected, axis=1), axis=1), rtol=1e-6)
