"""Where there is no GPU: nothing asks for one by itself, and whoever asks reads one sentence."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.gpu.ropes import rope

Package = Callable[[str], ModuleType]

ROOT = Path(__file__).resolve().parents[2]

IMPORTS = """
import sys
sys.path.insert(0, {folder!r})
sys.path.extend({wheels!r})
sys.modules["gpu"] = None  # importing it would fail
from {package}.addon.gpu.device.engine import ENGINES
from {package}.addon.gpu.data import geometry, limits, palette, program, transport
from {package}.addon.gpu.device import context
assert len(ENGINES) == 9
"""


def test_importing_does_not_touch_the_gpu(package: Package) -> None:
    name = package("addon").__name__.split(".")[0]
    folder = next(p for p in sys.path if p.split("/")[-1].startswith("skinproof-gpu-"))
    if "bpy" in sys.modules and "python" not in sys.executable:
        pytest.skip("sys.executable is Blender here, not Python")
    code = IMPORTS.format(folder=folder, package=name, wheels=sorted(map(str, (ROOT / "wheels").glob("*.whl"))))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_engine_says_why_there_is_none(package: Package) -> None:
    context = package("addon.gpu.device.context")
    if context.availability().ok:
        pytest.skip("there is a GPU here")
    with pytest.raises(package("skinning_core.error").SkinproofError) as caught:
        package("addon.gpu.device.engine").ENGINES["gpu"](rope(package("skinning_core.model"), 3), None, np.zeros(1))
    assert "GPU" in caught.value.what and "fast" in caught.value.fix


def test_packing_a_palette_needs_no_gpu(package: Package) -> None:
    """Three rows a joint, as the formula has them, once the common translation is added back."""
    model = rope(package("skinning_core.model"), 6, offset=(50.0, 0.0, 0.0))
    pose = package("skinning_core.pose.clip").sample_clip(model.nodes, None, np.zeros(1))
    geometry = package("addon.gpu.data.geometry").part_geometry(model, model.parts[0], pose)
    palettes = package("addon.gpu.data.palette")
    palette = palettes.part_palette(
        model, model.parts[0], geometry, package("skinning_core.pose.pose").world_matrices(pose)
    )
    (rows,) = package("addon.gpu.data.transport").TRANSPORTS["texture"].pack(palette)
    assert rows.shape == (1, 19, 4) and rows.dtype == np.float32
    matrix = rows[0, :18].reshape(6, 3, 4)[4].astype(np.float64)
    point = np.array([0.3, 0.2, 0.1])
    moved = matrix[:, :3] @ (point - geometry.origin) + matrix[:, 3] + palette.centre[0]
    from tests.gpu.ropes import matrices_at_rest

    world = matrices_at_rest(model)[4]
    bind = model.skins[0].inverse_bind[4]
    wanted = world[:3, :3] @ (bind[:, :3] @ point + bind[:, 3]) + world[:3, 3]
    assert np.abs(moved - wanted).max() < 1e-6
