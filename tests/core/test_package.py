"""The Python package, where it is installed: all of the add-on travels in it, and importing it needs no Blender."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

import pytest

from skinning_core.report.version import VERSION
from tests.house import ANNEXES

FOLDERS = ("addon", "skinning_core", "shaders", *ANNEXES)


@pytest.fixture(scope="module")
def installed() -> metadata.Distribution:
    # Only where packages are installed: building leaves metadata in the checkout too, which is on the path of tests.
    found = metadata.distributions(name="skinproof", path=[sysconfig.get_path("purelib")])
    distribution = next(iter(found), None)
    if distribution is None:
        pytest.skip("the package is not installed in this environment")
    return distribution


RUNNERS = "skinning_core/compare/between/runners"


def runners(root: Path) -> set[str]:
    """The scripts that make real engines play, which lie elsewhere in a checkout."""
    folder = root / "examples" / "engines"
    return {f"{RUNNERS}/{path.name}" for path in folder.iterdir() if path.suffix in {".py", ".mjs"}}


def sources(root: Path) -> set[str]:
    found = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in {".py", ".glsl"})
    names = {path.relative_to(root).as_posix() for path in found}
    own = {f"skinning_core/{name}" if name.split("/")[0] in ANNEXES else name for name in names}
    return own | {name for name in runners(root) if name.endswith(".py")}


def test_every_source_travels_and_nothing_else(installed: metadata.Distribution, root: Path):
    files = {file.as_posix() for file in installed.files or [] if file.suffix in {".py", ".glsl"}}
    wanted = {f"skinproof/{name}" for name in sources(root) | {"__init__.py", "__main__.py"}}
    core_alone = {name for name in sources(root) if name.startswith("skinning_core/")}
    assert files == wanted | core_alone


def run(*command: str, folder: Path) -> str:
    """Output of the installed package's Python outside the checkout, so that nothing is found in the working folder."""
    done = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_runners_of_engines_travel(installed: metadata.Distribution, root: Path, tmp_path: Path):
    """Of an engine that is not at hand, its own package is missing, and never a file of ours."""
    files = {file.as_posix() for file in installed.files or []}
    wanted = runners(root)
    assert wanted | {f"skinproof/{name}" for name in wanted} <= files
    assert "this installation has no" not in run("-m", "skinproof", "engines", "--list", folder=tmp_path)


@pytest.mark.usefixtures("installed")
def test_importing_needs_no_blender(tmp_path: Path):
    lines = (
        "import sys, skinproof, skinproof.addon, skinproof.addon.command.commands, skinning_core\n"
        "print('bpy' in sys.modules)"
    )
    assert run("-c", lines, folder=tmp_path).strip() == "False"


@pytest.mark.usefixtures("installed")
def test_the_command_says_its_version(tmp_path: Path):
    assert run("-m", "skinproof", "--version", folder=tmp_path).split() == ["skinproof", VERSION]


@pytest.mark.nightly
def test_the_sdist_makes_the_same_wheel_and_that_goes_without_a_trace(root: Path, tmp_path: Path):
    """Of what git knows alone: nothing that was built or lies about in the checkout."""
    uv = shutil.which("uv", path=os.pathsep.join([str(root / ".nox" / "bootstrap" / "bin"), os.environ["PATH"]]))
    if uv is None:
        pytest.skip("no uv, which builds packages and environments here: run python3 noxfile.py once")

    def made(*words: str | Path) -> None:
        done = subprocess.run([uv, *words, "--quiet"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def files(folder: Path) -> set[str]:
        found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {path.relative_to(folder).as_posix() for path in found}

    clone, out = tmp_path / "clone", tmp_path / "out"
    subprocess.run(["git", "clone", "--quiet", str(root), str(clone)], check=True)
    made("build", "--sdist", clone, "--out-dir", out)
    (sdist,) = out.glob("*.tar.gz")
    made("build", "--wheel", clone, "--out-dir", out / "tree")
    made("build", "--wheel", sdist, "--out-dir", out / "sdist")
    (of_tree,), (of_sdist,) = (list((out / name).glob("*.whl")) for name in ("tree", "sdist"))
    with ZipFile(of_tree) as one, ZipFile(of_sdist) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())
        licences = {name.rsplit("/", 2)[-2] for name in other.namelist() if Path(name).name == "LICENSE"}
    assert licences == {"licenses", "three"}  # ours, and that of the one thing that is not

    environment = tmp_path / "environment"
    made("venv", "--python", sys.executable, environment)
    (python,) = [*environment.glob("bin/python"), *environment.glob("Scripts/python.exe")]
    made("pip", "install", "--python", python, f"numpy=={metadata.version('numpy')}")
    before = files(environment)
    made("pip", "install", "--python", python, "--no-deps", of_sdist)
    command = [python, "-m", "skinproof", "verify", root / "examples" / "arm.glb", "--against", "fast"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    made("pip", "uninstall", "--python", python, "skinproof")
    assert files(environment) == before
