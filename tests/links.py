"""Links for tests, where the system makes them: few users of Windows may, and Wine only says that it does."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest


def make_link(place: Path, target: Path) -> None:
    """Make a symbolic link at ``place``, or skip the test."""
    try:
        place.symlink_to(target, target_is_directory=target.is_dir())
    except (OSError, NotImplementedError):
        pytest.skip("this system makes no symbolic links")
    if not place.is_symlink():
        pytest.skip("this system makes no symbolic links")


def package_at(place: Path, root: Path) -> None:
    """Have the checkout at ``place``: a link, on Windows a copy of what is imported."""
    if os.name == "posix":
        place.symlink_to(root, target_is_directory=True)
        return
    place.mkdir()
    shutil.copy2(root / "__init__.py", place)
    for name in ("addon", "engines", "farm", "lessons", "shaders", "skinning_core"):
        shutil.copytree(root / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
