"""The main job as a whole: ``verify`` against Blender beside its floor, and a folder beside one process per file.

The floor is what any program has to do that compares with Blender: start it, import the file by its own importer, go to
the same times of every clip, read the positions. Both are processes of their own, compared by processor time, which
depends less than the clock does on what else the machine is doing.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from .extension import module
from .row import Row

_ROOT = Path(__file__).resolve().parent.parent
_RUNS = 3
_COPIES = 5

_FLOOR = """
import json, math, sys
import bpy  # before addon_utils, which comes with it
import addon_utils, numpy
bpy.ops.wm.read_factory_settings(use_empty=True)
addon_utils.enable("io_scene_gltf2")
bpy.ops.import_scene.gltf(filepath=sys.argv[1])
scene = bpy.context.scene
rate = scene.render.fps / scene.render.fps_base
meshes = [ob for ob in scene.objects if ob.type == "MESH"]
for name, times in json.loads(sys.argv[2]):
    for ob in scene.objects:
        track = ob.animation_data.nla_tracks.get(name) if ob.animation_data else None
        if track:
            ob.animation_data.action = track.strips[0].action
            if hasattr(ob.animation_data, "action_slot"):
                ob.animation_data.action_slot = track.strips[0].action_slot
    for time in times:
        whole = math.floor(time * rate)
        scene.frame_set(whole, subframe=min(time * rate - whole, 0.9999999))
        for ob in meshes:
            mesh = ob.evaluated_get(bpy.context.view_layer.depsgraph).data
            mesh.attributes["position"].data.foreach_get("vector", numpy.empty(len(mesh.vertices) * 3, "f4"))
"""


def jobs(folder: Path | None) -> list[Row]:
    """Processor seconds of ``verify`` and of its floor, per real model; and a folder of several copies of all."""
    files = sorted(p for p in (folder or Path()).glob("*/*") if p.suffix in (".glb", ".gltf")) if folder else []
    rows = []
    for path in files:
        words = {
            "verify": [*_verify(), str(path), "--against", "blender"],
            "floor": [sys.executable, "-c", _FLOOR, str(path), json.dumps(_times(path))],
        }
        seconds: dict[str, list[float]] = {name: [] for name in words}
        for _ in range(_RUNS):
            for name, command in words.items():
                seconds[name].append(_processor_seconds(command))
        size = path.stat().st_size
        rows += [Row("job", path.name, size, 0, name, statistics.median(s), "s") for name, s in seconds.items()]
    return rows + (_folder(files) if files else [])


def _folder(files: list[Path]) -> list[Row]:
    """Models per minute of processor time: one warm process for several copies of all, and a process for each."""
    with tempfile.TemporaryDirectory() as scratch:
        for copy in range(_COPIES):
            for path in files:
                shutil.copytree(path.parent, Path(scratch) / str(copy) / path.parent.name, dirs_exist_ok=True)
        warm = _processor_seconds([*_verify(), scratch, "--against", "blender", "--jobs", "1"])
    alone = sum(_processor_seconds([*_verify(), str(path), "--against", "blender"]) for path in files)
    count = len(files)
    return [
        Row("folder", f"{count * _COPIES} models", 0, 0, "one warm process", 60.0 * count * _COPIES / warm, "/min"),
        Row("folder", f"{count * _COPIES} models", 0, 0, "a process per file", 60.0 * count / alone, "/min"),
    ]


def _verify() -> list[str]:
    return [sys.executable, str(_ROOT / "addon" / "command" / "launch.py"), "--", "", "verify"]


def _times(path: Path) -> list[tuple[str, list[float]]]:
    """The times that ``verify`` takes of the rest pose and of every clip."""
    model, sample_times = module("skinning_core").load_model(path), module("skinning_core.compare.times").sample_times
    return [("", [0.0]), *((clip.name, sample_times(clip).times.tolist()) for clip in model.clips)]


def _processor_seconds(command: list[str]) -> float:
    """Processor time of a process and of those that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, capture_output=True, check=False, env={**os.environ}).returncode
    if status:
        raise subprocess.CalledProcessError(status, command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
