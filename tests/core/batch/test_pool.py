"""A model that crashes, hangs or eats memory costs one row each; the others are judged, and no process is left."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from skinning_core.batch.pool import WorkerLimits, judged, resident_bytes
from skinning_core.batch.row import CRASHED, OUT_OF_MEMORY, SAME, TIMED_OUT, UNREADABLE, Key, Row
from skinning_core.error import SkinproofError

#: A worker that judges the name of a model: what the name says is what happens. PID and count go to a file.
WORKER = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from skinning_core.batch.worker import serve
from skinning_core.compare.judge.verification import verify
from skinning_core.error import SkinproofError
from skinning_core.load import load_model

judged = 0
def judge(path):
    global judged
    judged += 1
    with open(sys.argv[2], "a") as log:
        log.write(f"{os.getpid()} {judged} {path}\\n")
    if "crash" in path:
        os.abort()
    if "stain" in path and judged > 1:
        os.abort()
    if "hang" in path:
        while True:
            time.sleep(60)
    if "eat" in path:
        hoard = []
        while True:
            hoard.append(bytearray(b"x" * (1 << 24)))
    if "broken" in path:
        raise SkinproofError("this file is broken")
    if "fault" in path:
        raise LookupError("a fault of ours")
    print("noise of somebody else")
    return verify(load_model(Path(sys.argv[3])), {}, plans=[])

serve(judge, sys.stdin, sys.stdout)
"""


@pytest.fixture
def work(root: Path, tmp_path: Path):
    """Judges names of models by real processes; returns the rows by name, and the log of who did what."""
    log = tmp_path / "log"
    command = [sys.executable, "-c", WORKER, str(root), str(log), str(root / "examples" / "character.glb")]

    def run(*names: str, jobs: int = 2, **limits: float) -> tuple[dict[str, Row], list[list[str]]]:
        keys = [Key(name, "", "", "") for name in names]
        rows = list(judged(keys, command, jobs=jobs, limits=WorkerLimits(**{"seconds": 60.0, **limits})))
        assert len(rows) == len(names)
        return {row.key.path: row for row in rows}, [line.split() for line in log.read_text().splitlines()]

    return run


def assert_all_end(log: list[list[str]]) -> None:
    """No process of the log is left; a busy machine may take its time to end them."""
    deadline = time.monotonic() + 60
    while any(resident_bytes(int(pid)) for pid, *_ in log):
        assert time.monotonic() < deadline, "a process is left"
        time.sleep(0.05)


def verdicts(rows: dict[str, Row]) -> dict[str, str]:
    return {name: row.verdict for name, row in rows.items()}


def test_each_kind_of_end_costs_one_row(work) -> None:
    good = [f"good {k}" for k in range(6)]
    names = [*good[:2], "crash", "eat", *good[2:4], "broken", "fault", *good[4:]]
    rows, log = work(*names, most_bytes=400 << 20)
    assert verdicts(rows) == {
        **dict.fromkeys(good, SAME),
        "crash": CRASHED,
        "eat": OUT_OF_MEMORY,
        "broken": UNREADABLE,
        "fault": UNREADABLE,
    }
    assert "signal 6" in rows["crash"].sentence
    assert rows["broken"].sentence == "this file is broken"
    assert "fault of Skinproof" in rows["fault"].sentence
    assert_all_end(log)


def test_a_model_that_hangs_costs_its_time_and_the_next_one_is_begun(work) -> None:
    """Alone with each other: under load a good one may take as long as a short limit."""
    rows, log = work("hang", "hang again", jobs=1, seconds=1.0)
    assert verdicts(rows) == {"hang": TIMED_OUT, "hang again": TIMED_OUT}
    assert "--timeout" in rows["hang"].sentence
    assert len({pid for pid, *_ in log}) == 2
    assert_all_end(log)


def test_what_another_model_left_behind_is_no_verdict(work) -> None:
    """A model that crashes only in a used process is judged in a fresh one."""
    rows, log = work("good", "stain", jobs=1)
    assert verdicts(rows) == {"good": SAME, "stain": SAME}
    assert [(int(judged), name) for _, judged, name in log] == [(1, "good"), (2, "stain"), (1, "stain")]


@pytest.mark.parametrize("limit", [{"models": 2}, {"kept_bytes": 1}])
def test_workers_are_replaced_before_leaks_add_up(work, limit: dict[str, int]) -> None:
    names = [f"good {k}" for k in range(4)]
    rows, log = work(*names, jobs=1, **limit)
    assert set(verdicts(rows).values()) == {SAME}
    assert max(int(judged) for _, judged, *_ in log) == limit.get("models", 1)


def test_a_process_that_cannot_be_started_is_said_once() -> None:
    with pytest.raises(SkinproofError, match="cannot be started"):
        list(judged([Key("a", "", "", "")], ["/nowhere/at/all"], jobs=2, limits=WorkerLimits()))
    with pytest.raises(SkinproofError, match="does not become ready"):
        list(judged([Key("a", "", "", "")], [sys.executable, "-c", "pass"], jobs=1, limits=WorkerLimits()))


def test_closing_the_iterator_ends_the_processes(root: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", WORKER, str(root), str(log), str(root / "examples" / "character.glb")]
    rows = judged([Key(name, "", "", "") for name in ("broken", "hang")], command, jobs=2, limits=WorkerLimits())
    assert next(rows).verdict == UNREADABLE
    rows.close()
    assert_all_end([line.split() for line in log.read_text().splitlines()])
