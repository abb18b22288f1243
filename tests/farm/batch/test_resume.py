"""Killed at any moment and started again, a batch comes to the same summary, byte for byte. By the command line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from skinning_core.cli.main import PROGRAM, main
from skinning_core.compare.judge.verification import Verification
from skinning_core.compare.judge.verification import verify as judged
from skinning_core.error import SkinproofError
from skinning_core.farm.answer import row_by
from skinning_core.farm.ledger import ledger_lines
from skinning_core.farm.row import UNREADABLE, Key, Row
from skinning_core.load import load_model
from tests.disks import bound_by_permissions
from tests.models import MODELS

NAMES = ("plain", "morphs", "step", "cubic", "slerp", "two_skins", "weights_bad", "rigid_parts", "odd_scales")
#: One process: another takes half a second of processor to start, in each of the runs below.
OPTIONS = ("--against", "fast", "--jobs", "1")
TWO = ("--against", "fast", "--jobs", "2")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of small models, one of them broken, and the current directory above it."""
    for name in NAMES:
        made = tmp_path / "made" / name
        made.mkdir(parents=True)
        MODELS[name](made)
    (tmp_path / "made" / "broken.glb").write_bytes(b"glTF")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "made"


def verify(*words: str) -> subprocess.Popen[bytes]:
    command = [*PROGRAM, "folder", *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def rows_of(path: str | Path) -> list[Row]:
    """Every row of a ledger, in its order."""
    return [line for _, line in ledger_lines(Path(path), print) if isinstance(line, Row)]


def summary(capsys: pytest.CaptureFixture[str], *outs: str) -> tuple[str, bytes, bytes, bytes]:
    capsys.readouterr()
    main(["summary", *outs, "--junit", "j.xml", "--sarif", "s.json", "--html", "p.html"])
    return capsys.readouterr().out, *(Path(name).read_bytes() for name in ("j.xml", "s.json", "p.html"))


@pytest.mark.usefixtures("folder")
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX's")
@pytest.mark.parametrize(
    "lines", [pytest.param(0, marks=pytest.mark.nightly), 1, pytest.param(5, marks=pytest.mark.nightly)]
)
def test_killed_and_gone_on_with(capsys, lines: int) -> None:
    """Killed before the first row, after it, and after five; 2 s each, and test_rough_job kills at any moment."""
    assert main(["folder", "made", *TWO, "--jsonl", "whole.jsonl"]) == 2  # one model is broken
    undisturbed = summary(capsys, "whole.jsonl")
    out = Path(f"out{lines}.jsonl")
    process = verify("made", *TWO, "--jsonl", str(out))
    while process.poll() is None and (not out.is_file() or out.read_bytes().count(b"\n") < lines):
        time.sleep(0.005)
    process.kill()  # or it has ended before we looked
    process.wait()
    with out.open("ab") as file:
        file.write(b'{"schema":"skinproof.row/1","key":{"path":"pl')  # a write that was not finished
    assert main(["folder", "made", *TWO, "--jsonl", str(out), "--resume"]) == 2
    assert summary(capsys, str(out)) == undisturbed, lines
    assert len(rows_of(out)) == len(NAMES) + 1, "nothing was judged twice"


@pytest.mark.usefixtures("folder")
def test_shards_come_to_what_the_whole_does(capsys) -> None:
    main(["folder", "made", *OPTIONS, "--jsonl", "whole.jsonl"])
    for part in ("1/2", "2/2"):
        main(["folder", "made", *OPTIONS, "--shard", part, "--jsonl", f"{part[0]}.jsonl"])
    assert summary(capsys, "1.jsonl", "2.jsonl") == summary(capsys, "whole.jsonl")


def test_only_what_changed_is_judged_again(folder: Path, capsys) -> None:
    words = ["folder", "made", *OPTIONS, "--jsonl", "out.jsonl"]
    main(words)
    first = Path("out.jsonl").read_bytes()
    assert main(words) == 2
    assert "--resume" in capsys.readouterr().err
    main([*words, "--resume"])
    assert Path("out.jsonl").read_bytes() == first
    shutil.copy(next((folder / "plain").glob("*.gl*")), folder / "broken.glb")
    assert main([*words, "--resume"]) == 0
    assert [row.key.path for row in rows_of("out.jsonl")][len(NAMES) + 1 :] == ["broken.glb"]
    main([*words, "--resume", "--frames", "3"])
    assert len(rows_of("out.jsonl")) == 2 * (len(NAMES) + 1) + 1, "other options, other answers"


@pytest.mark.skipif(sys.platform != "linux", reason="the superuser is kept from files by Linux alone")
@pytest.mark.parametrize("forbidden", ["broken.glb", pytest.param("plain", marks=pytest.mark.nightly)])  # 2 s each
def test_what_may_be_read_again_is_judged_again(folder: Path, forbidden: str) -> None:
    """A permission changes neither a file's size nor its time; and its row tells nothing of its bytes."""
    shutil.copy(next((folder / "plain").glob("*.gl*")), folder / "broken.glb")
    assert main(["plan", "made", "--out", "list"]) == 0
    words = ["folder", "made", "--plan", "list", *OPTIONS, "--jsonl", "out.jsonl", "--resume"]
    (folder / forbidden).chmod(0)
    try:
        assert subprocess.run(bound_by_permissions([*PROGRAM, *words]), check=False).returncode == 2
    finally:
        (folder / forbidden).chmod(0o755)
    refused = [row for row in rows_of("out.jsonl") if row.verdict == UNREADABLE]
    assert [(row.sentence, row.key.digest, row.files) for row in refused] == [
        ("cannot be read: Permission denied", "", ())
    ]
    assert main(["summary", "out.jsonl", "--expect", "list"]) == 2, "it is no file that has changed"
    assert main(words) == 0
    assert main(["summary", "out.jsonl", "--expect", "list"]) == 0


@pytest.mark.parametrize("blow", ["changed", "gone", "refused"])
def test_what_happens_to_a_file_while_it_is_judged(tmp_path: Path, blow: str) -> None:
    """The row holds for no bytes: neither for those before nor for those after."""
    file = MODELS["plain"](tmp_path)

    def judge(path: str) -> Verification:
        verification = judged(load_model(path), {})
        if blow == "refused":
            raise SkinproofError("cannot be read") from PermissionError(13, "Permission denied")
        if blow == "changed":
            os.utime(file, (1, 1))
        else:
            file.unlink()
        return verification

    row = row_by(judge, Key(file.name, "", "", ""), str(file))
    assert (row.verdict, row.key.digest, row.files) == (UNREADABLE, "", ())
    assert row.sentence == "cannot be read" or row.sentence.startswith("the file changed")


def test_what_models_are_compared_with_counts_by_its_bytes(folder: Path, tmp_path: Path) -> None:
    other = shutil.copy(next((folder / "plain").glob("*.gl*")), tmp_path / "other.glb")
    words = ["folder", str(next((folder / "plain").glob("*.gl*"))), "--against", "other.glb", "--jsonl", "out.jsonl"]
    assert main(words) == 0
    assert main([*words, "--resume"]) == 0
    assert len(rows_of("out.jsonl")) == 1
    shutil.copy(next((folder / "step").glob("*.gl*")), other)
    main([*words, "--resume"])
    assert len(rows_of("out.jsonl")) == 2


@pytest.mark.usefixtures("folder", "capsys")
def test_reports_for_build_servers() -> None:
    """A difference is a failure, what cannot be judged an error, with the sentence; all of it well formed."""
    words = ["folder", "made", *OPTIONS, "--tolerance", "0", "--junit", "j.xml", "--sarif", "s.json"]
    assert main(words) == 2
    cases = {case.get("name"): case for case in ET.parse("j.xml").iter("testcase")}
    assert len(cases) == len(NAMES) + 1
    assert cases["broken.glb"].find("error") is not None
    assert any(case.find("failure") is not None for case in cases.values())
    (run,) = json.loads(Path("s.json").read_text())["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
    broken = [r for r in run["results"] if r["ruleId"] == "batch.unreadable"]
    assert [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in broken] == ["made/broken.glb"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--shard", "0/2"], "not a part of a batch"),
        (["--jobs", "0"], "not a number of processes"),
        (["--json", "x.json"], "skinproof summary"),
        (["--jsonl", "nowhere/out.jsonl"], "folder to write into"),
    ],
)
def test_bad_usage_is_one_sentence(capsys, words: list[str], sentence: str) -> None:
    assert main(["folder", "made", *OPTIONS, *words]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
