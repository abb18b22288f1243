"""The fast path with raw weights, and with normals as directions: against plain loops, near, far, and morphed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model, model, skin_model
from skinning_core.cli import main
from skinning_core.fast.engine import skin_model_fast
from skinning_core.subject import EVERY_CHOICE, SUBJECTS
from tests.models import MODELS
from tests.ropes import diagonal, expected, expected_normals, matrices_at_rest, rope

UNEVEN = (1.3, 0.8, 1.0)


@pytest.mark.parametrize("words", [choices.words for choices in EVERY_CHOICE])
@pytest.mark.parametrize("offset", [0.0, 2e6])
def test_both_choices_by_plain_loops(words: str, offset: float) -> None:
    """The rope's weights sum to anything but one, and its scales are uneven."""
    away = (offset, -offset / 2, offset / 4)
    tube = rope(model, 20, scale=UNEVEN, offset=away)
    world = matrices_at_rest(tube)
    wanted = expected(tube, world, raw=":raw" in words)
    skinned = SUBJECTS[f"fast{words}"](tube).at(None, np.zeros(1))
    assert skinned.engine == f"fast{words}"
    assert np.abs(skinned.positions[0][0] - wanted).max() < 2e-6 * diagonal(wanted)
    normals = expected_normals(tube, world, directions=":directions" in words)
    assert np.abs(skinned.normals[0][0] - normals).max() < 1e-5
    other = expected_normals(tube, world, directions=":directions" not in words)
    assert np.abs(normals - other).max() > 0.1, "the rules differ here"


def test_morphed_normals_as_directions(tmp_path: Path) -> None:
    """Against the form that blends matrices one by one; where morph targets move normals, at several times."""
    loaded = load_model(MODELS["morphs"](tmp_path))
    times = np.array([0.0, 0.3, 0.7])
    got = skin_model_fast(loaded, 0, times, directions=True)
    wanted = SUBJECTS["form:palette:directions"](loaded).at(0, times)
    compared = 0
    for ours, theirs in zip(got.normals, wanted.normals, strict=True):
        if ours is not None:
            assert np.abs(ours - theirs).max() < 1e-5
            compared += 1
    assert compared


def test_bad_weights_as_stored(tmp_path: Path) -> None:
    """Sums of zero stand at the origin, a sum of s at s times the place; the command line says the same."""
    path = MODELS["weights_bad"](tmp_path)
    loaded = load_model(path)
    sums = loaded.influences(loaded.parts[0]).weights.sum(axis=1, dtype=np.float64)
    wanted = skin_model(loaded, 0, [0.4]).positions[0][0] * sums[:, None]
    assert np.abs(skin_model_fast(loaded, 0, [0.4], raw_weights=True).positions[0][0] - wanted).max() < 1e-5
    for words in (["--engine", "fast:raw"], ["--engine", "fast", "--weights", "raw"]):
        out = tmp_path / "raw.npz"
        assert main(["skin", str(path), "--clip", "0", "--times", "0.4", "--out", str(out), *words]) == 0
        with np.load(out) as stored:
            assert np.abs(stored["pos0"][0] - wanted).max() < 1e-5


def test_verify_takes_them_and_says_why_not(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(MODELS["weights_bad"](tmp_path))
    assert main(["verify", path, "--clip", "0", "--times", "0.4", "--against", "fast,fast:raw"]) == 1
    assert "fast:raw" in capsys.readouterr().out
    example = str(root / "examples" / "arm.glb")
    assert main(["verify", example, "--clip", "0", "--times", "0.4", "--against", "fast:raw:directions"]) == 1
    assert "normals are off by up to 4.33 degrees (tolerance 1)" in capsys.readouterr().out
    for name, reason in (
        ("reference:raw", "leaves no choice of weights"),
        ("stock:directions", "the rule for normals"),
    ):
        assert main(["skin", example, "--engine", name, "--out", str(tmp_path / "a.npz")]) == 2
        assert reason in capsys.readouterr().err
