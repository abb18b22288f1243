"""The GPU of this machine, or the reason why there is none."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import ModuleType

import pytest


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
