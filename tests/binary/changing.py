"""What ``changing_files.py`` needs in its folder; for the tests that run it in a real Blender and in the bpy module."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.models import MODELS

CHANGING = Path(__file__).with_name("changing_files.py")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "character.glb"


def prepare_changing_files(folder: Path) -> None:
    """Put the models that the script imports into ``folder``."""
    shutil.copyfile(EXAMPLE, folder / EXAMPLE.name)
    MODELS["plain"](folder)
    MODELS["external_buffer"](folder)
