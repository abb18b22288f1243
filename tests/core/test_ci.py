"""Continuous integration: `.ci/run` itself, on a project whose sessions are stand-ins that pass, fail or hang."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.ci.checks import CHECKS, FIRST, LAST

NOX = """
import faulthandler, os, sys, time
name = sys.argv[sys.argv.index("--session") + 1] if "--session" in sys.argv else "nox"
told = {told!r}.get("windows" if "tests/window" in sys.argv else name)
if told == "hangs":
    time.sleep(600)
if told == "fails":
    sys.exit("E   1 is not 2\\n==== 1 failed, 3 passed in 0.10s ====")
if told == "dies":
    faulthandler.enable()
    os.abort()
print("==== 2 passed in 0.10s ====")
"""


@pytest.fixture
def project(root: Path, tmp_path: Path) -> Path:
    """A project that has the script and nothing to install; bash and what the script calls are really there."""
    if sys.platform != "linux" or shutil.which("timeout") is None:
        pytest.skip("the script runs under Linux")
    place = tmp_path / "project"
    for name in (".ci/run", "tools/machine.py", *(f"tools/ci/{part}.py" for part in ("__init__", "checks", "run"))):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, place / name)
    python = place / ".nox/setup/bin/python"
    for program in (python, tmp_path / "bin/dpkg"):
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return place


def run(project: Path, told: dict[str, str], checks: str | None = None) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of the script where the sessions do what they are told."""
    (project / "noxfile.py").write_text(NOX.format(told=told))
    if checks:
        (project / "tools/ci/checks.py").write_text(checks)
    # Python itself before what pyenv puts in its place, which takes 0.1 s each time.
    path = os.pathsep.join([str(project.parent / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]])
    env = os.environ | {"PATH": path, "SKINPROOF_NIGHTLY": "0"}
    done = subprocess.run(
        ["bash", ".ci/run"], cwd=project, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def test_all_green_is_one_line_a_check_and_one_line_of_all(project: Path) -> None:
    status, out, err = run(project, {})
    assert (status, err) == (0, "")
    passed = re.findall(r"^passed  (\S+)", out, re.MULTILINE)
    assert sorted(passed) == sorted(check.name for check in (*FIRST, *CHECKS, *LAST))
    assert re.fullmatch(r"===== 0 failed, \d+ passed, 0 skipped, 0 errors in \d+\.\d\ds =====", out.splitlines()[-1])


def test_what_fails_or_hangs_is_red_and_stands_in_the_last_lines(project: Path) -> None:
    checks = (project / "tools/ci/checks.py").read_text()
    hasty = checks.replace('turn="1", nice=0)', 'turn="1", nice=0, longest=1)')
    assert checks != hasty
    status, out, err = run(project, {"types": "fails", "windows": "fails", "core-3.13": "hangs"}, hasty)
    assert status == 1
    *ends, last = out[out.index("FAILED  ") :].splitlines()
    told = {tuple(re.split("\n", each)) for each in re.split(r"\n(?=FAILED)", "\n".join(ends))}
    hangs = next(each for each in told if each[0] == "FAILED  core-3.13: 124 none")
    assert re.fullmatch(r"E   ended after \d+ s, of 1 allowed", hangs[1])
    assert told - {hangs} == {
        ("FAILED  types: 1 1 failed, 3 passed in 0.10s", "E   1 is not 2"),
        ("FAILED  windows: 1 1 failed, 3 passed in 0.10s", "E   1 is not 2"),
    }
    assert last.startswith("===== 3 failed, ")
    assert "--- all of types" in err


def test_of_a_check_that_dies_the_last_lines_say_where_it_was(project: Path) -> None:
    status, out, _ = run(project, {"lint": "dies"})
    assert status == 1
    last = out[out.index("FAILED  lint: ") :]
    assert "Fatal Python error: Aborted" in last
    assert re.search(r'File ".*noxfile\.py", line \d+ in <module>', last)


def test_a_run_that_is_told_to_end_is_red_for_each_check_that_left_no_result(project: Path) -> None:
    (project / "noxfile.py").write_text(NOX.format(told={}))
    ended = "import os, signal; os.kill(os.getppid(), signal.SIGTERM)"  # by the first check, before the others
    checks = (project / "tools/ci/checks.py").read_text()
    hasty = checks.replace('("python3", "noxfile.py", "--list")', f"({sys.executable!r}, '-c', {ended!r})")
    assert checks != hasty
    status, out, err = run(project, {}, hasty)
    assert status == 1
    assert "told to end by signal 15" in err
    assert "FAILED  farm: 1 none\nE   left no result" in out
    left = len(CHECKS) + len(LAST)  # and the first, if it did not end before it was ended
    assert int(re.match(r"===== (\d+) failed, ", out.splitlines()[-1])[1]) in (left, left + 1)


def test_a_check_begins_when_those_that_it_waits_for_are_done(project: Path) -> None:
    assert run(project, {})[0] == 0
    began = {path.stem: path.stat().st_mtime_ns for path in (project / ".nox/ci").glob("*.log")}
    assert all(began[check.name] >= began[before] for check in CHECKS for before in check.after)


def test_every_folder_of_tests_and_every_line_of_blender_is_run(root: Path) -> None:
    text = " ".join(word for check in CHECKS for word in (check.name, *check.command))
    sessions = {
        **dict.fromkeys(("tests/core", "tests/docs", "tests/lessons", "tests/engines"), "core-3.13"),
        "tests/farm": "farm",
    }
    folders = {f"tests/{test.relative_to(root / 'tests').parts[0]}" for test in root.glob("tests/*/**/test_*.py")}
    assert folders == {folder for folder in folders if sessions.get(folder, folder) in text}
    lines = re.search(r"^LINES = \{(.+)\}$", (root / "noxfile.py").read_text(), re.MULTILINE)[1]
    assert all(f"blender-{line}" in text for line in re.findall(r'"(\d\.\d)":', lines))
    on_one_python = (root / "tests/core/on_one_python.txt").read_text(encoding="utf-8").splitlines()[3:]
    assert [name for name in on_one_python if not (root / "tests/core" / name).is_file()] == []


MATRIX = """
import pytest

@pytest.fixture(params=["x", "y"])
def made(request):
    return request.param

@pytest.mark.in_turns
@pytest.mark.parametrize("a", [0, 1])
@pytest.mark.parametrize(("b", "c"), [(0, 0), (1, 1), (2, 2)])
def test_matrix(a, b, c): pass

@pytest.mark.in_turns
@pytest.mark.parametrize("a", [0, 1, 2])
def test_made(made, a): pass

@pytest.mark.in_turns
def test_alone(): pass

def test_everywhere(): pass
"""


@pytest.mark.nightly  # 8 s of processor
def test_two_sessions_have_every_case_between_them(root: Path, tmp_path: Path, monkeypatch) -> None:
    """Two decorators, or a fixture and one: each value of each parameter comes to both sessions."""
    shutil.copy(root / "tests/conftest.py", tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = in_turns\n")
    (tmp_path / "test_a.py").write_text(MATRIX)

    def dealt(turn: str | None) -> list[str]:
        monkeypatch.setenv("SKINPROOF_TURN", turn) if turn else monkeypatch.delenv("SKINPROOF_TURN", raising=False)
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return re.findall(r"^test_a\.py::(\S+)$", done.stdout, re.MULTILINE)

    first, second, all_of_them = dealt("0"), dealt("1"), dealt(None)
    assert len(all_of_them) == 14
    assert set(first) | set(second) == set(all_of_them)
    assert set(first) & set(second) == {"test_everywhere"}
    for side in (first, second):
        for name, values in (
            ("test_matrix", ("0", "1", "0-0", "1-1", "2-2")),
            ("test_made", ("x", "y", "0", "1", "2")),
        ):
            ids = [case.removeprefix(name)[1:-1] for case in side if case.startswith(name)]
            assert len(ids) == 3
            assert [one for one in values if not any(re.search(rf"(^|-){one}(-|$)", each) for each in ids)] == []
