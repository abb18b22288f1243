"""Where there is no GPU: nothing asks for one by itself, and whoever asks reads one sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.links import package_at
from tests.ropes import rope

Package = Callable[[str], ModuleType]

ROOT = Path(__file__).resolve().parents[2]

IMPORTS = """
import sys
sys.path.insert(0, {folder!r})
sys.modules["gpu"] = None  # importing it would fail
from {package}.addon.gpu.device.engine import MAKERS
from {package}.addon.gpu.data import device_limits, geometry, palette, program, transport
from {package}.addon.gpu.device import context
assert len(MAKERS) == 4 * 9
"""


def test_importing_does_not_touch_the_gpu(tmp_path: Path) -> None:
    name, folder = "skinproof_beside", str(tmp_path)
    package_at(tmp_path / name, ROOT)
    if "bpy" in sys.modules and "python" not in sys.executable:
        pytest.skip("sys.executable is Blender here, not Python")
    code = IMPORTS.format(folder=folder, package=name)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_engine_says_why_there_is_none(package: Package) -> None:
    context = package("addon.gpu.device.context")
    if context.availability().ok:
        pytest.skip("there is a GPU here")
    with pytest.raises(package("skinning_core.error").SkinproofError) as caught:
        package("addon.gpu.device.engine").MAKERS["gpu"](rope(package("skinning_core.model"), 3)).at(None, np.zeros(1))
    assert "GPU" in caught.value.what
    assert "fast" in caught.value.fix


#: No driver of OpenGL or Vulkan is found: what Blender asks for a context ends its process.
NO_DRIVER = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent", "VK_DRIVER_FILES": "/nonexistent"}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="drivers are found so on Linux")
@pytest.mark.parametrize("engines", ["fast,gpu", "gpu", "gpu:texture,blender", "gpu:four,fast"])
def test_what_others_found_is_kept_where_the_gpu_ends_a_process(tmp_path: Path, engines: str) -> None:
    bpy = pytest.importorskip("bpy")
    if bpy.app.binary_path or bpy.app.version < (5, 2):
        pytest.skip("the module's context in the background is tried")
    report = tmp_path / "report.json"
    words = ["verify", str(ROOT / "examples" / "arm.glb"), "--against", engines, "--json", str(report)]
    command = [sys.executable, str(ROOT / "addon" / "command" / "launch.py"), "--", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **NO_DRIVER})
    assert done.returncode == 2, done.stderr
    assert "no GPU can be used here: Blender itself ends by signal" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    (model,) = json.loads(report.read_text(encoding="utf-8"))["models"]
    same = {c["engine"] for c in model["comparisons"] if c["verdict"]["outcome"] == "same"}
    assert same == {engine for engine in engines.split(",") if not engine.startswith("gpu")}
