"""The console command in a Python without ``bpy``: what needs no Blender works, the rest finds one or says what to do.

Each case runs in a process of its own, in which the repository is the package ``skinproof`` and there is no ``bpy``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

START = """
import importlib.util, sys
class NoBlender:
    def find_spec(self, name, path=None, target=None):
        if name == "bpy":
            raise ModuleNotFoundError(name)
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "bpy" else find(name, package)
sys.meta_path.insert(0, NoBlender())
root = sys.argv.pop(1)
spec = importlib.util.spec_from_file_location("skinproof", root + "/__init__.py", submodule_search_locations=[root])
sys.modules["skinproof"] = importlib.util.module_from_spec(spec)
from skinproof.addon.command.commands import console
sys.exit(console())
"""

BLENDER = """#!/bin/sh
echo "Blender 9.9.9"
printf '\\002skinproof\\n'
echo "$@"
printf '\\003skinproof %s\\n' 1
echo "Blender quit"
exit 0
"""


@pytest.fixture
def console(root: Path, tmp_path: Path):
    """Runs ``skinproof words`` with an empty PATH and the environment given; returns the finished process."""

    def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {key: value for key, value in os.environ.items() if key not in {"PATH", "BLENDER"}}
        return subprocess.run(
            [sys.executable, "-c", START, str(root), *words],
            env={**kept, "PATH": str(tmp_path), **environment},
            cwd=tmp_path,
            text=True,
            capture_output=True,
            timeout=120,
            check=False,
        )

    return run


@pytest.fixture
def blender(tmp_path: Path) -> Path:
    """A program that speaks as a Blender in the background does, noise around it included."""
    path = tmp_path / "somewhere" / "blender"
    path.parent.mkdir()
    path.write_text(BLENDER)
    path.chmod(0o755)
    return path


@pytest.fixture
def model(root: Path) -> str:
    return str(root / "examples" / "character.glb")


def test_what_needs_no_blender_works_without(console, model, tmp_path) -> None:
    done = console("inspect", model)
    assert (done.returncode, done.stderr) == (0, "")
    done = console("skin", model, "--clip", "0", "--times", "0,0.5", "--engine", "fast", "--out", "out.npz")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out.npz").is_file()


def test_verify_goes_on_without_blender_and_says_so(console, model) -> None:
    done = console("verify", model, "--clip", "rest")
    assert done.returncode == 0
    assert "fast" in done.stdout
    assert len(done.stderr.splitlines()) == 1
    assert "Blender is not at hand" in done.stderr


@pytest.mark.parametrize(
    "words", [("verify", "--against", "blender"), ("verify", "--against", "gpu:texture,stock"), ("skin", "--out", "o")]
)
def test_what_needs_blender_says_what_to_do(console, model, words) -> None:
    engine = ("--engine", "stock") if words[0] == "skin" else ()
    done = console(words[0], model, *words[1:], *engine)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "--blender" in done.stderr
    assert "$BLENDER" in done.stderr


def test_beside_others_what_needs_blender_is_not_judged(console, model) -> None:
    done = console("verify", model, "--against", "fast,gpu:texture", "--clip", "rest")
    assert (done.returncode, done.stderr) == (3, "")
    assert "fast: the same but for rounding" in done.stdout
    assert "not judged: the engine 'gpu:texture' works inside Blender only (name a Blender with --blen" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for Blender is a shell script")
@pytest.mark.parametrize("way", ["option", "variable", "path"])
def test_a_blender_is_found_and_answers_in_our_place(console, blender, model, way) -> None:
    words = ["verify", model, "--against", "blender"]
    if way == "option":
        done = console(*words, "--blender", str(blender), BLENDER="not this one")
    elif way == "variable":
        done = console(*words, BLENDER=str(blender))
    else:
        done = console(*words, PATH=f"{blender.parent}:/usr/bin:/bin")
    assert done.returncode == 1  # what the answer says, not how the program ended
    (line,) = done.stdout.splitlines()
    assert line.startswith("-b --factory-startup")
    assert f"verify {model} --against blender" in line


def test_a_named_blender_that_is_not_there_is_told(console, model) -> None:
    for done in (console("verify", model, "--blender", "no-such"), console("verify", model, BLENDER="/no/such")):
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert "not a program" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for Blender is a shell script")
def test_a_blender_that_never_answers_is_told(console, blender, model) -> None:
    blender.write_text("#!/bin/sh\necho broken\nexit 7\n")
    done = console("verify", model, "--blender", str(blender))
    assert done.returncode == 2
    assert "ended with status 7" in done.stderr
    assert done.stdout == ""


def test_a_bpy_that_cannot_be_loaded_is_told(root, model, tmp_path) -> None:
    (tmp_path / "bpy.py").write_text("raise ImportError('libSM.so.6: cannot open shared object file')")
    start = START.replace('None if name == "bpy" else ', "").replace("sys.meta_path", "[]")
    done = subprocess.run(
        [sys.executable, "-c", start, str(root), "verify", model],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        text=True,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "libSM.so.6" in done.stderr


def test_a_look_at_a_file_loads_nothing_of_blender_and_starts_one_thread_of_blas(root: Path, tmp_path: Path) -> None:
    told = START.replace("command.commands import console", "command.start import start as console").replace(
        "sys.exit(console())",
        "console(); import os; print(*sys.modules, os.environ['OPENBLAS_NUM_THREADS'], file=sys.stderr)",
    )
    words = [sys.executable, "-c", told, str(root), "inspect", str(root / "examples" / "character.glb")]
    kept = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(words, env=kept, cwd=tmp_path, text=True, capture_output=True, timeout=120, check=True)
    *loaded, threads = done.stderr.split()
    assert threads == "1"
    addon = {name for name in loaded if name.startswith("skinproof.addon.")}
    assert addon == {
        "skinproof.addon.interruption",
        "skinproof.addon.program",
        *(f"skinproof.addon.command{name}" for name in ("", ".commands", ".start")),
    }
