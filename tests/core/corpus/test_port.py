"""The guide's port in JavaScript: it gives the positions of every case and of every model that is shared."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model, skin_model
from skinning_core.corpus.folder import made_cases

ROOT = Path(__file__).resolve().parents[3]
PORT = ROOT / "skinning_core" / "corpus" / "viewer" / "port.mjs"
MODELS = sorted((ROOT.parent / "shared" / "models").rglob("*.gl*"))
#: Views that an extension packs are a library's work, also in the guide.
NOT_IN_THE_GUIDE = {"meshopt"}


def played(rows: list[tuple[Path, int | None, list[float]]], folder: Path) -> None:
    """Ask the port, and compare with the reference."""
    if shutil.which("node") is None:
        pytest.skip("no Node here")
    outs = [folder / f"{k}.f64" for k in range(len(rows))]
    asked = [[str(path), clip, times, str(out)] for (path, clip, times), out in zip(rows, outs)]
    (folder / "list.json").write_text(json.dumps(asked), encoding="utf-8")
    script = ROOT / "tests" / "npm" / "port.mjs"
    command = ["node", str(script), PORT.as_uri(), str(folder / "list.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    for (path, clip, times), out in zip(rows, outs):
        wanted = skin_model(load_model(path), clip, times, variants=False, normals=False)
        found = np.fromfile(out, np.float64).reshape(len(times), -1, 3)
        off = np.abs(found - np.concatenate(wanted.positions, axis=1)).max() / wanted.diagonal.max()
        assert off < 1e-6, (path.name, clip, off)


def test_the_port_gives_every_case(tmp_path: Path) -> None:
    rows = []
    for made in made_cases():
        for name, data in made.files.items():
            (tmp_path / name).write_bytes(data)
        if made.case.id not in NOT_IN_THE_GUIDE:
            rows.append((tmp_path / made.entry["file"], made.entry["clip"], made.entry["times"]))
    played(rows, tmp_path)


def test_the_port_gives_every_shared_model(tmp_path: Path) -> None:
    if not MODELS:
        pytest.skip("no shared models here")
    rows: list[tuple[Path, int | None, list[float]]] = []
    for path in MODELS:
        model = load_model(path)
        clip = 0 if model.clips else None
        end = model.clips[0].end if model.clips else 0.0
        rows.append((path, clip, [0.0, 0.37 * end]))
    assert len(rows) > 20
    played(rows, tmp_path)
