"""Spellings of 0.2 do what they did, with one sentence that names today's; no verb has more than twelve options."""

from __future__ import annotations

import argparse
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from skinning_core.cli.former import respelled
from skinning_core.cli.main import CORE_VERBS, VERB_MODULES, main

ARM = "examples/arm.glb"

#: What every verb that reads a model has, beside its twelve.
COMMON = {"--help", "--limit", "--blender", "--debug"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("verify a.glb --scene s.blend --object Rig --html a.html", "scene s.blend a.glb --object Rig --html a.html"),
        ("verify --clip Walk --scene=s.blend a.glb", "scene s.blend a.glb --clip Walk"),
        ("verify --scene s.blend --object A --object B", "scene s.blend --object A --object B"),
        ("verify a.glb --scene s.blend --pose scene --no-strict", "scene s.blend a.glb --judge pose --no-strict"),
        ("verify a.glb --against b.glb,fast --times -1,0.5", "compare a.glb b.glb fast --times=-1,0.5"),
        ("verify --clip 0 a.glb --against mine.npz --loop", "compare a.glb mine.npz --clip 0 --loop"),
        ("verify examples --against fast", "folder examples --against fast"),
        ("verify a.glb --jsonl o.jsonl --resume", "folder a.glb --jsonl o.jsonl --resume"),
        ("verify a.glb --all --exponents --against fast", "verify a.glb --table clips,exponents --against fast"),
        ("verify a.glb --table clips --exponents", "verify a.glb --table clips --table exponents"),
        ("verify a.glb --against fast --against b.glb", "compare a.glb fast b.glb"),
        ("verify a.glb --fill 0.5 --viewport 2160", "verify a.glb --screen 2160,0.5"),
        ("verify a.glb --fill 0.5", "verify a.glb --screen 1080,0.5"),
        ("verify a.glb --normals in --normal-tolerance 5", "verify a.glb --normals 5"),
        ("verify a.glb --normals out --normal-tolerance 5", "verify a.glb --normals out"),
        ("verify --all -- -a.glb", "verify --table clips -- -a.glb"),
        ("verify a.glb --against fast --times keys --html a.html", None),
        ("verify --help", None),
        ("explain a.glb --part 2 --vertex 5 --time 1", "explain a.glb --time 1 --vertex 2:5"),
        ("explain a.glb --part 2", "explain a.glb --vertex 2:0"),
        ("explain a.glb --vertex 5", None),
        ("picture a.glb --spacing 2 --out a.png", "picture a.glb --out a.png --crowd 2,0.13"),
        ("picture a.glb --crowd 2,0.5 --out a.png", None),
    ],
)
def test_an_old_spelling_is_todays(old: str, new: str | None, root: Path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(root)
    if "folder" not in CORE_VERBS and new is not None and new.startswith("folder"):
        pytest.skip("the farm is not here")
    assert shlex.join(respelled(shlex.split(old), CORE_VERBS)) == (new or old)
    told = capsys.readouterr().err
    if new is None:
        assert told == ""
    else:
        assert told == f"skinproof: this is spelled `skinproof {new}` now, and as before until 0.4\n"


def test_without_the_farm_a_folder_is_no_verb(root: Path, monkeypatch) -> None:
    monkeypatch.chdir(root)
    assert respelled(["verify", "examples"], {"verify", "compare"}) == ["verify", "examples"]


def test_old_and_new_say_the_same(root: Path, tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(root)
    said = []
    for words in (["verify", ARM, "--against", ARM, "--all"], ["compare", ARM, ARM, "--table", "clips"]):
        assert main(words) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert main(["skin", ARM, "--clip", "0", "--out", str(tmp_path / "mine.npz")]) == 0
    assert main(["verify", ARM, "--clip", "0", "--against", str(tmp_path / "mine.npz")]) == 0


@pytest.mark.parametrize(
    "words",
    [
        ["compare", ARM],
        ["compare", ARM, ARM, "--table", "rows"],
        ["scene", ARM],
        ["scene", "a.blend", "b.blend", ARM],
        ["scene", "a.blend"],
        ["scene", "a.blend", ARM, "--object", "A", "--object", "B"],
        ["scene", "a.blend", "--object", "A", "--object", "B", "--clip", "0"],
        ["scene", "a.blend", ARM, "--judge", "pose", "--clip", "0"],
        ["scene", "a.blend", ARM],
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(words: list[str], root: Path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(root)
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_verb_has_at_most_twelve_options() -> None:
    for name in CORE_VERBS:
        parser = argparse.ArgumentParser()
        import_module(VERB_MODULES[name]).VERB.define(parser)
        told = [a.option_strings[-1] for a in parser._actions if a.option_strings and a.help != argparse.SUPPRESS]
        assert len(set(told) - COMMON) <= 12, name
