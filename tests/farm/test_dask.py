"""A folder judged by a Dask cluster of two worker processes on this machine, one of which is killed half-way."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from skinning_core.compare.judge.question import Question, Times
from skinning_core.farm import judge
from skinning_core.farm.ledger import read_rows
from skinning_core.farm.row import SAME, UNREADABLE
from tests.farm.conftest import NAMES

distributed = pytest.importorskip("distributed")


def rows_by_cluster(program: Path, models: Path, address: str, out: Path) -> subprocess.Popen[bytes]:
    words = ["folder", str(models), "--against", "fast", "--dask", address, "--jsonl", str(out), "--resume"]
    return subprocess.Popen([str(program), *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def test_a_cluster_one_of_whose_workers_is_killed(
    tmp_path: Path, program: Path, models: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(program.parent.parent / "package"))  # which the workers inherit
    (models / "broken.glb").write_bytes(b"glTF")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        assert len(set(pids)) == 2
        process = rows_by_cluster(program, models, cluster.scheduler_address, tmp_path / "o.jsonl")
        deadline = time.monotonic() + 60
        while process.poll() is None and not (tmp_path / "o.jsonl").is_file():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        children = subprocess.run(["pgrep", "-P", str(pids[0])], capture_output=True, text=True, check=False).stdout
        for pid in children.split():  # the worker below its nanny
            os.kill(int(pid), signal.SIGKILL)
        _, said = process.communicate(timeout=120)
        assert process.returncode == 2, said.decode()
    rows = {row.key.path: row for row in read_rows(tmp_path / "o.jsonl")}
    assert "broken.glb" in rows, said.decode()
    assert rows.pop("broken.glb").verdict == UNREADABLE
    assert {row.verdict for row in rows.values()} == {SAME}
    assert len(rows) == len(NAMES)
    done = subprocess.run([program, "summary", tmp_path / "o.jsonl"], capture_output=True, check=False)
    assert done.returncode == 2, "finished, with its one broken model"


def test_a_scheduler_that_is_not_there_is_one_sentence(program: Path, models: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    words = [str(program), "folder", str(models), "--against", "fast", "--dask", "tcp://127.0.0.1:9"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert "this Dask scheduler does not answer" in done.stderr
    assert done.stderr.count("\n") == 1


def test_judge_is_for_every_engine_of_tasks(models: Path) -> None:
    """The public function: a path and a question give a row, which can be pickled; it never raises for a bad file."""
    (models / "broken.glb").write_bytes(b"glTF")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        paths = sorted(models.rglob("*.gl*"))
        rows = client.gather(client.map(judge, paths, [Question(times=Times.at([0.0]))] * len(paths)))
    assert [row.verdict for row in rows].count(UNREADABLE) == 1
    assert {row.key.path for row in rows} == {path.as_posix() for path in paths}
