"""The window, used as a user would: a real Blender on a virtual screen, buttons found and clicked with the mouse.

Blender runs ``inside/session.py`` and leaves ``checks.json`` and screenshots in ``build/window/NAME``, which stay there
to be looked at.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.real_blender import ROOT, WHOLE_SCREEN, RealBlender, real_blenders

EXAMPLE = ROOT / "examples" / "character.glb"
SESSION = Path(__file__).parent / "inside" / "session.py"
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
    scratch = tmp_path_factory.mktemp(blender.name)
    out = ROOT / "build" / "window" / blender.name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    package = scratch / "skinproof.zip"
    env = {
        "BLENDER_USER_RESOURCES": str(scratch / "resources"),
        "SKINPROOF_ZIP": str(package),
        "SKINPROOF_MODEL": str(EXAMPLE),
        "SKINPROOF_SMALL": str(EXAMPLE.with_name("arm.glb")),
        "SKINPROOF_OUT": str(out),
    }
    source = ["--source-dir", str(ROOT), "--output-filepath", str(package)]
    built = blender.run("--background", "--command", "extension", "build", *source, env=env)
    assert built.returncode == 0, built.stdout + built.stderr
    arguments = ["--factory-startup", *WHOLE_SCREEN, "--enable-event-simulate", "--python", str(SESSION)]
    ran = blender.run(*arguments, env=env, window=True, timeout=600.0)
    (out / "log.txt").write_text(ran.stdout + ran.stderr, encoding="utf-8")
    report = out / "checks.json"
    assert report.is_file(), ran.stdout + ran.stderr
    return json.loads(report.read_text(encoding="utf-8"))


def test_every_step_has_its_effect(checks: dict[str, str]):
    assert {name: seen for name, seen in checks.items() if seen} == {}


def test_the_session_came_to_its_end(checks: dict[str, str]):
    assert LAST in checks


def test_screenshots_show_something(checks: dict[str, str]):
    shots = [name for name in checks if name.startswith("screenshot")]
    assert len(shots) == 11
    assert all(checks[name] == "" for name in shots)
