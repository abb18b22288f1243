"""The Python package, where it is installed: all of the add-on travels in it, and importing it needs no Blender."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

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
