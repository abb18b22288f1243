"""The processor's side of the GPU: reading back many times, and the matrices of a crowd; needs the ``bpy`` module.

``python -m benchmarks.processor_side FOX SECONDS`` prints JSON: ns a vertex and time of positions and normals that are
read back, and us a character of 2,000 foxes, each at its own time. It is processor time of the main thread, which
waits for no shader: with software GL, the compute shader runs on other threads and the vertex shader on this one.
Without a GPU there is only the crowd, without a FOX none.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .extension import module
from .peer_gpu import posed_part
from .row import Row
from .timing import medians

_ROOT = Path(__file__).resolve().parent.parent

#: Vertices and times of a large character, and of one of a real character's size.
_SIZES = ((100_000, 8), (5_718, 64))
_FOXES = 2_000


def processor_side(fox: Path, *, seconds: float) -> list[Row]:
    """Rows of read-back, where there is a GPU, and of a crowd, where there is the fox's file."""
    command = [sys.executable, "-m", "benchmarks.processor_side", str(fox), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=_ROOT)
    return [Row(**row) for row in json.loads(done.stdout.strip().splitlines()[-1])]


def measure(fox: Path, seconds: float) -> list[dict[str, Any]]:
    """The rows as JSON."""
    rows = []
    if module("addon.gpu.device.context").availability().ok:
        for vertices, times in _SIZES:
            ways = _read_back(vertices, times)
            per_one = 1e9 / (vertices * times)
            rows += [
                Row("read-back of many times", f"{times} times", vertices, 4, name, value * per_one, "ns")
                for name, value in medians(ways, seconds=seconds, clock=time.thread_time).items()
            ]
    if fox.is_file():
        values = medians(_crowd(fox), seconds=seconds, clock=time.thread_time)
        rows += [
            Row("crowd", "foxes", _FOXES, 0, name, value * 1e6 / _FOXES, "us a character")
            for name, value in values.items()
        ]
    return [row.as_dict() for row in rows]


def _read_back(vertices: int, times: int) -> dict[str, Any]:
    """The ways of skinning a character at many times and reading both back."""
    geometry, palette = posed_part(vertices, np.linspace(0.0, 1.0, times))
    readback, limits = module("addon.gpu.device.readback"), module("addon.gpu.device.context").query_limits()
    transport = module("addon.gpu.data.transport").TRANSPORTS["texture"]
    return {
        "compute shader": partial(readback.compute, transport, geometry, palette, limits),
        "vertex shader": partial(readback.scatter, transport, geometry, palette, limits),
    }


def _crowd(fox: Path) -> dict[str, Any]:
    """The matrices of a crowd, and those with each character moved to its place."""
    crowd = module("addon.lessons.crowd")
    model = module("skinning_core").load_model(fox)
    geometry = module("addon.gpu.data.geometry").part_geometry
    pose = module("skinning_core.pose.clip").sample_clip(model.nodes, None, np.zeros(1))
    geometries = [geometry(model, part, pose) for part in model.parts]
    times = crowd.CrowdTimes(0.0, _FOXES, 0.01, looping=True)
    places = crowd.grid_places(_FOXES, np.ones(2))

    def placed() -> None:
        palettes = crowd.crowd_palettes(model, model.clips[:1], times)
        for palette, of_part in zip(palettes, geometries, strict=True):
            crowd.placed_palette(palette, of_part, places)

    return {"matrices": partial(crowd.crowd_palettes, model, model.clips[:1], times), "at their places": placed}


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), float(sys.argv[2]))))
