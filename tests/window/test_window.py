"""The window, used as a user would: a real Blender on a virtual screen, buttons found and clicked with the mouse.

Blender runs ``inside/session.py`` and leaves ``checks.json`` and screenshots in ``build/window/NAME``, which stay there
to be looked at.
"""

from __future__ import annotations

import shutil

import pytest

from tests.real_blender import ROOT, RealBlender, real_blenders
from tests.window.play import PLAYED, play

EXAMPLE = ROOT / "examples" / "character.glb"
FOUND = real_blenders() or [None]

#: Stands at the end of the session: with it, every step was taken.
LAST = "disabled: no handlers"


@pytest.fixture(scope="module", params=FOUND, ids=[one.name if one else "none" for one in FOUND])
def checks(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the session found: name of a check -> "" where it held, else what was seen."""
    blender: RealBlender | None = request.param
    if blender is None:
        pytest.skip("no Blender executable: none on PATH, none named by $BLENDER")
    if blender.line is None and not (shutil.which("xvfb-run") and shutil.which("import")):
        pytest.skip("a virtual screen needs xvfb-run (xvfb) and import (ImageMagick)")
    env = {"SKINPROOF_MODEL": str(EXAMPLE), "SKINPROOF_SMALL": str(EXAMPLE.with_name("arm.glb"))}
    return play(blender, "session.py", PLAYED / blender.name, tmp_path_factory.mktemp(blender.name), env)


def test_every_step_has_its_effect(checks: dict[str, str]):
    assert {name: seen for name, seen in checks.items() if seen} == {}


def test_the_session_came_to_its_end(checks: dict[str, str]):
    assert LAST in checks


def test_screenshots_show_something(checks: dict[str, str]):
    shots = [name for name in checks if name.startswith("screenshot")]
    assert len(shots) == 11
    assert all(checks[name] == "" for name in shots)
