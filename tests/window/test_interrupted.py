"""A comparison that runs in steps in a real window, while scripts save, undo and load.

Blender runs ``inside/interrupted.py``; checks are left in ``build/window/NAME-interrupted``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.real_blender import ROOT, RealBlender, real_blenders
from tests.window.play import PLAYED, play, words


@pytest.mark.nightly  # a minute of processor
@pytest.mark.parametrize("blender", real_blenders(), ids=lambda one: one.name)
def test_a_comparison_survives_what_scripts_do(blender: RealBlender, tmp_path: Path) -> None:
    out = PLAYED / f"{blender.name}-interrupted"
    checks = play(
        blender, "interrupted.py", out, tmp_path, {"SKINPROOF_MODEL": str(ROOT / "examples" / "character.glb")}
    )
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "the last step" in checks
    assert "Traceback" not in words(out)
