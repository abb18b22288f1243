"""What is drawn over the 3D view, in a real window: skeletons, the GPU's mesh, a crowd that moves, a failure.

Blender runs ``inside/overlays.py``; checks and screenshots are left in ``build/window/NAME-overlays``.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.real_blender import ROOT, WHOLE_SCREEN, RealBlender, real_blenders

EXAMPLE = ROOT / "examples" / "character.glb"
SESSION = Path(__file__).parent / "inside" / "overlays.py"
FOX = ROOT.parent / "shared" / "models" / "fox" / "Fox.glb"

#: Each executable with each of its graphics backends that can be had on a virtual screen.
#: Vulkan in software takes as long as OpenGL once more, and draws by the same shaders.
#: In 4.3's window the tests of the GPU and the session of test_window run every day, heat map and legend included.
NIGHTLY = pytest.mark.nightly
CASES = [
    pytest.param(
        one, backend, id=f"{one.name}-{backend}", marks=NIGHTLY if backend == "vulkan" or one.line == "4.3" else ()
    )
    for one in real_blenders()
    for backend in (("opengl", "vulkan") if one.line == "5.2" else ("opengl",))
]


@pytest.mark.parametrize(("blender", "backend"), CASES)
def test_overlays_in_a_window(blender: RealBlender, backend: str, tmp_path: Path) -> None:
    if blender.line is None and not (shutil.which("xvfb-run") and shutil.which("import")):
        pytest.skip("a virtual screen needs xvfb-run (xvfb) and import (ImageMagick)")
    out = ROOT / "build" / "window" / f"{blender.name}-{backend}-overlays"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    package = tmp_path / "skinproof.zip"
    env = {
        "BLENDER_USER_RESOURCES": str(tmp_path / "resources"),
        "SKINPROOF_ZIP": str(package),
        "SKINPROOF_MODEL": str(EXAMPLE),
        "SKINPROOF_CROWD": str(FOX if FOX.is_file() else EXAMPLE),
        "SKINPROOF_OUT": str(out),
    }
    source = ["--source-dir", str(ROOT), "--output-filepath", str(package)]
    built = blender.run("--background", "--command", "extension", "build", *source, env=env)
    assert built.returncode == 0, built.stdout + built.stderr
    arguments = ["--factory-startup", *WHOLE_SCREEN, "--enable-event-simulate"]
    arguments += ["--gpu-backend", backend, "--python", str(SESSION)]
    ran = blender.run(*arguments, env=env, window=True, timeout=600.0)
    (out / "log.txt").write_text(ran.stdout + ran.stderr, encoding="utf-8")
    report = out / "checks.json"
    assert report.is_file(), ran.stdout + ran.stderr
    checks = json.loads(report.read_text(encoding="utf-8"))
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "disabled: no trace" in checks  # the last step
    assert "skinproof/addon" not in ran.stdout + ran.stderr  # a panel whose drawing fails prints a traceback


def test_there_is_a_blender() -> None:
    if not CASES:
        pytest.skip("no Blender executable: none on PATH, none named by $BLENDER")
