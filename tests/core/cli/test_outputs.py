"""No verb writes onto what it reads, and none computes anything before that is known."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from skinning_core.cli import main
from tests.links import make_link as symbolic
from tests.models import MODELS
from tests.subjects import beside
from tests.tiny import Tiny

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def computes(*_args, **_words):
    raise AssertionError("something was computed")


ENGINES = beside(reference=computes, fast=computes)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A .gltf with an external buffer and an image that no deformation needs; an MD5 character; stored results."""
    MODELS["external_buffer"](tmp_path)
    tiny = Tiny()
    tiny.data["images"] = [{"uri": "the%20picture.png"}, {"uri": "data:image/png;base64,"}, {"bufferView": 0}]
    tiny.write_gltf(tmp_path / "pictured.gltf")
    (tmp_path / "the picture.png").write_bytes(b"PNG")
    for file in EXAMPLES.glob("octopus*"):
        shutil.copyfile(file, tmp_path / file.name)
    words = ["skin", str(tmp_path / "external.gltf"), "--times", "0", "--out", str(tmp_path / "stored.npz")]
    assert main(words) == 0
    return tmp_path


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir() if path.is_file()}


OCTOPUS = ["octopus.md5mesh", "--anim", "octopus swim.md5anim"]
CASES = [
    (["external.gltf"], "external.gltf"),
    (["external.gltf"], "external.bin"),
    (["pictured.gltf", "external.gltf"], "external.bin"),
    (["pictured.gltf"], "the picture.png"),
    (OCTOPUS, "octopus.md5mesh"),
    (OCTOPUS, "octopus swim.md5anim"),
    (OCTOPUS[:1], "octopus swim.md5anim"),
]
LINKS = {"itself": None, "hard": Path.hardlink_to, "symbolic": symbolic}


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize(("words", "victim"), CASES)
@pytest.mark.parametrize("verb", ["verify --json", "verify --html", "check --json", "inspect --json", "skin --out"])
def test_what_is_read_is_not_written(folder, monkeypatch, capsys, verb, words, victim, link) -> None:
    if verb.startswith("skin"):
        words = [word for word in words if word != "pictured.gltf" or len(words) == 1]  # it takes one model
    monkeypatch.chdir(folder)
    out = victim
    if LINKS[link] is not None:
        out = "link"
        LINKS[link](Path(out), Path(victim))
    before = state(folder)
    name, option = verb.split()
    assert main([name, *words, option, out], ENGINES) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"skinproof: {out}: this would overwrite {victim}, which is read (give another file name)\n" in said.err
    assert state(folder) == before


def test_results_that_are_compared_are_not_written(folder, monkeypatch, capsys) -> None:
    monkeypatch.chdir(folder)
    words = ["verify", "external.gltf", "--clip", "rest", "--against", "fast,stored.npz", "--json", "stored.npz"]
    assert main(words, ENGINES) == 2
    assert "stored.npz: this would overwrite stored.npz, which is read" in capsys.readouterr().err


def test_two_outputs_are_two_files(folder, monkeypatch, capsys) -> None:
    monkeypatch.chdir(folder)
    words = ["verify", "external.gltf", "--json", "report", "--html", str(folder / "report")]
    assert main(words, ENGINES) == 2
    assert "this is the same file as report, which is written too" in capsys.readouterr().err
    assert (
        main(["verify", "pictured.gltf", "--against", "reference,fast", "--json", os.devnull, "--html", os.devnull])
        == 0
    )


def test_a_model_that_cannot_be_read_hides_nothing(folder, monkeypatch, capsys) -> None:
    monkeypatch.chdir(folder)
    Path("broken.gltf").write_bytes(b"{")
    Path("report.json").write_bytes(b"former")
    assert main(["check", "broken.gltf", "--json", "report.json"]) == 1
    assert b"broken.gltf" in Path("report.json").read_bytes()
    capsys.readouterr()
