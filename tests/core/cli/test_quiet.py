"""No warning of NumPy reaches a terminal: here each one is an error, through all verbs, with the worst of numbers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model, posed_model, skin_model
from tests.models import MODELS
from tests.tiny import Tiny

#: What an engine may give: by name, what is made of its positions (T, V, 3) and matrices (T, J, 4, 4).
ENGINES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "nan": lambda values: np.full_like(values, np.nan),
    "some-nan": lambda values: np.where(np.arange(values[0].size).reshape(values[0].shape) % 7 == 3, np.nan, values),
    "infinite": lambda values: np.where(values > 0.1, np.inf, values),
    "huge": lambda values: values * np.float32(1e30),
    "beyond-squares": lambda values: values * 1e200,
    "tiny": lambda values: values * np.float32(1e-38),
    "nothing": np.zeros_like,
    "last-time-gone": lambda values: np.concatenate([values[:-1], np.full_like(values[-1:], np.nan)]),
}

#: Runs several command lines in one process, as a user would one by one.
_SCRIPT = """
import shlex, sys, traceback
from skinning_core.cli import main
for line in sys.stdin:
    try:
        print("STATUS", main(shlex.split(line)), line.strip(), flush=True)
    except RuntimeWarning:
        traceback.print_exc()
"""


def run(lines: list[str], root: Path) -> tuple[str, str]:
    words = [sys.executable, "-W", "error::RuntimeWarning", "-c", _SCRIPT]
    done = subprocess.run(words, input="\n".join(lines), capture_output=True, text=True, check=False, cwd=root)
    return done.stdout, done.stderr


def results(folder: Path, path: Path, name: str, *, matrices: bool) -> Path:
    model, times = load_model(path), np.array([0.0, 0.3, 1.0])
    skinned = skin_model(model, 0, times)
    spoilt = ENGINES[name]
    arrays = {f"pos{k}": spoilt(positions.astype(np.float64)) for k, positions in enumerate(skinned.positions)}
    if matrices:
        posed = posed_model(model, model.clips[0], times)
        for s, palette in enumerate(posed.skin_palettes):
            whole = np.tile(np.eye(4), (*palette.shape[:2], 1, 1))
            whole[..., :3, :] = palette
            arrays[f"skin{s}_mats"] = spoilt(whole)
    target = folder / f"{path.stem}-{name}{'-m' * matrices}.npz"
    np.savez(target, times=times, **arrays)
    return target


@pytest.mark.parametrize("model", ["plain", "odd_scales", "two_skins"])
def test_no_result_of_an_engine_makes_a_warning(tmp_path: Path, root: Path, model: str) -> None:
    path = MODELS[model](tmp_path)
    lines = []
    for name in ENGINES:
        for matrices in (False, True):
            file = results(tmp_path, path, name, matrices=matrices)
            lines.append(f"verify {path} --clip 0 --against {file} --json {file}.report --html {file}.html")
    out, err = run(lines, root)
    assert "Warning" not in err, err
    assert "Traceback" not in err
    statuses = [line.split()[1] for line in out.splitlines() if line.startswith("STATUS")]
    assert len(statuses) == len(lines)
    assert set(statuses) <= {"0", "1", "2", "3"}
    assert "0" not in statuses[:2]


def spoilt_files(folder: Path) -> list[Path]:
    """Files whose numbers overflow, vanish or have no inverse."""
    out = []
    for name, change in {
        "squashed": {"scale": [0, 0, 0]},
        "huge": {"scale": [1e30, 1e30, 1e30]},
        "far": {"translation": [1e38, 0, 0]},
        "zero": {"rotation": [0, 0, 0, 0]},
        "flat": {"matrix": [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]},
    }.items():
        tiny = Tiny()
        tiny.data["nodes"][0] |= change
        out.append(tiny.write_glb(folder / f"{name}.glb"))
    tiny = Tiny()
    tiny.data["skins"][0]["inverseBindMatrices"] = tiny.add(np.full((2, 16), 1e38, np.float32))
    out.append(tiny.write_glb(folder / "overflowing.glb"))
    tiny = Tiny()
    tiny.data["scenes"][0]["nodes"] = [2]
    return [*out, tiny.write_glb(folder / "no-joints.glb")]


def test_no_file_makes_a_warning_in_any_verb(tmp_path: Path, root: Path) -> None:
    lines = []
    for path in spoilt_files(tmp_path):
        out = tmp_path / path.stem
        lines += [
            f"verify {path} --against fast,profile:three,profile:playcanvas,profile:raylib --html {out}.html",
            f"skin {path} --clip 0 --out {out}.npz",
            f"inspect {path} --json {out}.json",
            f"check {path}",
            f"limits {path}",
            f"engines {path} --engines three,usd",
            f"explain {path} --clip 0 --vertex 1",
            f"verify {path} --against {tmp_path / 'no-joints.glb'}",
        ]
    out, err = run(lines, root)
    assert "Warning" not in err, err
    assert "Traceback" not in err
    assert out.count("STATUS") == len(lines)
