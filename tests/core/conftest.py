"""Property tests have no deadline per example: a busy machine is slow, not wrong."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from skinning_core.model import forget_prepared

settings.register_profile("skinproof", deadline=None)
settings.load_profile("skinproof")


@pytest.fixture(autouse=True, scope="module")
def _nothing_prepared() -> Iterator[None]:
    """What one file of tests has prepared of a model does not serve the next."""
    forget_prepared()
    return
