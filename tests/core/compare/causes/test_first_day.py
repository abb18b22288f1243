"""The mistakes that everybody makes on the first day of writing an engine, named from an ``.npz`` alone by the command.

The engine is one of the test's own (``injected``); the finder sees its positions and nothing else.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli.main import main
from tests.core.compare.causes.injected import FIRST_DAY, Engine

ROOT = Path(__file__).parents[4]
CHARACTERS = {"arm": "arm.glb", "character": "character.glb"}


def told(path: Path, positions: tuple[np.ndarray, ...], times: np.ndarray, folder: Path) -> dict:
    """What `compare` with a FILE.npz says of positions, which are stored as an engine has them: in float32."""
    stored = {f"pos{k}": p.astype(np.float32) for k, p in enumerate(positions)}
    np.savez(folder / "mine.npz", times=times, **stored)
    words = ["compare", str(path), str(folder / "mine.npz"), "--clip", "0", "--normals", "out"]
    assert main([*words, "--json", str(folder / "o.json")]) == 1
    (comparison,) = json.loads((folder / "o.json").read_text(encoding="utf-8"))["models"][0]["comparisons"]
    return comparison


def made(name: str, character: str) -> tuple[Path, np.ndarray, tuple[np.ndarray, ...]]:
    path = ROOT / "examples" / CHARACTERS[character]
    model = load_model(path)
    clip = model.clips[0]
    # Times that lie on no frame of any rate, as those of a player do.
    times = clip.start + (clip.end - clip.start) * (np.arange(12) + 0.37) / 12.4
    return path, times, Engine(**FIRST_DAY[name][0]).run(model, clip, times)


@pytest.mark.parametrize("name", FIRST_DAY)
@pytest.mark.parametrize("character", [pytest.param("arm"), pytest.param("character", marks=pytest.mark.nightly)])
def test_a_mistake_of_the_first_day_is_named_from_positions_alone(name: str, character: str, tmp_path: Path) -> None:
    path, times, positions = made(name, character)
    comparison = told(path, positions, times, tmp_path)
    named = [{cause["code"], *cause["also"]} for cause in comparison["causes"]]
    assert len(named) == len(FIRST_DAY[name][1])
    assert all(any(code in codes for codes in named) for code in FIRST_DAY[name][1]), named
    # The arm is bound in a pose without turns, so that a transposed inverse bind is as none at all.
    assert character == "arm" or not comparison["causes"][0]["also"]
    assert min(cause["explained"] for cause in comparison["causes"]) > 0.999
    for cause in comparison["causes"]:
        assert cause["vertices"]
        assert cause["joints"]
        assert cause["times_s"]
        assert cause["remedy"]
    if len(comparison["causes"]) == 1:
        assert comparison["causes"][0]["size"] == pytest.approx(comparison["max"], rel=0.05)


def test_values_of_1e29_are_named(tmp_path: Path) -> None:
    path, times, positions = made("moved", "arm")
    for places in ([7], slice(None)):
        wrong = tuple(p.copy() for p in positions)
        wrong[0][:, places] = 1e29
        causes = told(path, wrong, times, tmp_path)["causes"]
        assert causes[0]["code"] == "values-senseless"
        assert "1.0e+29" in causes[0]["sentence"]["text"]
