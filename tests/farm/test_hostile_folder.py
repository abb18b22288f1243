"""A folder of hostile files through ``check``, ``verify`` and ``folder``: each is answered in a sentence, at once.

Nothing outside the folder is opened, nothing is started, nothing is connected to, no traceback, no warning of NumPy's.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from skinning_core.cli.main import PROGRAM, main
from tests.hostile import hostile
from tests.night import NIGHT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="pipes, devices, links, limits of processes")

#: Seconds of processor for any one file: a window or a job that waits longer is said to freeze.
FREEZE = 1.0
#: What is of no file but of Python and of this machine.
OF_PYTHON = (sys.prefix, sys.base_prefix, str(Path(__file__).resolve().parents[2]), "/proc/self/status", "/usr", "/sys")
_EVENTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect")


class Watch:
    """What is opened, started and connected to while ``on``."""

    def __init__(self) -> None:
        self.on = False
        self.seen: list[tuple[str, str]] = []
        sys.addaudithook(self._see)

    def _see(self, event: str, told: tuple[object, ...]) -> None:
        if self.on and (event == "open" or event in _EVENTS) and isinstance(told[0], (str, bytes, os.PathLike)):
            self.seen.append((event, os.fsdecode(told[0])))

    def strange(self, folder: Path) -> list[tuple[str, str]]:
        """What is neither in the folder nor Python's own."""
        allowed = (str(folder), *OF_PYTHON)
        return [each for each in self.seen if each[0] != "open" or not each[1].startswith(allowed)]


@pytest.fixture(scope="module")
def watch() -> Watch:
    return Watch()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return hostile(tmp_path_factory.mktemp("hostile"), 330)


@pytest.mark.filterwarnings("error")
def test_each_file_is_answered_at_once_in_a_sentence(files: list[Path], watch: Watch, capfd) -> None:
    slow, wrong = [], []
    main(["check", str(files[0])])  # modules are imported
    main(["verify", str(files[0])])
    for path in files if NIGHT else files[::6]:
        for words in (["check", str(path)], ["verify", str(path), "--against", "fast"]):
            capfd.readouterr()
            watch.on, begin = True, time.process_time()
            status = main(words)
            watch.on = False
            spent = time.process_time() - begin
            out, err = capfd.readouterr()
            if spent > FREEZE:
                slow.append((path.name[:60], words[0], spent))
            if "Traceback" in out + err or "Warning" in err or "fault of Skinproof" in err or status not in range(4):
                wrong.append((path.name[:60], words[0], status, err[:300]))
            if status == 2 and len(err.splitlines()) != 1 and words[0] == "verify":
                wrong.append((path.name[:60], words[0], status, err[:300]))
    assert slow == []
    assert wrong == []
    assert watch.strange(files[0].parent) == []


def test_a_folder_of_them_has_a_row_for_each(files: list[Path], tmp_path: Path) -> None:
    place, ledger = files[0].parent, tmp_path / "rows.jsonl"
    words = ["folder", str(place), "--against", "fast", "--jobs", "2", "--timeout", "20", "--jsonl", str(ledger)]
    if not NIGHT:
        words += ["--shard", "1/6"]
    done = subprocess.run([*PROGRAM, *words], capture_output=True, text=True, timeout=300, check=False)
    assert "Traceback" not in done.stdout + done.stderr
    assert "Warning" not in done.stderr
    lines = [json.loads(line) for line in ledger.read_text(encoding="utf-8").splitlines()]
    rows = [line for line in lines if "key" in line]
    assert lines[0]["models"] == len(rows) == lines[-1].get("models", len(rows))
    assert len(rows) == len(files) if NIGHT else len(rows) > len(files) // 10
    for row in rows:
        assert row["verdict"] in ("same", "same as far as judged", "unreadable", "differs"), row
        assert row["verdict"] == "same" or len(row["sentence"].splitlines()) == 1, row
        assert not any(Path(name).is_absolute() or ".." in name for name, *_ in row["files"]), row["files"]
