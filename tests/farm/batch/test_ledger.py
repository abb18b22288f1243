"""A ledger under faults below the program: short writes, refused writes and syncs, power cuts, a second writer."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from skinning_core.error import SkinproofError, Unfinished
from skinning_core.farm.files import Shard
from skinning_core.farm.ledger import Ledger, Run, read_ledger
from skinning_core.farm.row import Key, Row, RowFinding

RUN = Run(Shard(2, 3), 4, "names")
ROWS = [
    Row(Key(f"{name}.glb", "0f", "", "1"), "same", findings=(RowFinding("fast", "walk", 1e-7, 0.5, True, ()),))
    for name in ("a", "é/b", "\udcff", "d" * 3000)
]
NAMES = [row.key.path for row in ROWS]


def fill(path: Path) -> Ledger:
    """Write all rows, those that are there already left out; the ledger stays open where that fails."""
    ledger = Ledger(path, resume=True)
    try:
        if ledger.before.ended is None:
            ledger.begin(RUN, NAMES)
            for row in ROWS:
                if row.key.path not in ledger.before.rows:
                    ledger.add(row)
            ledger.finish(RUN)
    finally:
        ledger.close()
    return ledger


def assert_whole(path: Path) -> None:
    contents = read_ledger(path, note=pytest.fail)
    assert contents.ended == RUN
    assert list(contents.rows) == NAMES


class Faulty:
    """``os.write`` or ``os.fsync``, of which the n-th call does something else."""

    def __init__(self, true: Callable, nth: int, instead: Callable) -> None:
        self.true, self.nth, self.instead, self.calls = true, nth, instead, 0

    def __call__(self, *arguments):
        self.calls += 1
        return (self.instead if self.calls == self.nth else self.true)(*arguments)


def refuse(*_arguments):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def short(file: int, data: memoryview) -> int:
    return os_write(file, data[: max(len(data) // 2, 1)])


os_write, os_fsync = os.write, os.fsync


@pytest.mark.parametrize("nth", range(1, 7))
def test_the_nth_write_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nth: int) -> None:
    """The rest is written by the next call: nobody notices."""
    monkeypatch.setattr(os, "write", Faulty(os_write, nth, short))
    fill(tmp_path / "l.jsonl")
    assert_whole(tmp_path / "l.jsonl")


@pytest.mark.parametrize("nth", range(1, 7))
@pytest.mark.parametrize("call", ["write", "short write", "fsync"])
def test_the_nth_write_or_sync_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, nth: int) -> None:
    """The line is taken back, the ledger named, the exit status 4; what is resumed ends as if nothing had been."""
    path = tmp_path / "l.jsonl"
    if call == "fsync":
        monkeypatch.setattr(os, "fsync", Faulty(os_fsync, nth, refuse))
    elif call == "write":
        monkeypatch.setattr(os, "write", Faulty(os_write, nth, refuse))
    else:  # a part of the line is taken, the rest refused
        half = Faulty(os_write, nth, short)
        monkeypatch.setattr(os, "write", Faulty(half, nth + 1, refuse))
    with pytest.raises(Unfinished, match=r"l\.jsonl: cannot be written: No space left"):
        fill(path)
    monkeypatch.undo()
    data = path.read_bytes()
    assert not data or data.endswith(b"\n")
    contents = read_ledger(path, note=pytest.fail)
    assert contents.ended is None
    assert list(contents.rows) == NAMES[: len(contents.rows)]
    fill(path)
    assert_whole(path)


def test_power_cut_between_any_two_bytes(tmp_path: Path) -> None:
    """Whatever prefix of the file is on the disk, resuming comes to the same rows; the end only counts when whole."""
    fill(tmp_path / "whole.jsonl")
    data = (tmp_path / "whole.jsonl").read_bytes()
    path = tmp_path / "l.jsonl"
    lines = [k + 1 for k, byte in enumerate(data) if byte == 10]
    for cut in sorted({*lines, *(end - 1 for end in lines), *range(0, len(data), 131), 1, 20}):
        path.write_bytes(data[:cut])
        assert (read_ledger(path).ended == RUN) == (cut == len(data))
        fill(path)
        assert_whole(path)


def test_a_broken_line_in_the_middle_is_left_out_with_a_note_and_judged_again(tmp_path: Path) -> None:
    path, notes = tmp_path / "l.jsonl", []
    fill(path)
    lines = path.read_bytes().splitlines(keepends=True)
    for broken in (
        b"\n",
        b'{"schema":"skinproof.row/1","key":\n',
        b"\x00" * 100 + b"\n",
        b"\xff\n",
        lines[2][:-9] + b"\n",
    ):
        path.write_bytes(b"".join([*lines[:2], broken, *lines[3:-1]]))
        notes.clear()
        contents = read_ledger(path, notes.append)
        assert list(contents.rows) == [NAMES[0], *NAMES[2:]]
        assert [note.startswith(f"{path}:3: ") for note in notes] == [True]
        fill(path)
        assert read_ledger(path).rows.keys() == set(NAMES)
        assert read_ledger(path).ended == RUN


def test_one_process_at_a_time(tmp_path: Path, root: Path) -> None:
    """A second start is told so; a process that was killed leaves nothing locked."""
    path = tmp_path / "l.jsonl"
    program = (
        f"import sys; sys.path.insert(0, {str(root)!r})\n"
        "from pathlib import Path\nfrom skinning_core.farm.ledger import Ledger\n"
        "ledger = Ledger(Path(sys.argv[1]), resume=True)\nprint('open', flush=True)\nsys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == b"open"
        with pytest.raises(SkinproofError, match="another run writes to this file now"):
            Ledger(path, resume=True)
        other.kill()
    fill(path)
    assert_whole(path)


@pytest.mark.parametrize("resume", [False, True])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, resume: bool) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("no line break at its end")
    with pytest.raises(SkinproofError, match=r"results in this file already|no file of results"):
        Ledger(path, resume=resume)
    assert path.read_text() == "no line break at its end"


def test_models_that_are_gone_are_gone_from_the_ledger(tmp_path: Path) -> None:
    path = tmp_path / "l.jsonl"
    fill(path)
    ledger = Ledger(path, resume=True)
    fewer = Run(Shard(2, 3), 2, "fewer names")
    ledger.begin(fewer, NAMES[:2])
    ledger.finish(fewer)
    ledger.close()
    contents = read_ledger(path)
    assert (list(contents.rows), contents.ended) == (NAMES[:2], fewer)
