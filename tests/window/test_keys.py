"""Pose Mode in a real window: keyed in every way, all clips at a press, and nothing of ours in an artist's curves.

Blender runs ``inside/keys.py``; checks and screenshots are left in ``build/window/NAME-keys``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.real_blender import ROOT, RealBlender, real_blenders
from tests.window.play import PLAYED, play, words


@pytest.mark.nightly  # what it holds has tests without a window, which run daily: test_notes, test_in_pose_mode
@pytest.mark.parametrize("blender", real_blenders(), ids=lambda one: one.name)
def test_no_key_takes_our_notes(blender: RealBlender, tmp_path: Path) -> None:
    env = {"SKINPROOF_MODEL": str(ROOT / "examples" / "character.glb")}
    out = PLAYED / f"{blender.name}-keys"
    checks = play(blender, "keys.py", out, tmp_path, env)
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "the last step" in checks
    assert "Traceback" not in words(out)
