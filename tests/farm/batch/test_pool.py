"""A model that crashes, hangs or eats memory costs one row each; the others are judged, and no process is left."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from skinning_core.error import SkinproofError
from skinning_core.farm.memory import resident_bytes
from skinning_core.farm.pool import Job, Slot, WorkerLimits, judged
from skinning_core.farm.row import CRASHED, OUT_OF_MEMORY, SAME, TIMED_OUT, UNREADABLE, Key, Row
from skinning_core.farm.worker import MARK, READY
from tests.links import make_link

#: A worker that judges the name of a model: what the name says is what happens. PID and count go to a file.
WORKER = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from skinning_core.farm.worker import serve
from skinning_core.compare.judge.question import Question
from skinning_core.compare.judge.verification import verify
from skinning_core.error import SkinproofError
from skinning_core.load import load_model
from skinning_core.subject import SUBJECTS

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
    model = load_model(Path(sys.argv[3]))
    return verify(model, {"reference": SUBJECTS["reference"](model)}, Question(clips=(None,)))

serve(judge, sys.stdin, sys.stdout)
"""


@pytest.fixture
def work(root: Path, tmp_path: Path):
    """Judges names of models by real processes; returns the rows by name, and the log of who did what."""
    log, model = tmp_path / "log", root / "examples" / "character.glb"
    command = [sys.executable, "-c", WORKER, str(root), str(log), str(model)]

    def run(*names: str, jobs: int = 2, **limits: float) -> tuple[dict[str, Row], list[list[str]]]:
        rows = list(judged(named(*names), command, processes=jobs, limits=WorkerLimits(**{"seconds": 60.0, **limits})))
        assert len(rows) == len(names)
        return {row.key.path: row for row in rows}, [line.split() for line in log.read_text().splitlines()]

    run.root, run.model = root, model
    return run


def named(*names: str) -> list[Job]:
    """Jobs by name, none of the size of another, so that no two are taken for twins."""
    return [Job(Key(name, "", "", ""), name, size) for size, name in enumerate(names)]


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
    assert ("signal 6" if os.name == "posix" else "exit status 3") in rows["crash"].sentence
    assert "Fatal Python error: Aborted" in rows["crash"].last_words[0], "what the process said at the last is kept"
    assert any("in judge" in line for line in rows["crash"].last_words)
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
    assert [rows[name].attempts for name in ("good", "stain")] == [1, 2]


def test_twins_are_judged_once_and_each_has_its_row(work, tmp_path: Path) -> None:
    """Files of the same bytes, whichever is judged first; what is wrong with the process of one holds for no other."""
    for name, data in (("a", b"1"), ("b", b"2"), ("c", b"1"), ("d", b"1"), ("crash 1", b"3"), ("crash 2", b"3")):
        (tmp_path / f"{name}.glb").write_bytes(data)
    files = sorted(tmp_path.glob("*.glb"))
    command = [sys.executable, "-c", WORKER, str(work.root), str(tmp_path / "log"), str(work.model)]
    jobs = [Job(Key(file.name, "", "", ""), str(file).replace(" ", "\u00a0"), 1) for file in files]
    for file in files:
        file.rename(str(file).replace(" ", "\u00a0"))
    rows = {row.key.path: row for row in judged(jobs, command, processes=2, limits=WorkerLimits())}
    judged_files = [Path(line.split()[2]).stem for line in (tmp_path / "log").read_text().splitlines()]
    assert len({"a", "c", "d"} & set(judged_files)) == 1
    assert judged_files.count("b") == 1
    assert {name: rows[name].verdict for name in ("a.glb", "b.glb", "c.glb", "d.glb")} == dict.fromkeys(
        ("a.glb", "b.glb", "c.glb", "d.glb"), SAME
    )
    assert sorted(bool(rows[f"{name}.glb"].twin_of) for name in "acd") == [False, True, True]
    assert len({rows[f"{name}.glb"].key.digest for name in "acd"}) == 1
    assert [rows[f"crash {k}.glb"].twin_of for k in (1, 2)] == ["", ""]


