"""examples/forms.py: its tables, its numbers, its words for bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.forms import main
from skinning_core.skin.forms import FORMS
from tests.models import MODELS


def rows(text: str) -> dict[str, float]:
    """Form -> difference, as printed."""
    table = text.split("\n\n")[1].splitlines()[1:]
    return {line[:24].strip(): float(line[24:36]) for line in table}


def test_all_forms_are_listed_with_their_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(MODELS["twelve_influences"](tmp_path)), "--samples", "3"]) == 0
    printed = rows(capsys.readouterr().out)
    assert list(printed) == list(FORMS)
    assert max(printed[name] for name in ("transform", "palette", "skin palette")) < 1e-14
    assert printed["blender linear"] < 1e-6
    assert min(printed[name] for name in ("rigid", "dual quaternion", "blender preserve volume")) > 1e-4


def test_bad_weights_and_shear_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(MODELS["weights_bad"](tmp_path)), "--samples", "3"]) == 0
    assert "sums from 0 to 1.7;" in capsys.readouterr().out
    assert main([str(MODELS["shear_chain"](tmp_path)), "--samples", "3"]) == 0
    degrees = float(capsys.readouterr().out.split("up to ")[1].split()[0])
    assert degrees > 5.0


def test_bad_input_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.glb")]) == 2
    model = str(MODELS["plain"](tmp_path))
    assert main([model, "--clip", "no such clip"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 2
