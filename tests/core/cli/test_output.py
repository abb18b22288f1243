"""Standard output that fails, Ctrl+C, several files of which one is broken: a sentence and the right status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from skinning_core.cli import main
from tests.models import MODELS
from tests.tiny import Tiny
from tests.unprivileged import common_folder, run_unprivileged

COMMAND = [sys.executable, "-c", "import sys; from skinning_core.cli import main; sys.exit(main(sys.argv[1:]))"]


@pytest.fixture
def files(root: Path, tmp_path: Path) -> list[str]:
    """A good model, a broken one, and one that is not there."""
    broken = tmp_path / "broken.glb"
    broken.write_bytes(b"glTF\x02\x00\x00\x00")
    return [str(tmp_path / "missing.glb"), str(broken), str(root / "examples" / "character.glb")]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [["--help"], ["inspect", "MODEL"]])
def test_full_output_is_a_sentence_and_2(root: Path, files, words, unbuffered, monkeypatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with Path("/dev/full").open("w") as full:
        words = [files[-1] if word == "MODEL" else word for word in words]
        done = subprocess.run([*COMMAND, *words], cwd=root, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("skinproof: standard output cannot be written: No space left")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [["--help"], ["inspect", "MODEL"]])
def test_a_closed_pipe_is_a_sentence_and_141(root: Path, files, words, unbuffered, monkeypatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    reading, writing = os.pipe()
    os.close(reading)
    words = [files[-1] if word == "MODEL" else word for word in words]
    done = subprocess.run([*COMMAND, *words], cwd=root, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert done.returncode == 141
    assert done.stderr.splitlines() == ["skinproof: standard output was closed before everything was said"]


START = """
import importlib.util, sys, os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are born deaf to it
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
root = sys.argv.pop(1)
spec = importlib.util.spec_from_file_location("skinproof", root + "/__init__.py", submodule_search_locations=[root])
sys.modules["skinproof"] = importlib.util.module_from_spec(spec)
from skinproof.addon.command.start import start
sys.exit(start())
"""


#: What is imported before anybody answers Ctrl+C, beside what Python's own ``signal`` and ``os`` need.
FIRST = """
import os, signal, sys
before = set(sys.modules)
sys.path.insert(0, sys.argv.pop(1))
import addon.command.start
print(*sorted(set(sys.modules) - before))
"""


def test_next_to_nothing_is_imported_before_ctrl_c_is_answered(root: Path) -> None:
    """While modules are imported before, Ctrl+C is a traceback of Python's."""
    words = [sys.executable, "-I", "-S", "-c", FIRST, str(root)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert {name for name in done.stdout.split() if not name.startswith("addon")} <= {"__future__", "atexit", "gc"}


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_while_it_loads_is_a_sentence_and_130(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", START, str(root), "inspect", "x.glb"], capture_output=True, text=True, check=False
    )
    assert signal.SIGINT == 2
    assert done.returncode == 130
    assert done.stderr.split() == ["skinproof:", "interrupted"]
    assert done.stdout == ""


def test_inspect_goes_on_past_broken_files(files: list[str], tmp_path: Path, capsys) -> None:
    report = tmp_path / "facts.json"
    assert main(["inspect", *files, "--json", str(report)]) == 2
    out, err = capsys.readouterr()
    assert "character" in out
    assert [line.split(": ")[0] for line in err.splitlines()] == ["skinproof", "skinproof"]
    assert "missing.glb" in err
    assert "broken.glb" in err
    document = json.loads(report.read_text(encoding="utf-8"))
    assert [entry["path"] for entry in document["models"]] == [files[2]]
    assert [entry["path"] for entry in document["errors"]] == files[:2]


def test_check_goes_on_past_a_file_that_is_not_there(files: list[str], tmp_path: Path, capsys) -> None:
    report, sarif, junit = (tmp_path / name for name in ("r.json", "r.sarif", "r.xml"))
    words = ["check", *files, "--json", str(report), "--sarif", str(sarif), "--junit", str(junit)]
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 1
    assert "missing.glb" in err
    assert "broken.glb: 2 errors" in out
    assert "character.glb: " in out
    document = json.loads(report.read_text(encoding="utf-8"))
    assert [entry["path"] for entry in document["models"]] == files[1:]
    run = json.loads(sarif.read_text(encoding="utf-8"))["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [result["ruleId"] for result in run["results"]]
    assert {"GLB_UNEXPECTED_END_OF_HEADER", "UNREADABLE"} <= {result["ruleId"] for result in run["results"]}
    cases = {case.get("name"): [child.tag for child in case] for case in ElementTree.parse(junit).iter("testcase")}
    assert cases == {files[0]: ["error"], files[1]: ["failure"], files[2]: []}
    first = [path.read_bytes() for path in (report, sarif, junit)]
    main(words)
    assert [path.read_bytes() for path in (report, sarif, junit)] == first


def test_many_places_of_one_code_are_counted(tmp_path: Path, capsys) -> None:
    from tests.tiny import Tiny

    made = Tiny()
    made.data["nodes"] += [{"name": f"n{i}", "rotation": [0, 0, 0, 0.5]} for i in range(40)]
    made.data["scenes"][0]["nodes"] += range(3, 43)
    assert main(["check", str(made.write_glb(tmp_path / "many.glb"))]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert sum("ROTATION_NON_UNIT" in line for line in lines) == 6
    assert any("ROTATION_NON_UNIT" in line and "and 35 more" in line for line in lines)


@pytest.mark.parametrize("code_page", ["ascii", "cp437", "cp1252", "cp932", "gbk", "utf-16"])
@pytest.mark.parametrize("verb", ["inspect", "check"])
def test_a_console_without_utf_8_shows_what_it_can(root: Path, tmp_path: Path, code_page: str, verb: str) -> None:
    """Windows' consoles have the code page of their country: a name that it lacks is escaped, and ends nothing."""
    model = MODELS["plain"](tmp_path).rename(tmp_path / "Würfel 猫 \U0001f431.glb")
    spoken = {"PYTHONIOENCODING": code_page, "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*COMMAND, verb, str(model)], cwd=root, env=os.environ | spoken, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode(code_page)
    assert "Würfel 猫 \U0001f431".encode(code_page, "backslashreplace").decode(code_page) in shown


def test_counts_are_said_in_plain_english(tmp_path: Path, capsys) -> None:
    assert main(["check", str(MODELS["plain"](tmp_path))]) == 0
    assert "to know" not in capsys.readouterr().out


_ALLOWED = """
from skinning_core.cli import main
closed, model, former, new = sys.argv[1:]
assert [main([verb, closed]) for verb in ("inspect", "check")] == [0, 0]
assert main(["verify", model, "--against", "fast", "--json", former]) == 0
for path, mode in (closed, 0), (former, 0o555):
    os.chmod(os.path.dirname(path), mode)
"""
_FORBIDDEN = """
print("forbidden:")
statuses = [main([verb, closed]) for verb in ("inspect", "check")]
print(statuses + [main(["verify", model, "--against", "fast", "--json", report]) for report in (new, former)])
"""


def test_folders_without_permission_are_said_as_that() -> None:
    """One that cannot be entered, and one that cannot be written into; said before anything is computed."""
    with common_folder() as folder:
        closed, fixed = folder / "closed", folder / "fixed"
        closed.mkdir(0o700)
        fixed.mkdir()
        words = [MODELS["plain"](closed), MODELS["plain"](folder), fixed / "former.json", fixed / "new.json"]
        done = run_unprivileged(_ALLOWED, _FORBIDDEN, *map(str, words))
        assert done.stdout.rpartition("forbidden:\n")[2] == "[2, 2, 2, 2]\n", done.stderr
        lines = done.stderr.splitlines()
        assert len(lines) == 4
        assert all("plain.glb: cannot be read: Permission denied" in line for line in lines[:2])
        assert "new.json: cannot write" in lines[2]
        assert "is write-protected (give another folder)" in lines[2]
        assert "former.json: cannot write" in lines[3]
        assert "is write-protected" in lines[3]
        assert [file.name for file in fixed.iterdir()] == ["former.json"]
        closed.chmod(0o700)


def no_mesh(tiny: Tiny) -> None:
    del tiny.data["meshes"], tiny.data["nodes"][2], tiny.data["skins"]
    tiny.data["scenes"][0]["nodes"] = [0]


def no_node_draws(tiny: Tiny) -> None:
    del tiny.data["nodes"][2]["mesh"], tiny.data["nodes"][2]["skin"]


def no_clip_either(tiny: Tiny) -> None:
    no_mesh(tiny)
    del tiny.data["animations"]


@pytest.mark.parametrize("spoil", [no_mesh, no_node_draws, no_clip_either])
def test_verbs_that_place_vertices_refuse_a_file_that_draws_none(spoil, tmp_path, capsys) -> None:
    """Nothing is the same, and nothing is written."""
    tiny, out = Tiny(), tmp_path / "out.npz"
    spoil(tiny)
    path, clip = str(tiny.write_glb(tmp_path / "clips.glb")), ["--clip", "0", "--out", str(out)]
    verbs = {"verify": [], "limits": [], "engines": [], "skin": clip, "bake": clip, "explain": []}
    for verb, options in verbs.items():
        assert main([verb, path, *options]) == 2, verb
        said = capsys.readouterr()
        assert "mesh" in said.err, verb
        assert "same" not in said.out, verb
    assert not out.exists()
