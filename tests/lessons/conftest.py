"""Property tests run as those of the core, nothing that one file prepared serves the next, and cases are dealt out."""

from tests.core.conftest import (  # noqa: F401 -- a fixture and a hook; their file loads the profile
    _nothing_prepared,
    pytest_collection_modifyitems,
)
