"""The box in the exporter's panel, in a real window: tick, export, verdict, heat map, undo, cancel.

Blender runs ``inside/exports.py``; checks and screenshots are left in ``build/window/NAME-exports``.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.real_blender import ROOT, WHOLE_SCREEN, RealBlender, real_blenders

SESSION = Path(__file__).parent / "inside" / "exports.py"


CASES = [
    pytest.param(one, id=one.name, marks=pytest.mark.nightly if one.line == "4.3" else ()) for one in real_blenders()
]


@pytest.mark.parametrize("blender", CASES)
def test_an_export_is_verified_in_a_window(blender: RealBlender, tmp_path: Path) -> None:
    out = ROOT / "build" / "window" / f"{blender.name}-exports"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    package = tmp_path / "skinproof.zip"
    env = {
        "BLENDER_USER_RESOURCES": str(tmp_path / "resources"),
        "SKINPROOF_ZIP": str(package),
        "SKINPROOF_OUT": str(out),
        "SKINPROOF_REFUSING": os.environ.get("SKINPROOF_REFUSING", ""),
    }
    source = ["--source-dir", str(ROOT), "--output-filepath", str(package)]
    built = blender.run("--background", "--command", "extension", "build", *source, env=env)
    assert built.returncode == 0, built.stdout + built.stderr
    arguments = ["--factory-startup", *WHOLE_SCREEN, "--enable-event-simulate", "--python", str(SESSION)]
    ran = blender.run(*arguments, env=env, window=True, timeout=900.0)
    (out / "log.txt").write_text(ran.stdout + ran.stderr, encoding="utf-8")
    report = out / "checks.json"
    assert report.is_file(), ran.stdout + ran.stderr
    checks = json.loads(report.read_text(encoding="utf-8"))
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "disabled: no box" in checks  # the last step
    assert "skinproof/addon" not in ran.stdout + ran.stderr  # a panel whose drawing fails prints a traceback
