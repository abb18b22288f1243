"""The window, used as a user would: a real Blender on a virtual screen, buttons found and clicked with the mouse.

Blender runs ``inside/session.py`` and leaves ``checks.json`` and screenshots in ``build/window/NAME``, which stay there
to be looked at.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.real_blender import ROOT, RealBlender, real_blenders
from tests.window.play import PLAYED, play

EXAMPLE = ROOT / "examples" / "character.glb"
FOUND = real_blenders() or [None]
OLDER = [one for one in real_blenders() if one.line == "4.3"]

#: The whole session is played every day in the window of the newest Blender. An older one has its beginning and its
#: end, 21 s of processor time for 88, and the tests of the GPU in its window; all of the session at night.
PLAYED_BY = [
    pytest.param(one, id=one.name if one else "none", marks=pytest.mark.nightly if one in OLDER else ())
    for one in FOUND
]

#: Stands at the end of the session: with it, every step was taken.
LAST = "disabled: no handlers"
#: Pixels: enough for the panel and some view; every one is drawn by the processor.
WIDTH = 1100


@pytest.fixture(scope="module", params=PLAYED_BY)
def checks(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the session found: name of a check -> "" where it held, else what was seen."""
    blender: RealBlender | None = request.param
    if blender is None:
        pytest.skip("no Blender executable: none on PATH, none named by $BLENDER")
    if blender.line is None and not (shutil.which("xvfb-run") and shutil.which("import")):
        pytest.skip("a virtual screen needs xvfb-run (xvfb) and import (ImageMagick)")
    scratch = tmp_path_factory.mktemp(blender.name)
    return play(blender, "session.py", PLAYED / blender.name, scratch, environment("0"), width=WIDTH)


def environment(short: str) -> dict[str, str]:
    """What the session wants to know; short: "1" for its beginning and its end alone."""
    small = EXAMPLE.with_name("arm.glb")
    return {"SKINPROOF_MODEL": str(EXAMPLE), "SKINPROOF_SMALL": str(small), "SKINPROOF_SHORT": short}


def test_every_step_has_its_effect(checks: dict[str, str]):
    assert {name: seen for name, seen in checks.items() if seen} == {}


def test_the_session_came_to_its_end(checks: dict[str, str]):
    assert LAST in checks


def test_screenshots_show_something(checks: dict[str, str]):
    shots = [name for name in checks if name.startswith("screenshot")]
    assert len(shots) == 11
    assert all(checks[name] == "" for name in shots)


@pytest.mark.parametrize("blender", OLDER, ids=lambda one: one.name)
def test_the_beginning_and_the_end_in_an_older_window(blender: RealBlender, tmp_path: Path):
    """Installed, imported, undone, compared at a frame, saved, opened again and disabled."""
    checks = play(blender, "session.py", PLAYED / f"{blender.name}-short", tmp_path, environment("1"), width=WIDTH)
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert LAST in checks
