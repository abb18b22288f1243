"""The reference engine against golden data baked by an implementation that is not ours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.fast.exact_engine import skin_model
from tests import golden

#: Relative to the diagonal. The golden arrays of real models are stored as float32 (6e-8 relative to a coordinate).
POSITION_TOLERANCE = 1e-6
NORMAL_TOLERANCE = 1e-5


def test_every_golden_array(shared: Path, tmp_path: Path) -> None:
    problems = [problem for sheet in golden.sheets(shared) for problem in _compare(sheet, tmp_path)]
    assert not problems, "\n".join(problems)


def _compare(sheet: golden.Sheet, folder: Path) -> list[str]:
    model = load_model(sheet.model)
    problems = []
    for entry in sheet.entries:
        with entry.arrays() as expected:
            skinned = skin_model(model, entry.clip, expected["times"])
            skinned.save(folder / "ours.npz")
            with np.load(folder / "ours.npz") as ours:
                label = entry.label
                if set(ours.files) != set(expected.files):
                    problems.append(f"{label}: arrays differ: {sorted(set(ours.files) ^ set(expected.files))}")
                    continue
                problems += [p for key in expected.files for p in _differs(label, key, ours[key], expected)]
    return problems


def _differs(label: str, key: str, ours: np.ndarray, expected: np.lib.npyio.NpzFile) -> list[str]:
    theirs = expected[key]
    if ours.shape != theirs.shape:
        return [f"{label} {key}: shape {ours.shape}, expected {theirs.shape}"]
    if not theirs.size:
        return []
    error = np.abs(ours.astype(np.float64) - theirs)
    if key.startswith(("pos", "raw", "quat")):
        worst, tolerance = float((error / expected["diag"][:, None, None]).max()), POSITION_TOLERANCE
    elif key.startswith("nrm"):
        worst, tolerance = float(error.max()), NORMAL_TOLERANCE
    else:
        worst, tolerance = float(np.nanmax(error / np.maximum(1.0, np.abs(theirs)))), 1e-12
    return [] if worst <= tolerance else [f"{label} {key}: {worst:.2e} > {tolerance:.0e}"]


@pytest.mark.parametrize("model", ["simple_skin/SimpleSkin.gltf"])
def test_unnormalised_quaternions_are_reachable(shared: Path, model: str) -> None:
    loaded = load_model(shared / "models" / model)
    skinned = skin_model(loaded, 0, np.array([0.3]))
    assert skinned.unnormalised[0] is not None
