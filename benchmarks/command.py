"""The one command: measure, print, write JSON and the chart."""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from skinning_core.error import SkinproofError
from skinning_core.fast.tiles.kernels import thread_count
from skinning_core.files.output import require_apart, require_writable, write_text

from . import (
    compressed,
    live,
    loading,
    peer_blender,
    peer_gpu,
    peer_importer,
    peer_threejs,
    poses,
    processor_side,
    skinning,
)
from .bars import bar_table, bars
from .chart import chart
from .machine import machine
from .meshes import TestMesh, body, scattered
from .real import real_characters
from .row import Row, table

SECTIONS = (
    "skin",
    "real",
    "batch",
    "pose",
    "load",
    "threejs",
    "blender",
    "gpu",
    "live",
    "import",
    "job",
    "folder",
    "growth",
)
_SIZES = [1_000, 10_000, 100_000, 1_000_000]
_SHARED = Path(__file__).resolve().parents[2] / "shared" / "models"


def main(argv: list[str]) -> int:
    """Run the sections asked for; status 0, also where a bar is missed (timings are no test), 2 for bad usage."""
    options = _arguments(argv)
    rows: list[Row] = []
    described = machine()
    for key, value in described.items():
        print(f"{key:14s} {value}")
    for section in options.sections:
        rows += _section(section, options)
    found = bars(rows)
    print(bar_table(found))
    if options.json:
        figures = [{"name": b.name, "value": b.value, "bar": b.bar, "better": b.better, "met": b.met} for b in found]
        document = {"machine": machine(), "rows": [row.as_dict() for row in rows], "bars": figures}
        write_text(options.json, json.dumps(document, indent=1) + "\n")
    if options.chart:
        write_text(options.chart, chart(rows, f"{described['processor']}; NumPy {described['numpy']}"))
    return 0


def _section(name: str, options: argparse.Namespace) -> list[Row]:
    """The rows of one section, printed as soon as they are there; a peer that is absent is said to be."""
    absent = {
        "blender": "" if importlib.util.find_spec("bpy") else "needs the bpy module",
        "gpu": "" if importlib.util.find_spec("bpy") else "needs the bpy module",
        "live": "" if importlib.util.find_spec("bpy") else "needs the bpy module",
        "job": "" if importlib.util.find_spec("bpy") else "needs the bpy module",
        "folder": "" if importlib.util.find_spec("bpy") else "needs the bpy module",
        "growth": "" if importlib.util.find_spec("bpy") else "needs the bpy module",
        "import": "" if importlib.util.find_spec("bpy") else "needs the bpy module",
        "threejs": "" if name != "threejs" or peer_threejs.installed(options.npm_folder) else "needs Node and npm",
    }.get(name, "")
    if absent:
        print(f"\n{name}: {absent}")
        return []
    rows: list[Row] = []
    for measure in _measurements(name, options):
        try:
            rows += measure()
        except subprocess.CalledProcessError as error:
            print(f"\n{name}: {error}\n{error.stderr or ''}", file=sys.stderr)
    print(table(rows), flush=True)
    return rows


def _measurements(name: str, options: argparse.Namespace) -> list[Callable[[], list[Row]]]:
    seconds, sizes = options.seconds, options.sizes
    middle = min(sizes, key=lambda size: abs(size - 100_000))

    def peer(make: Callable[[int], TestMesh], size: int) -> list[Row]:
        return peer_threejs.threejs(make(size), options.npm_folder, seconds=seconds)

    def one_frame(make: Callable[[], TestMesh]) -> list[Row]:
        return skinning.one_frame(make(), seconds=seconds)

    everything: dict[str, list[Callable[[], list[Row]]]] = {
        "skin": [partial(one_frame, make) for make in skinning.meshes(sizes, options.influences)],
        "real": [partial(real_characters, options.models, seconds=seconds)],
        "batch": [partial(skinning.many_frames, v, 240, seconds=seconds) for v in (5_000, 10_000)],
        "pose": [partial(poses.poses, j, seconds=seconds) for j in (24, 45, 100, 300, 1000)],
        "load": [
            partial(loading.loads, options.models, seconds=seconds),
            partial(compressed.compressed, seconds=seconds),
        ],
        "threejs": [
            partial(peer, make, size) for make, size in ((body, min(sizes)), (body, middle), (scattered, middle))
        ],
        "blender": [
            partial(peer_blender.blender_modifier, middle, cores, seconds=seconds)
            for cores in sorted({1, thread_count()})
        ],
        "gpu": [
            partial(peer_gpu.gpu_readback, middle, seconds=seconds),
            partial(processor_side.processor_side, options.models / "fox" / "Fox.glb", seconds=seconds),
        ],
        "live": [partial(live.live_verdict, size, seconds=seconds) for size in (10_000, 100_000)],
        "import": [partial(peer_importer.imports, options.models, seconds=seconds)],
        "job": [partial(_jobs, options.models)],
        "folder": [partial(_folders, options.models, options.files)],
        "growth": [_growths],
    }
    return everything[name]


def _jobs(models: Path) -> list[Row]:
    from .job import jobs  # it asks the system for processor times as POSIX has them

    return jobs(models if models.is_dir() else None)


def _folders(models: Path, count: int) -> list[Row]:
    from .folder import folders  # as above

    return folders(models if models.is_dir() else None, count)


def _growths() -> list[Row]:
    from .growth import growths  # as above

    return growths()


def _arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="skinproof bench", description=__doc__)
    cache = Path(tempfile.gettempdir()) / "skinproof-bench-npm"
    parser.add_argument("--sections", nargs="+", choices=SECTIONS, default=list(SECTIONS), metavar="S")
    parser.add_argument("--sizes", nargs="+", type=int, default=_SIZES, metavar="V", help="vertices")
    parser.add_argument("--influences", nargs="+", type=int, default=[1, 2, 4, 8], metavar="I")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each comparison (default 2)")
    parser.add_argument(
        "--models",
        type=Path,
        default=_SHARED,
        help="folder of real models to load, skin and import, where there is one",
    )
    parser.add_argument("--files", type=int, default=60, metavar="N", help="files of the folder (60; a long run: 500)")
    parser.add_argument(
        "--npm-folder", type=Path, default=cache, help="where three.js is installed (default %(default)s)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--chart", type=Path, metavar="FILE", help="the SVG")
    options = parser.parse_args(argv)
    try:
        _require_outputs(options)
    except SkinproofError as error:
        parser.error(str(error))
    return options


def _require_outputs(options: argparse.Namespace) -> None:
    """Before anything is measured: what will be written can be, and is none of the models."""
    targets = [target for target in (options.json, options.chart) if target is not None]
    for target in targets:
        require_writable(target)
    require_apart(targets, options.models.rglob("*") if any(target.exists() for target in targets) else ())
