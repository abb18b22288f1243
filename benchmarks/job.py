"""The main job as a whole: ``verify`` with Blender and without, beside its floor.

The floor is what any program has to do that compares with Blender: start it, import the file by its own importer, go to
the same times of every clip, read the positions. All are processes of their own, with their modules compiled, compared
by processor time, which depends less than the clock does on what else the machine is doing.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from .extension import module
from .glb import write_character
from .meshes import body
from .row import Row

ROOT = Path(__file__).resolve().parent.parent
_RUNS = 3
#: What an exit status of ``verify`` may be where the models were judged: same, different, something was not read.
_JUDGED = (0, 1, 3)
#: The words that start ``verify`` in this Python with Blender, and without it.
VERIFY = [sys.executable, str(ROOT / "addon" / "command" / "launch.py"), "--", "", "verify"]
_WITHOUT = [
    sys.executable,
    "-c",
    "import sys; from skinning_core.cli import main; sys.exit(main(sys.argv[1:]))",
    "verify",
]

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
    """Processor seconds of ``verify``, with Blender and without, and of its floor: real models, and a big one."""
    found = sorted(p for p in folder.glob("*/*") if p.suffix in (".glb", ".gltf")) if folder else []
    with tempfile.TemporaryDirectory() as scratch:
        big = write_character(Path(scratch) / "character 100k.glb", body(100_000, 300), clips=10)
        environment = compiled_in(Path(scratch))
        return [row for path in [*found, big] for row in _of_one(path, environment)]


def _of_one(path: Path, environment: dict[str, str]) -> list[Row]:
    words = {
        "floor": [sys.executable, "-c", _FLOOR, str(path), json.dumps(_times(path))],
        "verify": [*VERIFY, str(path), "--against", "blender"],
        "without Blender": [*_WITHOUT, str(path), "--against", "fast"],
    }
    seconds: dict[str, list[float]] = {name: [] for name in words}
    for _ in range(1 + _RUNS):  # the first run, which does not count, compiles modules
        for name, command in words.items():
            seconds[name].append(processor_seconds(command, environment))
    size = path.stat().st_size
    return [Row("job", path.name, size, 0, name, statistics.median(s[1:]), "s") for name, s in seconds.items()]


def compiled_in(folder: Path) -> dict[str, str]:
    """The environment of processes that keep their compiled modules in a folder, as installed programs have them."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def _times(path: Path) -> list[tuple[str, list[float]]]:
    """The times that ``verify`` takes of the rest pose and of every clip."""
    model, sample_times = (
        module("skinning_core").load_model(path),
        module("skinning_core.compare.measure.times").sample_times,
    )
    return [("", [0.0]), *((clip.name, sample_times(clip).times.tolist()) for clip in model.clips)]


def processor_seconds(command: list[str], environment: dict[str, str]) -> float:
    """Processor time of a process and of those that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, capture_output=True, check=False, cwd=ROOT, env=environment).returncode
    if status not in _JUDGED:
        raise subprocess.CalledProcessError(status, command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
