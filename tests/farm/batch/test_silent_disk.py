"""Files whose opening never answers, as on a disk that is gone: ``--timeout`` holds for the job's own process, too.

A lease of Linux (``fcntl(F_SETLEASE)``) that its holder does not give back holds up whoever opens the file, for the
seconds in /proc/sys/fs/lease-break-time, 45 as it comes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from skinning_core.cli.main import PROGRAM
from tests.tiny import POSITIONS, Tiny

PROC = Path("/proc/sys/fs/lease-break-time")

pytestmark = pytest.mark.skipif(not PROC.is_file(), reason="leases of Linux")

HOLDER = """
import fcntl, os, signal, sys
signal.signal(signal.SIGIO, signal.SIG_IGN)
held = [os.open(path, os.O_RDWR) for path in sys.argv[1:]]
for one in held:
    fcntl.fcntl(one, fcntl.F_SETLEASE, fcntl.F_WRLCK)
print("held", flush=True)
sys.stdin.read()
"""


def written(path: Path, scale: float = 1.0) -> Path:
    tiny = Tiny()
    tiny.primitive["attributes"]["POSITION"] = tiny.add(POSITIONS * np.float32(scale))
    return tiny.write_glb(path)


@pytest.fixture(params=["twins", "alone", "all"])
def silent(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Path]]:
    """Two twins, one alone or all of them, which nobody can open; beside them is what can be judged."""
    folder = tmp_path / "models"
    folder.mkdir()
    first = written(folder / "twin a.glb")
    shutil.copy(first, folder / "twin b.glb")
    second, alone = folder / "twin b.glb", written(folder / "alone.glb", 3.0)
    held = {"twins": [first, second], "alone": [alone], "all": [first, second, alone]}[request.param]
    written(folder / "good.glb", 2.0)
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, *map(str, held)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    if process.stdout.readline() != "held\n":
        process.wait()
        pytest.skip("no leases on this file system")
    yield held
    process.kill()
    process.communicate()


def test_the_job_ends_and_says_what_was_not_judged(silent: list[Path], tmp_path: Path) -> None:
    ledger, folder = tmp_path / "rows.jsonl", silent[0].parent
    words = ["folder", str(folder), "--jobs", "2", "--timeout", "2", "--jsonl", str(ledger)]
    patience = 0.8 * float(PROC.read_text())  # the lease itself ends then
    done = subprocess.run([*PROGRAM, *words], capture_output=True, text=True, check=False, timeout=patience)
    assert (done.returncode, done.stderr) == (2, "")
    rows = [json.loads(line) for line in ledger.read_text(encoding="utf-8").splitlines()]
    last = {row["key"]["path"]: row for row in rows if "key" in row}
    verdicts = {name: row["verdict"] for name, row in last.items()}
    every, held = {path.name for path in folder.iterdir()}, {path.name for path in silent}
    assert verdicts == {name: "timed out" if name in held else "same" for name in every}
    assert all("--timeout" in last[name]["sentence"] for name in held)
