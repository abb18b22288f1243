"""The zip in real Blender executables, by the commands a user would type: build, install, verify, script."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.binary.changing import CHANGING, prepare_changing_files
from tests.real_blender import ROOT, RealBlender, real_blenders

EXAMPLE = ROOT / "examples" / "character.glb"
ARM = EXAMPLE.with_name("arm.glb")
FOUND = real_blenders() or [None]


@dataclass(frozen=True)
class Installed:
    """A Blender with settings of its own, in which the extension is installed and enabled."""

    blender: RealBlender
    env: dict[str, str]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.blender.run("--background", "--python-exit-code", "1", *arguments, env=self.env)


@pytest.fixture(scope="module", params=FOUND, ids=[one.name if one else "none" for one in FOUND])
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    blender: RealBlender | None = request.param
    if blender is None:
        pytest.skip("no Blender executable: none on PATH, none named by $BLENDER")
    folder = tmp_path_factory.mktemp(blender.name)
    here = Installed(blender, {"BLENDER_USER_RESOURCES": str(folder / "resources")})
    validated = here.run("--command", "extension", "validate", str(ROOT))
    assert validated.returncode == 0, validated.stdout + validated.stderr
    package = folder / "skinproof.zip"
    source = ["--source-dir", str(ROOT), "--output-filepath", str(package)]
    built = here.run("--command", "extension", "build", *source)
    assert built.returncode == 0, built.stdout + built.stderr
    done = here.run("--command", "extension", "install-file", "-r", "user_default", "-e", str(package))
    assert done.returncode == 0, done.stdout + done.stderr
    return here


def test_verify_writes_its_numbers(installed: Installed, tmp_path: Path):
    report = tmp_path / "report.json"
    # The arm: the character takes 11 s of processor here, and is verified every day in the check `verify`.
    done = installed.run("--command", "skinproof", "verify", str(ARM), "--json", str(report))
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(report.read_text(encoding="utf-8"))


def test_a_broken_file_is_one_sentence_and_status_2(installed: Installed, tmp_path: Path):
    broken = tmp_path / "broken.glb"
    broken.write_bytes(EXAMPLE.read_bytes()[:1000])
    done = installed.run("--command", "skinproof", "verify", str(broken))
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert any("broken.glb" in line for line in done.stderr.splitlines())


def test_a_script_uses_the_operators(installed: Installed):
    done = installed.run("--python", str(ROOT / "tests" / "binary" / "headless.py"), "--", str(EXAMPLE))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "headless:" in done.stdout


@pytest.mark.nightly  # a module of Blender does so every day, in test_changed_files
def test_files_that_change_between_every_two_operators(
    installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SKINPROOF_CHANGES", "1")
    prepare_changing_files(tmp_path)
    done = installed.run("--python", str(CHANGING), "--", str(tmp_path))
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    assert "changing files:" in done.stdout


def test_a_file_that_went_by_way_of_a_blender_without_the_extension(installed: Installed, tmp_path: Path):
    """Made with it, worked on and saved without it, opened with it and all removed: nothing is left of us."""
    blend, script = tmp_path / "artist.blend", str(ROOT / "tests" / "binary" / "without_us.py")
    bare = Installed(installed.blender, {"BLENDER_USER_RESOURCES": str(tmp_path / "bare")})
    said = ""
    for step, here in (("make", installed), ("work", bare), ("remove", installed), ("look", bare)):
        done = here.run("--python", script, "--", step, str(blend), str(ARM))
        said = done.stdout + done.stderr
        assert done.returncode == 0, said[-4000:]
        assert "Traceback" not in said
        assert step != "remove" or "LISTED 4" in said  # two, and the copies of both
    found = json.loads(said.split("FOUND ", 1)[1].splitlines()[0])
    assert found == {"left": [], "lost": [], "more": [], "keyed": True}
