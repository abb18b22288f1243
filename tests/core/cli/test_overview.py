"""The first help: every verb is there, grouped by who needs it, and every line that it shows is one that works."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from skinning_core.cli import main
from skinning_core.cli.main import CORE_VERBS, parse_arguments
from skinning_core.cli.overview import USERS, overview

EXAMPLES = Path(__file__).parents[3] / "examples"
#: Of verbs and options that are there: main stands alone, too, and then has no folders of models.
LINES = [
    line
    for asked in USERS.values()
    for line, _ in asked
    if line.split()[0] in {*CORE_VERBS, "picture"} and ("--jsonl" not in line or "plan" in CORE_VERBS)
]
#: Need Blender, a network's folder or minutes; they are run elsewhere, here they are parsed.
ELSEWHERE = {"bench", "picture", "scene", "blender,stock"}
#: 18 s of processor of 20 for all lines: every engine in Node, and the corpus written and graded. By day engines run in
#: test_engine_profile, corpus and grades in test_corpus and test_grade.
LONG = ("engines", "corpus", "grade")


def test_every_verb_has_a_line_and_no_line_is_wide(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    assert all(re.search(rf"^  skinproof {verb}\b", told, re.MULTILINE) for verb in CORE_VERBS)
    assert all(who in told for who in USERS)
    assert max(map(len, told.splitlines())) <= 100
    assert "also this" in overview({"new": "also this"})


@pytest.mark.parametrize("line", [line for line in LINES if not line.startswith("picture")])
def test_every_line_is_understood(line: str) -> None:
    assert not isinstance(parse_arguments(line.split()), int)


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_every_line_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], long: bool
) -> None:
    """In the order in which they stand, with the arm for the fox; its vertices are few and it has other clips."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").mkdir()
    for name in ("fox.glb", "before.glb", "after.glb", "models/fox.glb"):
        shutil.copy(EXAMPLES / "arm.glb", tmp_path / name)
    assert main(["skin", "fox.glb", "--clip", "0", "--times", "0,0.5", "--out", "mine.npz"]) == 0
    (tmp_path / "mine").mkdir()
    for line in LINES:
        if line.startswith(LONG) and not long:
            continue
        if line.startswith("grade"):  # the corpus, which is written by the line before, is its own right result
            for result in (tmp_path / "cases").glob("*.npz"):
                shutil.copy(result, tmp_path / "mine")
        if not any(word in line for word in ELSEWHERE):
            words = [{"Walk": "0", "Run": "1"}.get(word, word) for word in line.split()]
            assert main(words) == 0, (line, capsys.readouterr())
