"""Real engines: what is missing is told by name, one that fails changes no other's sentence, cameras and lights do not
matter."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from skinning_core import SkinproofError, load_model
from skinning_core.cli import main
from skinning_core.compare.between import real_engine
from skinning_core.compare.between.real_engine import RUNNERS, engine_maker
from skinning_core.compare.judge.verification import verify
from skinning_core.report.table import engine_sentences
from skinning_core.subject import SUBJECTS
from tests.models import MODELS
from tests.npm import installed
from tests.subjects import subjects
from tests.tiny import Tiny

THREE = RUNNERS["three"]


class TestWhatIsMissing:
    """Each of a script, Node, a package of Node and a package of Python."""

    @pytest.fixture(autouse=True)
    def nowhere(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """A working folder with nothing in it, and no folder of Node in the checkout."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv("SKINPROOF_NODE", raising=False)
        monkeypatch.setattr(real_engine, "_ROOT", tmp_path)

    def test_a_script_of_ours(self) -> None:
        assert "this installation has no gone.mjs" in dataclasses.replace(THREE, script="gone.mjs").missing

    def test_node(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        assert THREE.missing.startswith("Node is not installed")
        assert "npm" not in THREE.missing

    def test_a_package_of_node(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        program = tmp_path / ("node.exe" if shutil.which("cmd") else "node")
        program.write_text("")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        assert f"no package three in {tmp_path / 'node_modules'}: npm install three" in THREE.missing
        monkeypatch.setenv("SKINPROOF_NODE", str(tmp_path / "mine"))
        assert str(tmp_path / "mine" / "node_modules") in THREE.missing
        (tmp_path / "mine" / "node_modules" / "three").mkdir(parents=True)
        assert THREE.missing == ""
        assert THREE.at_hand

    def test_a_package_of_python(self) -> None:
        other = dataclasses.replace(RUNNERS["vtk"], package="no_such_engine", install="pip install no-such-engine")
        assert other.missing == "this Python has no package no_such_engine: pip install no-such-engine"

    def test_the_maker_says_it(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(SkinproofError, match=r"the engine 'three' is not at hand: Node is not installed"):
            engine_maker("three")


@pytest.mark.parametrize("broken_clip", [None, 0])
def test_an_engine_that_fails_changes_no_others_sentence(tmp_path: Path, broken_clip: int | None) -> None:
    """Alone, and beside one that fails at rest or in the clip."""
    model = load_model(MODELS["plain"](tmp_path))

    def failing(model, clip, times, **_asked):
        if clip == broken_clip:
            raise SkinproofError("the engine cannot play it")
        return SUBJECTS["fast"](model).at(clip, times)

    alone = engine_sentences(verify(model, {"fast": SUBJECTS["fast"](model)}))
    beside = verify(model, {"fast": SUBJECTS["fast"](model), **subjects(model, {"failing": failing})})
    told = engine_sentences(beside)
    assert told["fast"] == alone["fast"]
    assert told["fast"].startswith("the same but for rounding")
    assert told["failing"].startswith("the same as far as judged")
    assert beside.verdict.status == 2


def test_what_was_judged_is_told_of_each(tmp_path: Path) -> None:
    model = load_model(MODELS["plain"](tmp_path))

    def failing(model, clip, times, **_asked):
        if clip is not None:
            raise SkinproofError("the engine cannot play it")
        return SUBJECTS["fast"](model).at(clip, times)

    fast = {"fast": SUBJECTS["fast"](model)}
    alone = verify(model, fast).coverage
    both = verify(model, {**fast, **subjects(model, {"failing": failing})}).coverage
    assert alone.by_subject == {}
    assert both.by_subject["fast"] == alone
    assert both.clips == both.by_subject["failing"].clips == dataclasses.replace(alone.clips, judged=0)
    assert str(both.sentence).startswith(f"fast: {alone.sentence}; failing: 0 of {alone.clips.asked} clips, 1 of ")


#: Engines that are not at hand, and how one gets them, by how they are named.
MISSING = {
    "engine:three": "the engine 'three' is not at hand: no package three in ",
    "blender": "the engine 'blender' works inside Blender only (name a Blender with --blender",
}


@pytest.fixture
def nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A Node without any engine. ``main`` is the core's, which has no Blender."""
    program = tmp_path / "node"
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SKINPROOF_NODE", raising=False)
    monkeypatch.setattr(real_engine, "_ROOT", tmp_path)


@pytest.mark.usefixtures("nothing_else")
@pytest.mark.skipif(os.name == "nt", reason="programs have another ending")
@pytest.mark.parametrize("missing", MISSING)
@pytest.mark.parametrize("others", [["fast"], ["fast", "profile:three"]])
def test_beside_others_what_is_not_at_hand_is_not_judged(
    tmp_path: Path, capsys, others: list[str], missing: str
) -> None:
    path = str(MODELS["plain"](tmp_path))
    main(["verify", path, "--against", ",".join(others)])
    alone = capsys.readouterr().out.splitlines()
    written = tmp_path / "out.json"
    told = ["verify", path, "--against", ",".join([missing, *others]), "--json", str(written)]
    assert main(told) == 3
    lines = capsys.readouterr().out.splitlines()
    for other in others:
        said = next(line for line in alone if line.strip().startswith(f"{other}:"))
        assert said in lines
    assert any(line.split()[:2] == ["-", missing] and line.endswith("not judged") for line in lines)
    assert lines[-1].strip().startswith(f"not judged: {MISSING[missing]}")
    assert f"{missing}: nothing was judged" in lines[0]
    (model,) = json.loads(written.read_text())["models"]
    assert [each["engine"] for each in model["absent"]] == [missing]
    assert main([*told, "--accept", "ENGINE_MISSING"]) == 0


@pytest.mark.usefixtures("nothing_else")
@pytest.mark.parametrize("named", [["engine:three"], ["blender"], ["engine:three", "blender"]])
def test_where_none_is_at_hand_it_is_an_error(tmp_path: Path, capsys, named: list[str]) -> None:
    assert main(["verify", str(MODELS["plain"](tmp_path)), "--against", ",".join(named)]) == 2
    said = capsys.readouterr().err
    assert all(MISSING[name].split(":")[0] in said for name in named)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "it was ended by SIGKILL"),
        (
            "import os, sys; print('low memory', file=sys.stderr); sys.stderr.flush(); os.abort()",
            "it was ended by SIGABRT; it had said: low memory",
        ),
        ("raise SystemExit(7)", "it ended with status 7 and said nothing"),
        ("pass", "it ended without writing a result"),
        (
            "import sys; print('a warning', file=sys.stderr)",
            "it ended without writing a result; it had said: a warning",
        ),
        ("raise TypeError('no such member')", "TypeError: no such member"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_how_an_engine_ended_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, told: str) -> None:
    (tmp_path / "runner.py").write_text(script)
    monkeypatch.setattr(real_engine, "_SCRIPTS", tmp_path)
    path = MODELS["plain"](tmp_path)
    with pytest.raises(SkinproofError) as failed:
        dataclasses.replace(RUNNERS["vtk"], script="runner.py").play(path, None, np.zeros(1), tmp_path)
    assert str(failed.value) == f"the engine cannot play it: {told}"


def seen(kind: str) -> Tiny:
    """The smallest character with cameras or lights, one of which hangs on a joint."""
    tiny = Tiny()
    nodes, root = tiny.data["nodes"], tiny.data["nodes"][0]
    if kind != "lights":
        perspective = {"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}}
        flat = {"type": "orthographic", "orthographic": {"xmag": 1, "ymag": 1, "znear": 0.1, "zfar": 10}}
        tiny.data["cameras"] = [perspective, flat]
        nodes += [{"camera": 0}, {"camera": 1}]
        root["children"].append(len(nodes) - 1)
        tiny.data["scenes"][0]["nodes"].append(len(nodes) - 2)
    if kind != "cameras":
        lights = [{"type": "point"}, {"type": "spot", "spot": {}}, {"type": "directional"}]
        tiny.data["extensionsUsed"] = ["KHR_lights_punctual"]
        tiny.data["extensions"] = {"KHR_lights_punctual": {"lights": lights}}
        for k in range(3):
            nodes.append({"extensions": {"KHR_lights_punctual": {"light": k}}})
            root["children"].append(len(nodes) - 1)
    return tiny


@pytest.mark.parametrize("kind", ["cameras", "lights", "both"])
@pytest.mark.parametrize("engine", ["three", "babylon", "playcanvas"])
def test_cameras_and_lights_do_not_matter(tmp_path: Path, capsys, engine: str, kind: str) -> None:
    installed(RUNNERS[engine].package)
    path = seen(kind).write_glb(tmp_path / "seen.glb")
    status = main(["verify", str(path), "--against", f"engine:{engine}", "--clip", "rest"])
    told = capsys.readouterr()
    assert status == 0, told.out + told.err
    assert re.search(rf"rest +engine:{engine} .* the same", told.out)
