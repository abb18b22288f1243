"""Property tests run as those of the core, and nothing that one file prepared serves the next."""

from tests.core.conftest import _nothing_prepared  # noqa: F401 -- a fixture; its file loads the profile
from tests.core.report.conftest import case  # noqa: F401 -- a fixture: a case whose every figure is known
