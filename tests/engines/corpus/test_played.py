"""``grade --run``: an engine is started for each case, within a time limit, and graded; templates in five languages."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from skinning_core.cli import main
from skinning_core.engines.corpus.cases.case import CorpusCase
from skinning_core.engines.corpus.cases.every import CASES
from skinning_core.engines.corpus.played import split_command

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = ROOT / "examples" / "engines" / "templates"

#: A program that writes nothing.
NOTHING = f"'{sys.executable}' -c pass {{file}} {{out}}"

#: The guide's port as a program: right, but for a case that it never finishes, one that it gives up and one it forgets.
ENGINE = """
import sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from examples.port import skin
path, clip, times, out = sys.argv[1:]
name = Path(path).stem
if name == "sparse":
    time.sleep(60)
if name == "bind":
    sys.exit("no such bind")
if name == "morph":
    sys.exit()
with open(out, "w") as file:
    print("time,part,vertex,x,y,z", file=file)
    for t in times.split(","):
        for k, part in enumerate(skin(Path(path), None if clip == "rest" else int(clip), float(t))):
            for v, place in enumerate(part):
                print(t, k, v, *(float(c) for c in place), sep=",", file=file)
"""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> tuple[CorpusCase, ...]:
    """Cases enough to tell all that can happen to one."""
    names = ("one-joint", "bind", "slerp", "sparse", "morph", "quoted-uri", "several-buffers", "second-clip")
    cases = tuple(case for case in CASES if case.id in names)
    for module in ("folder", "grade"):
        monkeypatch.setattr(f"skinning_core.engines.corpus.{module}.CASES", cases)
    return cases


def test_an_engine_is_run_case_by_case_and_graded(few, tmp_path: Path, capsys) -> None:
    script, out = tmp_path / "engine.py", tmp_path / "results of mine"
    script.write_text(ENGINE.format(root=str(ROOT)))
    command = f"'{sys.executable}' '{script}' {{file}} {{clip}} {{times}} {{out}}.csv"
    begin = time.monotonic()
    subprocess.run([sys.executable, "-c", "import numpy"], check=True)
    limit = f"{max(4.0, 12.0 * (time.monotonic() - begin)):.0f}"  # under Wine a start takes 1 to 5 s
    assert main(["grade", str(out), "--run", command, "--limit", limit]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == [
        "bind: no such bind",
        f"sparse: it had not finished after {limit} s",
        "morph: it wrote no morph.json or morph.npz or morph.csv",
    ]
    assert told[3].startswith("results of mine: must 5 of 8;")
    assert any(f"the engine gave up: it had not finished after {limit} s" in line for line in told)
    assert {path.stem for path in out.iterdir()} == {case.id for case in few}


def test_results_of_a_run_before_do_not_stay(few, tmp_path: Path, capsys) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / "slerp.npz").write_bytes(b"of yesterday")
    (out / "notes.txt").write_text("mine")
    assert main(["grade", str(out), "--run", NOTHING]) == 1
    told = capsys.readouterr().out
    assert told.count("it wrote no ") == 2 * len(few)
    assert (out / "notes.txt").read_text() == "mine"
    assert not (out / "slerp.npz").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["OUT", "--run", "engine {file}"], "the command does not say where {out} goes"),
        (["OUT", "--run", "engine 'mine"], "this command line has no end"),
        (["OUT", "--run", "no-such-engine {file} {out}"], "no-such-engine: cannot start it: "),
        (["OUT", "--run", "true {file} {out}", "--limit", "0"], "the time limit must be more than 0 s"),
        (["OUT", "OTHER", "--run", NOTHING], "--run fills one folder"),
    ],
)
def test_a_command_that_cannot_be_run_is_one_sentence(few, words, told, tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["grade", *words]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("system", ["linux", "win32"])
@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_quoted_path_is_one_word_on_every_system(system: str, quote: str) -> None:
    path = r"C:\My Engine\play.exe" if system == "win32" else "/my engine/play #1"
    assert split_command(f"{quote}{path}{quote} -c pass {{file}}", system) == [path, "-c", "pass", "{file}"]
    with pytest.raises(ValueError, match="quotation"):
        split_command(f"{quote}{path} {{file}}", system)


#: By file, what builds it and what starts it.
LANGUAGES = {
    "template.py": ([], [sys.executable, "SOURCE"]),
    "template.mjs": ([], ["node", "SOURCE"]),
    "template.cpp": (["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "SOURCE", "-o", "BUILT"], ["BUILT"]),
    "template.rs": (["rustc", "-D", "warnings", "SOURCE", "-o", "BUILT"], ["BUILT"]),
    "Template.java": ([], ["java", "SOURCE"]),
}


@pytest.mark.parametrize("name", LANGUAGES)
def test_each_template_runs(name: str, few, tmp_path: Path, capsys) -> None:
    """Each puts one vertex at the origin, which the grade tells from ten."""
    build, start = (
        [word.replace("SOURCE", str(TEMPLATES / name)).replace("BUILT", str(tmp_path / "built")) for word in words]
        for words in LANGUAGES[name]
    )
    for program in (*build[:1], *start[:1]):
        if program != str(tmp_path / "built") and shutil.which(program) is None:
            pytest.skip(f"no {program} here")
    if build:
        subprocess.run(build, check=True, capture_output=True, timeout=120)
    assert main(["grade", str(tmp_path / "out"), "--run", " ".join([*start, "{file} {clip} {times} {out}.csv"])]) == 1
    told = capsys.readouterr().out
    assert "gave up" not in told
    assert "slerp.csv: positions is float64 (8, 1, 3), expected floats (8, 10, 3)" in told


def test_there_is_a_template_for_each_language() -> None:
    assert {path.name for path in TEMPLATES.iterdir()} == set(LANGUAGES)
    readme = (ROOT / "examples" / "engines" / "README.md").read_text(encoding="utf-8")
    assert all(f"templates/{name}" in readme for name in LANGUAGES)


def test_links_lead_where_they_are_told_to(few, tmp_path: Path) -> None:
    out, page = tmp_path / "mine", tmp_path / "page.md"
    main(["grade", str(out), "--run", NOTHING, "--markdown", str(page)])
    assert "](" not in page.read_text()
    main(["grade", str(out), "--markdown", str(page), "--links", "https://example.org/docs"])
    assert "[corpus](https://example.org/docs/corpus.md)" in page.read_text()
