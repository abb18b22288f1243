"""Continuous integration: `.ci/run` itself, on a project whose sessions are stand-ins that pass, fail or hang."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

NOX = """
import sys, time
name = sys.argv[sys.argv.index("--session") + 1] if "--session" in sys.argv else "nox"
told = {told!r}.get("windows" if "tests/window" in sys.argv else name)
if told == "hangs":
    time.sleep(600)
if told == "fails":
    sys.exit("E   1 is not 2\\n==== 1 failed, 3 passed in 0.10s ====")
print("==== 2 passed in 0.10s ====")
"""


@pytest.fixture
def project(root: Path, tmp_path: Path) -> Path:
    """A project that has the script and nothing to install; bash and what the script calls are really there."""
    if sys.platform != "linux" or shutil.which("timeout") is None:
        pytest.skip("the script runs under Linux")
    place = tmp_path / "project"
    for name in (".ci/run", "tools/machine.py"):
        (place / name).parent.mkdir(parents=True)
        shutil.copy(root / name, place / name)
    python = place / ".nox/setup/bin/python"
    for program in (python, tmp_path / "bin/dpkg"):
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return place


def run(project: Path, told: dict[str, str], script: str | None = None) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of the script where the sessions do what they are told."""
    (project / "noxfile.py").write_text(NOX.format(told=told))
    if script:
        (project / ".ci/run").write_text(script)
    env = os.environ | {"PATH": f"{project.parent / 'bin'}{os.pathsep}{os.environ['PATH']}", "SKINPROOF_NIGHTLY": "0"}
    done = subprocess.run(
        ["bash", ".ci/run"], cwd=project, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def test_all_green_is_one_line_a_check_and_one_line_of_all(project: Path) -> None:
    status, out, err = run(project, {})
    assert (status, err) == (0, "")
    passed = re.findall(r"^passed  (\S+)", out, re.MULTILINE)
    names = re.search(r'^names="([^"]+)"', (project / ".ci/run").read_text(), re.MULTILINE)[1].split()
    assert sorted(passed) == sorted([*names, "packages", "nox", "real-5.2", "real-4.3", "nothing-skipped"])
    assert re.fullmatch(r"===== 0 failed, \d+ passed, 0 skipped, 0 errors in \d+\.\d\ds =====", out.splitlines()[-1])


def test_what_fails_hangs_or_leaves_no_result_is_red_and_stands_in_the_last_lines(project: Path) -> None:
    script = (project / ".ci/run").read_text()
    hasty = script.replace("core-3.13) done_with node; ", "core-3.13) done_with node; limit=1 ")
    broken = hasty.replace("    newest-blender)", "    farm) ;;\n    newest-blender)")
    assert script != hasty != broken
    status, out, err = run(project, {"types": "fails", "windows": "fails", "core-3.13": "hangs"}, broken)
    assert status == 1
    assert "FAILED  farm left no result" in out
    ends = out[out.index("FAILED  core-3.13: 124") :].splitlines()
    assert re.fullmatch(r"E   ended after \d+ s, of 1 allowed", ends[1])
    assert ends[2:-1] == [
        "FAILED  farm: 1 none",
        "FAILED  types: 1  1 failed, 3 passed in 0.10s ",
        "E   1 is not 2",
        "FAILED  windows: 1  1 failed, 3 passed in 0.10s ",
        "E   1 is not 2",
    ]
    assert ends[-1].startswith("===== 4 failed, ")
    assert "--- all of types" in err


def test_every_folder_of_tests_and_every_line_of_blender_is_run(root: Path) -> None:
    text = (root / ".ci/run").read_text()
    sessions = {"tests/core": "core-3.13", "tests/farm": "farm"}
    folders = {f"tests/{test.relative_to(root / 'tests').parts[0]}" for test in root.glob("tests/*/**/test_*.py")}
    assert folders == {folder for folder in folders if sessions.get(folder, folder) in text}
    lines = re.search(r"^LINES = \{(.+)\}$", (root / "noxfile.py").read_text(), re.MULTILINE)[1]
    assert all(f"blender-{line}" in text for line in re.findall(r'"(\d\.\d)":', lines))
    on_one_python = (root / "tests/core/on_one_python.txt").read_text(encoding="utf-8").splitlines()[3:]
    assert [name for name in on_one_python if not (root / "tests/core" / name).is_file()] == []


def test_two_sessions_have_every_case_between_them(request: pytest.FixtureRequest, monkeypatch, root: Path) -> None:
    """A matrix of two by three and a test without parameters; each value of each parameter comes to both sessions."""

    def item(name: str, indices: dict[str, int], marker: object) -> SimpleNamespace:
        call = SimpleNamespace(indices=indices)
        return SimpleNamespace(
            path=Path("test_a.py"), name=name, originalname=name, callspec=call, get_closest_marker=lambda _name: marker
        )

    matrix = [item("test_matrix", {"a": a, "b": b}, True) for a in range(2) for b in range(3)]
    alone, everywhere = item("test_alone", {}, True), item("test_everywhere", {}, None)
    deal = request.config.pluginmanager.get_plugin(str(root / "tests" / "conftest.py")).pytest_collection_modifyitems
    config = SimpleNamespace(hook=SimpleNamespace(pytest_deselected=lambda items: None))
    dealt = []
    for turn in ("0", "1", None):
        monkeypatch.setenv("SKINPROOF_TURN", turn) if turn else monkeypatch.delenv("SKINPROOF_TURN")
        items = [*matrix, alone, everywhere]
        deal(config, items)
        dealt.append(items)
    first, second, all_of_them = dealt
    assert all_of_them == [*matrix, alone, everywhere]
    assert sum(one in first for one in (*matrix, alone)) + sum(one in second for one in (*matrix, alone)) == 7
    assert everywhere in first
    assert everywhere in second
    for side in (first, second):
        dealt_of_matrix = [one.callspec.indices for one in side if one in matrix]
        assert {one["a"] for one in dealt_of_matrix} == {0, 1}
        assert {one["b"] for one in dealt_of_matrix} == {0, 1, 2}
