"""examples/forms.py: its tables, its numbers, its words for bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.forms import main
from skinning_core.skin.forms.table import FORMS
from tests.models import MODELS


def rows(text: str) -> dict[str, tuple[str, str]]:
    """Form -> its difference in percent, and the digits that agree, as printed."""
    table = text.split("\n\n")[1].splitlines()[1:]
    return {line[:24].strip(): (line[24:36].strip(), line[36:44].strip()) for line in table}


def test_all_forms_are_listed_with_their_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(MODELS["twelve_influences"](tmp_path)), "--samples", "3"]) == 0
    printed = rows(capsys.readouterr().out)
    assert list(printed) == list(FORMS)
    assert printed["palette"] == ("0 %", "all")
    for name in ("points", "skin-palette"):
        assert printed[name][0] in ("0 %", "<0.0001 %"), printed[name]
        assert printed[name][1] in ("all", "15", "16", "14"), printed[name]
    assert printed["blender-linear"][0] == "<0.0001 %"
    assert int(printed["blender-linear"][1]) in (6, 7)
    for name in ("rigid", "dual-quaternion", "preserve-volume"):
        assert float(printed[name][0].removesuffix(" %")) > 0.01
        assert int(printed[name][1]) < 4


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
