"""The character on which the figures of every report are recomputed."""

from __future__ import annotations

import pytest

from tests.displaced import Case, judged_case


@pytest.fixture(scope="session")
def case(tmp_path_factory: pytest.TempPathFactory) -> Case:
    return judged_case(tmp_path_factory.mktemp("awkward"))
