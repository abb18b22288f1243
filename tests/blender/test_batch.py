"""A folder judged by processes that each keep a Blender: rows, status, and what `summary` makes of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skinning_core.farm.ledger import read_rows
from skinning_core.farm.row import SAME, UNREADABLE
from tests.links import package_at
from tests.models import MODELS

bpy = pytest.importorskip("bpy")


def test_a_folder_against_blender(root: Path, tmp_path: Path) -> None:
    """Three models and a broken one by one process: each against this very Blender, the broken one a row."""
    (tmp_path / "package").mkdir()
    package_at(tmp_path / "package" / "skinproof", root)
    for name in ("late_and_partial", "morphs", "rigid_parts"):
        (tmp_path / "models" / name).mkdir(parents=True)
        MODELS[name](tmp_path / "models" / name)
    (tmp_path / "models" / "broken.glb").write_bytes(b"nothing")
    done = subprocess.run(
        [sys.executable, "-m", "skinproof", "folder", "models", "--jobs", "1", "--jsonl", "out.jsonl"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "package")},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    rows = {Path(row.key.path).parts[0]: row for row in read_rows(tmp_path / "out.jsonl")}  # paths below the folder
    assert rows.pop("broken.glb").verdict == UNREADABLE
    assert {name: row.verdict for name, row in rows.items()} == dict.fromkeys(rows, SAME)
    assert len(rows) == 3
    for row in rows.values():
        assert row.blender == ".".join(map(str, bpy.app.version))
        assert [finding.engine for finding in row.findings] == ["fast", "blender"]
