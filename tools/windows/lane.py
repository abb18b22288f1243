"""Skinproof on Windows' Python under Wine: what ``python3 noxfile.py -s windows`` makes and runs, in .nox/wine.

Its parts are kept from run to run; Skinproof itself is made anew. At the end a table says what each step found.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .wine import Windows, what_is_missing, windows_path

__all__ = ["run", "what_is_missing"]

#: Wheels that are only unpacked.
PARTS = ("panda3d", "dotnetcore2")

#: What the tests of the core, of folders and of annexes without Blender are.
TESTS = ("tests/core", "tests/lessons", "tests/farm/batch", "tests/engines")

#: The engines that the main job compares with: in NumPy, and two of Blender's own.
ENGINES = "fast,blender,stock"

#: Of a character's size: two roundings to float32, in which all three engines end.
TWO_ROUNDINGS = 2.0 * 2.0**-23

#: The same for Blender's importer, whose curves have float32 frames: at frame 50 one is rounded by 4e-6, and the
#: fastest vertex goes through half of the size in a frame. 1.2e-6 was seen.
OF_FRAMES = 2e-6


def run(source: Path, pip: Sequence[str], requirements: Sequence[str], tests: Sequence[str]) -> None:
    """Make what is not there yet, run every step, print the table; ends the program with 1 if a step failed.

    pip: the command of a pip on this machine. requirements: pinned, with those that Windows' Python is made of. tests:
    arguments for pytest instead of all tests.
    """
    shared = source.parent / "shared"
    windows = Windows(source / ".nox" / "wine", [source / "examples", *([shared] if shared.is_dir() else [])])
    rows: list[tuple[str, str, float]] = []

    def step(name: str, work: Callable[[], str]) -> None:
        began = time.monotonic()
        try:
            said = work()
        except (SystemExit, subprocess.CalledProcessError, OSError, ValueError) as error:
            said = f"FAILED: {error}"
        rows.append((name, said, time.monotonic() - began))
        print(f"--- {name}: {said}", flush=True)

    step("made", lambda: _make(windows, source, pip, requirements))
    if rows[0][1].startswith("FAILED"):
        sys.exit(1)
    if not tests:
        step("version", lambda: _asked(windows, "--version"))
        step("a file that is not there", lambda: _asked(windows, "verify", "absent.glb", status=2))
        step("characters", lambda: _characters(windows, source))
        step("extension", lambda: _extension(windows))
    step("tests", lambda: _tests(windows, tests or TESTS))
    print("\n".join(f"{name:26} {seconds:6.0f} s  {said}" for name, said, seconds in rows))
    if any(said.startswith("FAILED") for _, said, _ in rows):
        sys.exit(1)


def _make(windows: Windows, source: Path, pip: Sequence[str], requirements: Sequence[str]) -> str:
    """Wine, Windows' Python with all wheels, Skinproof's own wheel, and a copy of what git knows."""
    windows.make_root()
    wanted = windows.folder / "requirements.txt"
    told = "\n".join(sorted(requirements))
    if not wanted.exists() or wanted.read_text(encoding="utf-8") != told:
        shutil.rmtree(windows.wheels, ignore_errors=True)
        windows.download(pip, requirements)
        windows.make_python(Path(__file__).with_name("launcher.c"), _library(pip[0]))
        windows.install(*(each for each in requirements if not each.startswith(PARTS)))
        wanted.write_text(told, encoding="utf-8")
    tree = _tree(windows)
    shutil.rmtree(tree, ignore_errors=True)
    known = subprocess.run(["git", "ls-files", "-z"], cwd=source, capture_output=True, text=True, check=True).stdout
    for name in known.split("\0")[:-1]:
        if (source / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / name, tree / name)
    own = windows.folder / "own"
    shutil.rmtree(own, ignore_errors=True)
    subprocess.run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(own), str(tree)], check=True)
    for made in (tree / "build", *tree.glob("*.egg-info")):
        shutil.rmtree(made, ignore_errors=True)
    (wheel,) = own.glob("*.whl")
    windows.install("--force-reinstall", "--no-deps", windows_path(wheel))
    return f"{_gigabytes(windows.folder):.1f} GB"


def _library(python: str) -> Path:
    """Where a Python of this machine has its standard library."""
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]
    return Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())


def _tree(windows: Windows) -> Path:
    return windows.folder / "tree"


def _empty(windows: Windows) -> Path:
    """A folder to work in that has no Skinproof of its own."""
    folder = windows.folder / "empty"
    folder.mkdir(exist_ok=True)
    return folder


def _asked(windows: Windows, *words: str, status: int = 0) -> str:
    """One command, which has to end with this status."""
    found = windows.run(_empty(windows), "-m", "skinproof", *words, check=False)
    return f"status {found}" if found == status else f"FAILED: status {found} instead of {status}"


def _characters(windows: Windows, source: Path) -> str:
    """The main job on the example, and on the shared characters if they are there, beside the same job on Linux."""
    models = [source / "examples" / "character.glb"]
    models += sorted((source.parent / "shared" / "models").glob("**/*.gl*"))
    here, there = windows.folder / "linux.json", windows.folder / "windows.json"
    words = ["verify", *map(str, models), "--against", ENGINES]
    program = source / ".nox" / "setup" / "bin" / "skinproof"
    subprocess.run([str(program), *words, "--json", str(here)], stdout=subprocess.DEVNULL, check=False)
    words = ["verify", *map(windows_path, models), "--against", ENGINES, "--json", windows_path(there)]
    windows.run(_empty(windows), "-m", "skinproof", *words, check=False)
    return _compared(*(json.loads(path.read_text(encoding="utf-8")) for path in (here, there)))


def _compared(linux: dict[str, Any], windows: dict[str, Any]) -> str:
    """Whether two reports have the same verdicts, causes and figures, as a sentence."""
    apart, rows, largest = [], 0, 0.0
    for one, other in zip(linux["models"], windows["models"], strict=True):
        for here, there in zip(one["comparisons"], other["comparisons"], strict=True):
            rows += 1
            off = abs((here["max"] or 0.0) - (there["max"] or 0.0))
            largest = max(largest, off)
            told = [[cause["code"] for cause in each["causes"]] for each in (here, there)]
            same = here["verdict"]["outcome"] == there["verdict"]["outcome"] and told[0] == told[1]
            if not same or off > (OF_FRAMES if here["engine"] == "stock" else TWO_ROUNDINGS):
                apart.append(f"{one['name']}, {here['clip_name']}, {here['engine']}: {told}, {off:.2g} apart")
    if len(linux["errors"]) != len(windows["errors"]):
        apart.append("other files could not be read")
    if apart:
        return "FAILED: " + "; ".join(apart)
    count = len(linux["models"])
    return f"{count} characters, {rows} rows as on Linux, figures at most {largest:.2g} of the size apart"


def _extension(windows: Windows) -> str:
    """The extension's zip, built by Blender's module."""
    status = windows.run(_tree(windows), "tools/build_extension.py", check=False)
    return "built" if status == 0 else f"FAILED: status {status}"


def _tests(windows: Windows, words: Sequence[str]) -> str:
    env = {"SKINPROOF_SHARED": windows_path(windows.seen[-1]), "OPENBLAS_NUM_THREADS": "1"}
    status = windows.run(_tree(windows), "-m", "pytest", "-p", "no:cacheprovider", *words, env=env, check=False)
    return "passed" if status == 0 else f"FAILED: status {status}"


def _gigabytes(folder: Path) -> float:
    sizes = (file.lstat().st_size for top, _, names in os.walk(folder) for file in (Path(top) / name for name in names))
    return sum(sizes) / 1e9
