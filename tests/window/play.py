"""A session of ``inside`` played in the window of a real Blender, in which the extension has just been built."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from tests.real_blender import ROOT, SIZE, RealBlender

#: Sessions are left in folders of their names here, to be looked at.
PLAYED = ROOT / "build" / "window"
INSIDE = Path(__file__).parent / "inside"

#: The option by which a session may make events of its own.
SIMULATED = "--enable-event-simulate"


def play(
    blender: RealBlender,
    session: str,
    out: Path,
    scratch: Path,
    env: Mapping[str, str],
    *,
    options: tuple[str, ...] = (SIMULATED,),
    width: int = SIZE[0],
    timeout: float = 3600.0,
) -> dict[str, str]:
    """What a session found: name of a check -> "" if it held, else what was seen.

    session: a file of ``inside``. out: what it leaves, with Blender's words in ``log.txt``; emptied before. env: what
    the session wants to know besides SKINPROOF_ZIP and SKINPROOF_OUT. width: of the window, which is as high as the
    screen, in pixels; every one is drawn by the processor.
    """
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    package = scratch / "skinproof.zip"
    env = {
        **env,
        "BLENDER_USER_RESOURCES": str(scratch / "resources"),
        "SKINPROOF_ZIP": str(package),
        "SKINPROOF_OUT": str(out),
    }
    source = ["--source-dir", str(ROOT), "--output-filepath", str(package)]
    built = blender.run("--background", "--command", "extension", "build", *source, env=env)
    assert built.returncode == 0, built.stdout + built.stderr
    place = ("-p", "0", "0", str(width), str(SIZE[1]))
    arguments = ["--factory-startup", *place, *options, "--python", str(INSIDE / session)]
    ran = blender.run(*arguments, env=env, window=True, timeout=timeout)
    (out / "log.txt").write_text(ran.stdout + ran.stderr, encoding="utf-8")
    report = out / "checks.json"
    assert report.is_file(), ran.stdout + ran.stderr
    checks: dict[str, str] = json.loads(report.read_text(encoding="utf-8"))
    return checks


def words(out: Path) -> str:
    """What Blender printed in the session that was left in a folder."""
    return (out / "log.txt").read_text(encoding="utf-8")
