"""Memory that runs out is a sentence about one model or engine, and the others go on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import SkinproofError, load_model
from skinning_core.cli.main import main
from skinning_core.model import Float64, Model
from skinning_core.skinned import Skinned
from tests.subjects import beside
from tests.tiny import Tiny


def _greedy(_model: Model, _clip: int | None, _times: Float64, **_asked: object) -> Skinned:
    np.empty(1 << 60, np.uint8)
    raise AssertionError("there was an exbibyte")


ENGINES = beside(greedy=_greedy)


def test_an_engine_that_runs_out_leaves_the_others_at_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(Tiny().write_glb(tmp_path / "tiny.glb"))
    assert main(["verify", path, "--clip", "0", "--against", "greedy,fast"], ENGINES) == 2
    said = capsys.readouterr()
    assert "greedy, bend: there is not enough memory" in said.out
    assert "fast" in said.out
    assert "fault" not in said.err


@pytest.mark.parametrize("verb", ["skin", "verify"])
def test_a_command_that_runs_out_says_so(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(Tiny().write_glb(tmp_path / "tiny.glb"))
    words = {"skin": ["--engine", "greedy", "--out", str(tmp_path / "o.npz")], "verify": ["--against", "fast"]}[verb]
    engines = beside(greedy=_greedy, reference=_greedy)
    with pytest.MonkeyPatch.context() as patch:
        if verb == "verify":
            patch.setattr("skinning_core.compare.judge.measurement.skin_model_in", _greedy_variant)
        assert main([verb, path, *words], engines) == 2
    said = capsys.readouterr().err
    assert "there is not enough memory" in said
    assert "fault" not in said
    assert said.count("\n") == 1


def _greedy_variant(*_args: object, **_options: object) -> Skinned:
    raise MemoryError


def test_a_file_that_does_not_fit_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Tiny().write_glb(tmp_path / "tiny.glb")
    for where in ("skinning_core.gltf.load.read_nodes", "skinning_core.gltf.load.read_meshes"):
        with monkeypatch.context() as patch:
            patch.setattr(where, _greedy_variant)
            with pytest.raises(SkinproofError, match=r"tiny\.glb: there is not enough memory"):
                load_model(path)


@pytest.mark.usefixtures("capsys")
def test_times_before_zero_are_times(tmp_path: Path) -> None:
    path, out = str(Tiny().write_glb(tmp_path / "tiny.glb")), tmp_path / "o.npz"
    assert main(["skin", path, "--clip", "0", "--times", "-0.25,1", "--out", str(out)]) == 0
    with np.load(out) as written:
        assert written["times"].tolist() == [-0.25, 1.0]
    assert main(["verify", path, "--clip", "0", "--times", "-1", "--against", "fast"]) == 0
