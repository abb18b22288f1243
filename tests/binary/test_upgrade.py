"""An upgrade keeps preferences and characters; a removal leaves no file of ours: in real Blenders, by command."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from skinning_core.report.version import VERSION
from tests.binary.test_real_blender import ARM, FOUND, Installed
from tests.real_blender import ROOT, RealBlender

OLDER = "0.1.9"


def of_version(package: Path, version: str) -> Path:
    """A copy of an extension's zip whose manifest has another version."""
    copy = package.with_name(f"skinproof-{version}.zip")
    with ZipFile(package) as now, ZipFile(copy, "w", ZIP_DEFLATED) as older:
        for entry in now.infolist():
            data = now.read(entry)
            if Path(entry.filename).name == "blender_manifest.toml":
                data = data.replace(f'version = "{VERSION}"'.encode(), f'version = "{version}"'.encode())
            older.writestr(entry, data)
    return copy


def ours(resources: Path) -> list[str]:
    """The files and folders under a user's settings that have our name."""
    return sorted(str(path.relative_to(resources)) for path in resources.rglob("*") if "skinproof" in path.name.lower())


@pytest.mark.nightly
@pytest.mark.parametrize("blender", FOUND, ids=[one.name if one else "none" for one in FOUND])
def test_an_upgrade_keeps_what_a_user_has_and_a_removal_leaves_nothing(blender: RealBlender | None, tmp_path: Path):
    if blender is None:
        pytest.skip("no Blender executable: none on PATH, none named by $BLENDER")
    resources = tmp_path / "resources"
    here = Installed(blender, {"BLENDER_USER_RESOURCES": str(resources)})
    blend, script = tmp_path / "artist.blend", str(ROOT / "tests" / "binary" / "upgrading.py")

    def command(*words: str) -> str:
        done = here.run(*words)
        said = done.stdout + done.stderr
        assert done.returncode == 0, said[-4000:]
        assert "Traceback" not in said, said[-4000:]
        return said

    def step(name: str) -> dict[str, object]:
        said = command("--python", script, "--", name, str(blend), str(ARM))
        return dict(json.loads(said.split("FOUND ", 1)[1].splitlines()[0]))

    def install(package: Path) -> None:
        command("--command", "extension", "install-file", "-r", "user_default", "-e", str(package))

    package = tmp_path / "skinproof.zip"
    command("--command", "extension", "build", "--source-dir", str(ROOT), "--output-filepath", str(package))
    install(of_version(package, OLDER))
    had = step("before")
    assert had["version"] == OLDER
    install(package)
    assert step("after") == {**had, "version": VERSION}

    assert ours(resources)
    command("--command", "extension", "remove", "skinproof")
    assert ours(resources) == []
