"""What is drawn over the 3D view, in a real window: skeletons, the GPU's mesh, a crowd that moves, a failure.

Blender runs ``inside/overlays.py``; checks and screenshots are left in ``build/window/NAME-overlays``.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.real_blender import ROOT, RealBlender, real_blenders
from tests.window.play import PLAYED, SIMULATED, play, words

EXAMPLE = ROOT / "examples" / "character.glb"
FOX = ROOT.parent / "shared" / "models" / "fox" / "Fox.glb"

#: Each executable with each of its graphics backends that can be had on a virtual screen.
#: Vulkan in software takes as long as OpenGL once more, and draws by the same shaders.
#: In 4.3's window the tests of the GPU run every day, and the beginning and the end of the session of test_window.
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
    out = PLAYED / f"{blender.name}-{backend}-overlays"
    env = {"SKINPROOF_MODEL": str(EXAMPLE), "SKINPROOF_CROWD": str(FOX if FOX.is_file() else EXAMPLE)}
    checks = play(blender, "overlays.py", out, tmp_path, env, options=(SIMULATED, "--gpu-backend", backend))
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "disabled: no trace" in checks  # the last step
    assert "skinproof/addon" not in words(out)  # a panel whose drawing fails prints a traceback


def test_there_is_a_blender() -> None:
    if not CASES:
        pytest.skip("no Blender executable: none on PATH, none named by $BLENDER")
