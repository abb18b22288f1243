"""The screenshots of the documents are taken again in a real window and compared, pixel by pixel.

Every night: it takes minutes. What the panels say is compared every day, by tests/blender. Blender runs
``inside/pictures.py``; new screenshots are left in ``build/window/pictures``, where docs/pictures/make.py takes them.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.real_blender import ROOT, real_blenders
from tests.window.play import PLAYED, play

PICTURES = ROOT / "docs" / "pictures"
#: How far a colour may be off, of 255, and which share of the pixels may be farther off.
OFF, FEW = 24, 0.0006
DRAWN_BY = [one for one in real_blenders() if one.line == "5.2"]
OUT = PLAYED / "pictures"
EXAMPLE = ROOT / "examples" / "character.glb"
FOX = ROOT.parent / "shared" / "models" / "fox" / "Fox.glb"


def pixels(path: Path) -> np.ndarray:
    """(height, width, 3) of an image, by ImageMagick."""
    if not (shutil.which("identify") and shutil.which("convert")):
        pytest.skip("pixels are read by identify and convert (ImageMagick)")
    size = subprocess.run(["identify", "-format", "%w %h", str(path)], capture_output=True, text=True, check=True)
    width, height = map(int, size.stdout.split())
    raw = subprocess.run(["convert", str(path), "-depth", "8", "rgb:-"], capture_output=True, check=True)
    return np.frombuffer(raw.stdout, np.uint8).reshape(height, width, 3).astype(int)


def differing(ours: np.ndarray, committed: np.ndarray) -> float:
    """The share of pixels that are off."""
    assert ours.shape == committed.shape
    return float((np.abs(ours - committed).max(axis=-1) > OFF).mean())


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the new screenshots."""
    if not DRAWN_BY or not FOX.is_file():
        pytest.skip("the Blender 5.2 that drew them, or the fox of the crowd, is not here")
    env = {"SKINPROOF_MODEL": str(EXAMPLE), "SKINPROOF_CROWD": str(FOX)}
    checks = play(DRAWN_BY[0], "pictures.py", OUT, tmp_path_factory.mktemp("pictures"), env)
    assert {name: seen for name, seen in checks.items() if seen} == {}
    return OUT


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["window", "window-skeletons", "window-weights", "window-crowd"])
def test_a_screenshot_is_what_the_window_shows_today(name: str, taken: Path) -> None:
    assert differing(pixels(taken / f"{name}.png"), pixels(PICTURES / f"{name}.png")) <= FEW


def test_another_label_or_figure_would_be_found() -> None:
    """A line of the side bar that says something else, a character that stands elsewhere, two pictures swapped."""
    shown = pixels(PICTURES / "window.png")
    relabelled = shown.copy()
    relabelled[555:620, 985:1185] = shown[640:705, 985:1185]
    for other in (relabelled, np.roll(shown, 4, axis=1), pixels(PICTURES / "window-weights.png")):
        assert differing(other, shown) > FEW
    assert differing(shown, shown) == 0.0
