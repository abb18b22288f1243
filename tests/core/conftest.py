"""Property tests have no deadline per example: a busy machine is slow, not wrong. What two Pythons run is dealt out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from skinning_core.model import forget_prepared
from tests.night import cases

settings.register_profile("skinproof", deadline=None, max_examples=cases(100))
settings.load_profile("skinproof")

HERE = Path(__file__).parent
#: Paths from here of the files that run on the newest Python only, all of their cases.
ON_ONE_PYTHON = (HERE / "on_one_python.txt").read_text(encoding="utf-8").splitlines()[3:]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what both Pythons run as ``in_turns``: each case is judged on one of them, and at night on both."""
    for item in items:
        if HERE in item.path.parents and item.path.relative_to(HERE).as_posix() not in ON_ONE_PYTHON:
            item.add_marker(pytest.mark.in_turns)


@pytest.fixture(autouse=True, scope="module")
def _nothing_prepared() -> Iterator[None]:
    """What one file of tests has prepared of a model does not serve the next."""
    forget_prepared()
    return
