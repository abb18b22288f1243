"""*Live* in a real window, by real keys: no traceback, whatever is done while it judges.

Blender runs ``inside/live.py``; checks and screenshots are left in ``build/window/NAME-live``.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.real_blender import ROOT, WHOLE_SCREEN, RealBlender, real_blenders

SESSION = Path(__file__).parent / "inside" / "live.py"


@pytest.mark.nightly  # what it found has tests without a window, which run daily
@pytest.mark.parametrize("blender", real_blenders(), ids=lambda one: one.name)
def test_live_survives_what_a_user_does(blender: RealBlender, tmp_path: Path) -> None:
    if blender.line is None and not all(map(shutil.which, ("xvfb-run", "import", "xdotool"))):
        pytest.skip("real events on a virtual screen need xvfb-run, import (ImageMagick) and xdotool")
    out = ROOT / "build" / "window" / f"{blender.name}-live"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    package = tmp_path / "skinproof.zip"
    env = {
        "BLENDER_USER_RESOURCES": str(tmp_path / "resources"),
        "SKINPROOF_ZIP": str(package),
        "SKINPROOF_MODEL": str(ROOT / "examples" / "character.glb"),
        "SKINPROOF_OUT": str(out),
    }
    source = ["--source-dir", str(ROOT), "--output-filepath", str(package)]
    built = blender.run("--background", "--command", "extension", "build", *source, env=env)
    assert built.returncode == 0, built.stdout + built.stderr
    arguments = ["--factory-startup", *WHOLE_SCREEN, "--python", str(SESSION)]
    ran = blender.run(*arguments, env=env, window=True, timeout=600.0)
    (out / "log.txt").write_text(ran.stdout + ran.stderr, encoding="utf-8")
    report = out / "checks.json"
    assert report.is_file(), ran.stdout + ran.stderr
    checks = json.loads(report.read_text(encoding="utf-8"))
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "the last step" in checks
    assert "Traceback" not in ran.stdout + ran.stderr
