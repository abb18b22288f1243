"""A job to which everything happens: its workers and itself killed, its disk full, a folder without permission.

Each time it is started again with ``--resume``. In between no summary is green, each says what is missing; in the end
it is, byte for byte, that of a job that nothing happened to. A job is its seed: which files, and what happens when.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from skinning_core.cli.main import PROGRAM, main
from skinning_core.farm.ledger import read_ledger
from tests.disks import bound_by_permissions, fill, small_disk
from tests.tiny import POSITIONS, Tiny

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds and kills processes in /proc")

FOLDERS = 10
#: Seconds after which a job that should have been struck is taken to hang.
HANGS = 300.0
#: So often a job may be begun from the start because it was done before the next blow fell.
MOST_STARTS = 5


def make_files(folder: Path, count: int, rng: random.Random) -> None:
    """Tiny characters, no two alike but a few twins, and some files of clips only."""
    for k in range(count):
        place = folder / f"{k % FOLDERS:02}"
        place.mkdir(parents=True, exist_ok=True)
        tiny = Tiny()
        if k % 23 == 22:  # a twin of another
            shutil.copy(folder / f"{(k - 9) % FOLDERS:02}" / f"{k - 9:05}.glb", place / f"{k:05}.glb")
            continue
        moved = POSITIONS * np.float32(rng.uniform(0.1, 10.0))
        tiny.primitive["attributes"]["POSITION"] = tiny.add(moved)
        if k % 37 == 36:
            del tiny.data["nodes"][2]["mesh"], tiny.data["nodes"][2]["skin"], tiny.data["meshes"], tiny.data["skins"]
        tiny.write_glb(place / f"{k:05}.glb")


@dataclass
class Job:
    """A folder, its list and the ledger of its job on a disk of its own."""

    folder: Path
    ledger: Path
    jobs: int
    count: int

    def start(self) -> subprocess.Popen[bytes]:
        words = ["folder", "made", "--plan", "list", "--against", "fast", "--jobs", str(self.jobs), "--frames", "2"]
        command = bound_by_permissions([*PROGRAM, *words, "--jsonl", str(self.ledger), "--resume", "--collect"])
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, cwd=self.folder, stdout=quiet, stderr=subprocess.PIPE, start_new_session=True)

    def summary(self, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, list[bytes]]:
        """Exit status, text, and reports of what there is."""
        reports = [self.folder / f"summary.{suffix}" for suffix in ("xml", "sarif", "html")]
        given = ["--junit", str(reports[0]), "--sarif", str(reports[1]), "--html", str(reports[2])]
        capsys.readouterr()
        status = main(["summary", str(self.ledger), "--expect", str(self.folder / "list"), *given])
        return status, capsys.readouterr().out, [each.read_bytes() for each in reports if each.is_file()]

    def written(self) -> bytes:
        return self.ledger.read_bytes() if self.ledger.is_file() else b""

    def wait_for(self, process: subprocess.Popen[bytes], rows: int) -> bool:
        """Wait until the ledger has so many more lines; whether the job still runs."""
        lines, deadline = self.written().count(b"\n") + rows, time.monotonic() + HANGS
        while process.poll() is None and self.written().count(b"\n") < lines:
            assert time.monotonic() < deadline, "the job hangs"
            time.sleep(0.003)
        return process.poll() is None


def kill_workers(job: Job, process: subprocess.Popen[bytes], rng: random.Random) -> None:
    """One or all of the processes that the job has started; the job goes on."""
    threads = Path(f"/proc/{process.pid}/task").glob("*/children")
    found = [int(child) for of_thread in threads for child in of_thread.read_text().split()]
    for pid in rng.sample(found, rng.randint(min(len(found), 1), len(found))):
        with contextlib.suppress(ProcessLookupError):  # it may have ended by itself
            os.kill(pid, rng.choice((signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT)))


def kill_job(job: Job, process: subprocess.Popen[bytes], rng: random.Random) -> None:
    process.send_signal(rng.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT)))


def fill_disk(job: Job, process: subprocess.Popen[bytes], rng: random.Random) -> None:
    fill(job.ledger.parent, leaving=rng.choice((0, 4096)))


def forbid_folder(job: Job, process: subprocess.Popen[bytes], rng: random.Random) -> None:
    """The folder of which most is to be done; the job goes on without it."""
    done = Counter(re.findall(rb'"key":\{"path":"(\d\d)/', job.written()))
    place = min((job.folder / "made").iterdir(), key=lambda each: (done[each.name.encode()], each.name))
    place.chmod(0)
    while process.poll() is None and b'"unreadable"' not in job.written():
        time.sleep(0.003)


#: What may happen, and whether the job is at its end by it.
BLOWS = {"worker": (kill_workers, False), "folder": (forbid_folder, False)}
BLOWS |= {"job": (kill_job, True), "disk": (fill_disk, True)}


def one_run(job: Job, todo: list[str], rng: random.Random) -> tuple[int, str, str]:
    """Start the job, let happen what is to do until it ends by it, and put all right: status, what ended it, stderr."""
    by, process = "itself", job.start()
    with process:
        try:
            while todo and by == "itself":
                done = len(re.findall(rb'"key":', job.written()))
                if not job.wait_for(process, rng.randrange(max((job.count - done) // (len(todo) + 1), 1)) + 2):
                    break
                blow, ends = BLOWS[todo[-1]]
                blow(job, process, rng)
                name = todo.pop()
                by = name if ends else by
            said = process.communicate(timeout=HANGS * 10)[1].decode()
        finally:
            (job.ledger.parent / "filler").unlink(missing_ok=True)
            for place in (job.folder / "made").iterdir():
                place.chmod(0o755)
    assert "Traceback" not in said, said
    return process.returncode, by, said


@pytest.mark.parametrize(
    ("count", "seed", "blows"),
    [
        (60, 1, {"worker": 1, "job": 1, "disk": 1, "folder": 1}),
        pytest.param(2000, 26, {"worker": 20, "job": 12, "disk": 2, "folder": 1}, marks=pytest.mark.nightly),
    ],
)
def test_nothing_green_that_is_not_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int, seed: int, blows: dict[str, int]
) -> None:
    rng, jobs = random.Random(seed), 1 if count < 1000 else 2
    make_files(tmp_path / "made", count, rng)
    assert main(["plan", str(tmp_path / "made"), "--out", str(tmp_path / "list")]) == 0
    calm = Job(tmp_path, tmp_path / "calm.jsonl", jobs, count)
    with calm.start() as process:
        assert process.wait() == 0
    undisturbed = calm.summary(capsys)
    assert undisturbed[0] == 0, undisturbed[1]
    todo, ended = [name for name, times in blows.items() for _ in range(times)], Counter[str]()
    rng.shuffle(todo)
    todo.sort(key="folder".__ne__)  # taken from the end: last, for the job goes on without it to its end
    with small_disk(tmp_path / "disk", 256 + count * 4) as disk:
        job, starts = Job(tmp_path, disk / "rough.jsonl", jobs, count), 1
        while todo:
            before = job.written()
            status, by, said = one_run(job, todo, rng)
            assert not todo or job.written().count(b'"key":') > before.count(b'"key":'), f"never struck: {todo}"
            if (by, status) == ("job", 0):  # the signal came after the last row: it must be as whole as any other end
                by = "itself"
            ended[f"{by} {status}"] += 1
            green, told, _ = job.summary(capsys)
            whole = read_ledger(job.ledger).ended is not None
            # A worker that is killed before it is ready stops the job, too: nobody knows whether another would be.
            unready = by == "itself" and "does not become ready" in said
            assert whole == (by == "itself" and not unready), (by, status, said)
            assert status == (4 if unready else {"itself": 0, "disk": 4}.get(by, status)), (by, status, said)
            assert green in ({0, 2} if whole else {4}), (by, said, told)
            assert whole or "NOT COMPLETE" in told, (by, said, told)
            assert green != 0 or told == undisturbed[1], (by, said, told)
            if whole and todo:  # it ended before the next blow fell, as it may on a busy machine: from the start
                starts += 1
                assert starts < MOST_STARTS, f"never struck: {todo}"
                job.ledger.unlink()
        for _ in range(2):  # what a worker died of, or was not to be read, is judged once more
            assert one_run(job, [], rng)[0] == 0
        assert job.summary(capsys) == undisturbed, "text, JUnit, SARIF and page, byte for byte"
        rows, seen = read_ledger(job.ledger).rows, Counter(re.findall(r'"verdict":"([^"]*)"', job.written().decode()))
    assert len(rows) == count
    with capsys.disabled():
        again = sum(row.attempts - 1 for row in rows.values())
        told = f"{count} files, seed {seed}, {blows}: runs ended by {dict(ended)}; {again} tried again"
        print(f"\n{told}; rows {dict(seen)}")
