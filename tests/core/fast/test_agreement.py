"""The engine that measures against the plain reference: a planted fault ends every answer with status 2."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model, skin_model
from skinning_core.cli.main import main
from skinning_core.fast import agreement
from skinning_core.fast.agreement import agreement_times, disagreement
from skinning_core.fast.tiles.kernels import Kernel, usual_kernel
from skinning_core.fast.tiles.tuning import DOUBLE
from skinning_core.model import Float
from skinning_core.skin.reference import reference_at
from tests import golden, plain

ARM = Path("examples/arm.glb")
CHARACTER = Path("examples/character.glb")


def spoilt(spoil: Callable[[Float, Float, Float], None]) -> Kernel:
    """The usual kernel with something done to what it wrote; see ``Kernel`` for the shapes."""

    def kernel(table: Float, coefficients: Float, out: Float) -> None:
        usual_kernel()(table, coefficients, out)
        spoil(table, coefficients, out)

    return kernel


def _every_number(_table: Float, _coefficients: Float, out: Float) -> None:
    out *= 1.0 + 1e-9


def _one_vertex(_table: Float, _coefficients: Float, out: Float) -> None:
    out[:, -1, 0] += 1e-7


def _a_frame_of_many(_table: Float, _coefficients: Float, out: Float) -> None:
    if len(out) > 3 * 7:
        out[3 * 7 : 3 * 8] += 1e-4


def _nothing_written(_table: Float, _coefficients: Float, out: Float) -> None:
    out[...] = np.nan


def _normals_alone(_table: Float, coefficients: Float, out: Float) -> None:
    if coefficients.min() >= 0.0:  # weights; those of positions are weights times coordinates
        out[1::3] *= 1.0 + 1e-6


FAULTS = [_every_number, _one_vertex, _a_frame_of_many, _nothing_written, _normals_alone]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("path", [ARM, CHARACTER])
def test_a_fault_in_the_kernel_ends_verify_with_status_2(
    fault: Callable[[Float, Float, Float], None],
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("skinning_core.fast.exact_parts.DOUBLE", replace(DOUBLE, kernel=spoilt(fault)))
    assert main(["verify", str(path), "--against", "fast", "--times", "24"]) == 2
    said = capsys.readouterr().out
    assert "a fault of Skinproof" in said
    assert "not done" in said
    assert "the same" not in said


def test_a_fault_in_the_kernel_writes_no_golden_vectors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("skinning_core.fast.exact_parts.DOUBLE", replace(DOUBLE, kernel=spoilt(_one_vertex)))
    out = tmp_path / "golden.npz"
    assert main(["skin", str(ARM), "--clip", "0", "--out", str(out)]) == 2
    assert "a fault of Skinproof" in capsys.readouterr().err
    assert not out.exists()


def test_the_plain_reference_is_the_golden_one(shared: Path) -> None:
    """1e-6 of the size: golden arrays of real models are stored as float32."""
    for entry in golden.entries(shared):
        model = load_model(entry.model)
        with entry.arrays() as arrays:
            for row in {0, len(entry.times) // 2, len(entry.times) - 1}:
                parts = reference_at(model, entry.clip, float(arrays["times"][row]))
                at_row = {key: arrays[key][row : row + 1] for key in arrays.files if key.startswith(("pos", "diag"))}
                positions = tuple(part.positions[None] for part in parts)
                assert golden.largest_error(positions, at_row) < 1e-6, entry.label


@pytest.mark.parametrize("path", [ARM, CHARACTER, Path("examples/windmill.glb")])
def test_the_plain_reference_is_the_specification_read_once_more(path: Path) -> None:
    """Both are float64: 1e-12 m is some thousand roundings of a coordinate of a metre."""
    model = load_model(path)
    for time in (0.0, 0.37):
        parts = reference_at(model, 0, time)
        wanted, turned = plain.skin(path, 0, [time]), plain.normals(path, 0, [time])
        for part, positions, normals in zip(parts, wanted, turned, strict=True):
            np.testing.assert_allclose(part.positions, positions[0], rtol=0, atol=1e-12)
            assert part.normals is not None
            np.testing.assert_allclose(part.normals, normals[0], rtol=0, atol=1e-10)


@pytest.mark.parametrize("most", [agreement.MOST, 50])
def test_all_models_agree(most: int, shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole, and where each time shows a share of the vertices alone."""
    monkeypatch.setattr(agreement, "MOST", most)
    for path in sorted({sheet.model for sheet in golden.sheets(shared)}):
        model = load_model(path)
        for clip in (None, *model.readable_clips):
            played = model.clip(clip)
            times = np.zeros(1) if played is None else np.linspace(played.start, played.end, 5)
            assert disagreement(model, clip, skin_model(model, clip, times, variants=False)) is None, (path, clip)


def test_shares_of_a_large_model_reach_every_vertex(monkeypatch: pytest.MonkeyPatch) -> None:
    model = load_model(ARM)
    count = int(model.part_starts[-1])
    monkeypatch.setattr(agreement, "MOST", -(-count // 3))
    right = skin_model(model, 0, np.full(3, 0.4), variants=False)
    for vertex in range(count):
        positions = right.positions[0].copy()
        positions[:, vertex, 1] += 1e-9
        found = disagreement(model, 0, replace(right, positions=(positions, *right.positions[1:])))
        assert f"part 0, vertex {vertex} " in str(found)


def test_times_are_the_first_the_last_and_three_between() -> None:
    assert agreement_times([100]) == [[0, 25, 50, 74, 99]]
    assert agreement_times([1, 10, 1]) == [[0], [2, 5, 7], [0]]
    assert agreement_times([1]) == [[0]]
    assert agreement_times([]) == []
