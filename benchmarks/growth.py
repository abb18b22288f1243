"""How cost grows with vertices, joints, clips, parts and times: processor seconds, and the exponent of each.

The exponent is the slope of the logarithm of cost over that of size, by least squares: 1 is cost that grows with the
work, 2 is a walk through everything for each thing. What a start takes, seen on a file with next to nothing in it, is
taken off. Whole commands without Blender and with it; then, in one Blender, an import and a comparison of one frame.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from .extension import module
from .glb import write_character
from .job import ROOT, VERIFY, compiled_in, processor_seconds
from .meshes import body
from .row import Row

#: So much there is of each thing while another grows.
_VERTICES, _JOINTS, _KEYS = 5_000, 50, 9
#: What grows, and how far. Parts of five vertices each: the parts are what is measured.
SIZES = {
    "vertices": (10_000, 100_000, 500_000),
    "joints": (100, 500, 1_000, 5_000),
    "clips": (10, 100, 300),
    "parts": (200, 500, 1_000, 2_000),
    "times": (100, 1_000, 5_000),
}
#: Costs below this, in seconds, are the noise of a start.
_NOISE = 0.02


def growths() -> list[Row]:
    """Processor seconds of each size, less the start's, and exponents."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as scratch:
        environment = compiled_in(Path(scratch))
        small = write_character(Path(scratch) / "small.glb", body(96, 4), clips=1, keys=2)
        starts = _seconds(small, environment)  # compiles all modules: does not count
        starts = _seconds(small, environment)
        for kind, sizes in SIZES.items():
            costs: dict[str, list[float]] = {}
            for size in sizes:
                path = grown(Path(scratch), kind, size)
                for method, seconds in _seconds(path, environment).items():
                    costs.setdefault(method, []).append(max(seconds - starts[method], _NOISE))
                path.unlink()
            rows += _told(kind, sizes, costs)
    return rows


def grown(folder: Path, kind: str, size: int) -> Path:
    """A character that has ``size`` of one thing."""
    path = folder / f"{size} {kind}.glb"
    if kind == "vertices":
        return write_character(path, body(size, _JOINTS), clips=1, keys=_KEYS)
    if kind == "joints":
        return write_character(path, body(max(2 * size, _VERTICES), size), clips=1, keys=_KEYS)
    if kind == "clips":
        return write_character(path, body(_VERTICES, _JOINTS), clips=size, keys=_KEYS)
    if kind == "parts":
        return write_character(path, body(max(5 * size, _VERTICES), _JOINTS), clips=1, keys=_KEYS, parts=size)
    return write_character(path, body(_VERTICES, _JOINTS), clips=1, keys=size)


def exponent(sizes: tuple[int, ...], costs: list[float]) -> float:
    """The slope of log cost over log size, by least squares.

    >>> exponent((10, 100, 1000), [1.0, 100.0, 10000.0])
    2.0
    """
    return round(float(np.polyfit(np.log(sizes), np.log(costs), 1)[0]), 6)


def _told(kind: str, sizes: tuple[int, ...], costs: dict[str, list[float]]) -> list[Row]:
    rows = []
    for method, seconds in costs.items():
        rows += [Row("growth", kind, n, 0, method, s, "s") for n, s in zip(sizes, seconds, strict=True)]
    return [
        *sorted(rows, key=lambda row: row.size),
        *(Row("growth's exponent", kind, 0, 0, name, exponent(sizes, s), "") for name, s in costs.items()),
    ]


def _seconds(path: Path, environment: dict[str, str]) -> dict[str, float]:
    """Processor seconds of one file in each way."""
    commands = {
        "command line, fast": [*VERIFY, str(path), "--against", "fast"],
        "command line, blender": [*VERIFY, str(path), "--against", "blender"],
    }
    found = {name: processor_seconds(command, environment) for name, command in commands.items()}
    inside = [sys.executable, "-m", "benchmarks.growth", str(path)]
    done = subprocess.run(inside, capture_output=True, text=True, check=True, cwd=ROOT, env=environment)
    values: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return {**found, **values}


def measure(path: Path) -> dict[str, float]:
    """Processor seconds of an import and of the second comparison of one frame, by the window's operators."""
    import bpy

    module("addon.registration").register()

    def spent(action: Callable[[], object]) -> float:
        begin = time.process_time()
        action()
        return time.process_time() - begin

    imported = spent(lambda: bpy.ops.skinproof.import_skin(filepath=str(path)))
    bpy.ops.skinproof.compare(scope="FRAME")
    return {"import": imported, "one frame": spent(lambda: bpy.ops.skinproof.compare(scope="FRAME"))}


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]))))
