"""The GPU tests inside real Blender executables: OpenGL and Vulkan in the background, OpenGL in a window where the
background has no GPU (before 5.2)."""

from __future__ import annotations

import re
import shutil
from importlib.metadata import files
from pathlib import Path

import pytest

from tests.night import NIGHT
from tests.real_blender import ROOT, RealBlender, real_blenders

SCRIPT = ROOT / "tests" / "gpu" / "in_blender.py"
#: What pytest needs, and what writes the tests' models; of wrapt its pure half.
PURE = (
    *("pytest", "pluggy", "iniconfig", "packaging", "pygments"),
    *("pygltflib", "dataclasses-json", "marshmallow", "typing-inspect", "mypy-extensions", "typing-extensions"),
    *("deprecated", "wrapt"),
)

#: Every day the module of 5.3 runs them all in the background, and 4.3's executable half of them in its window. At
#: night follow 5.2's executable, Vulkan in software, which draws by the same shaders, and the documents' pictures.
NIGHTLY = pytest.mark.nightly
WITHOUT_PICTURES = "--ignore=tests/gpu/test_pictures_drawn_again.py"
CASES = [
    pytest.param(one, backend, tests, id=f"{one.name}-{backend}{name}", marks=() if daily else NIGHTLY)
    for one in real_blenders()
    for backend, tests, name, daily in (
        ("opengl", WITHOUT_PICTURES, "", one.line != "5.2"),
        ("opengl", "tests/gpu/test_pictures_drawn_again.py", "-pictures", False),
        *([("vulkan", "tests/gpu", "", False)] if one.line == "5.2" else []),
    )
]


@pytest.mark.parametrize(("blender", "backend", "tests"), CASES)
def test_gpu(blender: RealBlender, backend: str, tests: str, tmp_path: Path) -> None:
    in_window = blender.line != "5.2"
    if blender.line is None and shutil.which("xvfb-run") is None:
        pytest.skip("a virtual screen needs xvfb-run (xvfb)")
    env = {
        "BLENDER_USER_RESOURCES": str(tmp_path / "resources"),
        "SKINPROOF_TEST_PACKAGES": str(packages(tmp_path / "packages")),
        "SKINPROOF_REQUIRE_GPU": "1",
    }
    if in_window and not NIGHT:
        env["SKINPROOF_TURN"] = "1"  # half of the cases, which the newest module runs as well
    arguments = ["--factory-startup", "--gpu-backend", backend, "--python", str(SCRIPT), "--", "-q", tests]
    start = arguments if in_window else ["--background", *arguments]
    ran = blender.run(*start, env=env, window=in_window, timeout=900.0)  # a busy machine is slow, not wrong
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[-6000:]
    # Blender also ends with 0 where it cannot find the script.
    assert re.search(r"\b\d+ passed", ran.stdout), (ran.stdout + ran.stderr)[-6000:]


def packages(folder: Path) -> Path:
    """Copies of pytest, pygltflib and what they need, all pure Python: Blender's own Python has another version."""
    for name in PURE:
        for file in files(name) or ():
            if file.suffix == ".py" or ".dist-info" in str(file.parent):
                target = folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file.locate(), target)
    return folder
