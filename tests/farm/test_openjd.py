"""The job template under Open Job Description's own tools: two shards, one killed, one missing, a full disk."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from skinning_core.farm.ledger import read_ledger, read_rows
from tests.disks import fill
from tests.farm.conftest import NAMES

ALONE = ("--no-run-dependencies",)

TEMPLATE = "farm/templates/skinproof.openjd.yaml"


@pytest.fixture(scope="session")
def openjd() -> str:
    """The command line of Open Job Description, beside this Python or on PATH; skips where there is none."""
    found = shutil.which("openjd", path=str(Path(sys.executable).parent)) or shutil.which("openjd")
    if found is None or shutil.which("bash") is None:
        pytest.skip("openjd (pip install openjd-cli) and bash are not here")
    return found


@pytest.fixture
def job(openjd: str, root: Path, tmp_path: Path, program: Path, models: Path):
    """Starts a step of the template over a folder of small models; results go to a folder by name."""

    def start(results: str | Path, step: str, *words: str) -> subprocess.Popen[bytes]:
        parameters = {
            "Models": models,
            "Results": tmp_path / results,
            "Shards": 2,
            "Options": "--against fast --jobs 1",
            "Skinproof": program,
        }
        given = [word for name, value in parameters.items() for word in ("-p", f"{name}={value}")]
        command = [
            openjd,
            "run",
            str(root / TEMPLATE),
            "--step",
            step,
            *given,
            *words,
        ]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    return start


def test_the_template_is_valid(openjd: str, root: Path) -> None:
    done = subprocess.run(
        [openjd, "check", str(root / TEMPLATE)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="finds the processes to kill in /proc")
def test_two_shards_one_of_them_killed_and_gone_on_with(job, tmp_path: Path) -> None:
    """The summary of a job that was disturbed is, byte for byte, that of one that was not."""
    assert job("calm", "Summary", "--run-dependencies").wait() == 0
    assert job("rough", "Plan").wait() == 0
    assert job("rough", "Verify", *ALONE, "-tp", "Shard=1").wait() == 0
    assert job("rough", "Summary", *ALONE).wait() != 0, "a shard is missing"
    process = job("rough", "Verify", *ALONE, "-tp", "Shard=2")
    rows = tmp_path / "rough" / "shard-2-of-2.jsonl"
    while process.poll() is None and not (rows.is_file() and rows.read_bytes().count(b"\n") > 1):
        time.sleep(0.005)
    for pid in reversed(with_descendants(process.pid)):
        with contextlib.suppress(ProcessLookupError):  # it may have ended by itself since
            os.kill(pid, signal.SIGKILL)
    process.wait()
    half = len(read_rows(rows))
    if read_ledger(rows).ended is None:
        assert job("rough", "Summary", *ALONE).wait() != 0, "a shard was not finished"
    assert job("rough", "Verify", *ALONE, "-tp", "Shard=2").wait() == 0
    assert len(read_rows(rows)) >= half
    assert job("rough", "Summary", *ALONE).wait() == 0
    for name in ("summary.html", "summary.xml"):
        assert (tmp_path / "rough" / name).read_bytes() == (tmp_path / "calm" / name).read_bytes()
    both = [row.key.path for k in (1, 2) for row in read_rows(tmp_path / "rough" / f"shard-{k}-of-2.jsonl")]
    assert len(both) == len(set(both)) == len(NAMES)


def test_a_full_disk_ends_red(job, full_disk: Path) -> None:
    """The step that could not write its rows is red, the summary of what it has too; with space again all is well."""
    assert job(full_disk, "Plan").wait() == 0
    filler = fill(full_disk, leaving=4096)
    assert job(full_disk, "Verify", *ALONE).wait() != 0
    filler.unlink()
    assert job(full_disk, "Summary", *ALONE).wait() != 0
    assert job(full_disk, "Verify", *ALONE).wait() == 0
    assert job(full_disk, "Summary", *ALONE).wait() == 0


def with_descendants(pid: int) -> list[int]:
    """A process and all below it, parents first."""
    below: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        below.setdefault(int(words[1]), []).append(int(stat.parent.name))
    found = [pid]
    for known in found:
        found += below.get(known, [])
    return found
