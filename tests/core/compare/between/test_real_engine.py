"""Real engines: what is missing is told by name, one that fails changes no other's sentence, cameras and lights do not
matter."""

from __future__ import annotations

import dataclasses
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
