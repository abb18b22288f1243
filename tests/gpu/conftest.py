"""The GPU of this machine, or the reason why there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The newest Blender runs all cases every day, an older one those of its turn."""
    bpy = sys.modules.get("bpy")
    if bpy is not None and bpy.app.version < (5, 0):
        for item in items:
            if HERE in item.path.parents:
                item.add_marker(pytest.mark.in_turns)


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
