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
#: Folders whose cases are dealt out to the two Pythons; each imports the hook below.
DEALT = tuple(HERE.parent / name for name in ("core", "lessons", "engines", "farm/batch"))
#: Paths from here of the files that run on the newest Python only, all of their cases.
ON_ONE_PYTHON = (HERE / "on_one_python.txt").read_text(encoding="utf-8").splitlines()[3:]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what both Pythons run as ``in_turns``: each case is judged on one of them, and at night on both."""
    alone = {HERE / name for name in ON_ONE_PYTHON}
    for item in items:
        dealt = any(folder in item.path.parents for folder in DEALT) and item.path not in alone
        if dealt and not item.get_closest_marker("in_turns"):
            item.add_marker(pytest.mark.in_turns)


@pytest.fixture(autouse=True, scope="module")
def _nothing_prepared() -> Iterator[None]:
    """What one file of tests has prepared of a model does not serve the next."""
    forget_prepared()
    return
