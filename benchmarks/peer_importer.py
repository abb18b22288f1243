"""Blender's own glTF importer as a peer; needs the ``bpy`` module.

``python -m benchmarks.peer_importer SECONDS FILE...`` imports each file in turns by the stock importer and by ours
into an empty Blender, and prints JSON: milliseconds per file and method.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .extension import module
from .glb import write_character
from .meshes import body
from .row import Row

_ROOT = Path(__file__).resolve().parent.parent
_RUNS = 5
#: The whole process of the stock importer: starting Blender, importing, ending.
_STOCK_PROCESS = """
import sys, bpy, addon_utils
bpy.ops.wm.read_factory_settings(use_empty=True)
addon_utils.enable("io_scene_gltf2")
bpy.ops.import_scene.gltf(filepath=sys.argv[1])
"""


def imports(folder: Path | None, *, seconds: float) -> list[Row]:
    """Milliseconds an import: a character of 100,000 vertices, 300 joints and 10 clips, and the files of ``folder``."""
    with tempfile.TemporaryDirectory() as scratch:
        character = write_character(Path(scratch) / "character 100k.glb", body(100_000, 300), clips=10)
        found = folder.rglob("*") if folder and folder.is_dir() else []
        files = [character, *sorted(path for path in found if path.suffix in (".glb", ".gltf"))]
        values = import_times(files, seconds=seconds)
        rows = [
            Row("import", path.name, path.stat().st_size, 0, method, values[str(path)][method], "ms")
            for path in files
            for method in values[str(path)]
        ]
        small = write_character(Path(scratch) / "small.glb", body(2000), clips=1)
        return rows + whole_processes(small)


def import_times(files: list[Path], *, seconds: float) -> dict[str, dict[str, float]]:
    """Median milliseconds per file of both importers (``measure``), in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.peer_importer", str(seconds), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=_ROOT)
    values: dict[str, dict[str, float]] = json.loads(done.stdout.strip().splitlines()[-1])
    return values


def whole_processes(path: Path) -> list[Row]:
    """Seconds of ``verify`` of one small file, and of starting Blender and importing it by the stock importer.

    Both with their modules compiled, as an installed program has them; a first run of each, not timed, sees to it.
    """
    commands = {
        "verify": [sys.executable, str(_ROOT / "addon" / "command" / "launch.py"), "--", "verify", str(path)],
        "start and import": [sys.executable, "-c", _STOCK_PROCESS, str(path)],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as compiled:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(1 + _RUNS):
            for name, command in commands.items():
                start = time.perf_counter()
                status = subprocess.run(command, capture_output=True, check=False, env=env).returncode
                if status not in (0, 1):  # 1: differences were found, which is an answer too
                    raise subprocess.CalledProcessError(status, command)
                times[name].append(time.perf_counter() - start)
    size = path.stat().st_size
    return [
        Row("process", path.name, size, 0, name, statistics.median(series[1:]), "s") for name, series in times.items()
    ]


def measure(seconds: float, files: list[Path]) -> dict[str, dict[str, float]]:
    """Median milliseconds per file of both importers, in turns, each into an empty file.

    An importer that refuses a file has no figure for it: Blender's module, for one, comes without its meshopt library.
    """
    bpy = importlib.import_module("bpy")
    addon_utils = importlib.import_module("addon_utils")  # only there once bpy is imported
    addon_utils.enable("io_scene_gltf2")
    result = {}
    for path in files:
        ways: dict[str, Callable[[], Any]] = {
            "ours": partial(_import_ours, path),
            "stock": partial(bpy.ops.import_scene.gltf, filepath=str(path)),
        }
        times: dict[str, list[float]] = {name: [] for name in ways}
        begin = time.perf_counter()
        while len(times["ours"]) < 3 or time.perf_counter() - begin < seconds:
            for name, way in ways.items():
                bpy.ops.wm.read_factory_settings(use_empty=True)
                addon_utils.enable("io_scene_gltf2")
                start = time.perf_counter()
                try:
                    way()
                except RuntimeError:
                    continue
                times[name].append(time.perf_counter() - start)
        result[str(path)] = {name: sorted(series)[len(series) // 2] * 1e3 for name, series in times.items() if series}
    return result


def _import_ours(path: Path) -> None:
    import bpy

    module("addon.scene.build.importer").import_model(bpy.context, module("skinning_core").load_model(path))


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """The importer's own lines go to stderr, below Python: it prints from C as well."""
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


if __name__ == "__main__":
    with _quiet():
        measured = measure(float(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
    print(json.dumps(measured))
