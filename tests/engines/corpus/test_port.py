"""The guide's ports in JavaScript and in Python: each gives the positions of every case and of every shared model."""

from __future__ import annotations

import ast
import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from examples import port
from skinning_core import load_model, skin_model
from skinning_core.engines.corpus.folder import MadeCase

ROOT = Path(__file__).resolve().parents[3]
PORT = ROOT / "engines" / "corpus" / "viewer" / "port.mjs"
MODELS = sorted((ROOT.parent / "shared" / "models").rglob("*.gl*"))
#: What an extension packs is a library's work, also in the guide.
NOT_IN_THE_GUIDE = {"meshopt", "draco"}
Row = tuple[Path, int | None, list[float]]


def by_javascript(rows: list[Row], folder: Path) -> list[np.ndarray]:
    """(T, V, 3) of each row, all parts after each other."""
    if shutil.which("node") is None:
        pytest.skip("no Node here")
    outs = [folder / f"{k}.f64" for k in range(len(rows))]
    asked = [[str(path), clip, times, str(out)] for (path, clip, times), out in zip(rows, outs)]
    (folder / "list.json").write_text(json.dumps(asked), encoding="utf-8")
    script = ROOT / "tests" / "npm" / "port.mjs"
    command = ["node", str(script), PORT.as_uri(), str(folder / "list.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    return [np.fromfile(out, np.float64).reshape(len(times), -1, 3) for (_, _, times), out in zip(rows, outs)]


def by_python(rows: list[Row], folder: Path) -> list[np.ndarray]:
    """(T, V, 3) of each row, all parts after each other."""
    return [np.stack([np.concatenate(port.skin(path, clip, t)) for t in times]) for path, clip, times in rows]


BOTH = pytest.mark.parametrize("played", [by_javascript, by_python])


def right(rows: list[Row], found: list[np.ndarray]) -> None:
    """Every row is what the reference gives."""
    for (path, clip, times), places in zip(rows, found, strict=True):
        wanted = skin_model(load_model(path), clip, times, variants=False, normals=False)
        off = np.abs(places - np.concatenate(wanted.positions, axis=1)).max() / wanted.diagonal.max()
        assert off < 1e-6, (path.name, clip, off)


@pytest.fixture
def rows(corpus: Path, cases: list[MadeCase]) -> list[Row]:
    entries = [made.entry for made in cases if made.case.id not in NOT_IN_THE_GUIDE]
    return [(corpus / entry["file"], entry["clip"], entry["times"]) for entry in entries]


@BOTH
def test_the_port_gives_every_case(played, rows: list[Row], tmp_path: Path) -> None:
    right(rows, played(rows, tmp_path))


@BOTH
def test_the_port_gives_every_shared_model(played, tmp_path: Path) -> None:
    if not MODELS:
        pytest.skip("no shared models here")
    models: list[Row] = []
    for path in MODELS:
        model = load_model(path)
        clip = 0 if model.clips else None
        end = model.clips[0].end if model.clips else 0.0
        models.append((path, clip, [0.0, 0.37 * end]))
    assert len(models) > 20
    right(models, played(models, tmp_path))


def test_the_port_in_python_needs_nothing_of_skinproof(capsys, monkeypatch) -> None:
    tree = ast.parse(Path(port.__file__).read_text(encoding="utf-8"))
    named = {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert not {name for name in named if name.startswith("skin")}
    monkeypatch.setattr(sys, "argv", ["port.py", str(ROOT / "examples" / "arm.glb"), "0", "0.5"])
    runpy.run_path(port.__file__, run_name="__main__")
    assert capsys.readouterr().out.startswith("[[")
