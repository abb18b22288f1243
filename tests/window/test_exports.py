"""The box in the exporter's panel, in a real window: tick, export, verdict, heat map, undo, cancel.

Blender runs ``inside/exports.py``; checks and screenshots are left in ``build/window/NAME-exports``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.real_blender import RealBlender, real_blenders
from tests.window.play import PLAYED, play, words

CASES = [
    pytest.param(one, id=one.name, marks=pytest.mark.nightly if one.line == "4.3" else ()) for one in real_blenders()
]


@pytest.mark.parametrize("blender", CASES)
def test_an_export_is_verified_in_a_window(blender: RealBlender, tmp_path: Path) -> None:
    env = {"SKINPROOF_REFUSING": os.environ.get("SKINPROOF_REFUSING", "")}
    out = PLAYED / f"{blender.name}-exports"
    checks = play(blender, "exports.py", out, tmp_path, env, width=1300, timeout=900.0)
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "disabled: no box" in checks  # the last step
    assert "skinproof/addon" not in words(out)  # a panel whose drawing fails prints a traceback


@pytest.mark.parametrize("blender", CASES)
def test_what_no_setting_mends_is_a_button_in_a_window(blender: RealBlender, tmp_path: Path) -> None:
    out = PLAYED / f"{blender.name}-mends"
    checks = play(blender, "mends.py", out, tmp_path, {}, width=1300, timeout=900.0)
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "undone" in checks  # the last step
    assert "skinproof/addon" not in words(out)
