"""The template for Slurm under its own daemons on this machine: an array, one shard again, a missing one, a summary.

Needs ``slurmctld``, ``slurmd`` and ``sbatch`` on PATH (Debian: ``apt-get install slurmctld slurmd slurm-client``).
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from skinning_core.farm.ledger import read_rows
from tests.farm.conftest import NAMES

CONFIGURATION = """
ClusterName=here
SlurmctldHost={host}
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
{plugins}
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/ctld.pid
SlurmdPidFile={folder}/d.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MinJobAge=600
ReturnToService=2
SlurmdParameters=config_overrides
NodeName={host} CPUs=4 RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


@pytest.fixture
def sbatch(tmp_path: Path, program: Path) -> Iterator[Callable[..., dict[str, str]]]:
    """Runs ``sbatch`` with these words and waits; the states of the job's tasks by their numbers."""
    daemons = {name: shutil.which(name) for name in ("slurmctld", "slurmd", "slurmstepd", "sbatch", "scontrol")}
    if None in daemons.values() or os.geteuid() != 0:
        pytest.skip("Slurm's daemons are not here, or this is not root")
    for name in ("state", "spool"):
        (tmp_path / name).mkdir()
    host = socket.gethostname().split(".")[0]
    plugins = f"PluginDir={os.environ['SLURM_PLUGINS']}" if "SLURM_PLUGINS" in os.environ else ""
    settings = tmp_path / "slurm.conf"
    with socket.socket() as one, socket.socket() as other:
        one.bind(("", 0))
        other.bind(("", 0))
        ports = one.getsockname()[1], other.getsockname()[1]
    settings.write_text(CONFIGURATION.format(host=host, plugins=plugins, ports=ports, folder=tmp_path))
    environment = {**os.environ, "SLURM_CONF": str(settings), "PATH": f"{program.parent}:{os.environ['PATH']}"}
    environment["SKINPROOF_OPTIONS"] = "--against fast"
    log = (tmp_path / "daemons.log").open("wb")
    commands = [[daemons["slurmctld"], "-D"], [daemons["slurmd"], "-D", "-c", "-d", daemons["slurmstepd"]]]
    running = [subprocess.Popen(words, env=environment, stdout=log, stderr=log) for words in commands]

    def told(*words: str) -> str:
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stderr + (tmp_path / "daemons.log").read_text()[-3000:]
        return done.stdout

    def run(*words: str) -> dict[str, str]:
        job = told(daemons["sbatch"], "--parsable", "--cpus-per-task=1", "--mem=100M", *words).strip()
        deadline = time.monotonic() + 60
        while True:
            lines = told(daemons["scontrol"], "show", "job", job, "--oneliner").splitlines()
            tasks = [dict(word.split("=", 1) for word in line.split() if "=" in word) for line in lines]
            states = {task.get("ArrayTaskId", ""): task["JobState"] for task in tasks}
            if not {"PENDING", "RUNNING", "COMPLETING"} & set(states.values()):
                return states
            assert time.monotonic() < deadline, f"{states}\n{(tmp_path / 'daemons.log').read_text()[-3000:]}"
            time.sleep(0.2)

    try:
        yield run
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()
        log.close()


def test_an_array_and_one_of_its_shards_again(sbatch, root: Path, tmp_path: Path, models: Path, program: Path) -> None:
    results, script = tmp_path / "the results", str(root / "farm" / "templates" / "slurm.sh")
    results.mkdir()
    subprocess.run([program, "plan", models, "--out", results / "list.jsonl"], check=True)
    summary = (script, str(models), str(results), "3", "summary")
    assert sbatch("--array=1,3", script, str(models), str(results), "3") == {"1": "COMPLETED", "3": "COMPLETED"}
    assert sbatch(*summary) == {"": "FAILED"}, "a shard is missing"
    assert sbatch("--array=2", script, str(models), str(results), "3") == {"2": "COMPLETED"}
    assert sbatch(*summary) == {"": "COMPLETED"}
    rows = [row.key.path for n in (1, 2, 3) for row in read_rows(results / f"{n}-of-3.jsonl")]
    assert len(rows) == len(set(rows)) == len(NAMES)
    ledger = results / "2-of-3.jsonl"
    before = ledger.read_bytes()
    assert sbatch("--array=0-2", script, str(models), str(results), "3") == dict.fromkeys("012", "COMPLETED")
    assert ledger.read_bytes() == before, "what has its row is not judged again"
    ledger.write_bytes(b"".join(before.splitlines(keepends=True)[:-2]))  # as of a node that was killed
    assert sbatch(*summary) == {"": "FAILED"}
