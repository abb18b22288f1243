"""A .blend by way of an older version of the extension: nothing of ours is left after this one's *Remove*.

Older versions kept their notes as numbers on pose bones, which every key took. They are built from the history.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.binary.test_real_blender import ARM, FOUND, Installed
from tests.real_blender import ROOT, RealBlender

#: The first version whose characters are known by notes, and the last one that keeps them as numbers.
OLDER = {"first": "14628d4c", "last": "2f584580~"}

#: Which version opens the file, step by step; "bare" is a Blender without any.
WAYS = {
    "made by the older one": ("older make", "bare work", "older key", "this remove", "bare look"),
    "saved by the older one": ("this make", "older key", "bare work", "this remove", "bare look"),
}

SCRIPT = ROOT / "tests" / "binary" / "without_us.py"


def older_source(commit: str, folder: Path) -> Path:
    """The tree of a commit of this repository."""
    archive = folder / "older.tar"
    words = ["git", "-C", str(ROOT), "archive", "--output", str(archive), commit]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("needs the history of this repository")
    (folder / "older").mkdir()
    subprocess.run(["tar", "-xf", str(archive), "-C", str(folder / "older")], check=True)
    return folder / "older"


def with_extension(blender: RealBlender, source: Path, folder: Path) -> Installed:
    """A Blender with settings of its own, in which the extension of a tree is installed."""
    here, package = Installed(blender, {"BLENDER_USER_RESOURCES": str(folder)}), folder.with_suffix(".zip")
    for words in (
        ("build", "--source-dir", str(source), "--output-filepath", str(package)),
        ("install-file", "-r", "user_default", "-e", str(package)),
    ):
        done = here.run("--command", "extension", *words)
        assert done.returncode == 0, done.stdout + done.stderr
    return here


@pytest.mark.nightly
@pytest.mark.parametrize("age", OLDER)
@pytest.mark.parametrize("blender", FOUND, ids=[one.name if one else "none" for one in FOUND])
def test_nothing_is_left_of_older_versions(blender: RealBlender | None, age: str, tmp_path: Path) -> None:
    if blender is None:
        pytest.skip("no Blender executable: none on PATH, none named by $BLENDER")
    places = {
        "older": with_extension(blender, older_source(OLDER[age], tmp_path), tmp_path / "with-older"),
        "this": with_extension(blender, ROOT, tmp_path / "with-this"),
        "bare": Installed(blender, {"BLENDER_USER_RESOURCES": str(tmp_path / "bare")}),
    }
    for way, steps in WAYS.items():
        blend, said = tmp_path / f"{way}.blend", ""
        for place, step in map(str.split, steps):
            done = places[place].run("--python", str(SCRIPT), "--", step, str(blend), str(ARM))
            said = done.stdout + done.stderr
            assert done.returncode == 0, (way, step, said[-4000:])
            assert step != "remove" or "LISTED 4" in said, (way, said[-4000:])  # two, and the copies of both
        found = json.loads(said.split("FOUND ", 1)[1].splitlines()[0])
        assert found == {"left": [], "lost": [], "more": [], "keyed": True}, way
