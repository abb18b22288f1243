"""The corpus as the command writes it: once for all tests that only read it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skinning_core.cli import main
from skinning_core.engines.corpus.cases.every import CASES
from skinning_core.engines.corpus.folder import MANIFEST, MadeCase


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, with its page."""
    folder = tmp_path_factory.mktemp("corpus")
    assert main(["corpus", str(folder)]) == 0
    return folder


@pytest.fixture(scope="session")
def cases(corpus: Path) -> list[MadeCase]:
    """Its cases, whose files are in the folder."""
    entries = json.loads((corpus / MANIFEST).read_bytes())["cases"]
    return [MadeCase(case, {}, entry) for case, entry in zip(CASES, entries, strict=True)]
