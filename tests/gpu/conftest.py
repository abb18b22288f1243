"""The add-on's package as these tests import it, and the GPU or the reason why there is none.

The folder is linked under a package name of its own: the checkout may have any name, and these tests also run inside
Blender executables that know nothing of an installed Skinproof (see in_blender.py).
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "skinproof_for_gpu_tests"


def _link() -> None:
    folder = Path(tempfile.mkdtemp(prefix="skinproof-gpu-"))
    (folder / PACKAGE).symlink_to(ROOT, target_is_directory=True)
    sys.path.insert(0, str(folder))


if PACKAGE not in sys.modules:
    _link()


@pytest.fixture(scope="session")
def package() -> Callable[[str], ModuleType]:
    """Import a module of the add-on by its dotted name below the repository's root."""
    return lambda name: importlib.import_module(f"{PACKAGE}.{name}")


@pytest.fixture(scope="session")
def device(package: Callable[[str], ModuleType]) -> str:
    """The GPU in words; skips where there is none, for the reason that a user would read.

    ``SKINPROOF_REQUIRE_GPU=1`` (set by CI for builds that have one) turns that skip into a failure.
    """
    found = package("addon.gpu.device.context").availability()
    if not found.ok:
        if os.environ.get("SKINPROOF_REQUIRE_GPU") == "1":
            pytest.fail(f"a GPU is required here: {found.reason}")
        pytest.skip(found.reason)
    return str(found)
