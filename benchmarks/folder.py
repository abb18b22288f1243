"""A folder of models judged by ``verify`` with Blender: the rate of one worker and of two, and the workers' memory.

The folder holds the real models and, besides, characters made here, up to the number that is asked for. A process for
each file is what one would do without it.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from .glb import write_character
from .job import FOLDER, ROOT, VERIFY, compiled_in, processor_seconds
from .meshes import body
from .row import Row

#: Memory is looked at this often, in seconds, and compared from this file on: before, workers are still warming up.
_LOOK, _WARM = 0.1, 50


def folders(models: Path | None, count: int) -> list[Row]:
    """Models per minute, by the clock and by processor time, and megabytes of two workers early and late."""
    with tempfile.TemporaryDirectory() as scratch:
        environment = compiled_in(Path(scratch))
        folder = Path(scratch) / "models"
        files = _filled(folder, models, count)
        subject = f"{len(files)} models"
        rows, memory = [], dict[int, float]()
        for workers in (1, 2):
            out = Path(scratch) / f"{workers}.jsonl"
            words = [*FOLDER, str(folder), "--against", "blender", "--jobs", str(workers), "--jsonl", str(out)]
            began = time.perf_counter()
            memory = dict(_memory_by_row(words, out, environment))
            rate = 60.0 * len(files) / (time.perf_counter() - began)
            rows.append(Row("folder", subject, 0, 0, f"{workers} worker{'s'[: workers > 1]}", rate, "/min"))
        few = files[:: max(len(files) // 10, 1)]
        alone = sum(processor_seconds([*VERIFY, str(path), "--against", "blender"], environment) for path in few)
        together = processor_seconds([*FOLDER, str(folder), "--against", "blender", "--jobs", "1"], environment)
        rows.append(Row("folder by processor time", subject, 0, 0, "a process per file", 60 * len(few) / alone, "/min"))
        rows.append(Row("folder by processor time", subject, 0, 0, "1 worker", 60 * len(files) / together, "/min"))
        return rows + _memory_rows(memory, subject)


def _filled(folder: Path, models: Path | None, count: int) -> list[Path]:
    """A folder of ``count`` models: copies of the folders of real ones, then characters made here."""
    folder.mkdir()
    real = sorted(p.parent for p in models.glob("*/*") if p.suffix in (".glb", ".gltf")) if models else []
    for source in real[:count]:
        shutil.copytree(source, folder / source.name)
    for k in range(count - len(real[:count])):
        mesh = body(500 + 97 * (k % 70), 10 + k % 40, seed=k)
        write_character(folder / f"character {k}.glb", mesh, clips=1 + k % 3, keys=10 + k % 20)
    return sorted(p for p in folder.rglob("*") if p.suffix in (".glb", ".gltf"))


def _memory_by_row(words: list[str], out: Path, environment: dict[str, str]) -> Iterator[tuple[int, float]]:
    """Runs a batch; each pair is the number of rows so far and the megabytes that its workers hold then."""
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT, env=environment
    ) as process:
        while process.poll() is None:
            time.sleep(_LOOK)
            held = sum(map(_megabytes, _children(process.pid)))
            if held and out.is_file():
                yield out.read_bytes().count(b"\n"), held


def _children(pid: int) -> list[int]:
    """The processes that a process has started, where the system tells (Linux)."""
    try:
        return [int(n) for task in Path(f"/proc/{pid}/task").glob("*/children") for n in task.read_text().split()]
    except OSError:
        return []


def _megabytes(pid: int) -> float:
    """The memory that a process holds now; 0 where it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    return next((float(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS:")), 0.0)


def _memory_rows(memory: dict[int, float], subject: str) -> list[Row]:
    """Medians over a tenth of the rows: from file 50 on (a sixth of the way, where there are few), and at the end."""
    last = max(memory, default=0)
    first, span = min(_WARM, last // 6), max(last // 10, 1)
    early = [held for row, held in memory.items() if first <= row <= first + span]
    late = [held for row, held in memory.items() if last - span <= row < last]
    if not early or not late:
        return []
    values = {f"from file {first}": statistics.median(early), "the end": statistics.median(late)}
    return [Row("folder's memory", subject, 0, 0, name, value, "MB") for name, value in values.items()]
