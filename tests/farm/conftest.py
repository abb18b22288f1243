"""What every farm has: the program as a command, a folder of small models, and a disk that can be filled."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.disks import small_disk
from tests.links import package_at
from tests.models import MODELS

NAMES = ("plain", "morphs", "step", "cubic", "slerp", "two_skins", "weights_bad", "rigid_parts", "odd_scales")


@pytest.fixture
def program(root: Path, tmp_path: Path) -> Path:
    """The command ``skinproof`` of this very source."""
    (tmp_path / "package").mkdir()
    package_at(tmp_path / "package" / "skinproof", root)
    (tmp_path / "bin").mkdir()
    found = tmp_path / "bin" / "skinproof"
    found.write_text(f'#!/bin/sh\nPYTHONPATH="{tmp_path / "package"}" exec "{sys.executable}" -m skinproof "$@"\n')
    found.chmod(0o755)
    return found


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder of small models, its name with a space."""
    for name in NAMES:
        (tmp_path / "the models" / name).mkdir(parents=True)
        MODELS[name](tmp_path / "the models" / name)
    return tmp_path / "the models"


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system; skips where none may be mounted."""
    with small_disk(tmp_path / "disk", 256) as place:
        yield place