@pytest.mark.parametrize("limit", [{"models": 2}, {"kept_bytes": 1}])
def test_workers_are_replaced_before_leaks_add_up(work, limit: dict[str, int]) -> None:
    names = [f"good {k}" for k in range(4)]
    rows, log = work(*names, jobs=1, **limit)
    assert set(verdicts(rows).values()) == {SAME}
    assert max(int(judged) for _, judged, *_ in log) == limit.get("models", 1)


def test_a_process_that_cannot_be_started_is_said_once() -> None:
    with pytest.raises(SkinproofError, match="cannot be started"):
        list(judged(named("a"), ["/nowhere/at/all"], processes=2, limits=WorkerLimits()))
    with pytest.raises(SkinproofError, match="does not become ready"):
        list(judged(named("a"), [sys.executable, "-c", "pass"], processes=1, limits=WorkerLimits()))
    command = [sys.executable, "-c", "import sys; sys.exit('no such thing as Blender')"]
    with pytest.raises(SkinproofError, match="become ready: no such thing as Blender"):
        list(judged(named("a"), command, processes=1, limits=WorkerLimits()))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("kills", [2, 3])
def test_a_process_that_is_killed_before_it_is_ready_is_started_again(root: Path, tmp_path: Path, kills: int) -> None:
    """Twice; then the job stops, since something here ends them all."""
    killed = tmp_path / "killed"
    killing = f"""
import os, signal
with open({str(killed)!r}, "a+") as file:
    file.write("x")
    if file.tell() <= {kills}:
        file.flush()
        os.kill(os.getpid(), signal.SIGKILL)
"""
    model = str(root / "examples" / "character.glb")
    command = [sys.executable, "-c", killing + WORKER, str(root), str(tmp_path / "log"), model]
    rows = judged(named("good"), command, processes=1, limits=WorkerLimits())
    if kills == 2:
        assert next(rows).verdict == SAME
    else:
        with pytest.raises(SkinproofError, match="does not become ready"):
            next(rows)
    assert killed.read_text() == "xxx"


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_what_nobody_could_read_has_no_answer_and_no_twin(work, tmp_path: Path) -> None:
    """Links to themselves, which the system refuses to read: that a worker gives an answer is not believed."""
    files = [tmp_path / "good.glb", tmp_path / "well.glb"]
    for file in files:
        make_link(file, file)
    command = [sys.executable, "-c", WORKER, str(work.root), str(tmp_path / "log"), str(work.model)]
    jobs = [Job(Key(file.name, "", "", ""), str(file), 7) for file in files]
    for row in judged(jobs, command, processes=1, limits=WorkerLimits()):
        assert (row.verdict, row.key.digest, row.files, row.twin_of) == (UNREADABLE, "", (), ""), row
        assert "could be read only now and then" in row.sentence


def test_closing_the_iterator_ends_the_processes(root: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", WORKER, str(root), str(log), str(root / "examples" / "character.glb")]
    rows = judged(named("broken", "hang"), command, processes=2, limits=WorkerLimits())
    assert next(rows).verdict == UNREADABLE
    rows.close()
    assert_all_end([line.split() for line in log.read_text().splitlines()])


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_a_slot_that_two_threads_stop_at_once_is_stopped() -> None:
    """When the last row is read, its thread stops the slot, and so do we: in one of twenty such pairs one found the
    other's stream closed in between, so that a job that was done ended as a fault, with status 4."""
    ready = f"printf '%s\\n' '{MARK}{READY}'; exec cat"
    faults: list[BaseException] = []

    def stop(slot: Slot, both: threading.Barrier) -> None:
        both.wait()
        try:
            slot.stop()
        except ValueError as error:
            faults.append(error)

    for _ in range(150):
        slot, both = Slot(["sh", "-c", ready], 1, WorkerLimits()), threading.Barrier(2)
        worker = slot._fresh()
        assert worker.process.stdin is not None
        worker.process.stdin.write("what is not flushed yet")
        threads = [threading.Thread(target=stop, args=(slot, both)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not faults
