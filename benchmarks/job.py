"""The main job as a whole: ``verify`` with Blender and without, beside its floor.

The floor is what any program has to do that compares with Blender: start it, import the file by its own importer, go to
the same times of every clip, read the positions. Where Blender's own import is judged too, the floor has that once
more. Then what a file may have too much of: many small parts, a million vertices; and how long a start and a look at a
file take beside a bare import of NumPy. All are processes of their own, with their modules compiled, compared by
processor time, which depends less than the clock does on what else the machine is doing.
"""

from __future__ import annotations

import json
import os
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
#: Rounds of which the median counts; no further one is begun when a subject has taken so many processor seconds.
_RUNS, _ENOUGH = 3, 40.0
#: What an exit status of ``verify`` may be where the models were judged: same, different, something was not read.
_JUDGED = (0, 1, 3)
#: The words that start ``verify`` in this Python with Blender, and without it.
VERIFY = [sys.executable, str(ROOT / "addon" / "command" / "launch.py"), "--", "verify"]
FOLDER = [*VERIFY[:-1], "folder"]
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
for _ in range(int(sys.argv[3])):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    addon_utils.enable("io_scene_gltf2")
    bpy.ops.import_scene.gltf(filepath=sys.argv[1])
    scene = bpy.context.scene
    rate = scene.render.fps / scene.render.fps_base
    meshes = [ob for ob in scene.objects if ob.type == "MESH"]
    for name, times in json.load(open(sys.argv[2])):  # a file: many clips are longer than an argument may be
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
    """Processor seconds of ``verify``, with Blender and without, and of its floor: real models, and made ones."""
    folders = [] if folder is None else [folder, folder.parent / "field"]
    found = sorted(p for each in folders for p in each.glob("*/*") if p.suffix in (".glb", ".gltf"))
    with tempfile.TemporaryDirectory() as scratch:
        big = write_character(Path(scratch) / "character 100k.glb", body(100_000, 300), clips=10)
        environment = compiled_in(Path(scratch))
        small = ROOT / "examples" / "character.glb"
        _of_one(small, environment)  # does not count: it compiles all modules
        print(f"  {'of the floor':24s}  all three (floor twice)   verify   without Blender", flush=True)
        rows = [row for path in [*found, big] for row in _told(_of_one(path, environment))]
        return [
            *rows,
            *_of_parts(Path(scratch), environment),
            *_of_a_million(Path(scratch), environment),
            *_of_a_start(Path(scratch), environment),
        ]


def _told(rows: list[Row]) -> list[Row]:
    """The rows of one file, which are printed at once: all files take a quarter of an hour."""
    floor, twice, *values = (row.value for row in rows)
    ratios = (values[0] / twice, values[1] / floor, values[2] / floor)
    print(f"  {rows[0].subject:24s}" + "".join(f"  {ratio:7.2f}x" for ratio in ratios), flush=True)
    return rows


def _of_one(path: Path, environment: dict[str, str]) -> list[Row]:
    with tempfile.TemporaryDirectory() as scratch:
        times = Path(scratch) / "times.json"
        times.write_text(json.dumps(_times(path)), encoding="utf-8")
        return _beside_its_floor(path, times, environment)


def _beside_its_floor(path: Path, times: Path, environment: dict[str, str]) -> list[Row]:
    floor = [sys.executable, "-c", _FLOOR, str(path), str(times)]
    words = {
        "floor": [*floor, "1"],
        "floor twice": [*floor, "2"],
        "all three": [*VERIFY, str(path), "--against", "fast,blender,stock"],
        "verify": [*VERIFY, str(path), "--against", "blender"],
        "without Blender": [*_WITHOUT, str(path), "--against", "fast"],
    }
    size = path.stat().st_size
    return [Row("job", path.name, size, 0, name, s, "s") for name, (s, _) in _in_turns(words, environment).items()]


def _of_parts(folder: Path, environment: dict[str, str]) -> list[Row]:
    """The same 20,000 vertices in one part and in 400, without Blender."""
    mesh = body(20_000)
    files = {
        name: write_character(folder / f"{name}.glb", mesh, clips=1, parts=n)
        for n, name in ((1, "1 part"), (400, "400 parts"))
    }
    words = {name: [*_WITHOUT, str(path), "--against", "fast"] for name, path in files.items()}
    used = _in_turns(words, environment)
    seconds = [Row("parts", mesh.name, 20_000, 4, name, s, "s") for name, (s, _) in used.items()]
    return [*seconds, *(Row("parts' memory", mesh.name, 20_000, 4, name, mb, "MB") for name, (_, mb) in used.items())]


def _of_a_million(folder: Path, environment: dict[str, str]) -> list[Row]:
    """A million vertices and ten clips, once: it takes half a minute."""
    path = write_character(folder / "million.glb", body(1_000_000), clips=10)
    seconds, megabytes = _used([*_WITHOUT, str(path), "--against", "fast"], environment)
    return [
        Row("million", "ten clips", 1_000_000, 4, "without Blender", seconds, "s"),
        Row("million's memory", "ten clips", 1_000_000, 4, "without Blender", megabytes, "MB"),
    ]


def _of_a_start(folder: Path, environment: dict[str, str]) -> list[Row]:
    """``inspect`` and ``check`` beside a bare import of NumPy: how they start, and a look at the example.

    A start is that of a small file: four joints, one mesh, one clip. The example has 51 joints, 11 meshes, and
    three clips of 100 tracks in all, which take 12 ms to inspect and 37 to check in a process that has started.
    """
    small = write_character(folder / "small.glb", body(96, 4), clips=1)
    return [*_looked_at("start", small, environment), *_looked_at("look", ROOT / "examples/character.glb", environment)]


def _looked_at(section: str, path: Path, environment: dict[str, str]) -> list[Row]:
    words = {
        "NumPy": [sys.executable, "-c", "import numpy"],
        "inspect": [*_WITHOUT[:-1], "inspect", str(path)],
        "check": [*_WITHOUT[:-1], "check", str(path)],
    }
    size = path.stat().st_size
    return [Row(section, path.name, size, 0, n, s, "s") for n, (s, _) in _in_turns(words, environment).items()]


def _in_turns(words: dict[str, list[str]], environment: dict[str, str]) -> dict[str, tuple[float, float]]:
    """Median processor seconds of each command, run in turns, and the most megabytes that it took."""
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in words}
    for _ in range(_RUNS):
        for name, command in words.items():
            runs[name].append(_used(command, environment))
        if sum(seconds for each in runs.values() for seconds, _ in each) > _ENOUGH:
            break
    return {name: (statistics.median(s for s, _ in r), max(mb for _, mb in r)) for name, r in runs.items()}


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
    return _used(command, environment)[0]


def _used(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """The same, and the most memory of the process itself, megabytes."""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT, env=environment
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in _JUDGED:
        raise subprocess.CalledProcessError(process.returncode, command)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
