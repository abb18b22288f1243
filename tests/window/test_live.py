"""*Live* in a real window, by real keys: no traceback, whatever is done while it judges.

Blender runs ``inside/live.py``; checks and screenshots are left in ``build/window/NAME-live``.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.real_blender import ROOT, RealBlender, real_blenders
from tests.window.play import PLAYED, play, words


@pytest.mark.nightly  # what it found has tests without a window, which run daily
@pytest.mark.parametrize("blender", real_blenders(), ids=lambda one: one.name)
def test_live_survives_what_a_user_does(blender: RealBlender, tmp_path: Path) -> None:
    if blender.line is None and not all(map(shutil.which, ("xvfb-run", "import", "xdotool"))):
        pytest.skip("real events on a virtual screen need xvfb-run, import (ImageMagick) and xdotool")
    env = {"SKINPROOF_MODEL": str(ROOT / "examples" / "character.glb")}
    out = PLAYED / f"{blender.name}-live"
    checks = play(blender, "live.py", out, tmp_path, env, options=())
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "the last step" in checks
    assert "Traceback" not in words(out)
